"""What this process gets of the processors."""

from __future__ import annotations

import os
import threading
import time
from collections import deque
from contextlib import suppress
from pathlib import Path


class Shares:
    """What this process has had of the processors, and has waited for them, in the last seconds."""

    EVERY = 0.2  # seconds
    KEPT = 100

    def __init__(self) -> None:
        self._looks: deque[tuple[float, dict[str, tuple[int, int]]]] = deque([self._look()], self.KEPT)
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        self._thread.join()

    def since(self, began: float) -> tuple[float, float, float]:
        """Seconds of time, of processor time, and of waiting for a processor; ``began`` counts as ``perf_counter``."""
        now, after = self._look()
        looks = list(self._looks)
        then, before = next((look for look in reversed(looks) if look[0] <= began), looks[0])
        known = [(thread, figures) for thread, figures in after.items() if thread in before]
        ran, waited = (sum(figures[i] - before[thread][i] for thread, figures in known) / 1e9 for i in range(2))
        return now - then, ran, waited

    def _watch(self) -> None:
        while not self._over.wait(self.EVERY):
            self._looks.append(self._look())

    @staticmethod
    def _look() -> tuple[float, dict[str, tuple[int, int]]]:
        """The time, and by thread the nanoseconds that it ran and that it waited for a processor."""
        figures = {}
        for thread in os.listdir("/proc/self/task"):
            with suppress(OSError):  # it has ended
                ran, waited, _ = Path("/proc/self/task", thread, "schedstat").read_text().split()
                figures[thread] = int(ran), int(waited)
        return time.perf_counter(), figures
