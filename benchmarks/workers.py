"""Renders a minute of a fleet, by how many workers it has, each with one place: they grow until the cores are full.

python benchmarks/workers.py
"""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import processes, site
from benchmarks.fleet import KEY

WORKERS = (1, 2, 3)
APP = "jquery"
WARM = 30  # renders of each worker before any is counted: Java is slow at first


def measure(renders: int = 100) -> dict[str, Any]:
    """Renders a minute, and how many cores were busy meanwhile, by number of workers as text.

    ``cpu_ms``: processor milliseconds of a render in all workers, in the site and in Redis, with the most workers.
    """
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory())
        redis = processes.free_port()
        server = start(stack, "redis-server", "--port", str(redis), "--save", "", "--dir", folder)
        processes.wait_for(lambda: processes.listens(redis))
        port = processes.free_port()
        environment = {
            "AJAXCRAWL_RENDERER": f"taskiq+redis://127.0.0.1:{redis}/0",
            "AJAXCRAWL_FLEET_KEY": KEY,
            "AJAXCRAWL_FLEET_ORIGIN": f"http://127.0.0.1:{port}",
            "AJAXCRAWL_MAX_AGE": "0",
            "AJAXCRAWL_JAVASCRIPT_CACHE": folder,
            "BENCH_APPS": str(site.APPS),
        }
        words = ("-m", "uvicorn", "benchmarks.site:app", "--port", str(port))
        pids = {"workers": [], "site": [start(stack, sys.executable, *words, **environment)], "redis": [server]}
        client = stack.enter_context(httpx.Client(timeout=120))
        processes.wait_for(lambda: processes.listens(port))

        def snapshot(number: int) -> bool:
            """Whether a page was rendered; each has a URL of its own, as one URL is rendered once for all who ask."""
            path = f"/?page={number}&_escaped_fragment_={site.STATE}"
            answer = client.get(f"http://127.0.0.1:{port}{path}", headers={"host": f"{APP}.localhost"})
            return answer.status_code == 200 and "x-ajaxcrawl-complete" not in answer.headers

        def rendered(count: int, at_once: int) -> float:
            """Renders a minute."""
            began = time.perf_counter()
            with ThreadPoolExecutor(at_once) as pool:
                if not all(pool.map(snapshot, range(count))):
                    raise RuntimeError("a page was not rendered")
            return count * 60 / (time.perf_counter() - began)

        rates, busy = {}, {}
        broker = f"redis://127.0.0.1:{redis}/0"
        for workers in WORKERS:
            command = ("-m", "starlette_ajaxcrawl", "worker", "--concurrency", "1", "--broker", broker)
            pids["workers"].append(start(stack, sys.executable, *command, **environment))
            processes.wait_for(lambda: snapshot(0), 60)
            rendered(WARM * workers, 2 * workers)
            before, idle, began = spent(pids), idle_seconds(), time.perf_counter()
            rates[str(workers)] = round(rendered(renders, 2 * workers))
            seconds = time.perf_counter() - began
            busy[str(workers)] = round((os.cpu_count() or 1) - (idle_seconds() - idle) / seconds, 1)
        each = {name: round((seconds - before[name]) * 1000 / renders, 1) for name, seconds in spent(pids).items()}
        return {"renders_per_minute": rates, "cores_busy": busy, "cpu_ms": each}


def spent(pids: dict[str, list[int]]) -> dict[str, float]:
    """Seconds of processor time so far."""
    return {name: sum(map(processes.cpu_seconds, ids)) for name, ids in pids.items()}


def idle_seconds() -> float:
    """Seconds that the machine's cores have had nothing to do, all together, since it runs."""
    fields = Path("/proc/stat").read_text().partition("\n")[0].split()
    return (int(fields[4]) + int(fields[5])) / processes.TICKS


def start(stack: ExitStack, *words: str, **environment: str) -> int:
    """A process until the end of ``stack``; its id."""
    own = {"PYTHONPATH": str(processes.ROOT), **os.environ, **environment}
    process = subprocess.Popen(words, env=own, cwd=processes.ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    stack.callback(processes.end, process)
    return process.pid


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
