"""The store as the service sees it: it never fails, and at worst keeps nothing."""

from __future__ import annotations

import logging
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, replace
from functools import partial
from secrets import token_hex
from typing import NamedTuple, TypeVar

from anyio import CancelScope, sleep

from .background import spawn
from .complaints import Complaints
from .compression import compressed
from .freshness import Use, is_error, lifetime, use
from .snapshot import RenderRequest, Snapshot
from .stores.base import Store, Watched

logger = logging.getLogger(__name__)

T = TypeVar("T")

LEASE = 10.0  # seconds; a crashed holder delays others so long
RENEW_EVERY = LEASE / 3  # a busy event loop may be late twice
POLL_EVERY = 0.1  # seconds; what others render is seen so late, where the store does not tell
WATCH = 1.0  # seconds; the end of a lease whose holder has died is seen so late, where it does
RETRY_STORE = 1.0  # seconds; one that is down may take as long to say so as a render takes
MAX_UNKEPT = 4096  # keys


class Found(NamedTuple):
    """What is kept under a key, and what it is good for."""

    snapshot: Snapshot | None
    use: Use


NO_STORE: str | None = ""  # in place of a lease's name
NOTHING = Found(None, Use.NONE)


@dataclass(eq=False, slots=True)
class Lease:
    """The right to render ``key``, against all who share the store; ``lease`` is its name there."""

    key: str
    lease: str
    stop: Callable[[], object] = lambda: None
    over: bool = False


class Keeper:
    """Looks up, keeps, and agrees with those who share the store on who renders.

    A store that fails is not asked for ``RETRY_STORE`` seconds, then by one; with a line in the log a minute. One that
    cannot write may be able to read: a full disk.
    """

    def __init__(self, store: Store, clock: Callable[[], float], complaints: Complaints) -> None:
        self._store = store
        self._clock = clock
        self._complaints = complaints
        # when it failed last, if it did the last time, by use: a full disk can be read, and leases given back
        self._failed: dict[str, float] = {}
        # of keys whose snapshots are not to be kept nobody waits for another's
        self._unkept: OrderedDict[str, None] = OrderedDict()

    async def look(self, request: RenderRequest, key: str) -> Found:
        """What is kept under ``key``."""
        if not request.settings.max_age and not self._store.read_only:
            return NOTHING
        snapshot = await self._ask(lambda: self._store.get(key), None, "read")
        if snapshot is None:
            return NOTHING
        if self._store.read_only:
            return Found(snapshot, Use.FRESH)
        return Found(snapshot, use(snapshot, request.settings, self._clock()))

    async def claim(
        self, request: RenderRequest, key: str, forced: bool = False, waits: Callable[[], object] = lambda: None
    ) -> tuple[Lease | None, Found]:
        """A lease to render ``key``, and what is kept then; None where nothing is to be rendered, or none is to be had.

        Waits while another has the lease, until that has kept a fresh snapshot; with ``forced`` that does not count.
        ``waits`` is called once it does.
        """
        if not request.settings.max_age or self._store.read_only:
            return None, await self.look(request, key)
        # a lease of its own for what is not kept: nobody waits for it, but a purge ends it too
        leased = f"{key}\n\n{token_hex(8)}" if key in self._unkept else key
        async with AsyncExitStack() as until_the_end:
            wait: Callable[[float], Awaitable[None]] | None = None
            waited = False
            while True:
                with CancelScope(shield=True):  # a lease that is given to nobody would hold up others until it ends
                    name = await self._ask(lambda: self._store.acquire(leased, LEASE), NO_STORE)
                    # looked up with the lease in hand: between an earlier look and now another may have come and gone
                    found = await self.look(request, key)
                    if name == NO_STORE or (found.use is Use.FRESH and not forced):
                        if name:
                            await self.release(Lease(leased, name))
                        return None, found
                    if name is not None:
                        lease = Lease(leased, name)
                        lease.stop = spawn(partial(self._renew, lease))
                        return lease, found
                if not waited:
                    waited = True
                    waits()
                if not isinstance(self._store, Watched):
                    await sleep(POLL_EVERY)
                elif wait is None:  # it may have ended before it was watched: the next look is at once
                    wait = await self._ask(partial(_watch, until_the_end, self._store, leased), sleep, "watch")
                else:
                    await wait(WATCH)

    async def stands(self, lease: Lease) -> bool:
        """Whether ``lease`` stands: where a purge ended it, what is rendered under it is out of date."""
        return await self._ask(lambda: self._store.renew(lease.key, lease.lease, LEASE), True)

    async def release(self, lease: Lease) -> None:
        """Let others render."""
        lease.stop()
        if not lease.over:
            lease.over = True
            await self._ask(lambda: self._store.release(lease.key, lease.lease), None, "release")

    async def ready(self, request: RenderRequest, snapshot: Snapshot, before: Snapshot | None) -> Snapshot:
        """``snapshot`` as it is kept and given, where it is to be kept; ``before`` is what was kept until now."""
        if lifetime(snapshot, request.settings.max_age) <= 0:
            return snapshot
        snapshot = await compressed(snapshot)
        same = before is not None and before.content_digest == snapshot.content_digest
        return replace(snapshot, changed=(before.changed or before.created) if before and same else snapshot.created)

    async def keep(
        self, request: RenderRequest, key: str, snapshot: Snapshot, lease: Lease | None, before: Snapshot | None
    ) -> None:
        """Keep ``snapshot`` where it is to be, and was rendered under a lease; else see to what was kept ``before``."""
        if lifetime(snapshot, request.settings.max_age) > 0:
            self._unkept.pop(key, None)
            if lease is not None:
                await self._put(key, snapshot, lease)
            return
        self._unkept[key] = None
        if len(self._unkept) > MAX_UNKEPT:
            self._unkept.popitem(last=False)
        if lease is not None and before is not None and not is_error(snapshot):
            await self._ask(lambda: self._store.delete(key), None)  # it says now that it is not to be kept

    async def _put(self, key: str, snapshot: Snapshot, lease: Lease) -> None:
        if lease.key == key:
            lease.stop()
            lease.over = await self._ask(lambda: self._store.put(key, snapshot, lease.lease), False)
            return
        # a purge up to now has ended the lease that it was rendered under, a later one ends this one
        name = await self._ask(lambda: self._store.acquire(key, LEASE), NO_STORE)
        if name:
            kept = await self.stands(lease) and await self._ask(lambda: self._store.put(key, snapshot, name), False)
            await self.release(Lease(key, name, over=kept))

    async def purge(self, prefix: str) -> int:
        """Forget every key that begins with ``prefix``; how many. Raises whatever the store does."""
        return await self._store.purge(prefix)

    async def delete(self, key: str) -> int:
        """Forget ``key``; how many that were. Raises whatever the store does."""
        there = await self._store.get(key) is not None
        await self._store.delete(key)
        return int(there)

    async def _renew(self, lease: Lease) -> None:
        while True:
            await sleep(RENEW_EVERY)
            if not await self.stands(lease):
                return

    async def _ask(self, call: Callable[[], Awaitable[T]], otherwise: T, use: str = "write") -> T:
        """What the store says; ``otherwise`` where it fails."""
        if use in self._failed:
            if 0 <= self._clock() - self._failed[use] < RETRY_STORE:
                return otherwise
            self._failed[use] = self._clock()  # one tries, and the others go on meanwhile
        try:
            answer = await call()
        except Exception as error:
            self._failed[use] = self._clock()
            if self._complaints.due("store"):
                logger.error("The store fails, pages are rendered each time: %s: %s", type(error).__name__, error)
            return otherwise
        self._failed.pop(use, None)
        return answer


async def _watch(until_the_end: AsyncExitStack, store: Watched, key: str) -> Callable[[float], Awaitable[None]]:
    return await until_the_end.enter_async_context(store.watch(key))
