"""Changes: tells those who wait for a key in Redis that its lease has ended, by one connection for all of them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

import anyio
from redis.exceptions import RedisError

from ..background import spawn

LISTEN = 1.0  # seconds at a time; who waits looks anew as often


class Changes:
    """What is published on ``channel``, on one event loop; connected only while somebody waits."""

    def __init__(self, redis: Any, channel: bytes) -> None:
        self._redis = redis
        self._channel = channel
        self._waiting: dict[bytes, set[_Waiter]] = {}
        self._ready = anyio.Event()
        self._stop: Callable[[], object] | None = None

    @asynccontextmanager
    async def of(self, key: bytes) -> AsyncIterator[Callable[[float], Awaitable[None]]]:
        """See ``Watched.watch``."""
        waiter = _Waiter()
        self._waiting.setdefault(key, set()).add(waiter)
        try:
            if self._stop is None:
                self._ready = anyio.Event()
                self._stop = spawn(self._listen)
            with anyio.move_on_after(LISTEN):
                await self._ready.wait()
            yield waiter.wait
        finally:
            self._waiting[key].discard(waiter)
            if not self._waiting[key]:
                del self._waiting[key]

    def close(self) -> None:
        """Listen no more."""
        if self._stop is not None:
            self._stop()

    async def _listen(self) -> None:
        try:
            async with self._redis.pubsub() as listener:
                with suppress(RedisError, OSError):
                    await listener.subscribe(self._channel)
                    while self._waiting:
                        message = await listener.get_message(timeout=LISTEN)
                        if message is not None and message["type"] == "subscribe":
                            self._ready.set()
                        elif message is not None:
                            self._tell(message["data"])
        finally:
            self._stop = None
            self._ready.set()
            for key in list(self._waiting):  # who knows what was missed
                self._tell(key)

    def _tell(self, key: bytes) -> None:
        for waiter in self._waiting.get(key, ()):
            waiter.tell()


class _Waiter:
    def __init__(self) -> None:
        self._event = anyio.Event()

    def tell(self) -> None:
        self._event.set()

    async def wait(self, seconds: float) -> None:
        with anyio.move_on_after(seconds):
            await self._event.wait()
        self._event = anyio.Event()
