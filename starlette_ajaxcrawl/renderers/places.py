"""So many renders at once, and so many that wait for that."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from anyio import CapacityLimiter
from anyio.lowlevel import RunVar

from ..errors import RendererBusy

STOPPING = "the server is stopping"

_numbers = itertools.count()


class Places:
    """The places of a renderer; each event loop has as many."""

    def __init__(self, size: int, max_waiting: int, is_closed: Callable[[], bool]) -> None:
        self._size = size
        self._max_waiting = max_waiting
        self._is_closed = is_closed
        self._limiter: RunVar[CapacityLimiter] = RunVar(f"ajaxcrawl places {next(_numbers)}")
        self._waiting = 0
        self._running = 0

    @property
    def running(self) -> int:
        """Those who hold a place."""
        return self._running

    @property
    def waiting(self) -> int:
        """Those who wait for one."""
        return self._waiting

    @asynccontextmanager
    async def place(self, url: str) -> AsyncIterator[None]:
        """Hold a place within the block. Raises ``RendererBusy`` when too many wait, or the renderer is closed."""
        self._check_open(url)
        places = running_loops(self._limiter, self._size)
        if places.available_tokens <= 0 and self._waiting >= self._max_waiting:
            raise RendererBusy(url, f"{self._waiting} renders wait already (max_queued_renders)")
        borrower = object()
        self._waiting += 1
        try:
            await places.acquire_on_behalf_of(borrower)
        finally:
            self._waiting -= 1
        self._running += 1
        try:
            self._check_open(url)
            yield
        finally:
            self._running -= 1
            places.release_on_behalf_of(borrower)

    def _check_open(self, url: str) -> None:
        if self._is_closed():
            raise RendererBusy(url, STOPPING)


def running_loops(variable: RunVar[CapacityLimiter], size: float) -> CapacityLimiter:
    """The running event loop's limiter."""
    try:
        return variable.get()
    except LookupError:
        limiter = CapacityLimiter(size)
        variable.set(limiter)
        return limiter
