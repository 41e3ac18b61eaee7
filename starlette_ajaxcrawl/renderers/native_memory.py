"""Gives memory back to the system that native code has freed: compiling, the JVM takes 20 MB for a moment."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from typing import Any

DELAY = 5.0  # seconds: many pages for one walk through all that is free, which takes a few milliseconds


def _find_trim() -> Any:
    try:
        return ctypes.CDLL(None).malloc_trim
    except (AttributeError, OSError, TypeError):  # other libraries than glibc's see to it by themselves
        return None


_trim = _find_trim()


class NativeMemory:
    """Call ``used`` after each use: ``delay`` seconds later ``trim`` (glibc's malloc_trim) gives back what was freed.

    Safe to use from several threads. Without a ``trim`` nothing is done.
    """

    def __init__(self, trim: Callable[[int], object] | None = _trim, delay: float = DELAY) -> None:
        self._trim = trim
        self._delay = delay
        self._timer: threading.Timer | None = None

    def used(self) -> None:
        """Have it given back, unless that is to be done anyway."""
        if self._trim is not None and self._timer is None:  # two at once do no harm
            self._timer = threading.Timer(self._delay, self._give_back)
            self._timer.name = "ajaxcrawl-native-memory"
            self._timer.daemon = True
            self._timer.start()

    def close(self) -> None:
        """Do no more."""
        timer, self._timer = self._timer, None
        if timer is not None:
            timer.cancel()

    def _give_back(self) -> None:
        self._timer = None
        assert self._trim is not None
        self._trim(0)
