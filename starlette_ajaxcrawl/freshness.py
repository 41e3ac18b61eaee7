"""Pure: how long a snapshot may be kept, and what caches are told. RFC 9111 and 5861, as a shared cache."""

from __future__ import annotations

import re
from email.utils import parsedate_to_datetime
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING

from .snapshot import Headers, Snapshot

if TYPE_CHECKING:
    from .settings import Settings

SHORTLY = 60.0  # seconds; errors and redirects are mended more often than pages change, so they are kept no longer
CLOCK_SKEW = 5.0  # seconds; machines that share a store differ by so much, a clock set back differs by more

KEPT = frozenset({200, 203})
KEPT_SHORTLY = frozenset({301, 302, 303, 307, 308, 404, 410})

ERRORS = frozenset({408, 425, 429, 500, 502, 503, 504})  # that pass; what is gone or forbidden is no error

_DIRECTIVE = re.compile(r'([\w-]+)\s*(?:=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?')


class Use(Enum):
    """What a kept snapshot is good for."""

    FRESH = "to be given"
    STALE = "to be given while it is rendered anew"
    FALLBACK = "to be given where it cannot be rendered"
    NONE = "nothing"


def use(snapshot: Snapshot, settings: Settings, now: float) -> Use:
    """What ``snapshot`` is good for at ``now``, by ``max_age``, ``stale_while_revalidate`` and ``stale_if_error``.

    The page's own ``stale-while-revalidate`` and ``stale-if-error`` take the place of the settings; where it says
    ``must-revalidate``, ``proxy-revalidate`` or ``s-maxage`` it has to say them for anything to be given stale. One
    from the future was made before the clock was set back, and is good for nothing.
    """
    fresh_for = lifetime(snapshot, settings.max_age)
    if fresh_for <= 0 or now - snapshot.created < -CLOCK_SKEW:
        return Use.NONE
    over = age(snapshot, now) - fresh_for
    if over < 0:
        return Use.FRESH
    if snapshot.status not in KEPT:
        return Use.NONE
    revalidating, error = _stale_for(snapshot.headers)
    if over < (settings.stale_while_revalidate if revalidating is None else revalidating):
        return Use.STALE
    if over < (settings.stale_if_error if error is None else error):
        return Use.FALLBACK
    return Use.NONE


def is_error(snapshot: Snapshot) -> bool:
    """Whether ``snapshot`` says that something is wrong now, rather than what the page is."""
    return bool(snapshot.incomplete) or snapshot.status in ERRORS


def lifetime(snapshot: Snapshot, max_age: float) -> float:
    """Seconds after ``snapshot.created`` for which the snapshot may be given; 0: it is not to be kept.

    ``max_age`` bounds what the page allows (``s-maxage``, ``max-age``, ``Expires``). Nothing incomplete is kept, no
    5xx, nothing that the page calls ``no-store``, ``private`` or ``no-cache`` (we cannot ask it whether it changed) or
    that varies by ``*``. 404, 410 and redirects are kept for ``SHORTLY`` at most, other statuses than 200 not at all.
    """
    if snapshot.incomplete or snapshot.kind == "other":
        return 0.0
    if snapshot.status in KEPT:
        limit = max_age
    elif snapshot.status in KEPT_SHORTLY:
        limit = min(max_age, SHORTLY)
    else:
        return 0.0
    allowed = _allowed_by_page(snapshot.headers, snapshot.created)
    return max(0.0, limit if allowed is None else min(limit, allowed))


def age(snapshot: Snapshot, now: float) -> float:
    """Seconds since the snapshot was made; never negative."""
    return max(0.0, now - snapshot.created)


def cache_control(snapshot: Snapshot, settings: Settings) -> str:
    """The Cache-Control header of a reply: the page's own where it has one, else what the settings say."""
    if snapshot.incomplete or snapshot.status >= 500:
        return "no-store"
    own = ", ".join(value for name, value in snapshot.headers if name == "cache-control" and value.strip())
    if own:
        return own
    if settings.cache_control is not None and snapshot.status in KEPT:
        return settings.cache_control
    seconds = int(lifetime(snapshot, settings.max_age))
    # no-cache lets clients keep a copy and ask with If-None-Match
    return f"max-age={seconds}" if seconds else "no-cache"


@lru_cache(maxsize=256)  # asked for at each request for a kept snapshot
def _allowed_by_page(headers: Headers, created: float) -> float | None:
    """Seconds that the page itself allows; None where it does not say."""
    if "*" in _values(headers, "vary"):
        return 0.0
    directives = _directives(headers)
    if directives.keys() & {"no-store", "private", "no-cache"}:
        return 0.0
    for name in ("s-maxage", "max-age"):  # RFC 9111, 5.2.2.10: s-maxage wins in a shared cache
        if name in directives:
            return _seconds(directives[name])
    for name, value in headers:
        if name == "expires":
            return _until(value, created)
    return None


@lru_cache(maxsize=256)
def _stale_for(headers: Headers) -> tuple[float | None, float | None]:
    """Seconds for which the page may be given stale, while it is rendered anew and on errors; None: by the settings."""
    directives = _directives(headers)
    if "must-revalidate" in directives:
        return 0.0, 0.0
    unsaid = 0.0 if directives.keys() & {"proxy-revalidate", "s-maxage"} else None
    revalidating, error = (
        _seconds(directives[name]) if name in directives else unsaid
        for name in ("stale-while-revalidate", "stale-if-error")
    )
    return revalidating, error


def _seconds(values: list[str]) -> float:
    """4.2.1: what cannot be read counts as stale; of several the shortest. 1.2.2: there is a longest."""
    return min((min(float(value), 2.0**31) if re.fullmatch("[0-9]+", value) else 0.0) for value in values)


def _directives(headers: Headers) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for name, value in headers:
        if name == "cache-control":
            for match in _DIRECTIVE.finditer(value):
                found.setdefault(match[1].lower(), []).append(match[2] or match[3] or "")
    return found


def _until(date: str, created: float) -> float:
    try:
        return max(0.0, parsedate_to_datetime(date).timestamp() - created)
    except (ValueError, OverflowError):  # 5.3: an invalid date, "0" above all, is in the past
        return 0.0


def _values(headers: Headers, wanted: str) -> set[str]:
    return {part.strip() for name, value in headers if name == wanted for part in value.split(",")}
