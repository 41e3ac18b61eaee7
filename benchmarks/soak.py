"""Renders thousands of pages, good, slow, broken and hostile, at the pool's limit, and shows whether anything grows.

Everything runs in one process, below the middleware, so that its memory is ours. The first tenth is warm-up; after
it heap, memory (PSS), threads and open files must stay flat.
"""

from __future__ import annotations

import argparse
import gc
import json
import logging
import os
import random
import statistics
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import anyio
import jpype
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, Settings  # noqa: E402 - found on the path above

MIB = 1024 * 1024
INTERVALS = 10  # the first is warm-up
GROWTH = 1.10  # what counts as flat
SLACK = {
    "heap": 6 * MIB,
    "pss": 24 * MIB,
    "threads": 4,
    "files": 4,
}  # noise of a measurement, in small numbers above all


def scripted(script: str) -> str:
    """A page whose script shows that it came to its end."""
    done = "document.querySelector('p').textContent = 'done ' + location.hash;"
    return f"<!doctype html><title>A page</title><p>loading</p><script>{script};{done}</script>"


GOOD = {
    "list": scripted(
        "var r = new XMLHttpRequest(); r.open('GET', '/items', false); r.send();"
        "document.body.insertAdjacentHTML('beforeend', '<ul>' + JSON.parse(r.responseText).map(function (item) {"
        "return '<li><a href=\"#!/' + item.id + '\">' + item.name + '</a>'; }).join('') + '</ul>')"
    ),
    "timers": scripted("(function tick(n) { if (n) setTimeout(tick, 100, n - 1); else document.title = 'on'; })(50)"),
    "fetches": scripted("fetch('/items').then(function (r) { return r.json(); }).then(function (items) {"
    "document.title = items.length + ' items'; })"),
    "frames": scripted("document.body.appendChild(document.createElement('iframe')).src = '/items.html'"),
    "styles": "<!doctype html><style>p { color: red } .x { display: none }</style>"
    + scripted("getComputedStyle(document.querySelector('p')).color"),
    "listeners": scripted("for (var i = 0; i < 100; i++) addEventListener('hashchange', function () { i++; });"
    "dispatchEvent(new Event('hashchange'))"),
    "storage": scripted("localStorage.setItem('a', 'b'); document.cookie = 'a=b';"
    "history.replaceState({}, '', '?x' + location.hash)"),
    "functions": scripted("eval('var f = ' + Math.random()); new Function('return ' + Math.random())()"),
}  # fmt: skip
SLOW = {
    "slow-call": scripted("fetch('/late')"),
    "slow-script": "<p>loading</p><script src='/late.js'></script>" + scripted(""),
    "slow-document": "",
}
BROKEN = {
    "syntax": "<p>loading</p><script>]]]</script>",
    "exception": scripted("setTimeout(function () { null.x; }, 10); missing()"),
    "soup": "<table><p>x<td><b><i></b></table><script>document.write('<div')</script>",
    "no-files": scripted("") + "<script src='/none.js'></script><link rel=stylesheet href='/none.css'>",
    "half": "",
    "fails": "",
}
HOSTILE = {
    "loop": "while (true) { }",
    "regular-expression": "/^(a+)+$/.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!')",
    "storm": "(function again() { Promise.resolve().then(again); })()",
    "recursion": "(function f() { f(); })()",
    "interval": "setInterval(function () { document.title += 'x'; }, 1)",
    "bomb": "var a = []; while (true) a.push(new Array(1000).join('x') + a.length)",
    "elements": "while (true) document.body.appendChild(document.createElement('div')).innerHTML = '<b>x</b>'",
    "frames": "while (true) document.body.appendChild(document.createElement('iframe'))",
    "endless-response": "fetch('/endless').then(function (r) { return r.text(); })",
    "never": "var r = new XMLHttpRequest(); r.open('GET', '/never', false); r.send()",
}
MIX = ((GOOD, 80), (SLOW, 8), (BROKEN, 8), (HOSTILE, 4))
LIMITS = {
    "deadline": 3.0,
    "javascript_timeout": 0.25,
    "max_allocated_bytes": "128 MiB",
    "max_response_bytes": "256 KiB",
}


async def page(request: Request) -> Response:
    kind, name = request.path_params["kind"], request.path_params["name"]
    if name == "fails":
        return PlainTextResponse("no", 500)
    if name == "half":
        return StreamingResponse(_half(), media_type="text/html")
    if name == "slow-document":
        await anyio.sleep(0.1)
        return HTMLResponse(scripted(""))
    source = {"good": GOOD, "slow": SLOW, "broken": BROKEN, "hostile": HOSTILE}[kind][name]
    return HTMLResponse(scripted(source) if kind == "hostile" else source)


async def _half() -> AsyncIterator[bytes]:
    yield b"<p>half"
    raise ConnectionResetError


async def _endless() -> AsyncIterator[bytes]:
    while True:
        yield b"x" * 8192


async def items(request: Request) -> Response:
    return JSONResponse([{"id": number, "name": f"Item {number}"} for number in range(50)])


async def late(request: Request) -> Response:
    await anyio.sleep(0.1)
    return PlainTextResponse("var late = 1", media_type="text/javascript")


async def never(request: Request) -> Response:
    await anyio.sleep_forever()
    raise AssertionError


async def endless(request: Request) -> Response:
    return StreamingResponse(_endless())


async def frame(request: Request) -> Response:
    return HTMLResponse("<p>framed</p>")


SITE = Starlette(
    routes=[
        Route("/items", items),
        Route("/items.html", frame),
        Route("/late", late),
        Route("/late.js", late),
        Route("/never", never),
        Route("/endless", endless),
        Route("/{kind}/{name}", page),
    ]
)


async def get(app: Callable[..., Any], path: str, query: str) -> tuple[int, bytes]:
    """Status and body of one request."""
    status, body, asked = 0, b"", False

    async def receive() -> dict[str, Any]:
        nonlocal asked
        if asked:
            await anyio.sleep_forever()
        asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status, body
        status = message.get("status", status)
        body += message.get("body", b"")

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(b"host", b"example.com")],
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 1),
        "state": {},
    }
    await app(scope, receive, send)
    return status, body


@dataclass
class Measured:
    """The process after some pages: sizes in bytes, times in seconds."""

    pages: int
    heap: int
    pss: int
    threads: int
    files: int
    lost: int
    median: float
    p95: float
    renders_per_second: float

    def line(self) -> str:
        return (
            f"{self.pages:>8} {self.heap / MIB:>8.1f} {self.pss / MIB:>8.1f} {self.threads:>8} {self.files:>6} "
            f"{self.lost:>5} {self.median * 1000:>10.1f} {self.p95 * 1000:>8.1f} {self.renders_per_second:>9.1f}"
        )


HEADING = "   pages heap MiB  PSS MiB  threads  files  lost  median ms   p95 ms renders/s"


@dataclass
class Soak:
    """The run: what is asked, and what came back."""

    pages: int
    seed: int
    wrong: list[str] = field(default_factory=list)
    measured: list[Measured] = field(default_factory=list)

    async def run(self) -> None:
        settings = Settings(_env_file=None, max_age=0, **LIMITS)
        crawl = AjaxCrawl(settings)
        app = AjaxCrawlMiddleware(SITE, crawl)
        await crawl.renderer.start()
        try:
            chooser = random.Random(self.seed)  # the same mix each time
            numbers = iter(range(self.pages))
            for _ in range(INTERVALS):
                await self._interval(app, settings.max_concurrent_renders, numbers, chooser)
                print(self.measured[-1].line(), flush=True)
        finally:
            await crawl.shutdown()

    async def _interval(
        self, app: AjaxCrawlMiddleware, places: int, numbers: Iterator[int], chooser: random.Random
    ) -> None:
        times: list[float] = []
        left = self.pages // INTERVALS
        began = time.perf_counter()

        async def ask() -> None:
            nonlocal left
            while left > 0:
                left -= 1
                await self._one(app, next(numbers), chooser, times)

        async with anyio.create_task_group() as group:
            for _ in range(places + 1):  # one more than there are places: none of them is ever empty
                group.start_soon(ask)
        seconds = time.perf_counter() - began
        lost = app.crawl.renderer.lost_threads  # type: ignore[attr-defined] # HtmlUnit's, as app() made it
        self.measured.append(await anyio.to_thread.run_sync(self._measure, times, lost, seconds))

    async def _one(self, app: AjaxCrawlMiddleware, number: int, chooser: random.Random, times: list[float]) -> None:
        pages = chooser.choices([pages for pages, _ in MIX], [weight for _, weight in MIX])[0]
        kind = {id(GOOD): "good", id(SLOW): "slow", id(BROKEN): "broken", id(HOSTILE): "hostile"}[id(pages)]
        name = chooser.choice(sorted(pages))
        began = time.perf_counter()
        status, body = await get(app, f"/{kind}/{name}", f"_escaped_fragment_=/{number}")
        if kind == "good":
            times.append(time.perf_counter() - began)
            right = status == 200 and f"<p>done #!/{number}</p>".encode() in body
        else:
            right = status in (200, 500, 503)
        if not right:
            self.wrong.append(f"{kind}/{name}: {status} {body[-200:]!r}")

    def _measure(self, times: list[float], lost: int, seconds: float) -> Measured:
        runtime = jpype.JClass("java.lang.Runtime").getRuntime()
        for _ in range(3):  # what waits for a finaliser or a cleaner goes at the second, or the third
            gc.collect()
            jpype.JClass("java.lang.System").gc()
            time.sleep(0.2)
        return Measured(
            pages=(len(self.measured) + 1) * (self.pages // INTERVALS),
            heap=int(runtime.totalMemory() - runtime.freeMemory()),
            pss=_proc("smaps_rollup", "Pss:") * 1024,
            threads=_proc("status", "Threads:"),
            files=len(os.listdir("/proc/self/fd")),
            lost=lost,
            median=statistics.median(times),
            p95=statistics.quantiles(times, n=20)[-1],
            renders_per_second=self.pages // INTERVALS / seconds,
        )

    def grown(self) -> list[str]:
        """What is not flat after the warm-up."""
        first, last = self.measured[0], self.measured[-1]
        found = []
        for name, slack in SLACK.items():
            before, after = getattr(first, name), getattr(last, name)
            if after > max(before * GROWTH, before + slack):
                found.append(f"{name}: {before} at the start, {after} at the end")
        if last.lost:
            found.append(f"lost threads: {last.lost}")
        return found


def _proc(file: str, name: str) -> int:
    lines = Path("/proc/self", file).read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=10_000, help="how many to render (default 10000)")
    parser.add_argument("--seed", type=int, default=1, help="which mix of pages (default 1)")
    parser.add_argument("--json", type=Path, help="write what was measured to this file")
    arguments = parser.parse_args()
    logging.disable()  # most pages of the mix are at fault
    soak = Soak(arguments.pages, arguments.seed)
    print(HEADING)
    anyio.run(soak.run)
    if arguments.json:
        result = {"measured": [asdict(measured) for measured in soak.measured], "wrong": soak.wrong}
        arguments.json.write_text(json.dumps(result, indent=2) + "\n")
    first, last = soak.measured[0], soak.measured[-1]
    print(
        f"a good page took {first.median * 1000:.1f} ms at the start, {last.median * 1000:.1f} ms at the end (median)"
    )
    faults = soak.grown() + [f"wrong answer: {wrong}" for wrong in soak.wrong[:10]]
    if faults:
        sys.exit("\n".join(["not flat, or not right:", *faults]))
    print("flat, and every answer was right")


if __name__ == "__main__":
    main()
