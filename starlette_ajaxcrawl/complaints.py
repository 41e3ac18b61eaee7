"""What is logged once a minute: what is down fails at every request."""

from __future__ import annotations

from collections.abc import Callable

COMPLAIN_EVERY = 60.0  # seconds


class Complaints:
    """Says of each kind of complaint whether it is time for a line in the log. ``clock`` gives seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._made: dict[str, float] = {}

    def due(self, kind: str) -> bool:
        """Whether ``kind`` was not complained of in the last minute; it counts as made then."""
        now = self._clock()
        if abs(now - self._made.get(kind, float("-inf"))) < COMPLAIN_EVERY:  # abs: clocks are set back, too
            return False
        self._made[kind] = now
        return True
