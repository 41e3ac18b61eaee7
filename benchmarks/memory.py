"""Memory of all processes while so many pages are rendered at once: ours, and a Chromium's with as many pages open."""

import statistics
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from benchmarks import processes
from benchmarks.browsers import Chromium

EVERY = 0.1  # seconds
MIB = 1024 * 1024


class Peak:
    """The most that was seen, in MiB."""

    mib = 0


@contextmanager
def watched(pid: int) -> Iterator[Peak]:
    """The most memory that the tree of ``pid`` takes in this block, looked at ten times a second."""
    peak, is_over = Peak(), threading.Event()

    def watch() -> None:
        while True:
            peak.mib = max(peak.mib, round(processes.pss_bytes(pid) / MIB))
            if is_over.wait(EVERY):
                return

    thread = threading.Thread(target=watch)
    thread.start()
    try:
        yield peak
    finally:
        is_over.set()
        thread.join()


def of_chromium(chromium: Chromium, urls: list[str], places: int) -> int:
    """MiB with so many of these pages open, in the middle of what is found for each in its turn among others."""
    turns = [[urls[(first + number) % len(urls)] for number in range(places)] for first in range(len(urls))]
    # at most it would be more than it needs: pages that were closed before may not have ended yet
    return round(statistics.median(chromium.memory(turn) for turn in turns) / MIB)
