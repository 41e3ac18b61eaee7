"""SnapshotService: a fresh snapshot out of the store, or one render however many ask."""

from __future__ import annotations

import logging
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import replace
from functools import partial

from anyio import move_on_after
from anyio.lowlevel import current_token

from . import render_log
from .background import spawn
from .complaints import Complaints
from .errors import RendererBusy, RenderError, StoreError, UrlError
from .events import Observers, Rendered
from .flights import Flight
from .freshness import Use, is_error
from .keeping import Keeper
from .keys import key_prefix, snapshot_key
from .renderers.base import Hurrying, Origin, Renderer
from .snapshot import Answer, Rendering, RenderRequest
from .stores.base import Store

logger = logging.getLogger(__name__)

RETRY_BEHIND = 10.0  # seconds; a stale snapshot that cannot be renewed is not tried at each request
GIVE_BACK = 5.0  # seconds that giving a lease back may take; it ends by itself, too
MAX_FAILED = 1024  # keys that are remembered for that

Place = tuple[object, str]
"""An event loop and a key: an event of one loop cannot be awaited in another."""


class SnapshotService:
    """Finds or makes snapshots. ``clock`` gives seconds since the epoch, ``observers`` are told of each render's end.

    Requests for one key share one render, those of other processes that share the store too. It runs in a task of its
    own: it goes on when the request that began it is cancelled while others wait, and ends when nobody waits any more.
    Its error reaches all who wait; the next request tries anew. A store that fails costs renders, never an answer.
    """

    def __init__(
        self,
        renderer: Renderer,
        store: Store,
        clock: Callable[[], float] = time.time,
        observers: Observers | None = None,
    ) -> None:
        self._renderer = renderer
        self._capacity: int | None = getattr(renderer, "capacity", None)
        self._observers = Observers() if observers is None else observers
        self._store = store
        self._clock = clock
        self._complaints = Complaints(clock)
        self._keeper = Keeper(store, clock, self._complaints)
        self._flights: dict[Place, Flight] = {}  # that can be joined
        self._airborne: set[tuple[object, Flight]] = set()  # those that a purge or a refresh has replaced, too
        self._failed: OrderedDict[str, float] = OrderedDict()
        self._stopping = False

    @property
    def in_flight(self) -> int:
        """Renders under way, and those whose snapshot is being put into the store."""
        return len(self._airborne)

    async def kept(
        self, request: RenderRequest, key: str, make_origin: Callable[[], Origin] | None = None
    ) -> Answer | None:
        """The kept snapshot of ``request.url`` where it is fresh, or nothing more can be rendered; else None.

        With ``make_origin`` a stale one too, for ``stale_while_revalidate``: it is rendered anew behind it.
        """
        found = await self._keeper.look(request, key)
        place = (current_token(), key)
        if found.snapshot is not None and found.use is Use.FRESH:
            return Answer(found.snapshot, "hit")
        if found.snapshot is not None and found.use is Use.STALE and make_origin is not None and not self._stopping:
            self._renew(request, place, make_origin)
            return Answer(found.snapshot, "stale")
        if found.snapshot is not None and found.use is not Use.NONE and self._must_refuse(place):
            return Answer(found.snapshot, "stale")
        return None

    def check_room(self, request: RenderRequest, key: str) -> None:
        """Raise ``RendererBusy`` where ``get`` would: so a crowd is refused before anything is made for it."""
        if self._must_refuse((current_token(), key)):
            error = RendererBusy(request.url, f"{self._capacity} renders run or wait already (max_queued_renders)")
            render_log.failed(self._ended(request, key, error), self._complaints)
            raise error

    async def get(self, request: RenderRequest, key: str, origin: Origin) -> Answer:
        """The snapshot of ``request.url``, kept under ``key``.

        Raises a ``RenderError`` when there is none to give, ``RendererBusy`` after ``close``, ``UrlError`` for what is
        no URL of a page.
        """
        self._check_open(request)
        place = (current_token(), key)
        flight = await self._joinable(place)
        if flight is None:
            kept = await self.kept(request, key)
            if kept is not None:
                return kept
            flight = await self._joinable(place)  # another request may have begun meanwhile
        if flight is not None:
            if request.priority == "crawler" != flight.request.priority:
                flight.request = replace(flight.request, priority="crawler")  # its render may not have begun yet
                self._hurry(flight)
            return await flight.land("shared")
        self.check_room(request, key)
        return await self._start(Flight(request), place, origin).land("miss")

    async def refresh(self, request: RenderRequest, key: str, origin: Origin) -> Answer:
        """Render ``request.url`` now, whatever is kept, and keep it. Raises as ``get`` does."""
        self._check_open(request)
        flight = Flight(replace(request, priority="refresh"), forced=True)
        return await self._start(flight, (current_token(), key), origin).land("miss")

    async def purge(self, url: str | None = None, prefix: str = "") -> int:
        """Forget the page at ``url`` in all variants, else all whose URLs begin with ``prefix``; how many there were.

        What is being rendered is not kept, and not given to those who ask from now on. Raises ``StoreError`` where the
        store cannot do it.
        """
        if url is None:
            return await self._forget(
                self._keeper.purge(key_prefix(prefix)), lambda key: key.startswith(key_prefix(prefix))
            )
        key = snapshot_key(url)
        return await self._forget(self._keeper.delete(key), lambda other: other == key) + await self.purge_variants(key)

    async def purge_variants(self, key: str) -> int:
        """Forget what is kept of the page ``key`` for those who send any of the headers of ``vary_on``."""
        variants = f"{key}\n"
        return await self._forget(self._keeper.purge(variants), lambda other: other.startswith(variants))

    async def _forget(self, forgetting: Awaitable[int], covers: Callable[[str], bool]) -> int:
        try:
            count = await forgetting
        except StoreError:
            raise
        except Exception as error:
            raise StoreError(f"{type(error).__name__}: {error}") from error
        for place in [place for place in list(self._flights) if covers(place[1])]:
            self._flights.pop(place, None)
        return count

    def open(self) -> None:
        """Take requests again after ``close``."""
        self._stopping = False

    def close(self, event_loop: object = None) -> None:
        """End all renders at once: who waits gets ``RendererBusy``, as does who comes later.

        ``event_loop`` is the token of the running event loop; outside of tasks it cannot be found out.
        """
        self._stopping = True
        here = event_loop or current_token()
        for loop, flight in list(self._airborne):
            if loop == here and not flight.done.is_set():
                flight.end(RendererBusy(flight.request.url, "the server is stopping"))

    def _check_open(self, request: RenderRequest) -> None:
        if self._stopping:
            raise RendererBusy(request.url, "the server is stopping")

    async def _joinable(self, place: Place) -> Flight | None:
        """The render under way for ``place``, unless it is being ended or a purge has come since it began."""
        flight = self._flights.get(place)
        if flight is None or flight.scope.cancel_called:
            return None
        if flight.lease is None or flight.done.is_set() or await self._keeper.stands(flight.lease):
            return flight
        return None

    def _start(self, flight: Flight, place: Place, origin: Origin) -> Flight:
        self._flights[place] = flight
        self._airborne.add((place[0], flight))
        spawn(partial(self._fly, flight, place, origin))
        return flight

    def _hurry(self, flight: Flight) -> None:
        """Where a crawler waits: what renders its page already, here or elsewhere, goes no later than its own would."""
        if flight.request.priority == "crawler" and isinstance(self._renderer, Hurrying):
            spawn(partial(self._renderer.hurry, flight.request))

    def _renew(self, request: RenderRequest, place: Place, make_origin: Callable[[], Origin]) -> None:
        """Render it behind the stale snapshot that is given, unless that is done, has failed lately, or must wait."""
        failed_lately = 0 <= self._clock() - self._failed.get(place[1], -RETRY_BEHIND) < RETRY_BEHIND
        if place not in self._flights and not failed_lately and not self._must_refuse(place):
            self._start(Flight(replace(request, priority="refresh"), behind=True), place, make_origin())

    def _must_refuse(self, place: Place) -> bool:
        """Whether as many renders are under way on the event loop as the renderer runs and lets wait, none of it."""
        if self._capacity is None or len(self._airborne) < self._capacity or place in self._flights:
            return False
        under_way = (loop == place[0] and not flight.done.is_set() for loop, flight in list(self._airborne))
        return sum(under_way) >= self._capacity

    async def _fly(self, flight: Flight, place: Place, origin: Origin) -> None:
        request, key = flight.request, place[1]
        try:
            with flight.scope:
                await self._make(flight, key, origin)
        except UrlError as error:
            flight.error = error  # the client's fault: nothing to log
        except RenderError as error:
            if not flight.scope.cancel_called:
                flight.error = error
        except Exception:
            logger.exception("No snapshot: the renderer failed: %r", request.url)
            flight.error = RenderError(request.url, "the renderer failed")
        finally:
            if flight.answer is None and flight.error is None:
                flight.error = RendererBusy(request.url, "the server is stopping")
            flight.done.set()
            self._airborne.discard((place[0], flight))
            if self._flights.get(place) is flight:
                del self._flights[place]
            if flight.lease is not None:
                with move_on_after(GIVE_BACK, shield=True):
                    await self._keeper.release(flight.lease)

    async def _make(self, flight: Flight, key: str, origin: Origin) -> None:
        request = flight.request
        flight.lease, found = await self._keeper.claim(request, key, flight.forced, partial(self._hurry, flight))
        before = found.snapshot
        if before is not None and found.use is Use.FRESH and not flight.forced:
            flight.answer = Answer(before, "hit")
            return
        usable = before is not None and found.use is not Use.NONE and not flight.forced
        fallback = Answer(before, "stale") if before is not None and usable else None
        try:
            rendering = await self._render(flight, key, origin)
        except RenderError as error:
            self._note_failure(key)
            if fallback is None or isinstance(error, UrlError) or flight.scope.cancel_called:
                raise
            flight.answer = fallback
            return
        snapshot = await self._keeper.ready(request, rendering.snapshot, before)
        if is_error(snapshot):
            self._note_failure(key)
        else:
            self._failed.pop(key, None)
            fallback = None
        flight.answer = fallback or Answer(snapshot, "miss", rendering)
        flight.done.set()
        await self._keeper.keep(request, key, snapshot, flight.lease, before)

    async def _render(self, flight: Flight, key: str, origin: Origin) -> Rendering:
        """What the renderer gives; observers and the log are told how it ended."""
        request = flight.request
        ended = partial(self._ended, request, key, began=time.perf_counter())
        try:
            rendering = await self._renderer.render(request, origin)
        except RenderError as error:
            event = ended(error)
            if not flight.scope.cancel_called:  # else nobody waits for it, or the server is stopping
                render_log.failed(event, self._complaints)
            raise
        except BaseException as error:
            ended(error)
            raise
        render_log.made(ended(rendering))
        return rendering

    def _ended(
        self, request: RenderRequest, key: str, result: Rendering | BaseException, began: float | None = None
    ) -> Rendered:
        """Tell the observers of a render that has ended; ``began`` counts as ``perf_counter``, None: just now."""
        seconds = 0.0 if began is None else time.perf_counter() - began
        event = Rendered.of(request.url, key, self._clock() - seconds, seconds, result)
        self._observers.tell(event)
        return event

    def _note_failure(self, key: str) -> None:
        self._failed[key] = self._clock()
        self._failed.move_to_end(key)
        if len(self._failed) > MAX_FAILED:
            self._failed.popitem(last=False)
