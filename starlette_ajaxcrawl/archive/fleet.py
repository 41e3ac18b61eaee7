"""Archives that a fleet renders: as many jobs at once as keep its workers busy, and patience while it takes none."""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

import anyio

from ..errors import RendererBusy, RendererUnavailable
from ..fleet.broker import LEASE

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..fleet.renderer import FleetRenderer
    from ..renderers.base import Origin, Renderer
    from ..snapshot import Rendering, RenderRequest

PATIENCE = 120.0  # seconds for workers to come, or for Redis: a deployment takes so long
PAUSE = 0.5  # seconds
JOBS_PER_PLACE = 2  # the next waits in the queue while one is rendered


class FleetPages:
    """A ``Renderer`` that waits where a fleet's refuses: for ever where the queue is full, as others are served then.

    ``renderer`` is the fleet's, or has hooks around it; ``most`` is how many jobs are sent at once at the most. ``say``
    is told what it waits for: once until that is over.
    """

    def __init__(
        self, renderer: Renderer, fleet: FleetRenderer, most: int, say: Callable[[str], None] = lambda line: None
    ) -> None:
        self._renderer = renderer
        self._fleet = fleet
        self._most = most
        self._say = say
        self._has_said = False
        self._answered = -inf
        self._places = 1

    async def start(self) -> None:
        """Get ready."""
        await self._renderer.start()

    async def close(self) -> None:
        """Close the connections to Redis."""
        await self._renderer.close()

    async def render(self, request: RenderRequest, origin: Origin) -> Rendering:
        """As the fleet's does. Raises ``RendererUnavailable`` where that answers nothing for ``PATIENCE`` seconds."""
        unavailable_since = None
        while True:
            try:
                rendering = await self._renderer.render(request, origin)
                self._answered, self._has_said = anyio.current_time(), False
                return rendering
            except RendererBusy:
                unavailable_since = None
            except RendererUnavailable as error:
                if not self._has_said:
                    self._has_said = True
                    self._say(f"{error.reason}; waiting up to {PATIENCE:.0f} s")
                now = anyio.current_time()
                unavailable_since = now if unavailable_since is None else unavailable_since
                if now - max(unavailable_since, self._answered) >= PATIENCE:
                    raise
            await anyio.sleep(PAUSE)

    async def places(self) -> int:
        """How many jobs at once keep the workers busy that live now; at least one, which waits for a worker."""
        try:
            report = await self._fleet.report()
        except RendererUnavailable:
            return self._places  # Redis is away: what was last true
        places = sum(worker.places for worker in report.workers if worker.heard <= LEASE and not worker.leaving)
        self._places = max(1, min(self._most, JOBS_PER_PLACE * places))
        return self._places
