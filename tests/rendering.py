"""Renders small pages with the real JVM, from a site that is a mapping."""

from __future__ import annotations

import html
import os
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any
from urllib.parse import urlsplit

from starlette_ajaxcrawl.renderers import open_renderer
from starlette_ajaxcrawl.renderers.base import OriginRequest, OriginResponse, Renderer
from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.snapshot import Headers, Rendering, RenderRequest

SITE = "http://site.example"
SETTINGS = Settings(_environment=False)
KINDS = ("htmlunit", "process")
RENDERERS = {kind: open_renderer(SETTINGS.changed(renderer=kind)) for kind in KINDS}
RENDERER = RENDERERS[os.environ.get("TEST_RENDERER", "htmlunit")]
"""For pages that take time, and for what is the same in every process: tests of the JVM itself are in tests/jvm."""

START = """<!doctype html><title>t</title><p id=x></p><iframe id=f></iframe><script>
function say(text) { document.getElementById('x').textContent += text + ' '; }
function get(url, then) {
  var r = new XMLHttpRequest();
  r.open('GET', url);
  r.onload = function () { then(r.responseText) };
  r.send();
  return r;
}
</script>"""
"""What most pages here begin with: ``say`` adds a word to the page's text."""

Page = str | bytes | OriginResponse | Callable[[OriginRequest], Awaitable[OriginResponse]]
TYPES = {"js": "text/javascript", "json": "application/json", "css": "text/css", "txt": "text/plain"}


def script(code: str) -> str:
    """A page with ``say`` that runs ``code`` while it loads."""
    return f"{START}<script>{code}</script>"


def response(
    body: str | bytes, status: int = 200, content_type: str = "text/html; charset=utf-8", headers: Headers = ()
) -> OriginResponse:
    return OriginResponse(
        status, (("content-type", content_type), *headers), body.encode() if isinstance(body, str) else body
    )


class Site:
    """Answers by path; ``requests`` are those that came."""

    def __init__(self, pages: Mapping[str, Page]) -> None:
        self.pages = pages
        self.requests: list[OriginRequest] = []

    @property
    def paths(self) -> list[str]:
        """Path and query of each request."""
        return [request.url.removeprefix(SITE) for request in self.requests]

    async def fetch(self, request: OriginRequest, *, timeout: float) -> OriginResponse:
        self.requests.append(request)
        path = urlsplit(request.url).path
        page = self.pages.get(path)
        if page is None:
            return response("<p>none", 404)
        if isinstance(page, OriginResponse):
            return page
        if isinstance(page, str | bytes):
            return response(page, content_type=TYPES.get(path.rpartition(".")[2], "text/html; charset=utf-8"))
        return await page(request)


async def render(
    page: Page | Site, url: str = "/", *, settings: Settings = SETTINGS, renderer: Renderer = RENDERER, **changed: Any
) -> Rendering:
    """Renders ``url`` (relative to ``SITE``) of a site that is one page, or a ``Site``."""
    site = page if isinstance(page, Site) else Site({"/": page})
    chosen = settings.changed(**changed) if changed else settings
    return await renderer.render(RenderRequest(SITE + url, chosen), site)


def text(rendering: Rendering) -> str:
    """The text that a snapshot shows, with single spaces."""
    body = rendering.snapshot.body.decode().partition("<body")[2]
    return " ".join(html.unescape(re.sub(r"(?s)<!--.*?-->|<[^>]*>", " ", body.partition(">")[2])).split())
