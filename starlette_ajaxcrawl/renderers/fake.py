"""FakeRenderer: renders without a JVM, for tests of sites and of this package."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from inspect import isawaitable

import anyio

from ..errors import RenderError
from ..snapshot import Rendering, RenderRequest, Snapshot
from .base import Origin, OriginRequest, OriginResponse, Show

Page = str | bytes | Snapshot | Rendering | Exception
"""HTML, or the whole result, or what rendering raises."""


class FakeRenderer:
    """Gives the pages it was told, or the site's own documents, scripts not run.

    ``pages`` maps pretty URLs to pages, or is a function of the pretty URL (it may be async). Without ``pages`` each
    document is asked of the origin and given back as it is; ``call_origin`` asks for it in any case, and ``responses``
    holds what came. ``wait`` is an event that every render waits for. ``requests`` holds each render asked for,
    ``cancelled`` those whose render was cancelled; ``started`` and ``closed`` count calls.
    """

    def __init__(
        self,
        pages: Mapping[str, Page] | Callable[[str], Page | Awaitable[Page]] | None = None,
        *,
        wait: anyio.Event | None = None,
        call_origin: bool = False,
    ) -> None:
        self.pages = pages
        self.wait = wait
        self.call_origin = call_origin or pages is None
        self.requests: list[RenderRequest] = []
        self.cancelled: list[RenderRequest] = []
        self.responses: list[OriginResponse] = []
        self.started = 0
        self.closed = 0

    async def start(self) -> None:
        """Count the call."""
        self.started += 1

    async def render(self, request: RenderRequest, origin: Origin) -> Rendering:
        """The page for ``request.url``; a ``RenderError`` where there is none."""
        self.requests.append(request)
        try:
            if self.wait is not None:
                await self.wait.wait()
            response = await self._document(request, origin) if self.call_origin else None
            page = await self._page(request.url, response)
        except anyio.get_cancelled_exc_class():
            self.cancelled.append(request)
            raise
        if isinstance(page, Exception):
            raise page
        if isinstance(page, Rendering):
            return page
        if isinstance(page, str):
            page = page.encode()
        if isinstance(page, bytes):
            page = Snapshot(request.url, "html", 200, (), page, time.time())
        return Rendering(page)

    @asynccontextmanager
    async def reuse(self, first: RenderRequest, origin: Origin) -> AsyncIterator[Show]:
        """A page that is rendered anew for each state."""

        async def show(request: RenderRequest) -> Rendering:
            return await self.render(request, origin)

        yield show

    async def close(self) -> None:
        """Count the call."""
        self.closed += 1

    async def _document(self, request: RenderRequest, origin: Origin) -> OriginResponse:
        url = request.url.partition("#")[0]
        response = await origin.fetch(
            OriginRequest("GET", url, (("accept", "text/html"),), b"", "document"), timeout=request.settings.deadline
        )
        self.responses.append(response)
        return response

    async def _page(self, url: str, response: OriginResponse | None) -> Page:
        if self.pages is None:
            assert response is not None
            if response.failure is not None:
                return RenderError(url, response.failure)
            return Snapshot(url, "html", response.status, response.headers, response.body, time.time())
        if isinstance(self.pages, Mapping):
            return self.pages.get(url, RenderError(url, "FakeRenderer was given no such page"))
        page = self.pages(url)
        return await page if isawaitable(page) else page
