"""Where snapshots are kept: ``open_store`` makes the store that the settings name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ..errors import SettingsError, without_passwords
from ..settings import Settings
from .base import ReadOnlyStore, Store
from .memory import MemoryStore

__all__ = ["MemoryStore", "ReadOnlyStore", "Store", "open_store"]


def open_store(settings: Settings) -> Store:
    """The store named by ``settings.store``; nothing is opened before its first use."""
    kind, _, rest = settings.store.partition("://")
    if kind not in _KINDS:
        kinds = ", ".join(f"{name}://" for name in _KINDS)
        raise SettingsError(f"store must begin with {kinds}, got {without_passwords(settings.store)!r}")
    return _KINDS[kind](settings, rest)


def _sqlite(settings: Settings, rest: str) -> Store:
    from .sqlite import SQLiteStore  # needs a system with fcntl

    return SQLiteStore(Path(rest.removeprefix("/")), settings.max_store_bytes)


def _archive(settings: Settings, rest: str) -> Store:
    from .archive import ArchiveStore  # most sites have none

    return ArchiveStore(Path(rest.removeprefix("/")))


def _redis(settings: Settings, rest: str) -> Store:
    try:
        from .redis import RedisStore
    except ImportError as error:
        raise SettingsError(f"store {settings.store.partition(':')[0]}:// needs starlette-ajaxcrawl[redis]") from error
    try:
        return RedisStore(settings.store, settings.max_store_bytes)
    except ValueError as error:
        raise SettingsError(f"store is no URL of a Redis server: {error}") from None


_KINDS: dict[str, Callable[[Settings, str], Store]] = {
    "memory": lambda settings, rest: MemoryStore(settings.max_store_bytes),
    "sqlite": _sqlite,
    "archive": _archive,
    "redis": _redis,
    "rediss": _redis,
    "unix": _redis,
}
