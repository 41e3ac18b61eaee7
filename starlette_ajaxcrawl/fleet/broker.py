"""The queue of jobs: taskiq's broker for Redis streams, with priorities, and leases that are kept."""

from __future__ import annotations

import json
import logging
import os
import time
from collections.abc import AsyncGenerator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from importlib.resources import files
from secrets import token_hex
from typing import Any, get_args

import anyio
from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError
from taskiq import AckableMessage
from taskiq.message import BrokerMessage
from taskiq_redis import RedisStreamBroker

from ..complaints import Complaints
from ..renderers.process.values import PROTOCOL
from ..snapshot import Priority
from .deaths import Deaths

logger = logging.getLogger(__name__)

NAMES = f"{{ajaxcrawl-fleet:{PROTOCOL}}}:"  # the braces keep all keys in one slot of a cluster
PRIORITIES: tuple[Priority, ...] = get_args(Priority)
POISON = f"{NAMES}given-up"
GROUP = "workers"
TASK = "ajaxcrawl.render"

MAX_WAIT = 600.0  # seconds that a job may be good for; so long it is remembered, and so known when it is sent again
LEASE = 8.0  # seconds; a worker that is not heard of for so long has lost its jobs
CONNECTIONS = 16  # a crowd takes turns; a blocking read has one for itself
RETRY = 0.5  # seconds; a server that is started again is found so soon
CONNECT = 2.0  # seconds
BLOCK = 2.0  # seconds that one read waits for something new; a server that does not even say so has gone
LAST_FIRST = 8  # of so many jobs a worker takes one from behind, so that nothing waits for ever
MAKE_ROOM = 1.0  # seconds; another worker may have had room for the job meanwhile


class NoRoom(Exception):
    """As many jobs wait as may; ``of`` is the ``queue`` or the ``site``, or ``workers`` where there are none."""

    def __init__(self, of: str) -> None:
        super().__init__(of)
        self.of = of


@dataclass(frozen=True)
class Held:
    """An entry of a queue that this worker has."""

    priority: str
    entry: str
    deaths: Deaths

    @property
    def name(self) -> str:
        """As the scripts name it."""
        return f"{self.priority}/{self.entry}"


class FleetBroker(RedisStreamBroker):
    """``kick`` raises ``NoRoom`` and what redis raises; ``listen`` goes on whatever happens to the server.

    taskiq's own broker knows no priorities, looks for what dead workers have left only after something new has come,
    takes over what a worker has been at for long, and takes a hundred jobs at a time.
    """

    def __init__(
        self,
        url: str,
        *,
        lease: float = LEASE,
        name: str = "",
        max_queued: int = 64,
        max_of_site: int | None = None,
    ) -> None:
        super().__init__(
            url,
            queue_name=queue_name(PRIORITIES[0]),
            additional_streams=dict.fromkeys(map(queue_name, PRIORITIES[1:]), ">"),
            consumer_group_name=GROUP,
            consumer_name=f"{name}-{os.getpid()}-{token_hex(2)}",
            consumer_id="0",  # what was sent before the first worker came is not lost
            max_connection_pool_size=CONNECTIONS,
            socket_connect_timeout=CONNECT,
            socket_timeout=2 * BLOCK + CONNECT,
            protocol=2,
        )
        self.lease = lease
        self.name = name
        self.held: dict[str, Held] = {}
        self.is_leaving = False
        self.redis: Any = Redis(connection_pool=self.connection_pool)  # its types are those of every protocol at once
        self._max_queued = max_queued
        self._max_of_site = max_of_site or 0
        self._scripts = {name: self.redis.register_script(text) for name, text in _scripts().items()}
        self._taken = 0
        self._released = anyio.Event()
        # others that this server has not heard of either, as it was away, are heard of again until then
        self._bury_at = time.monotonic() + lease / 2
        self._complaints = Complaints(time.time)

    async def startup(self) -> None:
        """Nothing yet: ``run`` makes the group, as often as it is missing."""

    async def kick(self, message: BrokerMessage) -> None:
        """Put a job into the queue of its label ``priority``, where there is room; its other labels are for people."""
        priority, site, url = (str(message.labels[label]) for label in ("priority", "site", "url"))
        limits = (self._max_queued, self._max_of_site, round(2 * self.lease * 1000), round(MAX_WAIT * 1000))
        about = (site, url.encode("utf-8", "replace"), message.task_id, message.message)
        lacking = await self.run("submit", priority, *limits, *about)
        if lacking:
            raise NoRoom(lacking.decode())

    async def withdraw(self, job_id: str) -> None:
        """Nobody waits for a job any more."""
        await self.run("withdraw", job_id)

    async def run(self, script: str, *arguments: Any) -> Any:
        """A script of broker.lua."""
        try:
            return await self._scripts[script](keys=[NAMES], args=list(arguments))
        except ResponseError as error:
            if "NOGROUP" not in str(error) and "no such key" not in str(error):
                raise
            await self._declare_consumer_group()
            return await self._scripts[script](keys=[NAMES], args=list(arguments))

    async def now(self) -> float:
        """The server's clock, in seconds since the epoch."""
        seconds, micros = await self.redis.time()
        return float(seconds) + float(micros) / 1e6

    async def hold(self, about: str) -> tuple[str, set[str]]:
        """Say that this worker lives, and what it is; who wants it to end, and which jobs are not its own any more."""
        held = {job.name: job_id for job_id, job in self.held.items()}
        names = [part for job in self.held.values() for part in (job.priority, job.entry)]
        drain, *kept = await self.run("hold", self.consumer_name, round(self.lease * 1000), about, *names)
        return drain.decode(), set(held.values()) - {held[name.decode()] for name in kept}

    def release(self, job_id: str) -> None:
        """This worker is at the job no more."""
        self.held.pop(job_id, None)
        self._released.set()
        self._released = anyio.Event()

    async def give_back(self, job_id: str) -> None:
        """Let another worker have a job at once."""
        held = self.held[job_id]
        await self.run("give_back", self.consumer_name, held.priority, held.entry)

    async def leave(self) -> None:
        """Give back what is left, and close connections."""
        with suppress(RedisError, OSError):
            await self.run("leave", self.consumer_name)
        await self.shutdown()

    async def listen(self) -> AsyncGenerator[AckableMessage, None]:
        """One job after the other, those of dead workers too, until ``is_leaving``."""
        while not self.is_leaving:
            try:
                message = await self._next()
            except (RedisError, OSError) as error:
                if self._complaints.due("redis"):
                    logger.warning("The fleet's Redis cannot be asked: %s", error)
                self._bury_at = time.monotonic() + self.lease
                await anyio.sleep(RETRY)
                continue
            if message is not None:
                yield message

    async def _next(self) -> AckableMessage | None:
        while any(held.deaths.all for held in self.held.values()):
            await self._released.wait()  # whether it was that job shows when it is alone
        if time.monotonic() >= self._bury_at:
            await self.run("bury", self.consumer_name, round(self.lease * 1000))
            self._bury_at = time.monotonic() + self.lease / 4
        from_behind = self._taken % LAST_FIRST == LAST_FIRST - 1
        found = await self.run("take", self.consumer_name, len(self.held), int(from_behind))
        if not found:
            return None
        if found[0]:
            self._taken += 1
            return await self._accepted(*found)
        _, bell, makes_room = found
        if makes_room:
            with anyio.move_on_after(MAKE_ROOM):
                while self.held:
                    await self._released.wait()
            return None
        seconds = max(0.001, min(BLOCK, self._bury_at - time.monotonic()))
        await self.redis.xread({f"{NAMES}bell": bell}, count=1, block=max(1, round(seconds * 1000)))
        return None

    async def _accepted(
        self, priority: bytes, entry: bytes, data: bytes, alone: int, all_deaths: int, others: int
    ) -> AckableMessage | None:
        """The message in an entry; None where there is none."""
        held = Held(priority.decode(), entry.decode(), Deaths(alone, all_deaths, others))
        try:
            job_id = str(json.loads(data)["task_id"])
        except (KeyError, TypeError, ValueError):
            logger.warning("What is in the queue is no job: %.200r", data)
            await self.run("drop", held.priority, held.entry)
            return None
        self.held[job_id] = held
        return AckableMessage(data=data, ack=partial(self._refused, job_id))

    async def _refused(self, job_id: str) -> None:
        """taskiq itself acknowledges only what is no task of ours."""
        held = self.held.get(job_id)
        self.release(job_id)
        if held is not None:
            await self.run("drop", held.priority, held.entry)


def queue_name(priority: str) -> str:
    """The stream of a priority's jobs."""
    return f"{NAMES}jobs:{priority}"


def _scripts() -> dict[str, str]:
    """The scripts of broker.lua by name; what stands before the first belongs to each."""
    shared, *parts = (files(__package__) / "broker.lua").read_text().split("-- script ")
    return {name: shared + text for name, _, text in (part.partition("\n") for part in parts)}
