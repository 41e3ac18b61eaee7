"""The queue of jobs: taskiq's broker for Redis streams, with priorities, and leases that are kept."""

from __future__ import annotations

import logging
import os
import time
from collections.abc import AsyncGenerator
from contextlib import suppress
from functools import partial
from importlib.resources import files
from secrets import token_hex
from typing import Any, NamedTuple, get_args

import anyio
from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError
from taskiq import AckableMessage
from taskiq.abc.formatter import TaskiqFormatter
from taskiq.message import BrokerMessage, TaskiqMessage
from taskiq_redis import RedisStreamBroker

from .. import __version__
from ..complaints import Complaints
from ..renderers.process.values import PROTOCOL
from ..snapshot import Priority
from .deaths import Deaths

logger = logging.getLogger(__name__)

NAMES = f"{{ajaxcrawl-fleet:{PROTOCOL}}}:"  # the braces keep all keys in one slot of a cluster
PRIORITIES: tuple[Priority, ...] = get_args(Priority)
POISON = f"{NAMES}given-up"  # a stream
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
CLOCK = 60.0  # seconds after which the server is asked for the time again
WANTED = 60.0  # seconds that a page which a crawler waits for is remembered


class NoRoom(Exception):
    """As many jobs wait as may; ``of`` is the ``queue`` or the ``site``, or ``workers`` where there are none.

    It is ``version`` where those that there are have another one, which is ``version`` of this.
    """

    def __init__(self, of: str, version: str = "") -> None:
        super().__init__(of)
        self.of = of
        self.version = version


class Held(NamedTuple):
    """An entry of a queue that this worker has, as it was at ``taken``, in seconds since the epoch.

    Nothing of it is known to be true but that it was in the server: ``text`` may be no job, ``job`` another one's
    number. ``is_sent``: it was put there once and in the right way. ``is_given_up``: workers have died of its page.
    """

    priority: str
    entry: str
    job: str
    text: str
    taken: float
    is_sent: bool
    is_given_up: bool
    deaths: Deaths

    @property
    def name(self) -> str:
        """As the scripts name it."""
        return f"{self.priority}/{self.entry}"


class _Names(TaskiqFormatter):
    """Has taskiq pass on jobs as they are, and names of what is held: a queue's content does not say what is called."""

    def dumps(self, message: TaskiqMessage) -> BrokerMessage:
        text = message.args[0].encode()
        return BrokerMessage(task_id=message.task_id, task_name=TASK, message=text, labels=message.labels)

    def loads(self, message: bytes) -> TaskiqMessage:
        name = message.decode()
        return TaskiqMessage(task_id=name, task_name=TASK, labels={}, args=[name], kwargs={})


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
        self.version = __version__
        self.held: dict[str, Held] = {}
        self.is_leaving = False
        self.redis: Any = Redis(connection_pool=self.connection_pool)  # its types are those of every protocol at once
        self._max_queued = max_queued
        self._max_of_site = max_of_site or 0
        self._scripts = {name: self.redis.register_script(text) for name, text in _scripts().items()}
        self.formatter = _Names()
        self._clock = (-CLOCK, -CLOCK, 0.0)  # when the server was asked, by both clocks here, and what it said
        self._taken = 0
        self._there_may_be_more = True
        self._released = anyio.Event()
        # others that this server has not heard of either, as it was away, are heard of again until then
        self._bury_at = time.monotonic() + lease / 2
        self._complaints = Complaints(time.time)

    async def startup(self) -> None:
        """Nothing yet: ``run`` makes the group, as often as it is missing."""

    async def kick(self, message: BrokerMessage) -> None:
        """Put a job into the queue of its label ``priority``, where there is room; its other labels are for people."""
        label = message.labels
        limits = (self._max_queued, self._max_of_site, *map(_milliseconds, (2 * self.lease, MAX_WAIT)))
        url = str(label["url"]).encode("utf-8", "replace")
        about = (label["version"], label["site"], label["page"], url, message.task_id, message.message)
        now, lacking, *more = await self.run("submit", label["priority"], *limits, *about)
        self._clock = (time.monotonic(), time.time(), now / 1000)
        if lacking:
            raise NoRoom(lacking.decode(), *(version.decode() for version in more))

    async def hurry(self, page: str) -> None:
        """Have what is rendered of ``page`` behind crawlers' jobs go with them."""
        await self.run("hurry", page, _milliseconds(WANTED))

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
        here, there = time.monotonic(), time.time()
        passed = here - self._clock[0]
        if passed > CLOCK or abs(there - self._clock[1] - passed) > 1.0:  # the machine's clock was set, or has slept
            seconds, micros = await self.redis.time()
            self._clock = (here, there, float(seconds) + float(micros) / 1e6)
            passed = 0.0
        return self._clock[2] + passed

    async def hold(self, about: str) -> tuple[str, set[str]]:
        """Say that this worker lives, and what it is; who wants it to end, and the names of jobs it has lost."""
        held = set(self.held)
        names = [part for name in held for part in name.split("/")]
        who = (self.consumer_name, self.version, _milliseconds(self.lease))
        drain, *kept = await self.run("hold", *who, about, *names)
        return drain.decode(), held - {name.decode() for name in kept}

    def release(self, name: str) -> None:
        """This worker is at the job no more."""
        self.held.pop(name, None)
        self._released.set()
        self._released = anyio.Event()

    def complain(self, error: Exception) -> None:
        """Say in the log what the server does not do."""
        if self._complaints.due("redis"):
            logger.warning("The fleet's Redis cannot be asked: %s", error)

    async def give_back(self, held: Held) -> None:
        """Let another worker have a job at once."""
        await self.run("give_back", self.consumer_name, held.priority, held.entry)

    async def drop(self, held: Held) -> None:
        """Take a job out of its queue: nobody is to hear of it."""
        await self.run("drop", held.priority, held.entry, held.job)

    async def leave(self) -> None:
        """Give back what is left, and close connections."""
        with suppress(RedisError, OSError):
            await self.run("leave", self.consumer_name, self.version)
        await self.shutdown()

    async def listen(self) -> AsyncGenerator[AckableMessage, None]:
        """One job after the other, those of dead workers too, until ``is_leaving``."""
        while not self.is_leaving:
            try:
                message = await self._next()
            except (RedisError, OSError) as error:
                self.complain(error)
                self._bury_at = time.monotonic() + self.lease
                self._there_may_be_more = True
                await anyio.sleep(RETRY)
                continue
            if message is not None:
                yield message

    async def _next(self) -> AckableMessage | None:
        while any(held.deaths.all for held in self.held.values()):
            await self._released.wait()  # whether it was that job shows when it is alone
        if time.monotonic() >= self._bury_at:
            await self.run("bury", self.consumer_name, _milliseconds(self.lease))
            self._bury_at = time.monotonic() + self.lease / 4
        woken = None
        if not self._there_may_be_more:
            seconds = max(0.001, min(BLOCK, self._bury_at - time.monotonic()))
            woken = await self.redis.blpop([f"{NAMES}bell:{self.version}"], seconds)
        from_behind = self._taken % LAST_FIRST == LAST_FIRST - 1
        how = (len(self.held), int(from_behind), _milliseconds(2 * self.lease), int(woken is not None))
        more, *found = await self.run("take", self.consumer_name, self.version, *how)
        self._there_may_be_more = more > 0
        if len(found) > 1:
            self._taken += 1
            return self._accepted(*found)
        if found[0]:
            with anyio.move_on_after(MAKE_ROOM):
                while self.held:
                    await self._released.wait()
        return None

    def _accepted(
        self, priority: bytes, entry: bytes, job: bytes, text: bytes, now: int, sent: int, given_up: int, *deaths: int
    ) -> AckableMessage:
        name, number, its_job, its_text = (word.decode("utf-8", "replace") for word in (priority, entry, job, text))
        held = Held(name, number, its_job, its_text, now / 1000, bool(sent), bool(given_up), Deaths(*deaths))
        self.held[held.name] = held
        return AckableMessage(data=held.name.encode(), ack=partial(self.release, held.name))


def queue_name(priority: str) -> str:
    """The stream of a priority's jobs."""
    return f"{NAMES}jobs:{priority}"


def _milliseconds(seconds: float) -> int:
    return round(seconds * 1000)


def _scripts() -> dict[str, str]:
    """The scripts of broker.lua by name; what stands before the first belongs to each."""
    shared, *parts = (files(__package__) / "broker.lua").read_text().split("-- script ")
    return {name: shared + text for name, _, text in (part.partition("\n") for part in parts)}
