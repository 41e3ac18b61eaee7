"""SnapshotService: a fresh snapshot out of the store, or one render however many ask."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import anyio
from anyio.lowlevel import current_token

from .background import spawn
from .errors import RendererBusy, RenderError, RendererUnavailable, UrlError
from .freshness import is_fresh, lifetime
from .page_log import LogEntry
from .renderers.base import Origin, Renderer
from .snapshot import INCOMPLETE, Answer, RenderRequest, Snapshot
from .stores.base import Store

logger = logging.getLogger(__name__)

COMPLAIN_EVERY = 60.0  # seconds; what is down fails at every request
MAX_LOGGED = 10  # script errors of one page; a broken page has hundreds of the same kind


@dataclass(eq=False, slots=True)
class _Flight:
    """A render under way and those who wait for it. ``answer`` or ``error`` stands once ``done`` is set."""

    request: RenderRequest
    waiting: int = 0
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    done: anyio.Event = field(default_factory=anyio.Event)
    answer: Answer | None = None
    error: Exception | None = None

    async def land(self, outcome: str) -> Answer:
        """The answer, once it is there; the last who stops waiting ends the render."""
        self.waiting += 1
        try:
            await self.done.wait()
        finally:
            self.waiting -= 1
            if not self.waiting and not self.done.is_set():
                self.scope.cancel()
        if self.answer is None:
            assert self.error is not None
            raise self.error.with_traceback(None)  # else each waiter's frames pile up on it
        if outcome == "shared" and self.answer.outcome == "miss":
            return Answer(self.answer.snapshot, "shared", self.answer.rendering)
        return self.answer


class SnapshotService:
    """Finds or makes snapshots. ``clock`` gives seconds since the epoch.

    Requests for one key share one render. It runs in a task of its own: it goes on when the request that began it is
    cancelled while others wait, and ends when nobody waits any more. Its error reaches all who wait; the next request
    tries anew. A store that fails costs renders, never an answer.
    """

    def __init__(self, renderer: Renderer, store: Store, clock: Callable[[], float] = time.time) -> None:
        self._renderer = renderer
        self._store = store
        self._clock = clock
        # by event loop too: an event of one loop cannot be awaited in another
        self._flights: dict[tuple[object, str], _Flight] = {}
        self._complained: dict[str, float] = {}
        self._stopping = False

    @property
    def in_flight(self) -> int:
        """Renders under way, and those whose snapshot is being put into the store."""
        return len(self._flights)

    async def kept(self, request: RenderRequest, key: str) -> Answer | None:
        """The kept snapshot of ``request.url`` where it is fresh; nothing is rendered."""
        snapshot = await self._kept(request, key)
        return None if snapshot is None else Answer(snapshot, "hit")

    async def get(self, request: RenderRequest, key: str, origin: Origin) -> Answer:
        """The snapshot of ``request.url``, kept under ``key``.

        Raises a ``RenderError`` when there is none to give, ``RendererBusy`` after ``close``, ``UrlError`` for what is
        no URL of a page.
        """
        if self._stopping:
            raise RendererBusy(request.url, "the server is stopping")
        place = (current_token(), key)
        flight = self._flights.get(place)
        if flight is None:
            kept = await self._kept(request, key)
            if kept is not None:
                return Answer(kept, "hit")
            flight = self._flights.get(place)  # another request may have begun meanwhile
        if flight is not None and not flight.scope.cancel_called:
            return await flight.land("shared")
        flight = self._flights[place] = _Flight(request)
        spawn(partial(self._fly, flight, place, origin))
        return await flight.land("miss")

    def open(self) -> None:
        """Take requests again after ``close``."""
        self._stopping = False

    def close(self, event_loop: object = None) -> None:
        """End all renders at once: who waits gets ``RendererBusy``, as does who comes later.

        ``event_loop`` is the token of the running event loop; outside of tasks it cannot be found out.
        """
        self._stopping = True
        here = event_loop or current_token()
        for (loop, _), flight in list(self._flights.items()):
            if loop == here and not flight.done.is_set():
                flight.error = RendererBusy(flight.request.url, "the server is stopping")
                flight.done.set()
                flight.scope.cancel()

    async def _fly(self, flight: _Flight, place: tuple[object, str], origin: Origin) -> None:
        request, key = flight.request, place[1]
        try:
            with flight.scope:
                # looked up again: between the first look and now another flight may have come and gone
                kept = await self._kept(request, key)
                if kept is not None:
                    flight.answer = Answer(kept, "hit")
                else:
                    rendering = await self._renderer.render(request, origin)
                    flight.answer = Answer(rendering.snapshot, "miss", rendering)
                    _log_incomplete(rendering.snapshot)
                    _log_errors(request.url, rendering.log)
                flight.done.set()
                if flight.answer.outcome == "miss":
                    await self._keep(request, key, flight.answer.snapshot)
        except UrlError as error:
            flight.error = error  # the client's fault: nothing to log
        except RenderError as error:
            if not flight.scope.cancel_called:  # else nobody waits for it, or the server is stopping
                self._log_failure(error)
                flight.error = error
        except Exception:
            logger.exception("No snapshot: the renderer failed: %r", request.url)
            flight.error = RenderError(request.url, "the renderer failed")
        finally:
            if flight.answer is None and flight.error is None:
                flight.error = RendererBusy(request.url, "the server is stopping")
            flight.done.set()
            if self._flights.get(place) is flight:
                del self._flights[place]

    async def _kept(self, request: RenderRequest, key: str) -> Snapshot | None:
        max_age = request.settings.max_age
        if not max_age:
            return None
        try:
            snapshot = await self._store.get(key)
        except Exception as error:
            self._complain(error)
            return None
        return snapshot if snapshot is not None and is_fresh(snapshot, max_age, self._clock()) else None

    async def _keep(self, request: RenderRequest, key: str, snapshot: Snapshot) -> None:
        if lifetime(snapshot, request.settings.max_age) > 0:
            try:
                await self._store.put(key, snapshot)
            except Exception as error:
                self._complain(error)

    def _complain(self, error: Exception) -> None:
        if self._is_time_for("store"):
            logger.error("The store fails, pages are rendered each time: %s: %s", type(error).__name__, error)

    def _log_failure(self, error: RenderError) -> None:
        # these two are not about the page, and come with every request while they last
        if not isinstance(error, RendererBusy | RendererUnavailable) or self._is_time_for(type(error).__name__):
            logger.error("No snapshot: %s", error)
            _log_errors(error.url, error.log)

    def _is_time_for(self, complaint: str) -> bool:
        now = self._clock()
        if abs(now - self._complained.get(complaint, float("-inf"))) < COMPLAIN_EVERY:  # abs: clocks are set back, too
            return False
        self._complained[complaint] = now
        return True


def _log_incomplete(snapshot: Snapshot) -> None:
    for reason in snapshot.incomplete:
        logger.warning("Incomplete: %r: %s; %s", snapshot.url, reason, INCOMPLETE.get(reason, "raise deadline"))


def _log_errors(url: str, log: tuple[LogEntry, ...]) -> None:
    """What went wrong in a page, for the people who run the site. %r: a page's own text may hold line breaks."""
    errors = [entry for entry in log if entry.level == "error"]
    for entry in errors[:MAX_LOGGED]:
        logger.warning("Error in %r: %s: %r at %r:%d", url, entry.kind, entry.message, entry.url, entry.line)
    if len(errors) > MAX_LOGGED:
        logger.warning("Error in %r: %d more", url, len(errors) - MAX_LOGGED)
