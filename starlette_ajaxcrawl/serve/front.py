"""What stands in front of a served site: the proxies it trusts, pages of our own, the middleware."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from starlette.routing import BaseRoute, Router

from ..crawl import AjaxCrawl
from ..middleware import AjaxCrawlMiddleware
from .forwarded import TrustedProxies

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send


class Front:
    """The ASGI application for ``site``: crawlers get snapshots, ``routes`` are ahead of the site's own paths."""

    def __init__(
        self, site: ASGIApp, crawl: AjaxCrawl, *, routes: Sequence[BaseRoute] = (), trusted: Sequence[str] = ()
    ) -> None:
        """Raises ``ValueError`` where ``trusted`` holds what is no address and no network."""
        self._site = AjaxCrawlMiddleware(site, crawl)
        self._router = Router(routes, default=self._site)
        self._outermost = TrustedProxies(self._route, trusted)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        await self._outermost(scope, receive, send)

    async def _route(self, scope: Scope, receive: Receive, send: Send) -> None:
        await (self._site if scope["type"] == "lifespan" else self._router)(scope, receive, send)
