"""A fleet under faults: each state is answered right, or by a 503 that says when to come again; no render is wasted.

make fleet     (or: python benchmarks/fleet.py --states 2000; with --java pages are rendered, else only fetched)

One Redis server with its append-only file, two sites and three workers, all processes of this machine. Workers are
killed (SIGKILL) at random and started anew, Redis is killed and started again, and one worker is cut off from Redis for
20 seconds, by a relay that keeps what it is given meanwhile. Crawlers come again after a 503, as real ones do.
"""

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path

import anyio
import httpx
import redis

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.processes import free_port, wait_for  # noqa: E402 - found on the path above

KEY = "a-key-of-sixteen-or-more"
PLACES = 2  # of each worker
CRAWLERS = 24  # at once
CUT = 20.0  # seconds that a worker is cut off
PATIENCE = 300.0  # seconds in which a crawler comes again


class Process:
    """A program that may be killed and started again, with its output in a file."""

    def __init__(self, words: list[str], log: Path, **environment: str) -> None:
        self._words, self._log = words, log
        self._environment = {**os.environ, "PYTHONPATH": str(ROOT), "AJAXCRAWL_FLEET_KEY": KEY, **environment}
        self.start()

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self._words, stdout=log, stderr=log, env=self._environment, cwd=ROOT / "examples" / "fleet"
            )

    def kill(self) -> None:
        self._process.kill()
        self._process.wait()


class Relay(threading.Thread):
    """A way to ``port`` that may be cut: then it keeps what comes, as a network that drops packets does."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.port = free_port()
        self._behind = port
        self._up = threading.Event()
        self.start()
        self._up.wait()

    def run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop, self._open = asyncio.get_running_loop(), asyncio.Event()
        self._open.set()
        async with await asyncio.start_server(self._carry, "127.0.0.1", self.port):
            self._up.set()
            await asyncio.Event().wait()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._open.wait()
        try:
            there, onward = await asyncio.open_connection("127.0.0.1", self._behind)
            await asyncio.gather(self._pump(reader, onward), self._pump(there, writer))
        except OSError:
            pass
        finally:
            writer.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                await self._open.wait()
                writer.write(data)
                await writer.drain()
        finally:
            writer.close()

    def cut(self, seconds: float) -> None:
        self._loop.call_soon_threadsafe(self._open.clear)
        time.sleep(seconds)
        self._loop.call_soon_threadsafe(self._open.set)


def run(states: int, java: bool, seed: int, kill_every: float) -> dict[str, object]:
    """What became of ``states`` states, and whether it is as it should be: ``passed``."""
    chance = random.Random(seed)
    answers: Counter[int] = Counter()
    wrong: list[str] = []
    kills = 0
    done = threading.Event()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))

        def start(name: str, words: list[str], **environment: str) -> Process:
            process = Process(words, folder / name, **environment)
            stack.callback(process.kill)
            return process

        port = free_port()
        kept = ["--appendonly", "yes", "--appendfsync", "always", "--save", "", "--dir", str(folder)]
        server = start("redis", ["redis-server", "--port", str(port), *kept])
        wait_for(lambda: _answers(port))
        relay = Relay(port)
        sites = [free_port(), free_port()]
        for number in sites:
            start(
                f"site-{number}",
                [sys.executable, "-m", "uvicorn", "app:app", "--port", str(number)],
                AJAXCRAWL_RENDERER=f"taskiq+redis://127.0.0.1:{port}/0",
                AJAXCRAWL_STORE=f"redis://127.0.0.1:{port}/1",
                AJAXCRAWL_FLEET_ORIGIN=f"http://127.0.0.1:{number}",
                AJAXCRAWL_SITE_URL="http://lighthouses.example",
            )
        command = ["-m", "starlette_ajaxcrawl", "worker", "--concurrency", str(PLACES), "--broker"]
        program = command if java else [__file__, "--worker"]
        workers = [
            start(f"worker-{number}", [sys.executable, *program, f"redis://127.0.0.1:{place}/0"])
            for number, place in enumerate((port, port, relay.port))
        ]
        client = stack.enter_context(httpx.Client(timeout=120, limits=httpx.Limits(max_connections=CRAWLERS)))
        wait_for(lambda: all(_status(client, number) == 200 for number in sites), 120)

        def ask(state: int) -> None:
            end = time.monotonic() + PATIENCE
            while time.monotonic() < end:
                site = sites[chance.random() < 0.5]
                answer = client.get(f"http://127.0.0.1:{site}/?_escaped_fragment_=/{state}")
                answers[answer.status_code] += 1
                if answer.status_code == 200:
                    if f"<h1>Lighthouse {state}</h1>" not in answer.text:
                        wrong.append(f"{state}: {answer.text[:200]}")
                    return
                if answer.status_code != 503 or "retry-after" not in answer.headers:
                    wrong.append(f"{state}: {answer.status_code} {answer.text[:200]}")
                    return
                time.sleep(0.5)
            wrong.append(f"{state}: nothing but 503")

        def faults() -> None:
            nonlocal kills
            while not done.wait(chance.uniform(0.5, 1.5) * kill_every):
                worker = chance.choice(workers)
                worker.kill()
                worker.start()
                kills += 1

        def restart() -> None:
            server.kill()
            time.sleep(1)
            server.start()

        def fetched() -> int:
            """Documents that workers have asked for: one a render."""
            return sum((folder / f"site-{number}").read_text().count('"GET / HTTP') for number in sites)

        before, began = fetched(), time.monotonic()
        killer = threading.Thread(target=faults)
        cut = threading.Thread(target=relay.cut, args=(CUT,))
        with ThreadPoolExecutor(CRAWLERS) as pool:
            asked = [pool.submit(ask, state) for state in range(states)]
            killer.start()
            _after(asked, states // 5, cut.start)
            _after(asked, states // 2, restart)
            for one in asked:
                one.result()
        done.set()
        seconds = time.monotonic() - began
        killer.join()
        cut.join()
        renders = fetched() - before
    # a kill and the cut cost what one worker had under way, the end of Redis what all had
    explained = (kills + 1 + len(workers)) * PLACES
    return {
        "states": states,
        "answers": dict(answers),
        "wrong": wrong[:10],
        "renders": renders,
        "renders_more_than_states": renders - states,
        "explained_by_faults": explained,
        "workers_killed": kills,
        "seconds": round(seconds),
        "passed": not wrong and answers[200] == states and states <= renders <= states + explained,
    }


def _after(asked: list[Future[None]], count: int, fault: Callable[[], None]) -> None:
    """Have a fault once ``count`` states were answered."""
    wait_for(lambda: sum(one.done() for one in asked) >= count, 3600)
    fault()


def _answers(port: int) -> bool:
    try:
        return bool(redis.Redis(port=port).ping())
    except redis.RedisError:
        return False


def _status(client: httpx.Client, port: int) -> int:
    try:
        return client.get(f"http://127.0.0.1:{port}/?_escaped_fragment_=/start").status_code
    except httpx.TransportError:
        return 0


async def fetch_only(broker: str) -> None:
    """A worker whose pages are what scripts would have made of them: it asks the site for the document as others do."""
    from starlette_ajaxcrawl import FakeRenderer
    from starlette_ajaxcrawl.fleet.broker import FleetBroker
    from starlette_ajaxcrawl.fleet.worker import Worker

    async def page(url: str) -> str:
        await anyio.sleep(random.uniform(0.02, 0.3))  # a render takes a while
        return f"<!doctype html><h1>Lighthouse {url.rpartition('/')[2]}</h1>"

    renderer = FakeRenderer(page, call_origin=True)
    await Worker(FleetBroker(broker), renderer, KEY, concurrency=PLACES, grace=5).run()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--states", type=int, default=2000)
    parser.add_argument("--java", action="store_true", help="pages are rendered")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kill-every", type=float, default=4.0, help="seconds, about")
    parser.add_argument("--worker", metavar="URL", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        anyio.run(fetch_only, arguments.worker)
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what was started is ended, too
    found = run(arguments.states, arguments.java, arguments.seed, arguments.kill_every)
    print(json.dumps(found, indent=2))
    sys.exit(not found["passed"])


if __name__ == "__main__":
    main()
