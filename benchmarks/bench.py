"""Measures side by side, in one run, and prints ratios: absolute times say little on a machine that others use too.

Requests are counted per second of processor time of the event loop's thread, renders by the clock on the wall.

    make bench     (or: python benchmarks/bench.py --renders 30)

Results go to benchmarks/results/latest.json with versions and machine.
"""

import argparse
import asyncio
import importlib.metadata
import json
import os
import platform
import shutil
import socket
import statistics
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import Browser, sync_playwright
from starlette.applications import Starlette

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.site import routes  # noqa: E402 - found on the path above, as is the next
from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, Settings  # noqa: E402

RESULTS = ROOT / "benchmarks" / "results" / "latest.json"
STATE = "/products"
CHROMIUM_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
# not uvicorn's own --fd, which takes any socket for a local one: TCP would wait for more to send with each response
SERVE = """
import socket, sys, uvicorn
config = uvicorn.Config(sys.argv[1], access_log=False, log_level="warning")
uvicorn.Server(config).run([socket.socket(fileno=int(sys.argv[2]))])
"""
App = Callable[[Any, Any, Any], Awaitable[None]]


def scope(path: str, query: bytes = b"") -> dict[str, Any]:
    """The ASGI scope of a plain GET."""
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query,
        "root_path": "",
        "headers": [(b"host", b"bench.example"), (b"user-agent", b"bench/1.0"), (b"accept", b"*/*")],
        "client": ("127.0.0.1", 50000),
        "server": ("127.0.0.1", 80),
        "state": {},
    }


async def receive() -> dict[str, Any]:
    return {"type": "http.request", "body": b"", "more_body": False}


async def call(app: App, path: str, query: bytes = b"") -> tuple[int, bytes]:
    """Status and body of one request, without a server or a socket between."""
    messages: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        messages.append(message)

    await app(scope(path, query), receive, send)
    return messages[0]["status"], b"".join(message.get("body", b"") for message in messages)


async def seconds_per_request(app: App, path: str, query: bytes, requests: int) -> float:
    """Seconds of this thread's processor time that one request takes: what else the machine does does not count."""
    started = time.thread_time()
    for _ in range(requests):
        await call(app, path, query)
    return (time.thread_time() - started) / requests


async def compare(
    one: tuple[App, str, bytes], other: tuple[App, str, bytes], rounds: int = 60, requests: int = 200
) -> tuple[float, float]:
    """Requests per second of both, measured in turns; medians of all rounds."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        times[0].append(await seconds_per_request(*one, requests))
        times[1].append(await seconds_per_request(*other, requests))
    return 1 / statistics.median(times[0]), 1 / statistics.median(times[1])


async def measure_calls() -> dict[str, Any]:
    """The application's share of everyone else's requests, with and without the middleware."""
    wrapped = AjaxCrawlMiddleware(Starlette(routes=routes), AjaxCrawl(Settings()))
    without, with_middleware = await compare((Starlette(routes=routes), "/plain", b""), (wrapped, "/plain", b""))
    return ratio("without", without, "with", with_middleware)


def ratio(one_name: str, one: float, other_name: str, other: float) -> dict[str, Any]:
    """Two rates and how the second compares to the first."""
    return {
        f"requests_per_second_{one_name}": round(one),
        f"requests_per_second_{other_name}": round(other),
        "ratio": round(other / one, 3),
    }


@contextmanager
def server(app: str, **environment: str) -> Iterator[tuple[str, int]]:
    """``app`` under uvicorn in a process of its own: host and port, and the process's id."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        process = subprocess.Popen(
            [sys.executable, "-c", SERVE, app, str(listener.fileno())],
            cwd=ROOT,
            env={**os.environ, **environment},
            pass_fds=[listener.fileno()],
        )
        try:
            # connections wait in the listener's queue until uvicorn accepts
            yield f"127.0.0.1:{listener.getsockname()[1]}", process.pid
        finally:
            process.terminate()
            process.wait(timeout=20)


def server_rate(client: httpx.Client, url: str, pid: int, requests: int = 500) -> float:
    """Requests per second of the server's processor time (its event loop's thread)."""

    def spent() -> int:
        return int(Path(f"/proc/{pid}/schedstat").read_text().split()[0])

    before = spent()
    for _ in range(requests):
        client.get(url).raise_for_status()
    return requests * 1e9 / (spent() - before)


def measure_requests(rounds: int) -> dict[str, Any]:
    """Through uvicorn: everyone else's requests with and without the middleware, kept snapshots and plain responses."""
    rates: dict[str, list[float]] = {}
    with httpx.Client(timeout=60) as client, server("benchmarks.site:app") as (wrapped, wrapped_pid):
        ugly = f"http://{wrapped}/?_escaped_fragment_={STATE}"
        snapshot = client.get(ugly)
        check(snapshot)
        with server("benchmarks.site:bare", BENCH_BYTES=str(len(snapshot.content))) as (bare, bare_pid):
            urls = {
                "plain, without": (f"http://{bare}/plain", bare_pid),
                "plain, with": (f"http://{wrapped}/plain", wrapped_pid),
                "same bytes": (f"http://{bare}/same", bare_pid),
                "snapshot": (ugly, wrapped_pid),
            }
            for _ in range(rounds + 1):
                for name, (url, pid) in urls.items():
                    rates.setdefault(name, []).append(server_rate(client, url, pid))
    medians = {name: statistics.median(values[1:]) for name, values in rates.items()}  # the first round warms up
    return {
        "pass_through": ratio("without", medians["plain, without"], "with", medians["plain, with"]),
        "kept_snapshot": {
            "bytes": len(snapshot.content),
            **ratio("plain", medians["same bytes"], "snapshot", medians["snapshot"]),
        },
    }


def check(snapshot: httpx.Response) -> None:
    """Exit unless ``snapshot`` is whole."""
    if snapshot.status_code != 200 or "Product 60" not in snapshot.text:
        sys.exit(f"error: the snapshot is not whole: {snapshot.status_code} {snapshot.text[:300]!r}")


def render_by_us(client: httpx.Client, url: str) -> float:
    """Seconds until the whole snapshot is here."""
    started = time.perf_counter()
    response = client.get(url, params={"_escaped_fragment_": STATE})
    elapsed = time.perf_counter() - started
    check(response)
    return elapsed


def render_by_chromium(browser: Browser, url: str) -> tuple[float, float]:
    """Seconds until the text is there, and until the network is idle, in a fresh context of a running Chromium."""
    context = browser.new_context()
    try:
        page = context.new_page()
        started = time.perf_counter()
        page.goto(f"{url}#!{STATE}", wait_until="commit")
        page.wait_for_selector("main[data-ready]")
        text = time.perf_counter() - started
        page.wait_for_load_state("networkidle")
        idle = time.perf_counter() - started
        if "Product 60" not in page.content():
            sys.exit("error: Chromium does not show the page")
        return text, idle
    finally:
        context.close()


def measure_renders(renders: int) -> dict[str, Any]:
    """A warm render of one page, ours and Chromium's in turns."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if chromium is None:
        sys.exit("error: Chromium is missing")
    served = server("benchmarks.site:app", AJAXCRAWL_MAX_AGE="0")  # a fresh render for each request
    with served as (address, _), httpx.Client(timeout=60) as client, sync_playwright() as playwright:
        url = f"http://{address}/"
        browser = playwright.chromium.launch(executable_path=chromium, args=CHROMIUM_ARGUMENTS)
        for _ in range(5):
            render_by_us(client, url)
        render_by_chromium(browser, url)
        ours, texts, idles = [], [], []
        for _ in range(renders):
            ours.append(render_by_us(client, url))
            text, idle = render_by_chromium(browser, url)
            texts.append(text)
            idles.append(idle)
        version = browser.version
        browser.close()
    our_time, text_time, idle_time = (statistics.median(times) for times in (ours, texts, idles))
    return {
        "chromium": version,
        "renders": renders,
        "our_median_ms": round(our_time * 1000, 1),
        "chromium_text_median_ms": round(text_time * 1000, 1),
        "chromium_idle_median_ms": round(idle_time * 1000, 1),
        "times_faster_than_text": round(text_time / our_time, 1),
        "times_faster_than_idle": round(idle_time / our_time, 1),
    }


def machine() -> dict[str, Any]:
    """Where and with what this was measured."""
    names = ("starlette-ajaxcrawl", "starlette", "uvicorn", "jpype1", "playwright")
    return {
        "date": time.strftime("%Y-%m-%d"),
        "cores": os.cpu_count(),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        **{name: importlib.metadata.version(name) for name in names},
    }


def report(results: dict[str, Any]) -> str:
    """The ratios, one a line."""
    passed, called, kept = (results[name] for name in ("pass_through", "pass_through_calls", "kept_snapshot"))
    warm = results["warm_render"]
    rates = "({} / {} requests/s)".format
    lines = [
        (
            "everyone else's requests, with / without the middleware",
            passed["ratio"],
            rates(*list(passed.values())[1::-1]),
        ),
        ("  the same without a server between", called["ratio"], rates(*list(called.values())[1::-1])),
        ("kept snapshot / plain response of as many bytes", kept["ratio"], rates(*list(kept.values())[2:0:-1])),
    ]
    for what in ("idle", "text"):
        theirs, ours = warm[f"chromium_{what}_median_ms"], warm["our_median_ms"]
        lines.append(
            (f"warm render, Chromium until {what} / ours", warm[f"times_faster_than_{what}"], f"({theirs} / {ours} ms)")
        )
    return "\n".join(f"{label:56} {value:6.2f}   {absolute}" for label, value, absolute in lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--renders", type=int, default=20, help="renders of each kind (default 20)")
    arguments = parser.parse_args()
    results = {"machine": machine(), "warm_render": measure_renders(arguments.renders)}
    results |= measure_requests(arguments.renders)
    results["pass_through_calls"] = asyncio.run(measure_calls())
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=2) + "\n")
    print(report(results))
    print(f"written to {RESULTS.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
