"""The values a render takes and gives: RenderRequest, Snapshot, Rendering and what they hold."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from hashlib import sha256
from typing import Literal

from .decoding import decode_whole
from .page_log import LogEntry
from .settings import Settings

Headers = tuple[tuple[str, str], ...]
"""Pairs of lower-case name and value, in order; a name may stand more than once."""

Priority = Literal["crawler", "refresh", "archive"]
"""Who a render is for, those who go first first: somebody waits; it replaces what is kept; it fills an archive."""


@dataclass(frozen=True, slots=True)
class RenderRequest:
    """A pretty URL to render, and the settings that hold for it.

    ``url`` is absolute and keeps ``#!state`` where there is one, as characters (the state is unescaped).
    ``settings`` has the overrides for the URL's path applied. ``headers`` are those of the request that the page
    depends on (see the setting ``vary_on``): the page's own requests have them too. Workers of a fleet render in the
    order of ``priority``.
    """

    url: str
    settings: Settings
    headers: Headers = ()
    priority: Priority = "crawler"


@dataclass(frozen=True)
class Snapshot:
    """An answer that can be kept.

    ``kind`` is ``html`` (``body`` is a whole HTML document in UTF-8), ``redirect`` (``headers`` hold ``location``, an
    absolute, percent-encoded pretty URL) or ``other`` (the document is not HTML: the request is to be passed on to the
    application, without the token). ``headers`` hold what the document said of itself and clients may see.
    ``created`` is in seconds since the epoch. ``incomplete`` names what was cut, see ``INCOMPLETE``; a snapshot that
    has any is never kept.

    What stores give may be compressed: ``body`` is in the Content-Encoding ``encoding``, ``content`` is what it holds.
    ``changed`` is when the content became what it is, where that is known; ``digest`` belongs to the content.
    """

    url: str
    kind: Literal["html", "redirect", "other"]
    status: int
    headers: Headers
    body: bytes
    created: float
    incomplete: tuple[str, ...] = ()
    encoding: str = ""
    changed: float | None = None
    digest: str = ""

    @property
    def content(self) -> bytes:
        """The body without its encoding. Raises ``UndecodableError`` where that is not what the body is in."""
        return decode_whole(self.body, self.encoding) if self.encoding else self.body

    @cached_property
    def content_digest(self) -> str:
        """``digest``, or that of the content where nobody has made it yet: other bytes, other digest."""
        return self.digest or sha256(self.content).hexdigest()[:32]


INCOMPLETE = {
    "deadline": "raise deadline",
    "javascript_timeout": "raise javascript_timeout",
    "allocated_bytes": "raise max_allocated_bytes",
    "heap": "raise jvm_heap",
    "response_cut": "raise max_response_bytes",
    "response_broken": "mend the response: it ended too early, or its Content-Encoding is wrong",
    "request_open": "raise deadline",
    "ready_flag": "raise wait_for_background_javascript",
    "selector": "raise wait_for_background_javascript",
}
"""Why a snapshot may be incomplete, and what to do: the setting to raise."""


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A request that the page made: ``outcome`` is ``ok``, ``blocked``, ``cut`` or ``failed``.

    ``bytes`` is the size of the body, decoded; ``started`` counts wall-clock seconds from when the page began.
    """

    method: str
    url: str
    status: int
    bytes: int
    seconds: float
    outcome: str
    started: float = 0.0


@dataclass(frozen=True, slots=True)
class Timings:
    """Wall-clock seconds spent waiting for a place, in requests, in scripts (all else the page did), serialising."""

    wait: float = 0.0
    fetch: float = 0.0
    script: float = 0.0
    serialise: float = 0.0


@dataclass(frozen=True, slots=True)
class Rendering:
    """A snapshot and how it came about; ``page_seconds`` is what the page's clock has run, None with the wall clock."""

    snapshot: Snapshot
    log: tuple[LogEntry, ...] = ()
    requests: tuple[PageRequest, ...] = ()
    timings: Timings = field(default_factory=Timings)
    page_seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """A snapshot for one request, and where it came from.

    ``hit``: it was kept; ``stale``: it was kept, and its time is over; ``miss``: rendered for this request; ``shared``:
    rendered for another that was in flight. ``rendering`` tells how it came about where it was rendered now.
    """

    snapshot: Snapshot
    outcome: Literal["hit", "stale", "miss", "shared"]
    rendering: Rendering | None = None
