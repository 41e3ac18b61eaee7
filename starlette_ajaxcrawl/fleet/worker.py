"""A worker: takes jobs, renders them in processes of its own, and stores the results."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Annotated, Any, cast

import anyio
from anyio import CancelScope, move_on_after
from redis.exceptions import RedisError
from taskiq import AcknowledgeType, Context, TaskiqDepends
from taskiq.exceptions import NoResultError
from taskiq.receiver import Receiver

from .. import __version__
from ..errors import RenderError, RendererUnavailable, SettingsError, UrlError
from ..renderers.base import Renderer
from ..renderers.process import values
from ..snapshot import Rendering
from .broker import DELIVERIES, GROUP, MAX_POISON, POISON, TASK, FleetBroker, result_name
from .jobs import Job, result_fields, to_job
from .origin import HttpOrigin
from .signing import NotSigned

logger = logging.getLogger(__name__)

RESULT_SECONDS = 300.0  # a job's result stays so long: a job that is sent again by someone else is known by it
MAX_WAIT = 240.0  # seconds that a job may be good for
RETRY = 0.5  # seconds

Outcome = Rendering | RenderError | UrlError


class Worker:
    """Renders ``concurrency`` jobs at once until ``stop``, and hands back what has not ended ``grace`` seconds later.

    Closes ``broker`` and ``renderer`` at its end.
    """

    def __init__(self, broker: FleetBroker, renderer: Renderer, key: str, *, concurrency: int, grace: float) -> None:
        self._broker = broker
        self._key = key
        self._grace = grace
        self._renderer = renderer
        self._stop = asyncio.Event()
        self._running: dict[str, CancelScope] = {}
        self._handing_back = False

        async def render(job: str, context: Annotated[Context, TaskiqDepends()]) -> None:
            await self._do(context.message.task_id, job)
            raise NoResultError  # it is stored already, and acknowledged with that

        broker.register_task(render, task_name=TASK)
        self._receiver = Receiver(
            broker, max_async_tasks=concurrency, ack_type=AcknowledgeType.MANUAL, run_startup=True
        )
        logging.getLogger("taskiq.receiver.receiver").setLevel(logging.ERROR)  # its lines are about its own workings

    def stop(self) -> None:
        """Take no more jobs."""
        self._broker.is_leaving = True
        self._stop.set()

    async def run(self) -> None:
        """Work until all is done after ``stop``."""
        logger.info("Worker %s of version %s waits for jobs", self._broker.consumer_name, __version__)
        try:
            async with anyio.create_task_group() as group:
                group.start_soon(self._keep_leases)
                group.start_soon(self._drain)
                await self._receiver.listen(self._stop)
                group.cancel_scope.cancel()
        finally:
            with CancelScope(shield=True):
                await self._renderer.close()
                await self._broker.leave()

    async def _drain(self) -> None:
        await self._stop.wait()
        await anyio.sleep(self._grace)
        self._handing_back = True
        for scope in list(self._running.values()):
            scope.cancel()

    async def _keep_leases(self) -> None:
        while True:
            await anyio.sleep(self._broker.lease / 4)
            held = list(self._broker.held)
            with suppress(RedisError, OSError):
                kept = await self._broker.hold(0.0, *held)
                for job_id in set(held) - kept:
                    logger.info("Job %s: nobody waits for it any more, or another worker has it", job_id)
                    if job_id in self._running:
                        self._running[job_id].cancel()

    async def _do(self, task_id: str, signed: str) -> None:
        held = self._broker.held.get(task_id)
        try:
            if held is None:
                return
            with CancelScope() as scope:
                self._running[task_id] = scope
                outcome = await self._outcome(task_id, signed, held.deliveries)
                with CancelScope(shield=True):
                    await self._settle(task_id, held.entry, outcome)
            if scope.cancelled_caught and self._handing_back:
                logger.info("Job %s is handed back", task_id)
                with move_on_after(2.0, shield=True), suppress(RedisError, OSError):
                    await self._broker.hold(self._broker.lease, task_id)
        finally:
            self._running.pop(task_id, None)
            self._broker.held.pop(task_id, None)

    async def _settle(self, task_id: str, entry: bytes, outcome: Outcome | None) -> None:
        """Store the result, and take the job out of the queue with that."""
        if outcome is None:
            await self._asked(lambda: self._broker.run("drop", GROUP, entry))
            return
        pairs = [item for pair in result_fields(self._key, task_id, outcome).items() for item in pair]
        milliseconds, name = round(RESULT_SECONDS * 1000), result_name(task_id)
        await self._asked(lambda: self._broker.run("finish", GROUP, entry, milliseconds, *pairs, result=name))

    async def _asked(self, ask: Callable[[], Awaitable[Any]]) -> Any:
        """What the server answers, however long it is away: until then a job is not done."""
        while True:
            with suppress(RedisError, OSError):
                return await ask()
            await anyio.sleep(RETRY)

    async def _outcome(self, task_id: str, signed: str, deliveries: int) -> Outcome | None:
        """What becomes of a job; None where nobody is to hear of it."""
        try:
            job = to_job(self._key, signed)
            if job.id != task_id:
                raise NotSigned("a job has another one's number")
        except ValueError as error:
            logger.warning("A job is refused: %s", error)
            return None
        now = await self._asked(self._broker.now)
        if not now <= job.expires <= now + MAX_WAIT:
            logger.info("Job %s is refused: its time is over", task_id)
            return None
        if await self._asked(lambda: self._broker.redis.exists(result_name(task_id))):
            return (
                None  # stored by a worker that was ended before it could say so, or sent a second time by someone else
            )
        if deliveries > DELIVERIES:
            return await self._given_up(job)
        if (job.version, job.protocol) != (__version__, values.PROTOCOL):
            reason = f"the worker has version {__version__} of the package, the site has {job.version}"
            logger.warning("A job is refused: %s", reason)
            return RendererUnavailable(job.url, reason)
        return await self._rendered(job, job.expires - now)

    async def _given_up(self, job: Job) -> RenderError:
        reason = f"given up: {DELIVERIES} workers have ended while they rendered it"
        logger.error("Job %s is %s: %r", job.id, reason, job.url)
        note = {"job": job.id, "url": job.url.encode("utf-8", "replace"), "origin": job.origin, "version": job.version}
        await self._asked(lambda: self._broker.redis.xadd(POISON, cast("Any", note), maxlen=MAX_POISON))
        return RenderError(job.url, reason)

    async def _rendered(self, job: Job, seconds: float) -> Outcome:
        try:
            request = job.request
            limit = request.settings.max_response_bytes
            async with HttpOrigin(job.origin, job.url, self._key, seconds, job.headers, limit) as origin:
                return await self._renderer.render(request, origin)
        except (RenderError, UrlError) as error:
            return error
        except SettingsError as error:
            return RendererUnavailable(job.url, f"the worker does not know the site's settings: {error}")
        except Exception as error:
            logger.exception("Job %s failed: %r", job.id, job.url)
            return RenderError(job.url, f"the worker failed: {type(error).__name__}")
