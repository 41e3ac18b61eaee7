"""Renders pages with HtmlUnit in a JVM inside this process."""

from __future__ import annotations

import itertools
import json
import threading
import time
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, Any, TypeVar, cast

import jpype
from anyio import CapacityLimiter, create_task_group, sleep_forever, to_thread
from anyio.lowlevel import RunVar, checkpoint_if_cancelled

from ..errors import RendererBusy, RenderError, RendererUnavailable, RenderTimeout, SnapshotTooLarge, UrlError
from ..javascript.lowering import java_lowering, lowering_for
from ..page_log import LogEntry
from ..snapshot import PageRequest, Rendering, Snapshot, Timings
from . import faults, jvm, jvm_tools
from .base import Load
from .bridge import OriginBridge, java_keeper, java_origin
from .native_memory import NativeMemory
from .options import options_text
from .places import STOPPING, Places, running_loops

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    from ..settings import Settings
    from ..snapshot import RenderRequest
    from .base import Origin, Show

T = TypeVar("T")

MAX_KEPT_OPTIONS = 64

ERRORS: dict[str, type[RenderError]] = {
    "timeout": RenderTimeout,
    "lost": RenderTimeout,
    "too_large": SnapshotTooLarge,
    "stopped": RendererBusy,
    "unavailable": RendererUnavailable,
    "internal": RenderError,
}
"""What a render failed of, in Java's words, and the error it becomes."""

_numbers = itertools.count()


class HtmlUnitRenderer:
    """A ``Renderer``. Pages run on Java threads, at most ``max_concurrent_renders`` at once.

    Works on asyncio and trio; one instance may serve several event loops, which then have their places each.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.capacity = settings.max_concurrent_renders + settings.max_queued_renders
        self._lowering = lowering_for(settings) if settings.modern_javascript else None
        self._places = Places(settings.max_concurrent_renders, settings.max_queued_renders, lambda: self._closed)
        self._threads: RunVar[CapacityLimiter] = RunVar(f"ajaxcrawl threads {next(_numbers)}")
        self._closed = False
        self._snapshotter: Any = None
        self._lock = threading.Lock()
        self._bridges: set[OriginBridge] = set()
        self._native_memory = NativeMemory()
        self._options: dict[int, tuple[Settings, Any]] = {}

    def open(self) -> None:
        """Take renders again after ``close``; what they need starts with the first of them."""
        self._closed = False

    async def start(self) -> None:
        """Start the JVM. Raises ``RendererUnavailable``."""
        self.open()
        await self._ensure_snapshotter()

    async def close(self) -> None:
        """End running renders and refuse further ones; the JVM stays, a process can have but one in its life."""
        self._closed = True
        if self._snapshotter is not None:
            self._snapshotter.stopAll(STOPPING)
        for bridge in list(self._bridges):
            bridge.stop()
        self._native_memory.close()
        if self._lowering is not None:
            await to_thread.run_sync(self._lowering.close, limiter=running_loops(self._threads, float("inf")))

    @property
    def lost_threads(self) -> int:
        """Threads held by scripts or requests that do not end; at ``max_lost_threads`` nothing is rendered any more."""
        return 0 if self._snapshotter is None else int(self._snapshotter.lostThreads())

    def load(self) -> Load:
        """See ``renderers.base.Measured``."""
        if self._snapshotter is None:
            return Load(self._places.running, self._places.waiting)
        memory = jvm.java_class("java.lang.Runtime").getRuntime()
        used = int(memory.totalMemory()) - int(memory.freeMemory())
        return Load(self._places.running, self._places.waiting, self.lost_threads, used, int(memory.maxMemory()))

    async def render(self, request: RenderRequest, origin: Origin) -> Rendering:
        """Render ``request.url``, once there is a place.

        Raises ``RendererBusy`` when too many wait or the renderer is closed, ``RendererUnavailable``, ``RenderTimeout``
        or ``SnapshotTooLarge``; ``RenderError`` for a failure of another kind; ``UrlError`` for no HTTP URL.
        """
        began = time.perf_counter()
        async with self._places.place(request.url):
            waited = time.perf_counter() - began
            try:
                await self._ensure_snapshotter()
            except RendererUnavailable as error:
                raise RendererUnavailable(request.url, error.reason) from error
            if self._closed:
                raise RendererBusy(request.url, STOPPING)
            head, body = await self._run(request, OriginBridge(origin), self._start)
        return to_rendering(request.url, json.loads(head), body, waited)

    @asynccontextmanager
    async def reuse(self, first: RenderRequest, origin: Origin) -> AsyncIterator[Show]:
        """See ``renderers.base.Reuser``; holds a place meanwhile."""
        async with self._places.place(first.url):
            await self._ensure_snapshotter()
            bridge = OriginBridge(origin)
            session = self._snapshotter.reuse(self._java_options(first.settings), java_origin(bridge))

            async def show(request: RenderRequest) -> Rendering:
                if self._closed:
                    raise RendererBusy(request.url, STOPPING)
                bridge.renew()
                head, body = await self._run(request, bridge, lambda request, bridge: session.show(_utf8(request.url)))
                return to_rendering(request.url, json.loads(head), body, 0.0)

            try:
                yield show
            finally:
                session.close()

    async def _ensure_snapshotter(self) -> None:
        jvm.check_process()
        faults.restore()
        if self._snapshotter is None:
            task = jvm.JavaTask()
            failure = await self._in_thread(partial(self._make_snapshotter, task), task.stop)
            if failure is not None:
                raise failure

    def _make_snapshotter(self, task: jvm.JavaTask) -> Exception | None:
        try:
            with self._lock:
                if self._snapshotter is None and not task.stopped:  # two first renders at once
                    if self._lowering is not None:
                        self._lowering.prepare()
                    jvm.ensure_started(self._settings)
                    lowering = java_lowering(self._lowering) if self._lowering else None
                    snapshotter = jvm.java_class(jvm.SNAPSHOTTER)(
                        self._settings.max_lost_threads, lowering, jvm_tools.java_ender()
                    )
                    snapshotter.keepThreads(java_keeper())
                    jvm.warm_up(snapshotter, task)
                    if not task.stopped:
                        self._snapshotter = snapshotter
        except Exception as error:
            return error
        return None

    async def _in_thread(self, work: Callable[[], T], stop: Callable[[], object]) -> T:
        """What ``work`` returns, on a thread of its own; it must not raise, as a task group wraps what is raised.

        A cancelled call has ``stop`` called, and goes on for as long as ``work`` does.
        """

        async def stop_when_cancelled() -> None:
            try:
                await sleep_forever()
            finally:
                stop()

        async with create_task_group() as group:
            group.start_soon(stop_when_cancelled)
            result = await to_thread.run_sync(work, limiter=running_loops(self._threads, float("inf")))
            group.cancel_scope.cancel()
        await checkpoint_if_cancelled()  # what a stopped page answers is nobody's business
        return result

    def _start(self, request: RenderRequest, bridge: OriginBridge) -> Any:
        return self._snapshotter.start(self._java_options(request.settings), _utf8(request.url), java_origin(bridge))

    async def _run(
        self, request: RenderRequest, bridge: OriginBridge, start: Callable[[RenderRequest, OriginBridge], Any]
    ) -> tuple[bytes, bytes]:
        """Head and body of the result of the RenderTask that ``start`` gives."""
        task = jvm.JavaTask()

        def get() -> tuple[bytes, bytes] | RenderError:
            try:
                result = task.get(partial(start, request, bridge))
                return (b"", b"") if result is None else (bytes(result.head()), bytes(result.body()))
            except jpype.JException as error:  # out of memory, say
                return RendererUnavailable(request.url, f"Java failed: {error}; if memory was short raise jvm_heap")

        def stop() -> None:
            task.stop()
            bridge.stop()

        self._bridges.add(bridge)
        try:
            answer = await self._in_thread(get, stop)
        finally:
            self._bridges.discard(bridge)
            self._native_memory.used()
        if isinstance(answer, RenderError):
            raise answer
        return answer

    def _java_options(self, settings: Settings) -> Any:
        known = self._options.get(id(settings))
        if known is None:
            if len(self._options) >= MAX_KEPT_OPTIONS:
                self._options.clear()
            # the settings are kept with their options, so that their id stays theirs
            known = settings, jvm.java_class("ajaxcrawl.RenderOptions")(*options_text(settings))
            self._options[id(settings)] = known
        return known[1]


def _utf8(url: str) -> bytes:
    return url.encode("utf-8", "surrogatepass")


def to_rendering(url: str, head: dict[str, Any], body: bytes, waited: float) -> Rendering:
    """What Java answered, as a value, or the error that it amounts to."""
    log = tuple(LogEntry(**entry) for entry in head.get("log", ()))
    if head["outcome"] == "failed":
        error = head["error"]
        if error["kind"] == "url":
            raise UrlError(url, error["reason"])
        raise ERRORS.get(error["kind"], RenderError)(url, error["reason"], log)
    headers = [(name.lower(), value) for name, value in head.get("headers", ())]
    if head["outcome"] == "redirect":
        headers.append(("location", head["location"]))
    snapshot = Snapshot(
        url=url,
        kind=cast("Any", head["outcome"]),
        status=head["status"],
        headers=tuple(headers),
        body=body,
        created=time.time(),
        incomplete=tuple(head.get("incomplete", ())),
    )
    return Rendering(
        snapshot,
        log=log,
        requests=tuple(PageRequest(**entry) for entry in head.get("requests", ())),
        timings=Timings(wait=waited, **head.get("timings", {})),
        page_seconds=head.get("page_seconds"),
    )
