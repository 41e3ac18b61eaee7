"""Measures side by side, in one run, and prints ratios: absolute times say little on a machine that others use too.

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
from starlette.responses import HTMLResponse
from starlette.routing import Route

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.site import routes  # noqa: E402
from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, Settings  # noqa: E402

RESULTS = ROOT / "benchmarks" / "results" / "latest.json"
STATE = "/products"
CHROMIUM_ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
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
    """Seconds that one request takes, over a run of ``requests``."""
    started = time.perf_counter()
    for _ in range(requests):
        await call(app, path, query)
    return (time.perf_counter() - started) / requests


async def compare(
    one: tuple[App, str, bytes], other: tuple[App, str, bytes], rounds: int = 30, requests: int = 400
) -> tuple[float, float]:
    """Requests per second of both, measured in turns; each side's best round, which other processes disturbed least."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        times[0].append(await seconds_per_request(*one, requests))
        times[1].append(await seconds_per_request(*other, requests))
    return 1 / min(times[0]), 1 / min(times[1])


async def measure_requests() -> dict[str, Any]:
    """Everyone else's requests with and without the middleware; kept snapshots against plain responses."""
    bare = Starlette(routes=routes)
    crawl = AjaxCrawl(Settings())
    wrapped = AjaxCrawlMiddleware(Starlette(routes=routes), crawl)
    query = f"_escaped_fragment_={STATE}".encode()
    await crawl.startup()
    try:
        status, snapshot = await call(wrapped, "/", query)
        if status != 200 or b"Product 60" not in snapshot:
            sys.exit(f"error: the snapshot is not whole (status {status}): {snapshot[:300]!r}")
        same_bytes = Starlette(routes=[Route("/", lambda request: HTMLResponse(snapshot))])
        without, with_middleware = await compare((bare, "/plain", b""), (wrapped, "/plain", b""))
        plain, cached = await compare((same_bytes, "/", b""), (wrapped, "/", query))
    finally:
        await crawl.shutdown()
    return {
        "pass_through": {
            "requests_per_second_without": round(without),
            "requests_per_second_with": round(with_middleware),
            "ratio": round(with_middleware / without, 3),
        },
        "cached_snapshot": {
            "bytes": len(snapshot),
            "plain_responses_per_second": round(plain),
            "snapshots_per_second": round(cached),
            "ratio": round(cached / plain, 3),
        },
    }


@contextmanager
def server() -> Iterator[str]:
    """The site under uvicorn in a process of its own, with a fresh render for each request; its address."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()
        url = f"http://127.0.0.1:{listener.getsockname()[1]}/"
        command = [sys.executable, "-m", "uvicorn", "benchmarks.site:app", "--log-level", "warning", "--fd"]
        process = subprocess.Popen(
            [*command, str(listener.fileno())],
            cwd=ROOT,
            env={**os.environ, "AJAXCRAWL_MAX_AGE": "0"},
            pass_fds=[listener.fileno()],
        )
        try:
            yield url  # connections wait in the listener's queue until uvicorn accepts
        finally:
            process.terminate()
            process.wait(timeout=20)


def render_by_us(client: httpx.Client, url: str) -> float:
    """Seconds until the whole snapshot is here."""
    started = time.perf_counter()
    response = client.get(url, params={"_escaped_fragment_": STATE})
    elapsed = time.perf_counter() - started
    if response.status_code != 200 or "Product 60" not in response.text:
        sys.exit(f"error: the snapshot is not whole: {response.status_code} {response.text[:300]!r}")
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
    with server() as url, httpx.Client(timeout=60) as client, sync_playwright() as playwright:
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
    passed, cached, warm = results["pass_through"], results["cached_snapshot"], results["warm_render"]
    return "\n".join(
        [
            f"pass-through, with / without the middleware:      {passed['ratio']:.3f}"
            f"   ({passed['requests_per_second_with']} / {passed['requests_per_second_without']} requests/s)",
            f"kept snapshot / plain response of the same bytes: {cached['ratio']:.3f}"
            f"   ({cached['snapshots_per_second']} / {cached['plain_responses_per_second']} requests/s)",
            f"warm render, Chromium until idle / ours:          {warm['times_faster_than_idle']:.1f}"
            f"     ({warm['chromium_idle_median_ms']} / {warm['our_median_ms']} ms)",
            f"warm render, Chromium until the text / ours:      {warm['times_faster_than_text']:.1f}"
            f"     ({warm['chromium_text_median_ms']} / {warm['our_median_ms']} ms)",
        ]
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--renders", type=int, default=20, help="renders of each kind (default 20)")
    arguments = parser.parse_args()
    results = {"machine": machine(), "warm_render": measure_renders(arguments.renders)}
    results |= asyncio.run(measure_requests())
    RESULTS.parent.mkdir(exist_ok=True)
    RESULTS.write_text(json.dumps(results, indent=2) + "\n")
    print(report(results))
    print(f"written to {RESULTS.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
