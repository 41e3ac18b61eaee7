"""The site of tests/apps behind the middleware, as a crawler and as a person meet it."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import httpx
from apps.site import app
from servers import uvicorn_running

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, Settings, to_ugly

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chromium import Chromium, Reading

SETTINGS: dict[str, Any] = {
    "overrides": {
        "/selector/*": {"wait_for_selector": ".ready"},
        "/ready/*": {"wait_for_background_javascript": 2.5},
        "/web/*": {"wait_for_background_javascript": 12.0},  # they do much, and rest then
    },
    "max_concurrent_renders": 8,  # under the wall clock renders mostly wait
    "max_age": 0,
    "_environment": False,
}


class Crawled:
    """A running server, and what its clients get."""

    def __init__(self, address: str, chromium: Chromium) -> None:
        self.address = address
        self.chromium = chromium
        self.client = httpx.Client(base_url=address, timeout=60, follow_redirects=False)

    def url(self, pretty: str) -> str:
        """The absolute pretty URL."""
        return self.address + pretty

    def ugly(self, pretty: str) -> str:
        """The absolute ugly URL."""
        return to_ugly(self.url(pretty))

    def crawl(self, pretty: str, method: str = "GET", **kwargs: Any) -> httpx.Response:
        """The answer to the ugly URL of ``pretty``."""
        return self.client.request(method, self.ugly(pretty), **kwargs)

    def crawl_all(self, pretty: list[str]) -> dict[str, httpx.Response]:
        """The same for many at once."""
        with ThreadPoolExecutor(8) as pool:
            return dict(zip(pretty, pool.map(self.crawl, pretty), strict=True))

    def shown(self, pretty: str) -> Reading:
        """What a person sees of the snapshot."""
        response = self.crawl(pretty)
        assert response.status_code == 200, response.text
        return self.chromium.shown(self.ugly(pretty), response.content)

    def live(self, pretty: str) -> Reading:
        """What a person sees of the page."""
        return self.chromium.live([self.url(pretty)])[self.url(pretty)]


@contextmanager
def crawled(chromium: Chromium, **settings: Any) -> Iterator[Crawled]:
    """The site behind the middleware with ``settings``, on a server of its own."""
    middleware = AjaxCrawlMiddleware(app, AjaxCrawl(Settings(**{**SETTINGS, **settings})))
    with uvicorn_running(middleware, timeout_keep_alive=60) as address:  # the client keeps connections between tests
        yield Crawled(address, chromium)
