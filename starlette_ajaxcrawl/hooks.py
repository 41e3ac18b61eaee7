"""All that makes snapshots, in its order: the site's hooks, the states that the server writes, the renderer."""

from __future__ import annotations

import inspect
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any, cast

from anyio import fail_after

from .errors import RenderError, UrlError
from .renderers.base import Hurrying, Origin, Renderer, Reuser, Show
from .server_snapshots import Snapshots, written
from .snapshot import Rendering, RenderRequest, Snapshot

logger = logging.getLogger(__name__)

BeforeRender = Callable[[RenderRequest], Any]
"""Gives None, the ``RenderRequest`` to render instead, or the answer: a ``Snapshot`` or a response of Starlette's."""

AfterRender = Callable[[Snapshot], Any]
"""Gives None, or the ``Snapshot`` to keep and serve instead."""


class Pages:
    """A ``Renderer`` around another. Hooks may be async functions.

    A hook that fails, or takes longer than ``deadline``, ends its own render: no snapshot goes out that a hook was to
    change and has not.
    """

    def __init__(
        self,
        renderer: Renderer,
        snapshots: Snapshots | None = None,
        before_render: BeforeRender | None = None,
        after_render: AfterRender | None = None,
    ) -> None:
        self.renderer = renderer
        self._snapshots = snapshots
        self._before = before_render
        self._after = after_render

    @property
    def capacity(self) -> int | None:
        """The renderer's, where it makes all snapshots."""
        renders_all = self._before is None and self._snapshots is None
        return getattr(self.renderer, "capacity", None) if renders_all else None

    async def start(self) -> None:
        """Start the renderer."""
        await self.renderer.start()

    async def close(self) -> None:
        """Close the renderer."""
        await self.renderer.close()

    async def render(self, request: RenderRequest, origin: Origin) -> Rendering:
        """The snapshot of ``request.url``, from the first that has one. Raises as renderers do."""
        return await self._made(request, origin, lambda request: self.renderer.render(request, origin))

    async def hurry(self, request: RenderRequest) -> None:
        """See ``renderers.base.Hurrying``. A page that ``before_render`` puts in another's place stays where it is."""
        if isinstance(self.renderer, Hurrying):
            await self.renderer.hurry(request)

    @asynccontextmanager
    async def reuse(self, first: RenderRequest, origin: Origin) -> AsyncIterator[Show]:
        """See ``renderers.base.Reuser``; the renderer must be one."""
        async with cast("Reuser", self.renderer).reuse(first, origin) as show:
            yield lambda request: self._made(request, origin, show)

    async def _made(self, request: RenderRequest, origin: Origin, render: Show) -> Rendering:
        result = None if self._before is None else await _call(self._before, "before_render", request, request)
        if isinstance(result, RenderRequest):
            request = result
        elif isinstance(result, Snapshot):
            return await self._changed(Rendering(result), request)
        elif result is not None:
            return await self._changed(await _answered(result, request, origin), request)
        rendering = None if self._snapshots is None else await self._snapshots.render(request, origin)
        if rendering is None:
            rendering = await render(request)
        return await self._changed(rendering, request)

    async def _changed(self, rendering: Rendering, request: RenderRequest) -> Rendering:
        if self._after is not None:
            result = await _call(self._after, "after_render", rendering.snapshot, request)
            if result is not None and not isinstance(result, Snapshot):
                raise RenderError(request.url, f"after_render gave {type(result).__name__}, not a Snapshot")
            rendering = rendering if result is None else replace(rendering, snapshot=result)
        if rendering.snapshot.status not in range(200, 600):  # servers close the connection at such
            raise RenderError(request.url, f"a snapshot cannot have the status {rendering.snapshot.status}")
        return rendering


async def _answered(response: Any, request: RenderRequest, origin: Origin) -> Rendering:
    async def give(request: Any) -> Any:
        return response

    rendering = await written(give, {}, request, origin) if callable(response) else None
    if rendering is None:
        raise RenderError(request.url, f"before_render gave {type(response).__name__}, which is no answer")
    return rendering


async def _call(hook: Callable[[Any], Any], name: str, argument: Any, request: RenderRequest) -> Any:
    try:
        with fail_after(request.settings.deadline):
            result = hook(argument)
            return await result if inspect.isawaitable(result) else result
    except (RenderError, UrlError):
        raise
    except Exception as error:
        logger.exception("%s failed for %r", name, request.url)
        raise RenderError(request.url, f"{name} failed") from error
