"""MemoryStore: snapshots in this process, bounded by bytes; what was used longest ago goes first."""

from __future__ import annotations

import time
from collections import OrderedDict
from secrets import token_hex
from threading import Lock

from ..snapshot import Snapshot

OVERHEAD = 1024  # what the objects around an entry take, measured generously: small snapshots must count too


class MemoryStore:
    """Keeps at most ``max_bytes`` of snapshots. May be used from several event loops in several threads."""

    read_only = False

    def __init__(self, max_bytes: int) -> None:
        self._max_bytes = max_bytes
        self._bytes = 0
        self._entries: OrderedDict[str, tuple[Snapshot, int]] = OrderedDict()
        self._leases: dict[str, tuple[str, float]] = {}
        self._lock = Lock()

    async def get(self, key: str) -> Snapshot | None:
        """The snapshot kept under ``key``, fresh or not; None where there is none."""
        with self._lock:
            entry = self._entries.get(key)
            if entry is None:
                return None
            self._entries.move_to_end(key)
            return entry[0]

    async def put(self, key: str, snapshot: Snapshot, lease: str | None = None) -> bool:
        """Keep ``snapshot`` under ``key`` in place of what was there; one larger than the whole store is not kept."""
        size = _size(key, snapshot)
        with self._lock:
            if lease is not None:
                if self._leases.get(key, ("", 0.0))[0] != lease:
                    return False
                del self._leases[key]
            self._forget(key)
            if size > self._max_bytes:
                return False
            while self._bytes + size > self._max_bytes:
                self._forget(next(iter(self._entries)))
            self._entries[key] = (snapshot, size)
            self._bytes += size
            return True

    async def delete(self, key: str) -> None:
        """Forget ``key`` and its lease; not an error where there is nothing."""
        with self._lock:
            self._leases.pop(key, None)
            self._forget(key)

    async def purge(self, prefix: str) -> int:
        """Forget every key that begins with ``prefix``, and their leases; how many snapshots that were."""
        with self._lock:
            self._leases = {key: lease for key, lease in self._leases.items() if not key.startswith(prefix)}
            found = [key for key in self._entries if key.startswith(prefix)]
            for key in found:
                self._forget(key)
            return len(found)

    async def acquire(self, key: str, seconds: float) -> str | None:
        """A lease of ``key``; None where another stands."""
        now = time.monotonic()
        with self._lock:
            if self._leases.get(key, ("", now))[1] > now:
                return None
            lease = token_hex(8)
            self._leases[key] = lease, now + seconds
            return lease

    async def renew(self, key: str, lease: str, seconds: float) -> bool:
        """Have ``lease`` stand for so many seconds from now; False where it stands no longer."""
        with self._lock:
            if self._leases.get(key, ("", 0.0))[0] != lease:
                return False
            self._leases[key] = lease, time.monotonic() + seconds
            return True

    async def release(self, key: str, lease: str) -> None:
        """Give ``lease`` back; not an error where it stands no longer."""
        with self._lock:
            if self._leases.get(key, ("", 0.0))[0] == lease:
                del self._leases[key]

    async def close(self) -> None:
        """Forget everything; the store may be used again."""
        with self._lock:
            self._entries.clear()
            self._leases.clear()
            self._bytes = 0

    def _forget(self, key: str) -> None:
        entry = self._entries.pop(key, None)
        if entry is not None:
            self._bytes -= entry[1]


def _size(key: str, snapshot: Snapshot) -> int:
    texts = sum(len(name) + len(value) for name, value in snapshot.headers)
    # a character takes up to four bytes in memory; the URL is kept beside the key
    return OVERHEAD + len(snapshot.body) + 4 * (len(key) + len(snapshot.url) + texts)
