"""A site with an inspector, and pages whose renders are told rather than made: no JVM."""

from __future__ import annotations

import re
import time
from contextlib import asynccontextmanager
from html import unescape
from typing import TYPE_CHECKING, Any

import httpx
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route

from starlette_ajaxcrawl import (
    AjaxCrawl,
    AjaxCrawlMiddleware,
    FakeRenderer,
    LogEntry,
    PageRequest,
    Rendering,
    RenderTimeout,
    Settings,
    Snapshot,
    Timings,
)
from starlette_ajaxcrawl.inspector import inspector

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request

TOKEN = "0123456789abcdef"
HOSTILE = "</td><img src=x onerror=alert(1)><script>alert(2)</script>"

LIVE = f"""<!doctype html><html lang="en"><title>Shop</title><h1>Shop</h1><p id=p>Tea and coffee</p><p hidden>unseen</p>
<div id=host></div><template>no</template><script>
setTimeout(() => {{
  p.textContent += ' for'
  host.attachShadow({{mode: 'open'}}).innerHTML = '<p>in the <b>shad</b>ow</p>'
}}, 100)
setTimeout(() => p.append(' people'), 1500)
try {{ top.location = '/taken-over' }} catch (error) {{ }}
</script><p>{HOSTILE.replace("<", "&lt;")}</p></html>"""

SNAPSHOT = f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<link rel="stylesheet" crossorigin href="/shop.css"></head><body><h1>Shop</h1>
<p>Tea and coffee for crawlers</p><p hidden>unseen</p><p>in the <b>shad</b>ow</p><p>{HOSTILE.replace("<", "&lt;")}</p>
<script>top.location = '/taken-over'</script><img src=/nothing.png alt="" onerror="top.location = '/taken-over'">
<form action="/_inspector/purge" method="post"><input type="submit" value="no"></form></body></html>"""


def rendering(url: str, body: str = SNAPSHOT, **changes: Any) -> Rendering:
    """What a page comes to whose text, addresses and messages try to be markup."""
    headers = (("content-language", "en"), ("link", f'<{HOSTILE}>; rel="x"'))
    return Rendering(
        Snapshot(url, "html", 200, headers, body.encode(), time.time(), **changes),
        log=(
            LogEntry("error", "script", f"TypeError: {HOSTILE}", f"http://example.com/{HOSTILE}.js", 7),
            LogEntry("warning", "console", "careful"),
        ),
        requests=(
            PageRequest("GET", url.partition("#")[0], 200, 2048, 0.02, "ok", 0.01),
            PageRequest("GET", f"http://ads.example/{HOSTILE}", 0, 0, 0.0, "blocked", 0.3),
            PageRequest("GET", "http://example.com/api/slow", 200, 99, 1.5, "ok", 0.4),
        ),
        timings=Timings(0.1, 1.52, 0.25, 0.01),
        page_seconds=3.5,
    )


def page(url: str) -> Rendering | Exception:
    """Shown as its state says."""
    if "late" in url:
        return RenderTimeout(url, "the page did not end in time", (LogEntry("error", "script", "it hangs"),))
    if "cut" in url:
        return rendering(url, incomplete=("deadline",))
    if "moved" in url:
        return Rendering(Snapshot(url, "redirect", 301, (("location", "http://example.com/#!/new"),), b"", time.time()))
    return rendering(url)


def style(request: Request) -> Response:
    """What makes headings blue."""
    return Response("h1 { color: rgb(0, 0, 255) }", media_type="text/css")


def site(pages: Any = page, *, store: Any = None, access: Any = None, **settings: Any) -> Starlette:
    """An application with the inspector at /_inspector; ``state`` has the crawl and the inspector."""
    crawl = AjaxCrawl(Settings(_environment=False, **settings), renderer=FakeRenderer(pages), store=store)
    ours = inspector(crawl, **(access or {"token": TOKEN}))
    app = Starlette(
        routes=[
            Mount("/_inspector", ours),
            Route("/shop.css", style),
            Route("/{path:path}", lambda request: HTMLResponse(LIVE)),
        ],
        middleware=[Middleware(AjaxCrawlMiddleware, crawl)],
    )
    app.state.crawl, app.state.inspector = crawl, ours
    return app


@asynccontextmanager
async def browsing(app: Any, base: str = "http://example.com", **headers: str) -> AsyncIterator[httpx.AsyncClient]:
    """A client of ``app`` that keeps cookies and follows no redirects."""
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=base, headers=headers) as client:
        yield client


@asynccontextmanager
async def logged_in(app: Any, base: str = "http://example.com", **headers: str) -> AsyncIterator[httpx.AsyncClient]:
    """The same, with a cookie for the inspector."""
    async with browsing(app, base, **headers) as client:
        answer = await client.post("/_inspector/login", data={"token": TOKEN, "next": "./"})
        assert answer.status_code == 303
        yield client


def text(answer) -> str:
    """The text of a page, with single spaces."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", answer.text)).split())
