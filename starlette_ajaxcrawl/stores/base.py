"""The Store protocol: where snapshots are kept."""

from __future__ import annotations

from typing import Protocol

from ..snapshot import Snapshot


class Store(Protocol):
    """Keeps snapshots by key. Keys are text of any length; a store may drop an entry at any time, never alter one."""

    async def get(self, key: str) -> Snapshot | None:
        """The snapshot kept under ``key``, fresh or not; None where there is none."""

    async def put(self, key: str, snapshot: Snapshot) -> None:
        """Keep ``snapshot`` under ``key`` in place of what was there."""

    async def delete(self, key: str) -> None:
        """Forget ``key``; not an error where there is nothing."""

    async def close(self) -> None:
        """Free what the store holds; may be called more than once."""
