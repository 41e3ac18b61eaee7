"""What a kept snapshot costs beside a plain Starlette response of the same content, for each store; 304s, too.

    python benchmarks/stores.py

Processor time of all threads of the server's process counts (a Redis server's own does not). The pairs are asked for in
turns, a few requests each; the quickest quarter of the turns stands.
"""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

import httpx  # noqa: E402 - the path above comes first, as for all of these
from starlette.applications import Starlette  # noqa: E402 - as above
from starlette.requests import Request  # noqa: E402 - as above
from starlette.responses import HTMLResponse, Response  # noqa: E402 - as above
from starlette.routing import Route  # noqa: E402 - as above

from benchmarks.processes import Server, end, free_port, listens, server, wait_for  # noqa: E402 - as above
from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, FakeRenderer, Settings  # noqa: E402 - as above

REQUESTS = 25  # a turn
TURNS = 20  # a round
ROW = '<li class="product"><a href="http://localhost/shop#!/products/{0}">Product {0}</a> <b>{1:.2f}</b></li>'
PAGE = "<!doctype html><title>Shop</title><ul>" + "".join(ROW.format(one, one * 7 % 90 / 3) for one in range(120))


async def page(request: Request) -> Response:
    return HTMLResponse(PAGE)


def kept(url: str) -> Any:
    """A site whose every page is the same, kept in the store at ``url``."""
    crawl = AjaxCrawl(Settings(_environment=False, store=url), renderer=FakeRenderer(lambda url: PAGE))
    return AjaxCrawlMiddleware(Starlette(), crawl)


URLS = json.loads(os.environ.get("BENCH_STORES", "{}"))
apps: dict[str, Any] = {"plain": Starlette(routes=[Route("/plain", page)])}
apps.update({name: kept(url) for name, url in URLS.items()})


async def sites(scope: Any, receive: Any, send: Any) -> None:
    """All in one process, told apart by the first letters of the path."""
    await apps["plain" if scope["type"] == "lifespan" else scope["path"][1:]](scope, receive, send)


def processor_seconds(pid: int) -> float:
    """Processor time that all threads of a process have had."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def seconds(client: httpx.Client, served: Server, name: str, **headers: str) -> float:
    """Processor time that one request takes."""
    url = f"http://127.0.0.1:{served.ports[0]}/{name}" + ("" if name == "plain" else "?_escaped_fragment_=/a")
    before = processor_seconds(served.pid)
    for _ in range(REQUESTS):
        client.get(url, headers=headers)
    return (processor_seconds(served.pid) - before) / REQUESTS


def measure(rounds: int = 3) -> dict[str, Any]:
    """Ratios to plain responses: of whole snapshots, of 304s, and of those for clients that read no compression."""
    with tempfile.TemporaryDirectory() as folder:
        urls = {"memory": "memory://", "sqlite": f"sqlite:///{folder}/kept.db"}
        program = shutil.which("redis-server") or shutil.which("valkey-server")
        port = free_port()
        if program:
            urls["redis"] = f"redis://127.0.0.1:{port}/0"
        redis = program and subprocess.Popen(
            [program, "--port", str(port), "--save", "", "--dir", folder], stdout=subprocess.DEVNULL
        )
        try:
            if redis:
                wait_for(lambda: listens(port))
            with server("benchmarks.stores:sites", BENCH_STORES=json.dumps(urls)) as served:
                return {name: _measure_one(served, name, rounds) for name in urls}
        finally:
            if redis:
                end(redis)


def _measure_one(served: Server, name: str, rounds: int) -> dict[str, Any]:
    with httpx.Client(timeout=60) as client:
        url = f"http://127.0.0.1:{served.ports[0]}/{name}?_escaped_fragment_=/a"
        client.get(url).raise_for_status()
        wait_for(lambda: client.get(url).headers["x-ajaxcrawl"] == "hit")
        answer = client.get(url)
        if answer.text != PAGE:
            raise RuntimeError(f"{name}: not the page: {answer.status_code} {answer.text[:200]}")
        kinds = {
            "plain": ("plain", {}),
            "kept": (name, {}),
            "not_modified": (name, {"if-none-match": answer.headers["etag"]}),
            "uncompressed": (name, {"accept-encoding": "identity"}),
        }
        times: dict[str, list[float]] = {kind: [] for kind in kinds}
        for turn in range(TURNS * (rounds + 1)):
            for kind in sorted(kinds, reverse=bool(turn % 2)):
                asked, headers = kinds[kind]
                times[kind].append(seconds(client, served, asked, **headers))
    # the first round warms up
    rates = {kind: 1 / statistics.quantiles(measured[TURNS:], n=4)[0] for kind, measured in times.items()}
    return {
        "bytes": len(PAGE),
        "requests_per_second": {kind: round(rate) for kind, rate in rates.items()},
        "ratio": {kind: round(rate / rates["plain"], 2) for kind, rate in rates.items() if kind != "plain"},
    }


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
