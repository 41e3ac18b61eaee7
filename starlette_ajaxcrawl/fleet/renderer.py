"""FleetRenderer: has workers render, by jobs in Redis; the web process has neither Java nor pages."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from secrets import token_hex
from typing import TYPE_CHECKING, NamedTuple, cast

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
from .broker import LEASE, TASK, FleetBroker, NoRoom
from .jobs import Job, job_text, other_version, page_name, to_outcome
from .report import FleetReport, report
from .results import Results

if TYPE_CHECKING:
    from ..renderers.base import Origin, Show
    from ..settings import Settings
    from ..snapshot import Rendering, RenderRequest

QUEUE_SECONDS = 12.0  # beyond the deadline: for the queue, for a worker that is ended meanwhile, and for the way
BEHIND_SECONDS = 200.0  # the same for what others go before
WITHDRAW = 1.0  # seconds


class _Line(NamedTuple):
    broker: FleetBroker
    results: Results


class FleetRenderer:
    """A ``Renderer`` on asyncio. Pages ask the server at ``fleet_origin``, not the origin that ``render`` is given."""

    def __init__(self, settings: Settings) -> None:
        assert settings.fleet_key is not None
        assert settings.fleet_origin is not None
        self._settings = settings
        self._url = settings.renderer.removeprefix("taskiq+")
        self._key = settings.fleet_key.get_secret_value()
        self._origin = settings.fleet_origin
        self._lines: RunVar[_Line] = RunVar(f"ajaxcrawl fleet {id(self)}")  # connections belong to a loop
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
        line = self._lines.get(None)
        if line is not None:
            self._lines.set(cast("_Line", None))
            line.results.close()
            await line.broker.shutdown()

    async def report(self) -> FleetReport:
        """How the fleet is. Raises ``RendererUnavailable`` where Redis cannot be asked."""
        try:
            return await report(self._line("").broker)
        except (RedisError, OSError) as error:
            raise RendererUnavailable("", f"the fleet's Redis cannot be asked: {error}") from error

    async def render(self, request: RenderRequest, origin: Origin) -> Rendering:
        """Have a worker render ``request.url``.

        Raises ``RendererBusy`` when the queue is full, ``RendererUnavailable`` when Redis cannot be asked, there is no
        worker, or none has answered in time; else as the worker's renderer does.
        """
        if self._closed:
            raise RendererBusy(request.url, STOPPING)
        broker, results = self._line(request.url)
        more = QUEUE_SECONDS if request.priority == "crawler" else BEHIND_SECONDS
        limit = request.settings.deadline + LEASE + more
        job_id = token_hex(16)
        outcome = None
        try:
            async with results.expect(job_id) as result:
                with move_on_after(limit):
                    job = await self._send(broker, job_id, request, results.waiter, limit)
                    outcome = to_outcome(self._key, job, await result())
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
        # a worker's clock may be wrong, and its snapshot would seem old, or of the future
        return replace(outcome, snapshot=replace(outcome.snapshot, created=time.time()))

    async def hurry(self, request: RenderRequest) -> None:
        """Have ``request.url``, where it waits behind crawlers' renders, wait with them; nothing where it does not."""
        with suppress(RedisError, OSError):
            await self._line(request.url).broker.hurry(page_name(request))

    @asynccontextmanager
    async def reuse(self, first: RenderRequest, origin: Origin) -> AsyncIterator[Show]:
        """Each state has a page of its own, perhaps on a worker of its own."""
        yield lambda request: self.render(request, origin)

    def _line(self, url: str) -> _Line:
        line = self._lines.get(None)
        if line is None:
            if anyio.get_cancelled_exc_class() is not asyncio.CancelledError:
                raise RendererUnavailable(url, "taskiq+redis:// works on asyncio only")
            settings = self._settings
            most, of_site = settings.max_queued_renders, settings.fleet_max_jobs
            broker = FleetBroker(self._url, max_queued=most, max_of_site=of_site)
            line = _Line(broker, Results(broker.redis))
            self._lines.set(line)
        return line

    async def _send(self, broker: FleetBroker, job_id: str, request: RenderRequest, waiter: str, limit: float) -> Job:
        try:
            expires = await broker.now() + limit
            text = settings_text(request.settings, JAVA_SETTINGS)
            job = Job(job_id, request.url, text, request.headers, self._origin, waiter, expires, time.time() + limit)
            about = {"site": self._origin, "page": page_name(request), "url": request.url, "version": broker.version}
            labels = {"priority": request.priority, **about}
            kicker: AsyncKicker[[str], None] = AsyncKicker(TASK, broker, labels)
            await kicker.with_task_id(job_id).kiq(job_text(self._key, job))
            return job
        except (RedisError, OSError, SendTaskError) as error:
            cause = error.__cause__ if isinstance(error, SendTaskError) else error
            if isinstance(cause, NoRoom):
                raise self._no_room(request.url, cause, broker.version) from None
            raise RendererUnavailable(request.url, f"the fleet's Redis cannot be asked: {cause}") from error

    def _no_room(self, url: str, lack: NoRoom, version: str) -> RenderError:
        settings = self._settings
        if lack.of == "workers":
            return RendererUnavailable(url, "the fleet has no worker: start one with starlette-ajaxcrawl worker")
        if lack.of == "version":
            return RendererUnavailable(url, other_version(lack.version, version))
        if lack.of == "site":
            return RendererBusy(url, f"{settings.fleet_max_jobs} jobs of the site are in the fleet (fleet_max_jobs)")
        reason = f"{settings.max_queued_renders} renders wait in the fleet already (max_queued_renders)"
        return RendererBusy(url, reason)
