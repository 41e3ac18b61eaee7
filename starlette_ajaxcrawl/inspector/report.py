"""What the inspector says of one answer or one render, as values that the templates only write out."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from .. import responses
from ..errors import AjaxCrawlError, StoreError, UrlError
from ..freshness import Use, age, lifetime, use
from ..snapshot import INCOMPLETE, Answer
from ..text import visible_text
from .filters import seconds, size

if TYPE_CHECKING:
    from ..archive.states import State
    from ..crawl import AjaxCrawl
    from ..page_log import LogEntry
    from ..settings import Settings
    from ..snapshot import PageRequest, Rendering, Snapshot
    from .renders import Render

PHASES = {
    "wait": "waiting for a place",
    "fetch": "in requests",
    "script": "in scripts and all else the page did",
    "serialise": "writing the snapshot",
}

USES = {
    Use.FRESH: "fresh: given as it is",
    Use.STALE: "stale: given while it is rendered anew",
    Use.FALLBACK: "too old: given only where it cannot be rendered",
    Use.NONE: "over: rendered anew at the next request",
}


@dataclass(frozen=True, slots=True)
class Bar:
    """A request in the waterfall: where its bar begins and how long it is, in percent of the whole."""

    request: PageRequest
    left: float
    width: float


@dataclass(frozen=True, slots=True)
class Budget:
    """A limit of the settings and what the page used of it, in ``unit`` (``seconds``, ``bytes`` or ``count``)."""

    setting: str
    about: str
    used: float
    limit: float
    unit: str

    @property
    def percent(self) -> float:
        """How much of it is used, at most 100."""
        return min(100.0, 100.0 * self.used / self.limit) if self.limit else 100.0


@dataclass(frozen=True, slots=True)
class Kept:
    """What the store holds of a page; ``problem`` where it cannot say."""

    snapshot: Snapshot | None = None
    use: str = ""
    age: float = 0.0
    left: float = 0.0
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """One answer to a crawler, or one render.

    ``outcome`` is what ``X-Ajaxcrawl`` says, or that of the render. ``headers`` are those of the answer. ``render`` is
    the last one of the page that this process has seen, ``ours`` whether it is the one that made the snapshot.
    """

    state: State
    outcome: str
    snapshot: Snapshot | None
    error: str
    render: Render | None
    ours: bool
    status: int = 0
    headers: tuple[tuple[str, str], ...] = ()
    seconds: float | None = None
    text: str = ""
    advice: tuple[tuple[str, str], ...] = ()
    bars: tuple[Bar, ...] = ()
    total: float = 0.0
    budgets: tuple[Budget, ...] = ()
    phases: tuple[tuple[str, float, float, float], ...] = field(default=())

    @property
    def settings(self) -> Settings:
        """Those that hold for the page."""
        return self.state.settings

    @property
    def rendering(self) -> Rendering | None:
        """How the snapshot came about, where this process has seen it."""
        return None if self.render is None else self.render.event.rendering

    @property
    def errors(self) -> int:
        """Errors in the page."""
        return 0 if self.render is None else self.render.errors

    @property
    def log(self) -> tuple[LogEntry, ...]:
        """What the page logged."""
        return () if self.render is None else self.render.log


def of_answer(state: State, answer: Answer | AjaxCrawlError, render: Render | None, seconds: float) -> Report:
    """The report on what a crawler got just now; ``render`` is the last one of that page."""
    if isinstance(answer, Answer):
        snapshot: Snapshot | None = answer.snapshot
        ours = _made(render, answer.snapshot)
        if answer.snapshot.kind == "other":
            reply = None
        else:
            reply = responses.respond(answer, "GET", (), time.time(), state.settings)
        outcome: str = answer.outcome if reply else "passed"
        error = ""
    else:
        snapshot, outcome, error = None, "error", getattr(answer, "reason", str(answer))
        ours = render is not None and render.failed
        reply = _failure(answer, state)
        outcome = outcome if reply else "passed"
    return _report(state, outcome, snapshot, error, render, ours, reply, seconds)


def of_render(state: State, render: Render) -> Report:
    """The report on a render that is over; the headers are those that it was answered with."""
    event = render.event
    if event.rendering is None:
        reply = None if event.error is None else _failure(event.error, state)
        return _report(state, event.outcome, None, event.reason, render, True, reply, event.seconds)
    snapshot = event.rendering.snapshot
    reply = None
    if snapshot.kind != "other":
        reply = responses.respond(Answer(snapshot, "miss", event.rendering), "GET", (), time.time(), state.settings)
    return _report(state, event.outcome, snapshot, "", render, True, reply, event.seconds)


async def kept_of(crawl: AjaxCrawl, state: State) -> Kept:
    """What the store holds of the page, whatever its age."""
    try:
        snapshot = await crawl.store.get(state.key)
    except Exception as error:  # stores raise what they like
        return Kept(problem=str(error) if isinstance(error, StoreError) else f"{type(error).__name__}: {error}")
    if snapshot is None:
        return Kept()
    now = time.time()
    if crawl.store.read_only:
        return Kept(snapshot, "archived: given whatever its age", age(snapshot, now))
    left = lifetime(snapshot, state.settings.max_age) - age(snapshot, now)
    return Kept(snapshot, USES[use(snapshot, state.settings, now)], age(snapshot, now), left)


def text_of(snapshot: Snapshot | None) -> str:
    """The text that a client without style sheets shows."""
    return visible_text(snapshot.content.decode("utf-8", "replace")) if snapshot and snapshot.kind == "html" else ""


def unframeable(report: Report) -> str:
    """The header by which the page forbids to be framed; empty where it does not."""
    for name, value in report.snapshot.headers if report.snapshot else ():
        value = value.lower()
        if name == "x-frame-options" and ("deny" in value or "sameorigin" not in value):
            return f"X-Frame-Options: {value}"
        if name == "content-security-policy" and re.search(r"frame-ancestors\s+'none'", value):
            return "Content-Security-Policy: frame-ancestors 'none'"
    return ""


def _failure(error: AjaxCrawlError, state: State) -> responses.Reply | None:
    """The answer in place of a snapshot; None where the application gives it."""
    passes = state.settings.on_error == "pass" and not isinstance(error, UrlError)
    return None if passes else responses.failure(error, "GET")


def _made(render: Render | None, snapshot: Snapshot) -> bool:
    rendering = None if render is None else render.event.rendering
    return rendering is not None and rendering.snapshot.created == snapshot.created


def _report(
    state: State,
    outcome: str,
    snapshot: Snapshot | None,
    error: str,
    render: Render | None,
    ours: bool,
    reply: responses.Reply | None,
    seconds: float,
) -> Report:
    rendering = None if render is None else render.event.rendering
    bars, total = _waterfall(rendering) if rendering else ((), 0.0)
    headers = reply.headers if reply else []
    incomplete = snapshot.incomplete if snapshot else ()
    return Report(
        state,
        outcome,
        snapshot,
        error,
        render,
        ours,
        status=reply.status if reply else snapshot.status if snapshot else 0,
        headers=tuple((name.decode("latin-1"), value.decode("utf-8", "replace")) for name, value in headers),
        seconds=seconds,
        text=text_of(snapshot),
        advice=tuple((reason, _advice(reason, state.settings)) for reason in incomplete),
        bars=bars,
        total=total,
        budgets=_budgets(rendering, state.settings) if rendering else (),
        phases=_phases(rendering) if rendering else (),
    )


def _waterfall(rendering: Rendering) -> tuple[tuple[Bar, ...], float]:
    """The bars, and the seconds that their whole width stands for: those of the page, once it had a place."""
    times, requests = rendering.timings, rendering.requests
    seconds = times.fetch + times.script + times.serialise
    total = max([seconds, *(request.started + request.seconds for request in requests)]) or 1.0
    ordered = sorted(requests, key=lambda request: request.started)
    bars = [Bar(one, 100 * one.started / total, max(0.4, 100 * one.seconds / total)) for one in ordered]
    return tuple(bars), total


def _phases(rendering: Rendering) -> tuple[tuple[str, float, float, float], ...]:
    """Name, seconds, and where its part of the whole begins and how long it is, in percent."""
    seconds = {name: getattr(rendering.timings, name) for name in PHASES}
    total = sum(seconds.values()) or 1.0
    parts, left = [], 0.0
    for name, value in seconds.items():
        parts.append((name, value, left, 100 * value / total))
        left += 100 * value / total
    return tuple(parts)


def _budgets(rendering: Rendering, settings: Settings) -> tuple[Budget, ...]:
    timings, requests, snapshot = rendering.timings, rendering.requests, rendering.snapshot
    budgets = [
        Budget(
            "deadline",
            "wall-clock time of the whole render",
            timings.fetch + timings.script + timings.serialise,
            settings.deadline,
            "seconds",
        ),
        Budget("max_page_requests", "requests", len(requests), settings.max_page_requests, "count"),
        Budget(
            "max_response_bytes",
            "the largest response",
            max((request.bytes for request in requests), default=0),
            settings.max_response_bytes,
            "bytes",
        ),
        Budget("max_snapshot_bytes", "the snapshot", len(snapshot.content), settings.max_snapshot_bytes, "bytes"),
    ]
    if rendering.page_seconds is not None:
        wait = settings.wait_for_background_javascript
        rested = rendering.page_seconds < wait
        about = "the page's clock until it came to rest" if rested else "the page's clock: it did not come to rest"
        budgets.insert(1, Budget("wait_for_background_javascript", about, rendering.page_seconds, wait, "seconds"))
    return tuple(budgets)


def _advice(reason: str, settings: Settings) -> str:
    """What to do, with the value that the setting has now."""
    advice = INCOMPLETE.get(reason, "raise deadline")
    now = getattr(settings, advice.removeprefix("raise "), None)
    if now is None:
        return advice
    return f"{advice} (it is {seconds(now) if isinstance(now, float) else size(now) if isinstance(now, int) else now})"
