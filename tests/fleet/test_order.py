"""Who goes first in a fleet, and how much one site may have of it."""

from contextlib import asynccontextmanager

import anyio
import pytest

from fleet.conftest import URL, shows
from starlette_ajaxcrawl import RendererBusy, RenderRequest
from starlette_ajaxcrawl.fleet.broker import LAST_FIRST
from starlette_ajaxcrawl.fleet.renderer import FleetRenderer
from starlette_ajaxcrawl.service import SnapshotService
from starlette_ajaxcrawl.stores.memory import MemoryStore
from starlette_ajaxcrawl.stores.redis import RedisStore

pytestmark = pytest.mark.anyio


async def until_waiting(fleet, number):
    with anyio.fail_after(60):
        while sum(queue.waiting for queue in (await fleet.renderer.report()).queues.values()) < number:  # noqa: ASYNC110 - nothing tells
            await anyio.sleep(0.01)


async def rendered_in_turn(fleet, urls_and_priorities):
    """The URLs in the order in which a worker has rendered them that came after all were sent."""
    renderer = shows()
    async with anyio.create_task_group() as group:
        for number, (url, priority) in enumerate(urls_and_priorities):
            group.start_soon(fleet.ask, url, priority)
            await until_waiting(fleet, number + 1)
        async with fleet.working(renderer, places=1), anyio.create_task_group() as waiting:
            waiting.start_soon(until_done, renderer, len(urls_and_priorities))
    return [request.url for request in renderer.requests]


async def until_done(renderer, number):
    with anyio.fail_after(60):
        while len(renderer.requests) < number:  # noqa: ASYNC110 - nothing tells
            await anyio.sleep(0.01)


async def test_crawlers_go_before_refreshes_and_those_before_archives(fleet):
    sent = [(f"{URL}{priority}", priority) for priority in ("archive", "refresh", "crawler")]
    assert await rendered_in_turn(fleet, sent) == [f"{URL}{which}" for which in ("crawler", "refresh", "archive")]


async def test_what_waits_behind_others_gets_a_place_now_and_then(fleet):
    crawlers = [(f"{URL}{number}", "crawler") for number in range(LAST_FIRST + 1)]
    order = await rendered_in_turn(fleet, [(f"{URL}archive", "archive"), *crawlers])
    assert order.index(f"{URL}archive") == LAST_FIRST - 1


async def test_a_full_queue_of_archives_lets_crawlers_in(fleet):
    fleet.renderer = FleetRenderer(fleet.changed(max_queued_renders=1))
    async with waiting_in(fleet, f"{URL}archive", "archive") as archived:
        with pytest.raises(RendererBusy, match="1 renders wait in the fleet"):
            await fleet.ask(f"{URL}other", "archive")
        async with fleet.working():
            assert await fleet.ask() == b"<p>shown"
            await archived.wait()


async def test_a_site_has_so_many_jobs_and_another_gets_its_own(fleet):
    fleet.renderer = FleetRenderer(fleet.changed(fleet_max_jobs=1))
    other = FleetRenderer(fleet.changed(fleet_max_jobs=1, fleet_origin="http://127.0.0.1:10"))
    async with waiting_in(fleet, URL, "crawler") as done:
        with anyio.fail_after(20), pytest.raises(RendererBusy, match=r"1 jobs of the site .*fleet_max_jobs"):
            await fleet.ask()
        async with fleet.working():
            rendering = await other.render(RenderRequest(URL, fleet.settings), None)
            assert rendering.snapshot.body == b"<p>shown"
            await done.wait()
            assert await fleet.ask() == b"<p>shown"
    await other.close()


@asynccontextmanager
async def waiting_in(fleet, url, priority):
    """A job waits in the queue; the event is set once it is done."""
    done = anyio.Event()

    async def ask():
        await fleet.ask(url, priority)
        done.set()

    with anyio.fail_after(60):
        async with anyio.create_task_group() as group:
            group.start_soon(ask)
            await until_waiting(fleet, 1)
            yield done


async def test_what_replaces_a_snapshot_that_is_kept_is_a_refresh(fleet):
    renderer = shows()
    service = SnapshotService(renderer, MemoryStore(1 << 20))
    request = RenderRequest(URL, fleet.settings)
    await service.get(request, URL, None)
    await service.refresh(request, URL, None)
    assert [request.priority for request in renderer.requests] == ["crawler", "refresh"]


class SendsLate:
    """A fleet's renderer that sends jobs once it may."""

    def __init__(self, renderer):
        self.hurry = renderer.hurry
        self.asked, self.may_send = anyio.Event(), anyio.Event()
        self._render = renderer.render

    async def render(self, request, origin):
        self.asked.set()
        await self.may_send.wait()
        return await self._render(request, origin)


@pytest.mark.parametrize("is_sent", [True, False], ids=["waits already", "comes to the queue later"])
@pytest.mark.parametrize("elsewhere", [False, True], ids=["of the same process", "of another process"])
async def test_a_refresh_that_a_crawler_waits_for_goes_first_and_is_rendered_once(fleet, redis, is_sent, elsewhere):
    renderer, late, second = shows(), SendsLate(fleet.renderer), FleetRenderer(fleet.settings)
    one = SnapshotService(late, RedisStore(redis.url, 1 << 20))
    other = SnapshotService(second, RedisStore(redis.url, 1 << 20)) if elsewhere else one
    request = RenderRequest(f"{URL}wanted", fleet.settings)

    async def wanted():
        with redis.client() as client:
            while not client.keys("*wanted:*"):  # noqa: ASYNC110 - nothing tells
                await anyio.sleep(0.01)

    async def is_first():
        while (await fleet.renderer.report()).queues["crawler"].waiting != 1:  # noqa: ASYNC110 - nothing tells
            await anyio.sleep(0.01)

    with anyio.fail_after(60):
        async with anyio.create_task_group() as group:
            group.start_soon(fleet.ask, f"{URL}first", "refresh")
            await until_waiting(fleet, 1)
            group.start_soon(one.refresh, request, request.url, None)
            await late.asked.wait()
            if is_sent:
                late.may_send.set()
                await until_waiting(fleet, 2)
            group.start_soon(other.get, request, request.url, None)
            await wanted()
            late.may_send.set()
            await is_first()
            async with fleet.working(renderer, places=1):
                await until_done(renderer, 2)
    await second.close()
    assert [request.url for request in renderer.requests] == [f"{URL}wanted", f"{URL}first"]
