"""FleetRenderer: has workers render, by jobs in Redis; the web process has neither Java nor pages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from secrets import token_hex
from typing import TYPE_CHECKING, cast

import anyio
from anyio import CancelScope, move_on_after
from anyio.lowlevel import RunVar
from redis.exceptions import RedisError
from taskiq.exceptions import SendTaskError
from taskiq.kicker import AsyncKicker

from ..errors import RendererBusy, RenderError, RendererUnavailable, UrlError
from ..renderers.options import JAVA_SETTINGS
from ..renderers.places import STOPPING
from ..renderers.process.values import settings_text
from .broker import BLOCK, LEASE, TASK, FleetBroker, FleetFull, result_name
from .jobs import Job, job_text, to_outcome

if TYPE_CHECKING:
    from ..renderers.base import Origin, Show
    from ..settings import Settings
    from ..snapshot import Rendering, RenderRequest

logger = logging.getLogger(__name__)

QUEUE_SECONDS = 12.0  # beyond the deadline: for the queue, for a worker that is ended meanwhile, and for the way
RETRY = 0.1  # seconds; while the server is started again
WITHDRAW = 1.0  # seconds


class FleetRenderer:
    """A ``Renderer`` on asyncio. Pages ask the server at ``fleet_origin``, not the origin that ``render`` is given."""

    def __init__(self, settings: Settings) -> None:
        assert settings.fleet_key is not None
        assert settings.fleet_origin is not None
        self._settings = settings
        self._url = settings.renderer.removeprefix("taskiq+")
        self._key = settings.fleet_key.get_secret_value()
        self._origin = settings.fleet_origin
        self._brokers: RunVar[FleetBroker] = RunVar(f"ajaxcrawl fleet {id(self)}")  # connections belong to a loop
        self._closed = False

    def open(self) -> None:
        """Take renders again after ``close``; what they need starts with the first of them."""
        self._closed = False

    async def start(self) -> None:
        """Nothing is to be got ready here."""
        self.open()

    async def close(self) -> None:
        """Refuse further renders, and close the running event loop's connections."""
        self._closed = True
        broker = self._brokers.get(None)
        if broker is not None:
            self._brokers.set(cast("FleetBroker", None))
            await broker.shutdown()

    async def render(self, request: RenderRequest, origin: Origin) -> Rendering:
        """Have a worker render ``request.url``.

        Raises ``RendererBusy`` when the queue is full, ``RendererUnavailable`` when Redis cannot be asked, or no worker
        has answered in time; else as the worker's renderer does.
        """
        if self._closed:
            raise RendererBusy(request.url, STOPPING)
        broker = self._broker(request.url)
        limit = request.settings.deadline + LEASE + QUEUE_SECONDS
        job_id = token_hex(16)
        outcome = None
        try:
            with move_on_after(limit):
                job = await self._send(broker, job_id, request, limit)
                outcome = await self._outcome(broker, job)
        finally:
            if outcome is None:
                with CancelScope(shield=True), move_on_after(WITHDRAW), suppress(RedisError, OSError):
                    await broker.withdraw(job_id)
        if outcome is None:
            raise RendererUnavailable(request.url, f"no worker has answered within {limit:.0f} s")
        if isinstance(outcome, RenderError | UrlError):
            raise type(outcome)(
                request.url, outcome.reason, *([outcome.log] if isinstance(outcome, RenderError) else [])
            )
        return outcome

    @asynccontextmanager
    async def reuse(self, first: RenderRequest, origin: Origin) -> AsyncIterator[Show]:
        """Each state has a page of its own, perhaps on a worker of its own."""
        yield lambda request: self.render(request, origin)

    def _broker(self, url: str) -> FleetBroker:
        broker = self._brokers.get(None)
        if broker is None:
            if anyio.get_cancelled_exc_class() is not asyncio.CancelledError:
                raise RendererUnavailable(url, "taskiq+redis:// works on asyncio only")
            broker = FleetBroker(self._url, max_queued=self._settings.max_queued_renders)
            self._brokers.set(broker)
        return broker

    async def _send(self, broker: FleetBroker, job_id: str, request: RenderRequest, limit: float) -> Job:
        try:
            expires = await broker.now() + limit
            text = settings_text(request.settings, JAVA_SETTINGS)
            job = Job(job_id, request.url, text, request.headers, self._origin, expires)
            kicker: AsyncKicker[[str], None] = AsyncKicker(TASK, broker, {})
            await kicker.with_task_id(job_id).kiq(job_text(self._key, job))
            return job
        except (RedisError, OSError, SendTaskError) as error:
            cause = error.__cause__ if isinstance(error, SendTaskError) else error
            if isinstance(cause, FleetFull):
                reason = f"{self._settings.max_queued_renders} renders wait in the fleet already (max_queued_renders)"
                raise RendererBusy(request.url, reason) from None
            raise RendererUnavailable(request.url, f"the fleet's Redis cannot be asked: {cause}") from error

    async def _outcome(self, broker: FleetBroker, job: Job) -> Rendering | RenderError | UrlError:
        """The result, as soon as it is there; a server that is started again still has it."""
        name = result_name(job.id)
        while True:
            try:
                answer = await broker.redis.xread({name: "0"}, count=1, block=round(BLOCK * 1000))
            except (RedisError, OSError):
                await anyio.sleep(RETRY)
                continue
            if answer:
                outcome = to_outcome(self._key, job, answer[0][1][0][1])
                with suppress(RedisError, OSError):
                    await broker.redis.xtrim(name, maxlen=0)  # what stays tells that the job is done
                return outcome
