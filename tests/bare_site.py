"""A bare application that tells what it was asked, and middlewares around it."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from asgi_calls import Exchange

from starlette_ajaxcrawl import (
    AjaxCrawl,
    AjaxCrawlMiddleware,
    FakeRenderer,
    Settings,
    Snapshot,
)

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

UGLY = "/shop?lang=en&_escaped_fragment_=/products/2"
PRETTY = "http://example.com/shop?lang=en#!/products/2"
HTML = "<!DOCTYPE html><title>Products</title>"


class Site:
    """A bare application that says what it was asked and keeps every scope."""

    def __init__(self) -> None:
        self.scopes: list[Scope] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scopes.append(scope)
        message = await receive()
        said = {"path": scope["path"], "query": scope["query_string"].decode("latin-1"), "method": scope["method"]}
        said["body"] = message["body"].decode()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/html")]})
        await send({"type": "http.response.body", "body": json.dumps(said).encode()})


def around(site: Any, pages: Any = None, **settings: Any) -> AjaxCrawlMiddleware:
    """A middleware around ``site``, with a renderer (or the pages of one) and settings."""
    renderer = pages if hasattr(pages, "render") else FakeRenderer({PRETTY: HTML} if pages is None else pages)
    return AjaxCrawlMiddleware(site, AjaxCrawl(Settings(_env_file=None, **settings), renderer=renderer))


def from_application(exchange: Exchange) -> dict[str, str]:
    """What the site says it was asked; fails for an answer of the middleware's."""
    assert exchange.headers == {"content-type": "text/html"}
    return json.loads(exchange.body)


def snapshot(**changes: Any) -> Snapshot:
    return replace(Snapshot(PRETTY, "html", 200, (), HTML.encode(), 0.0), **changes)
