"""The Store protocol: where snapshots are kept, and by which those who share it agree who renders."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from typing import Protocol, runtime_checkable

from ..errors import StoreError
from ..snapshot import Snapshot


class Store(Protocol):
    """Keeps snapshots by key. Keys are text of any length; a store may drop an entry at any time, never alter one.

    A lease says that its holder renders a key. It ends when it is released, when its seconds are over, or when the key
    is purged: what was begun before a purge is not kept after it. All methods but ``close`` raise an exception, any
    one, when the store cannot answer.
    """

    read_only: bool
    """Whether snapshots were put there by other means: they are given whatever their age, and never replaced."""

    async def get(self, key: str) -> Snapshot | None:
        """The snapshot kept under ``key``, fresh or not; None where there is none."""

    async def put(self, key: str, snapshot: Snapshot, lease: str | None = None) -> bool:
        """Keep ``snapshot`` under ``key`` in place of what was there, for good once this returns True.

        With ``lease`` only where that still stands, and it is released. False: it is not kept.
        """

    async def delete(self, key: str) -> None:
        """Forget ``key`` and its lease; not an error where there is nothing."""

    async def purge(self, prefix: str) -> int:
        """Forget every key that begins with ``prefix``, and their leases; how many snapshots that were."""

    async def acquire(self, key: str, seconds: float) -> str | None:
        """A lease of ``key``; None where another stands."""

    async def renew(self, key: str, lease: str, seconds: float) -> bool:
        """Have ``lease`` stand for so many seconds from now; False where it stands no longer."""

    async def release(self, key: str, lease: str) -> None:
        """Give ``lease`` back; not an error where it stands no longer."""

    async def close(self) -> None:
        """Free what the store holds; may be called more than once."""


@runtime_checkable
class Watched(Protocol):
    """A store that tells of a lease's end; others are asked for it again and again."""

    def watch(self, key: str) -> AbstractAsyncContextManager[Callable[[float], Awaitable[None]]]:
        """Within the block, a function that returns once the lease of ``key`` may have ended since it was called last.

        It returns after so many seconds at the latest: nobody tells where a holder has died.
        """


class ReadOnlyStore:
    """Base of stores that only hand out: ``get`` and ``close`` are left to them."""

    read_only = True

    async def put(self, key: str, snapshot: Snapshot, lease: str | None = None) -> bool:
        """Nothing is kept."""
        return False

    async def delete(self, key: str) -> None:
        """Raises ``StoreError``."""
        raise StoreError("the store is read-only")

    async def purge(self, prefix: str) -> int:
        """Raises ``StoreError``."""
        raise StoreError("the store is read-only")

    async def acquire(self, key: str, seconds: float) -> str | None:
        """No lease: what is rendered is not kept here, so nobody is to wait for it."""
        return None

    async def renew(self, key: str, lease: str, seconds: float) -> bool:
        """No lease stands."""
        return False

    async def release(self, key: str, lease: str) -> None:
        """There is none to be given back."""
