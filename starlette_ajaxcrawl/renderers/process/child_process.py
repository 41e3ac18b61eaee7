"""One child process, as the web process sees it."""

from __future__ import annotations

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import Future
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

from anyio import Event, move_on_after

from ... import __version__
from ...background import this_loop
from ...errors import RenderError, RendererUnavailable
from ...machine import python_executable
from ..options import JAVA_SETTINGS, PROCESS_SETTINGS
from . import values
from .channel import Channel
from .frames import Head
from .job import ChildEnded, Job

if TYPE_CHECKING:
    from ...settings import Settings
    from ...snapshot import Rendering, RenderRequest
    from ..base import Origin, Show

logger = logging.getLogger(__name__)

START_SECONDS = 60.0  # far more than a JVM needs on a busy machine
BEGIN_SECONDS = 10.0  # a process that lives takes a render at once
GRACE_SECONDS = 7.0  # after the deadline: by then Java itself has given the page up, or written it out
STOP_SECONDS = 5.0  # Java gives a page that is stopped up after one
FALL_SECONDS = 1.0  # between the end of a process's connection and its own
END_SECONDS = 3.0  # a process that is not needed any more ends itself after two
MAX_BYTES = 32 * 1024 * 1024  # of a message, beside a snapshot's body: logs, headers, what a page sends
MAX_TEXTS = 64

COMMAND = "import sys; sys.path[:] = sys.argv[2].split('\\n'); from {} import main; main(int(sys.argv[1]))".format(
    __name__.replace("child_process", "child")
)
"""With this process's path: the package may not be on a new one's."""

_texts: dict[int, tuple[Settings, str]] = {}


@dataclass(frozen=True)
class ProcessState:
    """A child process: renders under way and done, seconds since its start, bytes of memory (None: not known).

    ``heap_used`` and ``heap_max`` are bytes of its Java's heap after its latest render; 0 before the first.
    """

    pid: int
    running: int
    rendered: int
    seconds: float
    resident_bytes: int | None
    lost_threads: int
    heap_used: int
    heap_max: int


class ChildProcess:
    """A process that renders, for any thread and event loop.

    ``running`` is for those who hold it to count; ``failed``: it does not start; ``ended`` says why it has.
    ``on_change`` is called, on any thread, when it has lost a thread or has ended.
    """

    def __init__(self, settings: Settings, on_change: Callable[[ChildProcess], object]) -> None:
        self.running = 0
        self.rendered = 0
        self.lost_threads = 0
        self.heap = (0, 0)
        self.ended = ""
        self.failed = False
        self._settings = settings
        self._on_change = on_change
        self._began = time.monotonic()
        self._ready: Future[None] = Future()
        self._jobs: dict[int, Job] = {}
        self._numbers = count()
        self._process: subprocess.Popen[bytes] | None = None
        self._channel: Channel | None = None
        self._wanted = True
        self._killed_for = ""
        self._lock = threading.Lock()

    def start(self) -> None:
        """Start the process, which then gets ready, or is found to have ended."""
        python = python_executable()
        if python is None:
            self._lose("there is no Python to start it with, as Python is part of another program")
            return
        ours, theirs = socket.socketpair()
        try:
            with theirs:
                # a session of its own: Ctrl-C is meant for the web process
                self._process = subprocess.Popen(  # noqa: S603 - this Python, our code
                    [python, "-c", COMMAND, str(theirs.fileno()), "\n".join(sys.path)],
                    pass_fds=[theirs.fileno()],
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.DEVNULL,
                    start_new_session=True,
                )
        except (OSError, ValueError) as error:  # the latter where the system cannot hand sockets on
            ours.close()
            self._lose(f"it cannot be started: {error}")
            return
        self._channel = Channel(ours, self._received, self._over, MAX_BYTES)
        self._channel.start()
        level = logging.getLogger(__name__.partition(".")[0]).getEffectiveLevel()
        if not self._wanted:  # meanwhile
            self._channel.close()
        self._send({"hello": values.settings_text(self._settings, PROCESS_SETTINGS), "log_level": level})

    async def get_ready(self) -> None:
        """Return once the process is ready. Raises ``RendererUnavailable``; the process has ended then."""
        if self._ready.done():
            return self._ready.result()
        done, soon = Event(), this_loop()
        self._ready.add_done_callback(lambda _: soon(done.set))
        with move_on_after(START_SECONDS):
            await done.wait()
        if not self._ready.done():
            self.kill(f"it is not ready after {START_SECONDS:.0f} s")
            await done.wait()
        return self._ready.result()

    async def render(self, request: RenderRequest, origin: Origin) -> Rendering:
        """Render as ``Renderer.render`` does. Raises ``ChildEnded`` where the process has ended before."""
        async with self._job(request, origin, reuse=False) as job:
            return await self._outcome(job, request)

    @asynccontextmanager
    async def reuse(self, first: RenderRequest, origin: Origin) -> AsyncIterator[Show]:
        """As ``Reuser.reuse``; what shows a state raises ``ChildEnded``, too."""
        async with self._job(first, origin, reuse=True) as job:

            async def show(request: RenderRequest) -> Rendering:
                self._send({"show": job.number, "url": request.url, "settings": _settings_text(request)})
                return await self._outcome(job, request)

            yield show

    @asynccontextmanager
    async def _job(self, request: RenderRequest, origin: Origin, *, reuse: bool) -> AsyncIterator[Job]:
        job = Job(next(self._numbers), origin, self._send)
        with self._lock:
            self._jobs[job.number] = job
        try:
            if self.ended:
                raise ChildEnded(self.ended)
            if self._channel is not None:
                self._channel.allow(request.settings.max_snapshot_bytes + MAX_BYTES)
            head = {"open": job.number, "url": request.url, "settings": _settings_text(request), "reuse": reuse}
            self._send(head)
            with move_on_after(BEGIN_SECONDS):
                await job.begun.wait()
            if not job.begun.is_set():
                self.kill("it did not react")
                raise ChildEnded("it did not react")
            yield job
        finally:
            job.end_requests()
            self._send({"cancel": job.number})
            # its place is free once the page has ended
            with move_on_after(STOP_SECONDS, shield=True):
                await job.closed.wait()
            if not (job.closed.is_set() or self.ended):
                self.kill("a page that nobody waits for did not end")
            with self._lock:
                del self._jobs[job.number]

    async def _outcome(self, job: Job, request: RenderRequest) -> Rendering:
        outcome = await job.outcome(request.settings.deadline + GRACE_SECONDS)
        if outcome is None and job.closed.is_set():
            raise RenderError(request.url, "its page has ended")
        if outcome is None:
            self.kill("a page did not end")
            raise ChildEnded("the page did not end", overdue=True)
        if isinstance(outcome, Exception):
            raise outcome
        self.rendered += 1
        return outcome

    def kill(self, reason: str) -> None:
        """End the process, and those it has started, now: all that it renders is lost."""
        process = self._process
        if process is not None and process.poll() is None:
            self._killed_for = self._killed_for or reason
            with suppress(ProcessLookupError, PermissionError):  # it has ended just now
                os.killpg(process.pid, signal.SIGKILL)

    def end(self) -> None:
        """Have the process end, which takes a moment, or at once where it renders or has lost a thread."""
        self._wanted = False
        if self.running or self.lost_threads:
            self.kill("it is not needed any more")
        elif self._channel is not None:
            self._channel.close()

    def wait(self) -> None:
        """Block until the process has ended, after ``end``."""
        if self._channel is not None:
            self._channel.wait(2 * END_SECONDS)

    def forget(self) -> None:
        """In a forked process: it is not this one's child."""
        if self._channel is not None and not self.ended:
            self._channel.forget()

    @property
    def state(self) -> ProcessState:
        """How the process is."""
        seconds = time.monotonic() - self._began
        pid = self._process.pid if self._process else 0
        known = (self.resident_bytes, self.lost_threads, *self.heap)
        return ProcessState(pid, self.running, self.rendered, seconds, *known)

    @property
    def resident_bytes(self) -> int | None:
        """The memory of the process; None where the system does not say."""
        try:
            pages = int(Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]) if self._process else 0
        except (OSError, ValueError, IndexError):
            return None
        return pages * os.sysconf("SC_PAGE_SIZE")

    def _send(self, head: Head, body: bytes = b"") -> None:
        if self._channel is not None:
            self._channel.send(head, body)

    def _received(self, head: Head, body: bytes) -> None:
        """Called on the channel's thread. Raises ``ValueError`` for what is no message, and the channel ends."""
        match head:
            case {"ready": protocol, "version": version}:
                self._begin(protocol, version)
            case {"failed": str(reason)}:
                self._fail(reason)
            case {"lost": int(number)}:
                self.lost_threads = number
                self._on_change(self)
            case {"heap": [int(used), int(most)]}:
                self.heap = used, most
            case {"logger": str(name), "level": int(level), "text": str(text)}:
                logging.getLogger(name).log(level, "%s", text)
            case {"render": int(number)} | {"begun": int(number)} | {"end": int(number)} | {"closed": int(number)}:
                with self._lock:
                    job = self._jobs.get(number)
                if job is not None:
                    job.receive(head, body)
            case _:
                raise ValueError("no message")

    def _begin(self, protocol: object, version: object) -> None:
        if (protocol, version) != (values.PROTOCOL, __version__):
            self._fail(
                f"a new process has version {version} of the package, this one {__version__}: restart the server"
            )
        elif not self._ready.done():
            self._ready.set_result(None)

    def _fail(self, reason: str) -> None:
        self.failed = True
        if not self._ready.done():
            self._ready.set_exception(RendererUnavailable("", reason))
        self.end()

    def _over(self, reason: str) -> None:
        """The channel has ended, so the process has, or is to; called on the channel's thread."""
        process = self._process
        assert process is not None
        if reason:
            self.kill(reason)
        try:
            code = process.wait(FALL_SECONDS if self._wanted else END_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill("it answers no more, and has not ended")
            code = process.wait()
        how = self._killed_for or reason or (f"signal {-code}" if code < 0 else f"exit code {code}")
        if self._wanted:
            logger.warning("the process %d that renders has ended: %s", process.pid, how)
        self._lose(how)

    def _lose(self, how: str) -> None:
        with self._lock:
            self.ended = how
            jobs = list(self._jobs.values())
        for job in jobs:
            job.lose(ChildEnded(how))
        if not self._ready.done():
            self._ready.set_exception(RendererUnavailable("", f"the process that renders did not start: {how}"))
        self._on_change(self)


def _settings_text(request: RenderRequest) -> str:
    settings = request.settings
    known = _texts.get(id(settings))
    if known is None:
        if len(_texts) >= MAX_TEXTS:
            _texts.clear()
        # the settings are kept with their text, so that their id stays theirs
        known = _texts[id(settings)] = settings, values.settings_text(settings, JAVA_SETTINGS)
    return known[1]
