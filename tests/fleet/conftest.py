"""A real Redis server, a site's renderer, and workers that render nothing."""

from __future__ import annotations

from contextlib import asynccontextmanager
from functools import partial

import anyio
import pytest
from redis_server import RedisServer

from starlette_ajaxcrawl import FakeRenderer, RenderRequest, Settings, __version__
from starlette_ajaxcrawl.fleet.broker import NAMES, FleetBroker
from starlette_ajaxcrawl.fleet.renderer import FleetRenderer
from starlette_ajaxcrawl.fleet.worker import Worker

KEY = "a-key-of-sixteen-or-more"
URL = "http://shop.example/#!/a"


@pytest.fixture
def anyio_backend():
    return "asyncio"


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    with RedisServer(tmp_path_factory.mktemp("redis")) as running:
        yield running


@pytest.fixture
def redis(server):
    server.empty()
    return server


@pytest.fixture
async def fleet(redis):
    one = Fleet(redis.url)
    await one.has_had_a_worker()
    yield one
    await one.renderer.close()


class Fleet:
    """A site whose workers are started by the tests, in the same event loop."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.settings = self.changed()
        self.renderer = FleetRenderer(self.settings)
        self.workers: list[Worker] = []

    def changed(self, **changes) -> Settings:
        given = {"renderer": f"taskiq+{self.url}", "fleet_origin": "http://127.0.0.1:9", "fleet_key": KEY, **changes}
        return Settings(_env_file=None, _environment=False, **given)

    def broker(self, lease=1.0, name=""):
        return FleetBroker(self.url, lease=lease, name=name)

    async def ask(self, url=URL, priority="crawler", **changes):
        """The body of a snapshot."""
        settings = self.settings.changed(**changes) if changes else self.settings
        return (await self.renderer.render(RenderRequest(url, settings, (), priority), None)).snapshot.body

    @asynccontextmanager
    async def working(self, renderer=None, *, lease=1.0, key=KEY, grace=5.0, places=2, name="", version=__version__):
        """A worker within the block; it ends well."""
        broker = self.broker(lease, name)
        broker.version = version
        worker = Worker(broker, renderer or shows(), key, concurrency=places, grace=grace)
        async with anyio.create_task_group() as group:
            group.start_soon(worker.run)
            try:
                yield worker
            finally:
                worker.stop()

    async def has_had_a_worker(self):
        """Without one renders are refused at once; no test takes an hour."""
        broker = self.broker()
        await broker.redis.zadd(f"{NAMES}versions", {__version__: round((await broker.now() + 3600) * 1000)})
        await broker.shutdown()

    async def dies_with(self, jobs=1):
        """A worker takes jobs and is never heard of again."""
        broker = self.broker()
        taken = 0
        async for _ in broker.listen():
            taken += 1
            if taken == jobs:
                break
        await broker.shutdown()
        return broker.held


def shows(text="shown"):
    return FakeRenderer(lambda url: f"<p>{text}")


def waiting(seconds=20):
    return partial(anyio.fail_after, seconds)
