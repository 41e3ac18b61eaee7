"""The child process: renders what it is told to by HtmlUnit, and asks the web process for what the pages ask for."""

from __future__ import annotations

import json
import logging
import os
import signal
import socket
import threading
from collections import OrderedDict
from typing import Any

import anyio
from anyio import CancelScope, Event, create_memory_object_stream, create_task_group
from anyio.abc import TaskGroup
from anyio.streams.memory import MemoryObjectReceiveStream, MemoryObjectSendStream

from ... import __version__
from ...background import this_loop
from ...errors import RenderError, RendererUnavailable, RenderTimeout, UrlError
from ...settings import Settings
from ...snapshot import RenderRequest
from ..base import OriginRequest, OriginResponse, Show
from ..htmlunit import HtmlUnitRenderer
from . import values
from .channel import Channel
from .frames import Head

logger = logging.getLogger(__name__)

PACKAGE = __name__.partition(".")[0]
MAX_BYTES = 1 << 30  # of a message: the web process keeps to max_response_bytes
END_SECONDS = 2.0  # an orderly end takes a tenth of it
WATCHED = 160, 0.25  # looks, and seconds between them: by then a thread that was given up is lost, or has ended
MAX_SETTINGS = 64

IGNORED = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""Meant for the web process, and sent to all of a terminal's or a service's: it ends when the web process does."""


class ChildOrigin:
    """The origin of one render, as its page sees it: the web process answers."""

    def __init__(self, send: Any, render: int) -> None:
        self._send = send
        self._render = render
        self._number = 0
        self._waiting: dict[int, tuple[Event, list[OriginResponse]]] = {}

    async def fetch(self, request: OriginRequest, *, timeout: float) -> OriginResponse:
        """See ``renderers.base.Origin``; the web process sees to the timeout, and whoever calls."""
        self._number += 1
        number, came, answers = self._number, Event(), list[OriginResponse]()
        self._waiting[number] = came, answers
        head = {"fetch": number, "render": self._render, "timeout": timeout, **values.request_data(request)}
        try:
            self._send(head, request.body)
            await came.wait()
        finally:
            del self._waiting[number]
            if not answers:
                self._send({"drop": number, "render": self._render})
        return answers[0]

    def answered(self, head: Head, body: bytes) -> None:
        """An answer has come; one that nobody waits for any more does not matter."""
        if head["answer"] in self._waiting:
            came, answers = self._waiting[head["answer"]]
            answers.append(values.to_response(head, body))
            came.set()


class Job:
    """A render, or a page that shows one state after the other, that the web process waits for."""

    def __init__(self, origin: ChildOrigin) -> None:
        self.origin = origin
        self.scope = CancelScope()
        self.states: MemoryObjectSendStream[RenderRequest] | None = None
        self.is_told = False


class Child:
    """All that a child process is."""

    def __init__(self, connection: socket.socket, group: TaskGroup) -> None:
        self._group = group
        self._loop = this_loop()
        self.ended = Event()
        self._renderer: HtmlUnitRenderer | None = None
        self._jobs: dict[int, Job] = {}
        self._settings: OrderedDict[str, Settings] = OrderedDict()
        self._watches = False
        self._channel = Channel(connection, self._received, self._end, MAX_BYTES)
        self._channel.start()

    def _received(self, head: Head, body: bytes) -> None:
        def handle() -> None:
            try:
                self._handle(head, body)
            except Exception:
                logger.exception("a message cannot be dealt with")
                self._channel.close()

        self._loop(handle)

    def _end(self, reason: str) -> None:
        """The web process has gone, or wants this one to go: whatever is being rendered."""
        if self._jobs:
            os._exit(0)
        watchdog = threading.Timer(END_SECONDS, os._exit, [0])
        watchdog.daemon = True
        watchdog.start()
        self._loop(self.ended.set)

    def _handle(self, head: Head, body: bytes) -> None:
        match head:
            case {"hello": str(settings), "log_level": int(level)}:
                self._log_to_the_web_process(level)
                self._group.start_soon(self._get_ready, settings)
            case {"open": int(number), "url": str(url), "settings": str(text), "reuse": bool(reuse)}:
                job = self._jobs[number] = Job(ChildOrigin(self._channel.send, number))
                self._channel.send({"begun": number})
                request = RenderRequest(url, self._settings_of(text))
                self._group.start_soon(self._reuse if reuse else self._render, number, job, request)
            case {"answer": int(), "render": int(number)}:
                if number in self._jobs:
                    self._jobs[number].origin.answered(head, body)
            case {"show": int(number), "url": str(url), "settings": str(text)}:
                shown = self._jobs.get(number)
                if shown is not None and shown.states is not None:
                    shown.states.send_nowait(RenderRequest(url, self._settings_of(text)))
            case {"cancel": int(number)}:
                if number in self._jobs:
                    self._jobs[number].scope.cancel()
            case _:
                raise ValueError("no message")

    def _settings_of(self, text: str) -> Settings:
        """One and the same object for one and the same text, so that the renderer knows it again."""
        known = self._settings.pop(text, None)
        self._settings[text] = known or _settings(text)
        if len(self._settings) > MAX_SETTINGS:
            self._settings.popitem(last=False)
        return self._settings[text]

    async def _get_ready(self, text: str) -> None:
        # the web process says how many render at once, and ends this one when a thread is lost
        limits = {"max_concurrent_renders": 1_000_000, "max_lost_threads": 1_000_000}
        self._renderer = HtmlUnitRenderer(_settings(text, **limits))
        try:
            await self._renderer.start()
        except RendererUnavailable as error:
            self._channel.send({"failed": error.reason})
        except Exception as error:
            logger.exception("the renderer does not start")
            self._channel.send({"failed": f"the renderer does not start: {type(error).__name__}"})
        else:
            self._channel.send({"ready": values.PROTOCOL, "version": __version__})

    async def _render(self, number: int, job: Job, request: RenderRequest) -> None:
        assert self._renderer is not None
        renderer = self._renderer

        async def show(request: RenderRequest) -> Any:
            return await renderer.render(request, job.origin)

        with job.scope:
            await self._show(number, job, show, request, last=True)
        self._close(number, job)

    async def _reuse(self, number: int, job: Job, request: RenderRequest) -> None:
        assert self._renderer is not None
        states: MemoryObjectReceiveStream[RenderRequest]
        job.states, states = create_memory_object_stream[RenderRequest](1)
        with job.scope, job.states, states:
            try:
                async with self._renderer.reuse(request, job.origin) as show:
                    async for state in states:
                        await self._show(number, job, show, state)
            except RenderError as error:
                self._tell(number, job, values.error_data(error), last=True)
        self._close(number, job)

    async def _show(self, number: int, job: Job, show: Show, request: RenderRequest, last: bool = False) -> None:
        try:
            head, body = values.rendering_data(await show(request))
        except (RenderError, UrlError) as error:
            head, body = values.error_data(error), b""
            if isinstance(error, RenderTimeout):
                self._group.start_soon(self._watch_threads)
        except Exception as error:
            logger.exception("the renderer failed: %r", request.url)
            head, body = (
                values.error_data(RenderError(request.url, f"the renderer failed: {type(error).__name__}")),
                b"",
            )
        self._tell(number, job, head, body, last=last)

    def _tell(self, number: int, job: Job, head: Head, body: bytes = b"", *, last: bool) -> None:
        """Send what rendering has come to, and whether that is all: a message of its own would overtake a long one."""
        job.is_told = last
        self._channel.send({"end": number, "last": last, **head}, body)

    def _close(self, number: int, job: Job) -> None:
        del self._jobs[number]
        assert self._renderer is not None
        load = self._renderer.load()
        self._channel.send({"heap": [load.heap_used or 0, load.heap_max or 0]})
        if not job.is_told:
            self._channel.send({"closed": number})

    async def _watch_threads(self) -> None:
        """Tell of a thread that is lost: whether it is shows after a while only."""
        assert self._renderer is not None
        if self._watches:
            return
        self._watches = True
        looks, seconds = WATCHED
        for _ in range(looks):
            await anyio.sleep(seconds)
            if self._renderer.lost_threads:
                self._channel.send({"lost": self._renderer.lost_threads})
                break
        self._watches = False

    def _log_to_the_web_process(self, level: int) -> None:
        package = logging.getLogger(PACKAGE)
        package.setLevel(level)
        package.propagate = False
        package.handlers = [_Forwarding(self._channel)]


class _Forwarding(logging.Handler):
    """Has the web process log what this one has to say."""

    def __init__(self, channel: Channel) -> None:
        super().__init__()
        self._channel = channel

    def emit(self, record: logging.LogRecord) -> None:
        """Send the whole text, with the stack trace where there is one."""
        text = logging.Formatter().format(record)
        self._channel.send({"logger": record.name, "level": record.levelno, "text": text})


def _settings(text: str, **changes: object) -> Settings:
    return Settings(_env_file=None, _environment=False, **{**json.loads(text), **changes})


async def _run(connection: socket.socket) -> None:
    async with create_task_group() as group:
        await Child(connection, group).ended.wait()
        group.cancel_scope.cancel()


def main(descriptor: int) -> None:
    """Serve the web process at the other end of a socket until that ends."""
    for number in IGNORED:
        signal.signal(number, signal.SIG_IGN)
    connection = socket.socket(fileno=descriptor)
    connection.set_inheritable(False)
    anyio.run(_run, connection)
