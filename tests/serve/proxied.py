"""A site behind the reverse proxy, for tests."""

from __future__ import annotations

from contextlib import contextmanager
from typing import Any

from servers import uvicorn_running

from starlette_ajaxcrawl import AjaxCrawl, FakeRenderer, Settings
from starlette_ajaxcrawl.serve import Front, Proxy


@contextmanager
def proxied(url: str, trusted: tuple[str, ...] = (), settings: dict[str, Any] | None = None, **options: Any):
    crawl = AjaxCrawl(Settings(_env_file=None, **(settings or {})), renderer=FakeRenderer())
    app = Front(Proxy(url, **options), crawl, trusted=trusted)
    with uvicorn_running(app, proxy_headers=False, server_header=False, date_header=False) as address:
        yield address


def host_of(url: str) -> str:
    return url.removeprefix("http://")
