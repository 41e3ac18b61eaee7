"""MemoryStore: snapshots in this process, bounded by bytes; what was used longest ago goes first."""

from __future__ import annotations

from collections import OrderedDict
from threading import Lock

from ..snapshot import Snapshot

OVERHEAD = 1024  # what the objects around an entry take, measured generously: small snapshots must count too


class MemoryStore:
    """Keeps at most ``max_bytes`` of snapshots. May be used from several event loops in several threads."""

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._entries: OrderedDict[str, tuple[Snapshot, int]] = OrderedDict()
        self._lock = Lock()

    async def get(self, key: str) -> Snapshot | None:
        """The snapshot kept under ``key``, fresh or not; None where there is none."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            self._entries.move_to_end(key)
            return entry[0]

    async def put(self, key: str, snapshot: Snapshot) -> None:
        """Keep ``snapshot`` under ``key`` in place of what was there; one larger than the whole store is not kept."""
        size = _size(key, snapshot)
        with self._lock:
            self._forget(key)
            if size > self._max_bytes:
                return
            while self._bytes + size > self._max_bytes:
                self._forget(next(iter(self._entries)))
            self._entries[key] = (snapshot, size)
            self._bytes += size

    async def delete(self, key: str) -> None:
        """Forget ``key``; not an error where there is nothing."""
        with self._lock:
            self._forget(key)

    async def close(self) -> None:
        """Forget everything; the store may be used again."""
        with self._lock:
            self._entries.clear()
            self._bytes = 0

    def _forget(self, key: str) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._bytes -= entry[1]


def _size(key: str, snapshot: Snapshot) -> int:
    texts = sum(len(name) + len(value) for name, value in snapshot.headers)
    # a character takes up to four bytes in memory; the URL is kept beside the key
    return OVERHEAD + len(snapshot.body) + 4 * (len(key) + len(snapshot.url) + texts)
