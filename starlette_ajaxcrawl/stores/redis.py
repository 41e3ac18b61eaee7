"""RedisStore: snapshots in a Redis or Valkey server, for the processes of several machines."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from secrets import token_hex
from typing import Any, NamedTuple, cast

import anyio
from anyio.lowlevel import RunVar
from redis.asyncio import Redis
from redis.asyncio.connection import AbstractConnection, parse_url
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import ConnectionError as Disconnected
from redis.exceptions import ResponseError

from ..errors import StoreError
from ..snapshot import Snapshot
from .changes import Changes
from .record import FORMAT, BadRecord, from_record, raw_key, size_of, to_record
from .touches import Touches

logger = logging.getLogger(__name__)

# the braces keep all keys in one slot of a cluster; a version's keys are its own, so two versions can share a server
NAMES = b"{ajaxcrawl:%d}:"
PREFIX = NAMES % FORMAT
CONNECTIONS = 8  # a crowd would open one a head, which takes longer than to wait for a turn
ANSWERS_IN = 2.0  # seconds; what takes longer is down, and a page is rendered in that time


class _Client(NamedTuple):
    redis: Redis
    scripts: dict[str, Any]
    turns: asyncio.Semaphore
    readers: list[AbstractConnection]
    changes: Changes


class RedisStore:
    """Keeps at most ``max_bytes`` of snapshots in the server at ``url``. On asyncio only.

    Every change is one script, so that it is made wholly or not at all; leases go by the server's clock. A ``url`` that
    is none of a server is a ``ValueError``.
    """

    read_only = False

    def __init__(self, url: str, max_bytes: int) -> None:
        parse_url(url)
        self._url = url
        self._max_bytes = max_bytes
        self._touches = Touches()
        self._clients: RunVar[_Client] = RunVar("starlette_ajaxcrawl.redis")  # connections belong to an event loop
        self._looked_for_older = False

    async def get(self, key: str) -> Snapshot | None:
        """The snapshot kept under ``key``, fresh or not; None where there is none."""
        raw = raw_key(key)
        record = None
        try:
            record = await self._read(PREFIX + b"snapshot:" + raw)
            if record is None:
                return None
            snapshot = from_record(key, record)
        except (BadRecord, ResponseError) as error:
            if record is None and not str(error).startswith("WRONGTYPE"):
                raise  # it is not about this key
            logger.warning("A kept snapshot is damaged and will be rendered anew: %s", error)
            await self._call("forget", raw, *([] if record is None else [record]))
            return None
        if self._touches.add(raw):
            await self._call("use", *self._touches.take())
        return snapshot

    async def put(self, key: str, snapshot: Snapshot, lease: str | None = None) -> bool:
        """Keep ``snapshot`` under ``key`` in place of what was there; one larger than the whole store is not kept."""
        raw, record = raw_key(key), to_record(key, snapshot)
        if self._touches:
            await self._call("use", *self._touches.take())
        return bool(await self._call("put", raw, record, size_of(raw, record), self._max_bytes, lease or b""))

    async def delete(self, key: str) -> None:
        """Forget ``key`` and its lease; not an error where there is nothing."""
        await self._call("forget", raw_key(key))

    async def purge(self, prefix: str) -> int:
        """Forget every key that begins with ``prefix``, and their leases; how many snapshots that were."""
        return int(await self._call("purge", raw_key(prefix)))

    async def acquire(self, key: str, seconds: float) -> str | None:
        """A lease of ``key``; None where another stands."""
        lease = token_hex(8)
        return lease if await self._call("acquire", raw_key(key), lease, _milliseconds(seconds)) else None

    async def renew(self, key: str, lease: str, seconds: float) -> bool:
        """Have ``lease`` stand for so many seconds from now; False where it stands no longer."""
        return bool(await self._call("renew", raw_key(key), lease, _milliseconds(seconds)))

    async def release(self, key: str, lease: str) -> None:
        """Give ``lease`` back; not an error where it stands no longer."""
        await self._call("release", raw_key(key), lease)

    @asynccontextmanager
    async def watch(self, key: str) -> AsyncIterator[Callable[[float], Awaitable[None]]]:
        """See ``Watched``."""
        async with (await self._client()).changes.of(raw_key(key)) as changed:
            yield changed

    async def close(self) -> None:
        """Close the running event loop's connections; the store may be used again."""
        client = self._clients.get(None)
        if client is not None:
            self._clients.set(cast("_Client", None))
            client.changes.close()
            await client.redis.aclose()

    async def _read(self, name: bytes) -> bytes | None:
        """The value of a key, by a connection that is kept for it: the pool's own ways take as long as all the rest."""
        client = await self._client()
        async with client.turns:
            pool: Any = client.redis.connection_pool
            connection = client.readers.pop() if client.readers else await pool.get_connection()
            try:
                try:
                    return await _get(connection, name)
                except Disconnected:  # by a server that was started again; it connects anew
                    return await _get(connection, name)
            finally:
                client.readers.append(connection)

    async def _call(self, script: str, *arguments: Any) -> Any:
        client = await self._client()
        async with client.turns:
            return await cast("Awaitable[Any]", client.scripts[script](args=[PREFIX, *arguments]))

    async def _client(self) -> _Client:
        client = self._clients.get(None)
        if client is None:
            if anyio.get_cancelled_exc_class() is not asyncio.CancelledError:
                raise StoreError("redis:// works on asyncio only")
            redis = Redis.from_url(
                self._url,
                protocol=2,
                socket_timeout=ANSWERS_IN,
                socket_connect_timeout=ANSWERS_IN,
                # a server that was started again has closed the connections that are kept here
                retry=Retry(NoBackoff(), 1, supported_errors=(Disconnected,)),
            )
            scripts = {name: redis.register_script(text) for name, text in SCRIPTS.items()}
            changes = Changes(redis, PREFIX + b"changes")
            client = _Client(redis, scripts, asyncio.Semaphore(CONNECTIONS), [], changes)
            self._clients.set(client)
        if not self._looked_for_older:
            self._looked_for_older = True  # already, as a crowd may be the first to come: one of it looks
            try:
                async with client.turns:
                    await self._drop_older(client.redis)
            except BaseException:
                self._looked_for_older = False
                raise
        return client

    async def _drop_older(self, redis: Redis) -> None:
        """Free what older versions have left: their records are never read again."""
        for older in range(FORMAT):
            keys = [key async for key in redis.scan_iter(match=NAMES % older + b"*", count=1000)]
            if keys:
                logger.warning(
                    "The store holds %d keys of format %d, this version's is %d: they are dropped",
                    len(keys), older, FORMAT,
                )  # fmt: skip
                await redis.unlink(*keys)


async def _get(connection: AbstractConnection, name: bytes) -> bytes | None:
    # either of the two that fails or is cancelled disconnects, so no answer is left over for another key
    await connection.send_packed_command(connection.pack_command("GET", name), check_health=False)
    return cast("bytes | None", await connection.read_response(disable_decoding=True))


def _milliseconds(seconds: float) -> int:
    return max(1, round(seconds * 1000))


def _scripts() -> dict[str, str]:
    """The scripts of redis.lua by name; what stands before the first belongs to each."""
    shared, *parts = (files(__package__) / "redis.lua").read_text().split("-- script ")
    return {name: shared + text for name, _, text in (part.partition("\n") for part in parts)}


SCRIPTS = _scripts()
