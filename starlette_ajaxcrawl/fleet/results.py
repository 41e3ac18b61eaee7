"""Results: what workers send back to this process, read by one connection for all who wait."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from secrets import token_hex
from typing import Any

import anyio
from anyio.lowlevel import checkpoint
from redis.exceptions import RedisError

from ..background import spawn
from .broker import BLOCK, NAMES

AT_ONCE = 8  # a result may have megabytes
RETRY = 0.1  # seconds; while the server is started again, which still has them then

Fields = Mapping[bytes, bytes]


class Results:
    """The results for ``waiter``, on one event loop. They stay in the server until they have been read."""

    def __init__(self, redis: Any) -> None:
        self.waiter = token_hex(8)
        self._redis = redis
        self._stream = f"{NAMES}results:{self.waiter}"
        self._waiting: dict[str, Callable[[Fields], None]] = {}
        self._last: str | bytes = "0"
        self._stop: Callable[[], object] | None = None

    @asynccontextmanager
    async def expect(self, job_id: str) -> AsyncIterator[Callable[[], Any]]:
        """Within the block, what waits for the fields of a job's result; enter it before the job is sent."""
        found: list[Fields] = []
        came = anyio.Event()

        def take(fields: Fields) -> None:
            found.append(fields)
            came.set()

        async def result() -> Fields:
            await came.wait()
            return found[0]

        self._waiting[job_id] = take
        if self._stop is None:
            self._stop = spawn(self._read)
        try:
            yield result
        finally:
            del self._waiting[job_id]

    def close(self) -> None:
        """Read no more."""
        if self._stop is not None:
            self._stop()

    async def _read(self) -> None:
        read: list[bytes] = []
        while self._waiting or read:
            asking = self._redis.pipeline(transaction=False)
            if read:
                asking.xdel(self._stream, *read)
            if self._waiting:
                asking.xread({self._stream: self._last}, count=AT_ONCE, block=round(BLOCK * 1000))
            try:
                answer = (await asking.execute())[-1]
            except (RedisError, OSError):
                await anyio.sleep(RETRY)
                continue
            read = []
            for entry, fields in answer[0][1] if isinstance(answer, list) and answer else ():
                self._last = entry
                read.append(entry)
                take = self._waiting.get(fields.get(b"job", b"").decode("latin-1"))
                if take is not None:
                    take(fields)
            await checkpoint()  # those who have got theirs leave
        self._stop = None
