"""A process of its own in which the event loop tells what holds it up, on every way that a request can take.

Modules are loaded before it runs: what a server imports while it starts keeps nobody waiting.
Prints the callbacks that did, as asyncio's debug mode says it, one a line.
"""

from __future__ import annotations

import asyncio
import gzip
import logging
import socket
import sys
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING

TESTS = Path(__file__).parent.parent
sys.path[:0] = [str(TESTS), str(TESTS.parent)]

# E402: a program of its own, whose imports are found on the path above
import anyio  # noqa: E402
import httpx  # noqa: E402
import uvicorn  # noqa: E402
from starlette.applications import Starlette  # noqa: E402
from starlette.middleware import Middleware  # noqa: E402
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response  # noqa: E402
from starlette.routing import Route  # noqa: E402

from starlette_ajaxcrawl import AjaxCrawlMiddleware, Settings  # noqa: E402
from starlette_ajaxcrawl.renderers import htmlunit  # noqa: E402, F401

if TYPE_CHECKING:
    from starlette.requests import Request

THRESHOLD = 0.05  # seconds
MODERN = (
    "<p id=p></p><script type=module>class A { #x = 1; get x() { return this.#x } } p.textContent = new A().x</script>"
)
PACKED = gzip.compress(b"var packed = '" + b"x" * 4_000_000 + b"'", 1)
BIG = "<p id=p></p><script src=/packed.js></script><script>p.innerHTML = '<b>x</b>'.repeat(100000)</script>"
PAGES = {
    "/": HTMLResponse("<p id=p></p><script>p.textContent = location.hash</script>"),
    "/modern": HTMLResponse(MODERN),
    "/big": HTMLResponse(BIG),
    "/packed.js": Response(PACKED, media_type="text/javascript", headers={"content-encoding": "gzip"}),
    "/error": HTMLResponse("<script>throw new Error('x')</script>"),
    "/spinning": HTMLResponse("<script>while (true) { }</script>"),
    "/redirect": RedirectResponse("/#!/elsewhere"),
    "/text": PlainTextResponse("text"),
}


class FairClock:
    """Goes on while a plain thread of this process can run, and no faster: a busy machine, and a busy GIL, stop it."""

    def __init__(self) -> None:
        self.now = 0.0
        threading.Thread(target=self._run, daemon=True).start()

    def _run(self) -> None:
        last = time.monotonic()
        while True:
            time.sleep(0.001)
            now = time.monotonic()
            self.now += min(now - last, 0.01)
            last = now


class FairLoop(asyncio.SelectorEventLoop):
    """Its time stands still, too, while the machine runs others although the loop could run."""

    def __init__(self) -> None:
        self._clock = FairClock()
        self._latest = 0.0
        super().__init__()

    def time(self) -> float:
        try:
            waited = int(Path("/proc/thread-self/schedstat").read_text().split()[1]) / 1e9
        except OSError:  # a system that does not count that
            waited = 0.0
        self._latest = max(self._latest, self._clock.now - waited)
        return self._latest


async def page(request: Request) -> Response:
    return PAGES.get(request.url.path, PlainTextResponse("none", 404))


def ask(url: str) -> None:
    """Every way that a request can take."""
    with httpx.Client(base_url=url, timeout=100) as client:
        for path in ("/", "/modern", "/big", "/error", "/redirect", "/text", "/missing"):
            for _ in ("miss", "hit"):
                client.get(path, params={"_escaped_fragment_": "/a"})
        client.get("/?_escaped_fragment_=%zz")
        client.get("/spinning?_escaped_fragment_=")
        client.get("/")


async def main(config: uvicorn.Config) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        server = uvicorn.Server(config)
        serving = asyncio.create_task(server.serve([listener]))
        await asyncio.to_thread(ask, f"http://127.0.0.1:{listener.getsockname()[1]}")
        server.should_exit = True
        await serving


logging.basicConfig(stream=sys.stderr, level=logging.CRITICAL)
asyncio_log = logging.getLogger("asyncio")
asyncio_log.setLevel(logging.WARNING)
asyncio_log.propagate = False
asyncio_log.addHandler(logging.StreamHandler(sys.stdout))
anyio.run(anyio.sleep, 0)  # loads its backend
settings = Settings(_env_file=None, deadline=60.0, javascript_timeout=1.0, max_concurrent_renders=2)
app = Starlette(routes=[Route("/{path:path}", page)], middleware=[Middleware(AjaxCrawlMiddleware, settings=settings)])
config = uvicorn.Config(app, log_level="error")
config.load()
loop = FairLoop()
loop.set_debug(True)
loop.slow_callback_duration = THRESHOLD
loop.run_until_complete(main(config))
loop.run_until_complete(loop.shutdown_default_executor())
loop.close()
