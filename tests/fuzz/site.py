"""The application that is fuzzed: pages that are put into it, each below a path of its own, and their middleware."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, Settings

if TYPE_CHECKING:
    from fuzz.grammar import Page
    from starlette.types import Receive, Scope, Send

DEADLINE = 2.5
LIMITS = {
    "deadline": DEADLINE,
    "javascript_timeout": 0.5,
    "max_allocated_bytes": "192 MiB",
    "max_response_bytes": "1 MiB",
    "max_concurrent_renders": 3,
    "max_lost_threads": 1000,
    "overrides": {"/good/": {"deadline": 20.0, "javascript_timeout": 10.0}},  # a busy machine harms it, too
}
GOOD = "<p id=o></p><script>setTimeout(function () { o.textContent = 'good ' + location.hash }, 500)</script>"
START = """<!doctype html><p>{token}</p><p id=said></p><script>
function say(text) { document.getElementById('said').textContent += text + ' ' }
function pick(n) { var all = document.querySelectorAll('*'); return all[n % all.length] }
</script>"""
OWN = {
    "data": ("text/plain", b"data"),
    "data.js": ("text/javascript", b"say('own script')"),
    "module.js": ("text/javascript", b"export default 1"),
}


class Site:
    """An ASGI application. ``seen`` is what the page's own requests had that no page's request may have."""

    def __init__(self) -> None:
        self.pages: dict[str, Page] = {}
        self.seen: list[str] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return
        _, name, rest = (*scope["path"].split("/", 2), "", "")[:3]
        rendered = "ajaxcrawl" in (scope.get("extensions") or ())
        if rendered:
            self._look(scope, name)
        if rest == "never":
            await anyio.sleep_forever()
        page = self.pages.get(name)
        if rest in OWN:
            await _answer(send, 200, {"content-type": OWN[rest][0]}.items(), OWN[rest][1])
        elif name == "good":
            await _answer(send, 200, {"content-type": "text/html"}.items(), GOOD.encode())
        elif page is None:
            await _answer(send, 404, {"content-type": "text/plain"}.items(), b"no page")
        else:
            body = (START.replace("{token}", name) + page.body).encode("utf-8", "replace")
            headers = [("content-type", page.content_type), *page.headers]
            # a visitor is to get an answer, also where the page is none to be rendered
            await _answer(send, page.status, headers, body, page.ends if rendered else "well")

    def _look(self, scope: Scope, name: str) -> None:
        headers = [value for _, value in scope["headers"]]
        if any(b"SECRET" in value or b"evil" in value for value in headers):
            self.seen.append(f"{name}: a visitor's headers: {headers}")


async def _answer(send: Send, status: int, headers: object, body: bytes, ends: str = "well") -> None:
    raw = [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    if ends == "well":
        await send({"type": "http.response.body", "body": body})
        return
    await send({"type": "http.response.body", "body": body, "more_body": True})
    if ends == "never":
        await anyio.sleep_forever()
    if ends == "slowly":
        await anyio.sleep(0.3)
        await send({"type": "http.response.body", "body": b"<p>end"})


def crawled(site: Site, **changes: object) -> AjaxCrawlMiddleware:
    return AjaxCrawlMiddleware(site, AjaxCrawl(Settings(_env_file=None, **{**LIMITS, **changes})))
