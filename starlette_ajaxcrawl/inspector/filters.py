"""Pure: how templates write values."""

from __future__ import annotations

import time
from collections.abc import Sequence
from datetime import datetime, timezone
from statistics import median as middle

MEANINGS = {
    "miss": "miss: rendered now",
    "shared": "shared: rendered with another request",
    "hit": "hit: kept",
    "stale": "stale: kept, and being renewed",
    "passed": "passed to the application",
}


def number(text: str | None) -> float:
    """The number in a query; 0 for anything else, also for what is not finite."""
    try:
        value = float(text or 0)
    except ValueError:
        return 0.0
    return value if 0 <= value < 1e15 else 0.0


def median(values: Sequence[float]) -> float | None:
    """The middle one; None of nothing."""
    return middle(values) if values else None


def seconds(value: float | None) -> str:
    """``340 ms``, ``2.3 s``, ``5 min``."""
    if value is None:
        return "–"
    if value < 0.9995:
        return f"{value * 1000:.0f} ms"
    if value < 120:
        return f"{value:.1f} s" if value < 99.95 else f"{value:.0f} s"
    if value < 7200:
        return f"{value / 60:.0f} min"
    return f"{value / 3600:.0f} h" if value < 172800 else f"{value / 86400:.0f} days"


def size(value: float) -> str:
    """``812 B``, ``3.4 KiB``, ``16 MiB``."""
    for unit in ("B", "KiB", "MiB", "GiB"):
        if value < 1000 or unit == "GiB":
            break
        value /= 1024
    return f"{value:.0f} {unit}" if unit == "B" or value >= 100 or value == int(value) else f"{value:.1f} {unit}"


def amount(value: float, unit: str) -> str:
    """A value in the ``unit`` of a budget."""
    return seconds(value) if unit == "seconds" else size(value) if unit == "bytes" else f"{value:.0f}"


def clock(value: float) -> str:
    """The time of day, UTC."""
    return datetime.fromtimestamp(value, timezone.utc).strftime("%H:%M:%S")


def moment(value: float) -> str:
    """Date and time as the attribute ``datetime`` has it."""
    return datetime.fromtimestamp(value, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def ago(value: float) -> str:
    """How long ago that was."""
    past = time.time() - value
    return "just now" if past < 1 else f"{int(past)} s ago" if past < 120 else f"{seconds(past)} ago"


def words(outcome: str) -> str:
    """An outcome as people write it."""
    return MEANINGS.get(outcome, outcome.replace("_", " "))


def tone(outcome: str) -> str:
    """Which colour an outcome has."""
    if outcome in ("complete", "hit", "miss", "shared"):
        return "good"
    return "fair" if outcome in ("incomplete", "stale", "cancelled", "passed") else "bad"


def path(url: str) -> str:
    """A URL of the site without scheme and host."""
    rest = url.partition("://")[2]
    return f"/{rest.partition('/')[2]}" if rest else url


FILTERS = {one.__name__: one for one in (seconds, size, amount, clock, moment, ago, words, tone, path)}
