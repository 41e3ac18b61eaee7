"""ProcessRenderer: renders in child processes, started on demand and replaced when they are spent."""

from __future__ import annotations

import itertools
import logging
import math
import os
import threading
import time
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from anyio import CancelScope, CapacityLimiter, to_thread
from anyio.lowlevel import RunVar

from ...complaints import Complaints
from ...errors import RendererBusy, RenderError, RendererUnavailable, RenderTimeout
from ..base import Load
from ..options import heap_bytes
from ..places import STOPPING, Places, running_loops
from .child_process import ChildProcess, ProcessState
from .job import ChildEnded

if TYPE_CHECKING:
    from ...settings import Settings
    from ...snapshot import Rendering, RenderRequest
    from ..base import Origin, Show

logger = logging.getLogger(__name__)

OUTSIDE_HEAP = 512 << 20  # a process with a full heap and a translator of scripts stays below it
FEW = 10  # renders; a process that is replaced so soon costs more than its pages
AGAIN_SECONDS = 1.0  # of the deadline must be left for a second try

_numbers = itertools.count()
_renderers: weakref.WeakSet[ProcessRenderer] = weakref.WeakSet()


class ProcessRenderer:
    """A ``Renderer`` whose pages run in ``render_processes`` children, ``max_concurrent_renders`` of them at once.

    A page that does not end by its deadline ends its process. What else was rendered there is rendered once more, in a
    process where nothing else is: so is what a process dies of by itself.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self.capacity = settings.max_concurrent_renders + settings.max_queued_renders
        self._places = Places(settings.max_concurrent_renders, settings.max_queued_renders, lambda: self._closed)
        self._again: RunVar[CapacityLimiter] = RunVar(f"ajaxcrawl second tries {next(_numbers)}")
        self._share = math.ceil(settings.max_concurrent_renders / settings.render_processes)
        self._closed = False
        self._children: list[ChildProcess] = []
        self._retired: set[ChildProcess] = set()
        self._alone: set[ChildProcess] = set()
        self._lock = threading.Lock()
        self._complaints = Complaints(time.monotonic)
        _renderers.add(self)

    def open(self) -> None:
        """Take renders again after ``close``; what they need starts with the first of them."""
        self._closed = False

    async def start(self) -> None:
        """Start all processes. Raises ``RendererUnavailable``."""
        self.open()
        with self._lock:
            missing = [self._new() for _ in range(len(self._children), self._settings.render_processes)]
        try:
            for child in missing:
                await self._start(child)
            for child in missing:
                await child.get_ready()
        finally:
            for child in missing:
                self._give_back(child)

    async def close(self) -> None:
        """End running renders and all processes, and refuse further renders."""
        self._closed = True
        with self._lock:
            children = [*self._children, *self._retired, *self._alone]
        for child in children:
            child.end()
        for child in children:
            await to_thread.run_sync(child.wait, limiter=CapacityLimiter(1))

    @property
    def processes(self) -> tuple[ProcessState, ...]:
        """The processes there are now."""
        with self._lock:
            return tuple(child.state for child in (*self._children, *self._retired, *self._alone))

    @property
    def lost_threads(self) -> int:
        """Threads held by scripts or requests that do not end; their processes end once nobody else needs them."""
        return sum(process.lost_threads for process in self.processes)

    def load(self) -> Load:
        """See ``renderers.base.Measured``; the heaps are those of all processes, after their latest renders."""
        processes = self.processes
        used, most = sum(each.heap_used for each in processes), sum(each.heap_max for each in processes)
        lost = sum(each.lost_threads for each in processes)
        return Load(self._places.running, self._places.waiting, lost, used or None, most or None)

    async def render(self, request: RenderRequest, origin: Origin) -> Rendering:
        """Render ``request.url``, once there is a place. Raises as ``HtmlUnitRenderer.render`` does."""
        began = time.perf_counter()
        async with self._places.place(request.url):
            waited = time.perf_counter() - began
            rendering = await self._render(request, origin)
        return replace(rendering, timings=replace(rendering.timings, wait=waited))

    @asynccontextmanager
    async def reuse(self, first: RenderRequest, origin: Origin) -> AsyncIterator[Show]:
        """See ``renderers.base.Reuser``; holds a place meanwhile."""
        async with self._places.place(first.url):
            try:
                async with self._child(first.url) as child, child.reuse(first, origin) as show_there:

                    async def show(request: RenderRequest) -> Rendering:
                        try:
                            return await show_there(request)
                        except ChildEnded as error:
                            raise self._error(request, error) from None

                    yield show
            except ChildEnded as error:
                raise self._error(first, error) from None

    async def _render(self, request: RenderRequest, origin: Origin) -> Rendering:
        began = time.monotonic()
        try:
            async with self._child(request.url) as child:
                began = time.monotonic()
                return await child.render(request, origin)
        except ChildEnded as error:
            left = request.settings.deadline - (time.monotonic() - began)
            if self._closed or error.overdue or left < AGAIN_SECONDS:
                raise self._error(request, error) from None
        again = replace(request, settings=request.settings.model_copy(update={"deadline": left}))
        try:
            async with running_loops(self._again, 1), self._child(request.url, alone=True) as child:
                return await child.render(again, origin)
        except ChildEnded as error:
            raise self._error(request, error) from None

    def _error(self, request: RenderRequest, error: ChildEnded) -> RenderError:
        if self._closed:
            return RendererBusy(request.url, STOPPING)
        if error.overdue:
            return RenderTimeout(request.url, "a script of the page does not end")
        return RenderError(request.url, f"the process that rendered it has ended: {error.reason}")

    @asynccontextmanager
    async def _child(self, url: str, *, alone: bool = False) -> AsyncIterator[ChildProcess]:
        """A process that is ready; with ``alone`` one that nobody else uses."""
        with self._lock:
            child = self._chosen(alone)
            is_new = child is None
            if child is None:
                child = self._new(alone)
            else:
                child.running += 1
        try:
            try:
                if is_new:
                    await self._start(child)
                await child.get_ready()
            except RendererUnavailable as error:
                if self._closed:
                    raise RendererBusy(url, STOPPING) from None
                raise RendererUnavailable(url, error.reason) from error
            if self._closed:
                raise RendererBusy(url, STOPPING)
            yield child
        finally:
            self._give_back(child)

    def _chosen(self, alone: bool) -> ChildProcess | None:
        """The process with the fewest renders; None where there is to be another."""
        if alone:
            return None
        child = min(self._children, key=lambda child: child.running, default=None)
        is_full = child is not None and child.running >= self._share
        return None if is_full and len(self._children) < self._settings.render_processes else child

    def _new(self, alone: bool = False) -> ChildProcess:
        child = ChildProcess(self._settings, self._look_at)
        child.running = 1
        if alone:
            self._alone.add(child)
        else:
            self._children.append(child)
        return child

    @staticmethod
    async def _start(child: ChildProcess) -> None:
        with CancelScope(shield=True):  # others wait for it already, whoever wanted it first
            await to_thread.run_sync(child.start, limiter=CapacityLimiter(1))

    def _give_back(self, child: ChildProcess) -> None:
        with self._lock:
            child.running -= 1
        self._look_at(child)

    def _look_at(self, child: ChildProcess) -> None:
        """Keep ``child``, or have it take no more renders and end it after the last."""
        with self._lock:
            if child in self._alone and not child.running:
                self._alone.remove(child)
                is_missing = len(self._children) < self._settings.render_processes
                if is_missing:
                    self._children.append(child)
                else:
                    self._retired.add(child)
            if child in self._children and self._is_spent(child):
                self._children.remove(child)
                self._retired.add(child)
            if child.ended:
                self._retired.discard(child)
                return
            is_over = child in self._retired and not child.running
        if is_over:
            child.end()

    def _is_spent(self, child: ChildProcess) -> bool:
        most = self._settings.max_renders_per_process
        return bool(
            self._closed
            or child.failed
            or child.ended
            or child.lost_threads
            or (most and child.rendered >= most)
            or self._is_too_large(child)
        )

    def _is_too_large(self, child: ChildProcess) -> bool:
        memory = child.resident_bytes
        max_bytes = self._settings.max_process_bytes or heap_bytes(self._settings) + OUTSIDE_HEAP
        if memory is None or memory <= max_bytes:
            return False
        if 0 < child.rendered <= FEW and self._complaints.due("memory"):
            logger.warning(
                "a process that renders takes %d MiB after its first pages, more than it may (%d MiB), "
                "and is replaced: raise max_process_bytes",
                memory >> 20, max_bytes >> 20,
            )  # fmt: skip
        return True

    def forget(self) -> None:
        """In a forked process, whose parent has the children."""
        self._lock = threading.Lock()
        for child in (*self._children, *self._retired, *self._alone):
            child.forget()
        for children in (self._retired, self._alone):
            children.clear()
        self._children.clear()


def _forget_all() -> None:
    for renderer in list(_renderers):
        renderer.forget()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)
