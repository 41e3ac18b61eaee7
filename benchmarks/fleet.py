"""A fleet under faults: each state is answered right, or by a 503 that says when to come again; no render is wasted.

make fleet     (or: python benchmarks/fleet.py --states 2000; with --quick pages are only fetched, not rendered)

One Redis server with its append-only file, two sites and three workers, each a machine of its own where network
namespaces may be made. Crawlers ask both sites for every state, and as many are archived. Meanwhile workers are
killed (SIGKILL) at random and started anew, Redis is killed and started again twice, a worker is cut off for 20 seconds
twice, and the archive's process is killed and started again. Crawlers come again after a 503, as real ones do.
"""

import argparse
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import anyio
import redis

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks import manifests  # noqa: E402 - found on the path above, as are the next
from benchmarks.crawlers import CRAWLERS, Crawlers, shown  # noqa: E402
from benchmarks.networks import Machine, Namespaces, Ports, network  # noqa: E402
from benchmarks.processes import end, free_port, wait_for  # noqa: E402
from starlette_ajaxcrawl.archive.manifest import NAME, open_for_reading  # noqa: E402

KEY = "a-key-of-sixteen-or-more"
SITE = "http://lighthouses.example"
WORKERS = 3
PLACES = 2  # of each worker
ARCHIVING = 2 * PLACES * WORKERS  # jobs of an archive at once
CUT = 20.0  # seconds that a worker is cut off
HOURS = 4 * 3600.0  # for anything
ASKED = re.compile(r'"GET /\?(\w+=\d+) HTTP')  # for a document that is rendered: nobody else asks without a state


class Process:
    """A program that may be killed and started again, with its output in a file."""

    def __init__(self, machine: Machine, words: list[str], log: Path, **environment: str) -> None:
        self._words, self._log = [*machine.words, *words], log
        own = {name: value for name, value in os.environ.items() if not name.startswith("AJAXCRAWL_")}
        self._environment = {**own, "PYTHONPATH": str(ROOT), "AJAXCRAWL_FLEET_KEY": KEY, **environment}
        self.start()

    def start(self) -> None:
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                self._words, stdout=log, stderr=log, env=self._environment, cwd=ROOT / "examples" / "fleet"
            )

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


class Fleet:
    """Redis, sites, workers, and what archives one of the sites into ``archive``."""

    def __init__(self, stack: ExitStack, folder: Path, net: Namespaces | Ports, quick: bool) -> None:
        self._stack, self._folder, self._net = stack, folder, net
        self._processes: list[Process] = []
        self.archive = folder / "archive"
        machine, port = net.machine("redis"), free_port()
        kept = ["--appendonly", "yes", "--appendfsync", "always", "--save", "", "--dir", str(folder)]
        reached = ["--bind", machine.host, "--protected-mode", "no"]
        self._redis = self._start(machine, ["redis-server", "--port", str(port), *kept, *reached])
        self._server = redis.Redis(machine.host, port)
        self._stack.callback(self._server.close)
        wait_for(self._answers)
        self._settings = {
            "AJAXCRAWL_RENDERER": f"taskiq+redis://{machine.host}:{port}/0",
            "AJAXCRAWL_STORE": f"redis://{machine.host}:{port}/1",
            "AJAXCRAWL_SITE_URL": SITE,
        }
        self.sites = [self._site(f"site{number}") for number in (1, 2)]
        command = ["-m", "starlette_ajaxcrawl", "worker", "--concurrency", str(PLACES), "--broker"]
        program = [__file__, "--worker"] if quick else command
        machines = [net.machine(f"worker{number}") for number in range(WORKERS)]
        self._last = machines[-1]
        ways = [*[(machine.host, port)] * (WORKERS - 1), net.way(self._last, machine.host, port)]
        cache = str(folder / "javascript")
        self._workers = [
            self._start(at, [sys.executable, *program, f"redis://{host}:{number}/0"], AJAXCRAWL_JAVASCRIPT_CACHE=cache)
            for at, (host, number) in zip(machines, ways, strict=True)
        ]
        self._archiver = net.machine("archive")
        self._one_at_a_time = threading.Lock()

    def _start(self, machine: Machine, words: list[str], **environment: str) -> Process:
        process = Process(machine, words, self._folder / f"{machine.name}.log", **environment)
        self._stack.callback(lambda: end(process.process))
        self._processes.append(process)
        return process

    def _site(self, name: str) -> str:
        machine, port = self._net.machine(name), free_port()
        address = f"http://{machine.host}:{port}"
        words = [sys.executable, "-m", "uvicorn", "app:app", "--host", machine.host, "--port", str(port)]
        self._start(machine, words, AJAXCRAWL_FLEET_ORIGIN=address, **self._settings)
        return address

    def _answers(self) -> bool:
        try:
            return bool(self._server.ping())
        except redis.RedisError:
            return False

    def kill(self) -> None:
        for process in self._processes:
            process.kill()

    def kill_worker(self, chance: random.Random) -> None:
        worker = chance.choice(self._workers)
        worker.kill()
        worker.start()

    def restart_redis(self) -> None:
        with self._one_at_a_time:
            self._redis.kill()
            time.sleep(1)
            self._redis.start()

    def cut(self) -> None:
        with self._one_at_a_time:
            self._net.cut(self._last, CUT)

    def start_archive(self, states: Path) -> Process:
        words = ["archive", self.sites[0], "--fleet", "--states", str(states), "--out", str(self.archive)]
        return self._start(
            self._archiver,
            [sys.executable, "-m", "starlette_ajaxcrawl", *words],
            AJAXCRAWL_FLEET_ORIGIN=self.sites[0],
            **self._settings,
        )

    def archived(self) -> int:
        """How many states are in the archive."""
        if not (self.archive / NAME).is_file():
            return 0
        with closing(open_for_reading(self.archive)) as db, suppress(sqlite3.OperationalError):  # it is being made
            return int(db.execute("SELECT count(*) FROM states WHERE created IS NOT NULL").fetchone()[0])
        return 0

    def rendered(self) -> Counter[str]:
        """How often each state's document was asked for by workers: once a render."""
        logs = (self._folder / f"site{number}.log" for number in (1, 2))
        return Counter(state for log in logs for state in ASKED.findall(log.read_text()))


def run(states: int, quick: bool, seed: int, kill_every: float) -> dict[str, object]:
    """What became of ``states`` states, asked for and archived, and whether it is as it should be: ``passed``."""
    with network() as net:
        with ExitStack() as stack:
            folder = Path(stack.enter_context(TemporaryDirectory()))
            fleet = Fleet(stack, folder, net, quick)
            try:
                found = judged(fleet, folder, states, random.Random(seed), kill_every)
            except TimeoutError:
                for log in sorted(folder.glob("*.log")):
                    print(log.name, *log.read_text().splitlines()[-3:], sep="\n  ", file=sys.stderr)
                raise
        with suppress(TimeoutError):  # processes of killed workers end by themselves
            wait_for(lambda: not net.running())
        left = net.running()
    passed = found.pop("passed") and not left
    return {"machines": net.kind, "workers": "quick" if quick else "Java", **found, "left": left, "passed": passed}


def judged(fleet: Fleet, folder: Path, states: int, chance: random.Random, kill_every: float) -> dict[str, Any]:
    """What becomes of a crowd of crawlers and an archive under faults."""
    over = threading.Event()
    count = Counter(workers_killed=0, cuts=0, redis_restarts=0, archives_killed=0)
    listed = folder / "states.txt"
    listed.write_text("".join(f"/?archived={state}#!/{state}\n" for state in range(states)))

    def kill_workers() -> None:
        while not over.wait(chance.uniform(0.5, 1.5) * kill_every):
            fleet.kill_worker(chance)
            count["workers_killed"] += 1

    def cut() -> None:
        count["cuts"] += 1
        fleet.cut()

    def restart_redis() -> None:
        count["redis_restarts"] += 1
        fleet.restart_redis()

    def crawl() -> None:
        with ThreadPoolExecutor(CRAWLERS) as pool:
            asked = [pool.submit(crawlers.ask, state) for state in range(states)]
            with in_turn(lambda: sum(one.done() for one in asked), {states // 5: cut, states // 2: restart_redis}):
                for one in asked:
                    one.result()

    def archive() -> int:
        process = fleet.start_archive(listed)

        def kill() -> None:
            count["archives_killed"] += 1
            process.kill()
            process.start()

        with in_turn(fleet.archived, {states // 4: kill, states // 2: cut, states * 3 // 4: restart_redis}):
            wait_for(lambda: process.process.poll() not in (None, -signal.SIGKILL), HOURS)
        return process.process.wait()

    with Crawlers(fleet.sites, chance) as crawlers, ThreadPoolExecutor(3) as pool:
        wait_for(crawlers.up, 120)  # Java is slow at first, and so is a busy machine
        began = time.monotonic()
        crawling, archiving, killing = pool.submit(crawl), pool.submit(archive), pool.submit(kill_workers)
        try:
            crawling.result()
            archive_exit = archiving.result()
        except BaseException:
            fleet.kill()  # else crawlers would come again for long
            raise
        finally:
            over.set()
        killing.result()
        seconds = time.monotonic() - began
    renders = fleet.rendered()
    pages = {f"{SITE}/?archived={state}#!/{state}": shown(state) for state in range(states)}
    wrong = [*crawlers.wrong, *manifests.faults(fleet.archive, pages)]
    more = renders.total() - 2 * states
    # what one worker had under way; what all had, and what was sent while Redis ended; what nobody waits for any more
    explained = (
        (count["workers_killed"] + count["cuts"]) * PLACES
        + count["redis_restarts"] * (WORKERS * PLACES + CRAWLERS + ARCHIVING)
        + count["archives_killed"] * ARCHIVING
    )
    return {
        "crawled": states,
        "archived": fleet.archived(),
        "answers": dict(crawlers.answers),
        "wrong": wrong[:10],
        **count,
        "states_by_their_renders": dict(sorted(Counter(renders.values()).items())),
        "renders_more_than_states": more,
        "explained_by_faults": explained,
        "seconds": round(seconds),
        "states_per_minute": round(2 * states * 60 / seconds),
        "passed": not wrong and len(renders) == 2 * states and more <= explained and archive_exit == 0,
    }


@contextmanager
def in_turn(counted: Callable[[], int], faults: dict[int, Callable[[], None]]) -> Iterator[None]:
    """Have each fault as soon as so many are counted; the block ends after the last."""

    def have() -> None:
        for number, fault in faults.items():
            while counted() < number:
                if over.wait(0.2):
                    return
            fault()

    over = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        having = pool.submit(have)
        try:
            yield
        finally:
            over.set()
        having.result()


async def fetch_only(broker: str) -> None:
    """A worker whose pages are what scripts would have made of them: it asks the site for the document as others do."""
    from starlette_ajaxcrawl import FakeRenderer
    from starlette_ajaxcrawl.fleet.broker import FleetBroker
    from starlette_ajaxcrawl.fleet.worker import Worker

    async def page(url: str) -> str:
        await anyio.sleep(random.uniform(0.02, 0.3))  # a render takes a while
        return f"<!doctype html>{shown(int(url.rpartition('/')[2]))}"

    renderer = FakeRenderer(page, call_origin=True)
    await Worker(FleetBroker(broker), renderer, KEY, concurrency=PLACES, grace=5).run()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--states", type=int, default=2000)
    parser.add_argument("--quick", action="store_true", help="pages are only fetched, not rendered: without Java")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kill-every", type=float, help="seconds, about")
    parser.add_argument("--worker", metavar="URL", help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.worker:
        anyio.run(fetch_only, arguments.worker)
        return
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # what was started is ended, too
    kill_every = arguments.kill_every or (4.0 if arguments.quick else 15.0)
    found = run(arguments.states, arguments.quick, arguments.seed, kill_every)
    print(json.dumps(found, indent=2))
    sys.exit(not found["passed"])


if __name__ == "__main__":
    main()
