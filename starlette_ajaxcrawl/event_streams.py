"""How long a stream of events is read: what belongs to the page comes at once, what comes later is news."""

from __future__ import annotations

from anyio import current_time

KIND = "text/event-stream"
STILL_OPEN = "event_stream: it is still open"

LONGEST = 1.0  # seconds for all of it; a page's own wait goes on meanwhile
QUIET = 0.25  # seconds without anything new after which the rest is news


def patience(began: float, *, has_events: bool) -> float:
    """Seconds to wait for the next piece of a stream that began at ``began`` of the event loop's time."""
    left = began + LONGEST - current_time()
    return min(left, QUIET) if has_events else left
