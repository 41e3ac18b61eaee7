"""The queue of jobs: taskiq's broker for Redis streams, with leases that are kept, and an end to jobs that kill."""

from __future__ import annotations

import json
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from typing import Any

import anyio
from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError
from taskiq import AckableMessage
from taskiq.message import BrokerMessage
from taskiq_redis import RedisStreamBroker

from ..complaints import Complaints
from ..renderers.process.values import PROTOCOL

logger = logging.getLogger(__name__)

NAMES = f"{{ajaxcrawl-fleet:{PROTOCOL}}}:"  # the braces keep all keys in one slot of a cluster
QUEUE = f"{NAMES}jobs"
POISON = f"{NAMES}given-up"
GROUP = "workers"
TASK = "ajaxcrawl.render"

LEASE = 8.0  # seconds; a worker that is not heard of for so long has lost its jobs
DELIVERIES = 2  # a job that has taken two workers with it is not given to a third
MAX_POISON = 1000
RETRY = 0.5  # seconds; a server that is started again is found so soon
CONNECT = 2.0  # seconds
BLOCK = 2.0  # seconds that one read waits for something new; a server that does not even say so has gone


class FleetFull(Exception):
    """As many jobs wait as may."""


@dataclass(frozen=True)
class Held:
    """An entry of the queue that this worker has."""

    entry: bytes
    deliveries: int


class FleetBroker(RedisStreamBroker):
    """``kick`` raises ``FleetFull`` and what redis raises; ``listen`` goes on whatever happens to the server.

    taskiq's own broker looks for what dead workers have left only after something new has come, takes over what a
    worker has been at for long, and takes a hundred jobs at a time.
    """

    def __init__(self, url: str, *, lease: float = LEASE, max_queued: int = 64) -> None:
        super().__init__(
            url,
            queue_name=QUEUE,
            consumer_group_name=GROUP,
            consumer_id="0",  # what was sent before the first worker came is not lost
            max_connection_pool_size=1000,  # each who waits for a result takes one
            socket_connect_timeout=CONNECT,
            socket_timeout=2 * BLOCK + CONNECT,
            protocol=2,
        )
        self.lease = lease
        self.held: dict[str, Held] = {}
        self.is_leaving = False
        self.redis: Any = Redis(connection_pool=self.connection_pool)  # its types are those of every protocol at once
        self._max_queued = max_queued
        self._scripts = {name: self.redis.register_script(text) for name, text in _scripts().items()}
        self._entries: OrderedDict[str, bytes] = OrderedDict()
        self._claim_at = 0.0
        self._complaints = Complaints(time.time)

    async def startup(self) -> None:
        """Nothing yet: ``listen`` makes the group, as often as it is missing."""

    async def kick(self, message: BrokerMessage) -> None:
        """Put a job into the queue, where there is room."""
        entry = await self.run("submit", self._max_queued, message.message)
        if entry is None:
            raise FleetFull
        self._entries[message.task_id] = entry
        while len(self._entries) > 10_000:
            self._entries.popitem(last=False)

    async def withdraw(self, job_id: str) -> None:
        """Nobody waits for a job that was sent here any more."""
        entry = self._entries.pop(job_id, None)
        if entry is not None:
            await self.run("drop", GROUP, entry)

    async def run(self, script: str, *arguments: Any, result: str = "") -> Any:
        """A script of broker.lua."""
        return await self._scripts[script](keys=[QUEUE, result], args=list(arguments))

    async def now(self) -> float:
        """The server's clock, in seconds since the epoch."""
        seconds, micros = await self.redis.time()
        return float(seconds) + float(micros) / 1e6

    async def hold(self, idle: float = 0.0, *job_ids: str) -> set[str]:
        """Renew the lease of jobs, or with ``idle`` let it be over; those that are still this worker's."""
        entries = {self.held[job_id].entry: job_id for job_id in job_ids}
        if not entries:
            return set()
        kept = await self.run("hold", GROUP, self.consumer_name, round(idle * 1000), *entries)
        return {entries[entry] for entry in kept}

    async def leave(self) -> None:
        """Close connections; a consumer that has nothing any more is taken off the list."""
        with suppress(RedisError, OSError):
            if not await self.redis.xpending_range(QUEUE, GROUP, "-", "+", 1, self.consumer_name):
                await self.redis.xgroup_delconsumer(QUEUE, GROUP, self.consumer_name)
        await self.shutdown()

    async def listen(self) -> AsyncGenerator[AckableMessage, None]:
        """One job after the other, those of dead workers too, until ``is_leaving``."""
        while not self.is_leaving:
            message = await self._next()
            if message is not None:
                yield message

    async def _next(self) -> AckableMessage | None:
        try:
            try:
                found = await self._claimed() or await self._read()
            except ResponseError as error:
                if "NOGROUP" not in str(error):
                    raise
                await self._declare_consumer_group()
                return None
            return None if found is None else await self._accepted(*found)
        except (RedisError, OSError) as error:
            if self._complaints.due("redis"):
                logger.warning("The fleet's Redis cannot be asked: %s", error)
            await anyio.sleep(RETRY)
            return None

    async def _claimed(self) -> tuple[bytes, dict[bytes, bytes]] | None:
        if time.monotonic() < self._claim_at:
            return None
        answer = await self.redis.xautoclaim(
            QUEUE, GROUP, self.consumer_name, min_idle_time=round(self.lease * 1000), count=1
        )
        entries = [(entry, content) for entry, content in answer[1] if content]
        if not entries:
            self._claim_at = time.monotonic() + self.lease / 4
            return None
        return entries[0]

    async def _read(self) -> tuple[bytes, dict[bytes, bytes]] | None:
        block = max(1, round(min(BLOCK, self._claim_at - time.monotonic()) * 1000))
        answer = await self.redis.xreadgroup(GROUP, self.consumer_name, {QUEUE: ">"}, count=1, block=block)
        return answer[0][1][0] if answer else None

    async def _accepted(self, entry: bytes, content: dict[bytes, bytes]) -> AckableMessage | None:
        """The message in an entry; None where there is none, or where it has killed too many workers."""
        pending = await self.redis.xpending_range(QUEUE, GROUP, entry, entry, 1)
        deliveries = int(pending[0]["times_delivered"]) if pending else 1
        try:
            job_id = str(json.loads(content[b"data"])["task_id"])
        except (KeyError, TypeError, ValueError):
            logger.warning("What is in the queue is no job: %.200r", content)
            await self.run("drop", GROUP, entry)
            return None
        self.held[job_id] = Held(entry, deliveries)
        return AckableMessage(data=content[b"data"], ack=partial(self._refused, job_id))

    async def _refused(self, job_id: str) -> None:
        """taskiq itself acknowledges only what is no task of ours."""
        held = self.held.pop(job_id, None)
        if held is not None:
            await self.run("drop", GROUP, held.entry)


def result_name(job_id: str) -> str:
    """The stream in which a job's result comes."""
    return f"{NAMES}result:{job_id}"


def _scripts() -> dict[str, str]:
    _, *parts = (files(__package__) / "broker.lua").read_text().split("-- script ")
    return {name: text for name, _, text in (part.partition("\n") for part in parts)}
