"""How long everyone else waits while renders fill the pool: /ping of a server that is idle, and of one that renders.

    python benchmarks/ping.py --seconds 10

The target: the slowest hundredth within 3 times that of the idle server, plus 10 ms.
"""

import argparse
import http.client
import os
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from starlette_ajaxcrawl import AjaxCrawlMiddleware, Settings  # noqa: E402 - found on the path above

SERVE = """
import socket, sys, uvicorn
config = uvicorn.Config("benchmarks.ping:app", access_log=False, log_level="warning")
uvicorn.Server(config).run([socket.socket(fileno=int(sys.argv[1]))])
"""
PAGE = """<!doctype html><title>List</title><ul></ul><script>
var list = document.querySelector('ul');
for (var i = 0; i < 300; i++) {
  var item = document.createElement('li');
  item.innerHTML = '<a href="#!/' + i + '">Item <b>' + Math.sqrt(i).toFixed(2) + '</b></a>';
  list.appendChild(item);
}
</script>"""
PAUSE = 0.005  # seconds between two pings


async def page(request: Request) -> Response:
    return HTMLResponse(PAGE)


async def ping(request: Request) -> Response:
    return PlainTextResponse("pong")


app = Starlette(
    routes=[Route("/", page), Route("/ping", ping)],
    middleware=[Middleware(AjaxCrawlMiddleware, settings=Settings(_env_file=None, max_age=0, warm_up=True))],
)


@contextmanager
def serving() -> Iterator[int]:
    """The app under uvicorn in a process of its own; gives its port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        command = [sys.executable, "-c", SERVE, str(listener.fileno())]
        process = subprocess.Popen(command, cwd=ROOT, pass_fds=[listener.fileno()])
        try:
            yield listener.getsockname()[1]
        finally:
            process.terminate()
            process.wait(timeout=20)


def get(client: http.client.HTTPConnection, path: str) -> bytes:
    client.request("GET", path)
    return client.getresponse().read()


def pings(port: int, seconds: float) -> list[float]:
    """Seconds that each took."""
    client = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    times = []
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        began = time.perf_counter()
        get(client, "/ping")
        times.append(time.perf_counter() - began)
        time.sleep(PAUSE)
    client.close()
    return times


@contextmanager
def saturated(port: int) -> Iterator[list[int]]:
    """Clients that always keep more renders waiting than there are places; gives the count of those done."""
    done = [0]
    over = threading.Event()

    def ask(number: int) -> None:
        client = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        while not over.is_set():
            if b"Item" not in get(client, f"/?_escaped_fragment_=/{number}/{done[0]}"):
                raise ValueError("no snapshot")
            done[0] += 1
        client.close()

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(2 * (os.cpu_count() or 1))]
    for thread in threads:
        thread.start()
    try:
        yield done
    finally:
        over.set()
        for thread in threads:
            thread.join()


def measure(seconds: float = 10) -> dict[str, Any]:
    """Milliseconds of /ping, idle and while renders fill the pool, and whether that is within the target."""
    with serving() as port:
        with saturated(port):
            time.sleep(seconds / 2)  # a warm JVM compiles no more
        idle = pings(port, seconds)
        with saturated(port) as done:
            busy = pings(port, seconds)
    slowest = [statistics.quantiles(times, n=100)[-1] * 1000 for times in (idle, busy)]
    medians = [statistics.median(times) * 1000 for times in (idle, busy)]
    return {
        "idle_median_ms": round(medians[0], 2),
        "idle_p99_ms": round(slowest[0], 2),
        "rendering_median_ms": round(medians[1], 2),
        "rendering_p99_ms": round(slowest[1], 2),
        "renders_per_second": round(done[0] / seconds, 1),
        "within_target": slowest[1] <= 3 * slowest[0] + 10,
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=10, help="how long each is measured (default 10)")
    for name, value in measure(parser.parse_args().seconds).items():
        print(f"{name:24} {value}")


if __name__ == "__main__":
    main()
