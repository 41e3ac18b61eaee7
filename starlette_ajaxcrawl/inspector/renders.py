"""What this process has rendered lately, in bounded memory."""

from __future__ import annotations

import os
import time
from collections import Counter, deque
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING

from ..events import Answered, Rendered

if TYPE_CHECKING:
    from ..events import Event
    from ..page_log import LogEntry
    from ..snapshot import Rendering

MAX_RENDERS = 200
MAX_BYTES = 16 * 2**20
LATELY = 30  # URLs to pick from
OVERHEAD = 256  # bytes that the objects around a line or a request take, measured generously

OUTCOMES = {
    "complete": "Complete",
    "incomplete": "Incomplete",
    "failed": "Failed",
    "cancelled": "Cancelled",
    "errors": "With errors in the page",
}
"""What the list can be narrowed to."""


@dataclass(frozen=True, slots=True)
class Render:
    """A render that has ended: the ``number``-th that this process saw. ``size`` is about what it takes in memory."""

    number: int
    event: Rendered
    size: int

    @property
    def failed(self) -> bool:
        """Whether it gave no snapshot."""
        return self.event.error is not None

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """What the page logged, also where it failed."""
        rendering = self.event.rendering
        return getattr(self.event.error, "log", ()) if rendering is None else rendering.log

    @property
    def errors(self) -> int:
        """Errors in the page."""
        return sum(entry.level == "error" for entry in self.log)

    def is_a(self, outcome: str) -> bool:
        """Whether it is one of those that ``outcome``, of ``OUTCOMES``, stands for."""
        if outcome == "errors":
            return self.errors > 0
        return self.failed if outcome == "failed" else self.event.outcome == outcome


@dataclass(frozen=True, slots=True)
class Filter:
    """Which renders a list shows; what is empty narrows nothing. ``slower`` is in seconds."""

    text: str = ""
    outcome: str = ""
    slower: float = 0.0

    def takes(self, render: Render) -> bool:
        """Whether the list shows ``render``."""
        return (
            self.text.lower() in render.event.url.lower()
            and (not self.outcome or render.is_a(self.outcome))
            and render.event.seconds >= self.slower
        )


class Renders:
    """An observer that remembers the last renders, at most ``max_renders`` and about ``max_bytes`` of them.

    It may be told from several event loops in several threads.
    """

    def __init__(self, max_renders: int = MAX_RENDERS, max_bytes: int = MAX_BYTES) -> None:
        self._max_renders, self._max_bytes = max_renders, max_bytes
        self._renders: deque[Render] = deque()
        self._bytes = 0
        self._lock = Lock()
        self._began = int(time.time())
        self.seen = 0
        self.answers: Counter[str] = Counter()

    @property
    def worker(self) -> str:
        """Tells this process from others that serve the same site; a forked one has another."""
        return f"{os.getpid()}-{self._began}"

    def __call__(self, event: Event) -> None:
        """Remember ``event``."""
        with self._lock:
            if isinstance(event, Answered):
                self.answers[event.outcome] += 1
                return
            self.seen += 1
            render = Render(self.seen, event, _size(event))
            if render.size > self._max_bytes:
                return
            self._renders.append(render)
            self._bytes += render.size
            while len(self._renders) > self._max_renders or self._bytes > self._max_bytes:
                self._bytes -= self._renders.popleft().size

    def recent(self, wanted: Filter = Filter()) -> list[Render]:
        """The renders that are remembered, the newest first."""
        with self._lock:
            renders = list(self._renders)
        return [render for render in reversed(renders) if wanted.takes(render)]

    def lately(self) -> list[str]:
        """The URLs that were rendered last, each once."""
        return list(dict.fromkeys(render.event.url for render in self.recent()))[:LATELY]

    def get(self, number: int) -> Render | None:
        """The render of that number, while it is remembered."""
        return next((render for render in self.recent() if render.number == number), None)

    def latest(self, key: str) -> Render | None:
        """The last render for what is kept under ``key``."""
        return next((render for render in self.recent() if render.event.key == key), None)


def _size(event: Rendered) -> int:
    log = getattr(event.error, "log", ()) if event.rendering is None else event.rendering.log
    texts = sum(OVERHEAD + len(entry.message) + len(entry.url) for entry in log)
    return OVERHEAD + len(event.url) + len(event.key) + texts + _size_of(event.rendering)


def _size_of(rendering: Rendering | None) -> int:
    if rendering is None:
        return 0
    return len(rendering.snapshot.body) + sum(OVERHEAD + len(request.url) for request in rendering.requests)
