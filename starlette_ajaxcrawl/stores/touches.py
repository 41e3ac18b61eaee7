"""Which keys were used lately: noted in the process, and told to the store now and then rather than at each read."""

from __future__ import annotations

import time
from threading import Lock

EVERY = 30.0  # seconds; others who share the store learn so late what is in use here
AT_MOST = 1024  # keys noted until then


class Touches:
    """Keys in the order of their last use."""

    def __init__(self) -> None:
        self._keys: dict[bytes, None] = {}
        self._since = time.monotonic()
        self._lock = Lock()

    def add(self, key: bytes) -> bool:
        """Note that ``key`` is in use; True where it is time to take what was noted."""
        with self._lock:
            self._keys.pop(key, None)
            self._keys[key] = None
            return len(self._keys) >= AT_MOST or time.monotonic() - self._since > EVERY

    def __bool__(self) -> bool:
        return bool(self._keys)

    def take(self) -> list[bytes]:
        """The keys that were noted, what was used last standing last; they are forgotten."""
        with self._lock:
            keys, self._keys = list(self._keys), {}
            self._since = time.monotonic()
            return keys
