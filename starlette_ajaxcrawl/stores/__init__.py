"""Where snapshots are kept: ``open_store`` makes the store that the settings name."""

from __future__ import annotations

from ..errors import SettingsError
from ..settings import Settings
from .base import Store
from .memory import MemoryStore

__all__ = ["MemoryStore", "Store", "open_store"]


def open_store(settings: Settings) -> Store:
    """The store named by ``settings.store``; nothing is opened before its first use."""
    if settings.store == "memory://":
        return MemoryStore(settings.max_store_bytes)
    raise SettingsError(f"store must be memory://, got {settings.store!r}")
