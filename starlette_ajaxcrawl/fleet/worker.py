"""A worker: takes jobs, renders them in processes of its own, and stores the results."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import anyio
from anyio import CancelScope, move_on_after
from redis.exceptions import RedisError
from taskiq import AcknowledgeType
from taskiq.exceptions import NoResultError
from taskiq.receiver import Receiver

from .. import __version__
from ..errors import RenderError, RendererUnavailable, SettingsError, UrlError
from ..events import Rendered
from ..renderers.base import Renderer
from ..renderers.process import values
from ..snapshot import Rendering
from .broker import MAX_WAIT, TASK, FleetBroker, Held
from .control import fingerprint, may_drain
from .jobs import Job, other_version, result_fields, to_job
from .origin import HttpOrigin, transport
from .signing import NotSigned, marker

logger = logging.getLogger(__name__)

GIVEN_UP_SECONDS = 600  # so long a page that has killed workers is not tried again, whoever asks
RETRY = 0.5  # seconds

Outcome = Rendering | RenderError | UrlError


class _GivenUp(RenderError):
    """The job kills workers."""


class Worker:
    """Renders ``concurrency`` jobs at once until ``stop``, and hands back what has not ended ``grace`` seconds later.

    Closes ``broker`` and ``renderer`` at its end.
    """

    def __init__(self, broker: FleetBroker, renderer: Renderer, key: str, *, concurrency: int, grace: float) -> None:
        self._broker = broker
        self._key = key
        self._grace = grace
        self._renderer = renderer
        self._transport = transport()
        self._stop = asyncio.Event()
        self._grace_is_over = asyncio.Event()
        self._running: dict[str, CancelScope] = {}
        self._handing_back = False
        self._places = concurrency
        self._started = time.monotonic()

        async def render(name: str) -> None:
            await self._do(name)
            raise NoResultError  # it is stored already, and acknowledged with that

        broker.register_task(render, task_name=TASK)
        self._receiver = Receiver(
            broker,
            max_async_tasks=concurrency,
            ack_type=AcknowledgeType.MANUAL,
            run_startup=True,
            validate_params=False,  # the broker itself says what is called with what
        )
        logging.getLogger("taskiq.receiver.receiver").setLevel(logging.ERROR)  # its lines are about its own workings

    def stop(self) -> None:
        """Take no more jobs; when it is called again, hand back at once what is being rendered."""
        if self._stop.is_set():
            self._grace_is_over.set()
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
                await self._transport.aclose()
                await self._broker.leave()

    async def _drain(self) -> None:
        await self._stop.wait()
        with move_on_after(self._grace):
            await self._grace_is_over.wait()
        self._handing_back = True
        for scope in list(self._running.values()):
            scope.cancel()

    async def _keep_leases(self) -> None:
        while True:
            with suppress(RedisError, OSError):
                drain, lost = await self._broker.hold(self._about())
                for name in lost & self._running.keys():
                    job = self._broker.held[name].job
                    logger.info("Job %s: nobody waits for it any more, or another worker has it", job)
                    self._running[name].cancel()
                if not self._stop.is_set() and may_drain(self._key, self._broker.consumer_name, drain):
                    logger.info("Worker %s is told to end", self._broker.consumer_name)
                    self.stop()
            await anyio.sleep(self._broker.lease / 4)

    def _about(self) -> str:
        up = time.monotonic() - self._started
        about = {"name": self._broker.name, "version": __version__, "places": self._places, "up": up}
        mark = fingerprint(self._key, self._broker.consumer_name)
        return json.dumps({**about, "leaving": self._stop.is_set(), "key": mark})

    async def _do(self, name: str) -> None:
        held = self._broker.held[name]
        try:
            with CancelScope() as scope:
                self._running[name] = scope
                if self._handing_back:
                    scope.cancel()
                job = self._job(held)
                outcome = None if job is None else await self._outcome(job, held)
                with CancelScope(shield=True):
                    await self._settle(held, job, outcome)
            if scope.cancelled_caught and self._handing_back:
                logger.info("Job %s is handed back", held.job)
                with move_on_after(2.0, shield=True), suppress(RedisError, OSError):
                    await self._broker.give_back(held)
        finally:
            self._running.pop(name, None)
            self._broker.release(name)

    def _job(self, held: Held) -> Job | None:
        """What is to be done; None where nobody is to hear of it."""
        try:
            job = to_job(self._key, held.text)
            if job.id != held.job:
                raise NotSigned("a job has another one's number")
            if not held.is_sent:
                raise NotSigned("a job was not sent, or a second time")
        except ValueError as error:
            logger.warning("A job is refused: %s", error)
            return None
        if not held.taken <= job.expires:
            logger.info("Job %s is refused: its time is over", job.id)
            return None
        return job

    async def _settle(self, held: Held, job: Job | None, outcome: Outcome | None) -> None:
        """Store the result, and take the job out of the queue with that."""
        if outcome is None or job is None:
            await self._asked(held, lambda: self._broker.drop(held))
            return
        word = "given_up" if isinstance(outcome, _GivenUp) else Rendered.of(job.url, "", 0.0, 0.0, outcome).outcome
        times = (round(MAX_WAIT * 1000), self._broker.name, word, GIVEN_UP_SECONDS)
        pairs = [item for pair in result_fields(self._key, job.id, outcome).items() for item in pair]
        about = (held.priority, held.entry, job.id, job.waiter, *times, *pairs)
        await self._asked(held, lambda: self._broker.run("finish", *about))

    async def _asked(self, held: Held, ask: Callable[[], Awaitable[Any]]) -> None:
        """Ask until the server answers, however long it is away: until then a job is not done."""
        while True:
            try:
                await ask()
                return
            except (RedisError, OSError) as error:
                self._broker.complain(error)
            if self._running[held.name].cancel_called:  # nobody waits for it any more, or another has it
                return
            await anyio.sleep(RETRY)

    async def _outcome(self, job: Job, held: Held) -> Outcome:
        if held.is_given_up or held.deaths.are_of_the_job:
            reason = "given up: workers have ended again and again while they rendered it"
            logger.error("Job %s is %s: %r", job.id, reason, job.url)
            return _GivenUp(job.url, reason)
        refusal = None
        if (job.version, job.protocol) != (__version__, values.PROTOCOL):
            refusal = other_version(__version__, job.version)
        elif job.expires > held.taken + MAX_WAIT:
            refusal = f"the worker takes no jobs that are good for more than {MAX_WAIT:.0f} s: lower deadline"
        if refusal:
            logger.warning("A job is refused: %s", refusal)
            return RendererUnavailable(job.url, refusal)
        return await self._rendered(job)

    async def _rendered(self, job: Job) -> Outcome:
        try:
            request = job.request
            mark = marker(self._key, job.url, job.site_expires)
            origin = HttpOrigin(self._transport, job.origin, mark, job.headers, request.settings.max_response_bytes)
            return await self._renderer.render(request, origin)
        except (RenderError, UrlError) as error:
            return error
        except SettingsError as error:
            return RendererUnavailable(job.url, f"the worker does not know the site's settings: {error}")
        except Exception as error:
            logger.exception("Job %s failed: %r", job.id, job.url)
            return RenderError(job.url, f"the worker failed: {type(error).__name__}")
