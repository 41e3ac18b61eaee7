"""The Renderer protocol, and the Origin protocol through which a page reaches its own site."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from ..snapshot import Headers, Rendering, RenderRequest

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class OriginRequest:
    """A page's request to its own site; ``url`` is absolute, without a fragment, percent-encoded.

    ``destination`` is what the response is for, by the Fetch standard: ``document``, ``script``, ``iframe``; ``empty``
    for XHR.
    """

    method: str
    url: str
    headers: Headers
    body: bytes
    destination: str


@dataclass(frozen=True, slots=True)
class OriginResponse:
    """A response with a content-decoded body.

    ``failure`` says why there is no response (``status`` 0) or only the first part of one; None for a whole response.
    It begins with a word that the renderer knows (``Fetched.java``): ``timeout``; ``too_large``, cut at
    ``max_response_bytes``; ``event_stream``, which has no end by design; ``outside``, not answered by the application
    but by a server that ``origins`` may name (the response is whole then, a 404). Anything else is an error of the
    application.
    """

    status: int
    headers: Headers
    body: bytes
    failure: str | None = None


class Origin(Protocol):
    """Answers a page's requests to its own site. Failures are values: ``fetch`` raises nothing but cancellation."""

    async def fetch(self, request: OriginRequest, *, timeout: float) -> OriginResponse:
        """Answer ``request`` within ``timeout`` seconds of wall-clock time."""


async def ask(origin: Origin, request: OriginRequest, timeout: float) -> OriginResponse:
    """What ``origin`` answers, whatever it does; raises nothing but cancellation."""
    try:
        return await origin.fetch(request, timeout=timeout)
    except Exception as error:
        logger.exception("the origin failed for %s %s", request.method, request.url)
        return OriginResponse(0, (), b"", failure=f"the origin failed: {type(error).__name__}")


class Renderer(Protocol):
    """Makes HTML snapshots. One instance serves many renders at once.

    One that runs and lets wait only so many renders on an event loop may say how many by an attribute ``capacity``;
    what is more is then refused before it is called.
    """

    async def start(self) -> None:
        """Get ready ahead of the first render; may be called more than once."""

    async def render(self, request: RenderRequest, origin: Origin) -> Rendering:
        """Render ``request.url``.

        Raises a ``RenderError`` when there is no snapshot to give, ``UrlError`` for what is no URL of a page.
        Cancelling the call ends the render.
        """

    async def close(self) -> None:
        """End running renders and free everything; may be called more than once."""


@dataclass(frozen=True, slots=True)
class Load:
    """How busy a renderer is: renders that run, and that wait for a place; threads that pages have taken for good.

    ``heap_used`` and ``heap_max`` are bytes of Java's heap; None where there is none, or it is not known.
    """

    running: int
    waiting: int
    lost_threads: int = 0
    heap_used: int | None = None
    heap_max: int | None = None


@runtime_checkable
class Measured(Protocol):
    """A renderer that says how busy it is."""

    def load(self) -> Load:
        """The load now; never starts anything, and never waits."""


@runtime_checkable
class Reopened(Protocol):
    """A renderer that refuses renders once it is closed, and may be opened again."""

    def open(self) -> None:
        """Take renders again; starts nothing."""


@runtime_checkable
class Hurrying(Protocol):
    """A renderer in which some renders wait behind others, by ``RenderRequest.priority``."""

    async def hurry(self, request: RenderRequest) -> None:
        """Have a render of the same page go with those of ``crawler``, now or when it comes soon. Never raises."""


Show = Callable[[RenderRequest], Awaitable[Rendering]]
"""Renders as ``Renderer.render`` does, in a page that is loaded already where there is one."""


class Reuser(Renderer, Protocol):
    """A renderer that can show the states of one document one after the other, in a page that loads once."""

    def reuse(self, first: RenderRequest, origin: Origin) -> AbstractAsyncContextManager[Show]:
        """Within the block, a function for states that differ from ``first`` in the hash alone, one at a time.

        States share what the page's scripts keep. Once it has raised, or given what is not a whole HTML snapshot, it is
        not to be called again.
        """
