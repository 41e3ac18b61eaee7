"""A service with a clock, stores and pages that a test has in hand."""

from dataclasses import replace

import anyio

from starlette_ajaxcrawl.errors import (
    StoreError,
)
from starlette_ajaxcrawl.renderers.base import OriginRequest, OriginResponse
from starlette_ajaxcrawl.renderers.fake import FakeRenderer
from starlette_ajaxcrawl.service import SnapshotService
from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.snapshot import RenderRequest, Snapshot
from starlette_ajaxcrawl.stores import MemoryStore

URL = "http://site.example/#!/a"
NOW = 1_000_000.0


class NoOrigin:
    async def fetch(self, request: OriginRequest, *, timeout: float) -> OriginResponse:
        raise AssertionError("not asked")


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


class BrokenStore(MemoryStore):
    def __init__(self) -> None:
        super().__init__(1 << 20)
        self.asked = 0

    async def get(self, key):
        self.asked += 1
        raise StoreError("gone")

    async def put(self, key, snapshot):
        self.asked += 1
        raise OSError("disk full")


class SlowStore(MemoryStore):
    """Answers the first look only when told, with what it held when it was asked."""

    def __init__(self) -> None:
        super().__init__(1 << 20)
        self.looks = 0
        self.looking = anyio.Event()
        self.answer = anyio.Event()

    async def get(self, key):
        self.looks += 1
        found = await super().get(key)
        if self.looks == 1:
            self.looking.set()
            await self.answer.wait()
        return found


def page(url: str = URL, **changes) -> Snapshot:
    return replace(Snapshot(url, "html", 200, (), b"<p>a", NOW), **changes)


def ask(settings: Settings | None = None, url: str = URL) -> RenderRequest:
    return RenderRequest(url, settings or Settings())


async def until(condition) -> None:
    with anyio.fail_after(5):
        while not condition():
            await anyio.lowlevel.checkpoint()


def make(renderer: FakeRenderer, clock: Clock, store=None) -> SnapshotService:
    return SnapshotService(renderer, MemoryStore(1 << 20) if store is None else store, clock)
