"""The service and what is kept: stale snapshots, one render among those who share a store, purges in mid-render."""

from dataclasses import replace

import anyio
import pytest
from service_calls import URL, Clock, NoOrigin, ask, make, page, until

from starlette_ajaxcrawl import keeping
from starlette_ajaxcrawl.errors import RenderError, RendererUnavailable, StoreError, UrlError
from starlette_ajaxcrawl.renderers.fake import FakeRenderer
from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.stores import MemoryStore

pytestmark = pytest.mark.anyio

STALE = Settings(_environment=False, max_age=60, stale_while_revalidate=60, stale_if_error=600)
LONG = b"<p>" + b"long " * 1000


@pytest.fixture
def clock() -> Clock:
    return Clock()


async def idle(*services) -> None:
    await until(lambda: not any(service.in_flight for service in services))


async def test_a_stale_snapshot_is_given_at_once_and_rendered_anew_once_behind_it(clock):
    renderer = FakeRenderer(lambda url: page(body=b"%d" % len(renderer.requests), created=clock.now))
    service = make(renderer, clock)
    await service.get(ask(STALE), "k", NoOrigin())
    clock.now += 61
    answers = [await service.kept(ask(STALE), "k", NoOrigin) for _ in range(5)]
    assert [(answer.outcome, answer.snapshot.body) for answer in answers] == [("stale", b"1")] * 5
    await idle(service)
    assert len(renderer.requests) == 2
    fresh = await service.kept(ask(STALE), "k", NoOrigin)
    assert (fresh.outcome, fresh.snapshot.body) == ("hit", b"2")


async def test_what_renews_a_stale_snapshot_goes_on_when_one_who_joined_it_leaves(clock):
    renderer = FakeRenderer(lambda url: page(created=clock.now))
    service = make(renderer, clock)
    await service.get(ask(STALE), "k", NoOrigin())
    renderer.wait = anyio.Event()
    clock.now += 61
    await service.kept(ask(STALE), "k", NoOrigin)
    with anyio.move_on_after(0.01):
        await service.get(ask(STALE), "k", NoOrigin())
    renderer.wait.set()
    await idle(service)
    assert (await service.kept(ask(STALE), "k")).outcome == "hit"
    assert renderer.cancelled == []


@pytest.mark.parametrize(
    "trouble", [RendererUnavailable(URL, "down"), page(status=503), page(incomplete=("deadline",))]
)
async def test_where_no_snapshot_can_be_made_the_stale_one_is_given_and_not_tried_at_each_request(clock, trouble):
    pages = [page(body=b"good"), *[trouble] * 9]
    renderer = FakeRenderer(lambda url: pages[len(renderer.requests) - 1])
    service = make(renderer, clock)
    await service.get(ask(STALE), "k", NoOrigin())
    clock.now += 90
    for _ in range(3):
        assert (await service.kept(ask(STALE), "k", NoOrigin)).snapshot.body == b"good"
        await idle(service)
    assert len(renderer.requests) == 2
    clock.now += 60  # beyond stale_while_revalidate: each request tries
    answer = await service.get(ask(STALE), "k", NoOrigin())
    assert (answer.outcome, answer.snapshot.body, len(renderer.requests)) == ("stale", b"good", 3)
    clock.now += 600
    if isinstance(trouble, Exception):
        with pytest.raises(RenderError):
            await service.get(ask(STALE), "k", NoOrigin())
    else:
        assert (await service.get(ask(STALE), "k", NoOrigin())).snapshot == trouble


async def test_a_page_that_is_forbidden_or_not_to_be_kept_now_is_forgotten(clock):
    pages = [
        page(created=clock.now),
        page(status=403),
        page(created=clock.now),
        page(headers=(("cache-control", "no-store"),)),
    ]
    renderer = FakeRenderer(lambda url: pages[len(renderer.requests) - 1])
    store = MemoryStore(1 << 20)
    service = make(renderer, clock, store)
    for _ in range(2):
        await service.get(ask(STALE), "k", NoOrigin())
        await idle(service)
        assert await store.get("k") is not None
        await service.refresh(ask(STALE), "k", NoOrigin())
        await idle(service)
        assert await store.get("k") is None


async def test_what_is_kept_is_compressed_and_says_since_when_its_content_is_what_it_is(clock):
    bodies = [LONG, LONG, b"other"]
    renderer = FakeRenderer(lambda url: page(body=bodies[len(renderer.requests) - 1], created=clock.now))
    service = make(renderer, clock)
    first = (await service.get(ask(STALE), "k", NoOrigin())).snapshot
    assert first.encoding == "zstd"
    assert len(first.body) < 100
    assert first.content == LONG
    changed = []
    for _ in range(2):
        clock.now += 7
        changed.append((await service.refresh(ask(STALE), "k", NoOrigin())).snapshot.changed - first.changed)
        await idle(service)
    assert changed == [0, 14]
    assert (await service.kept(ask(STALE), "k")).snapshot.content == b"other"


async def test_those_who_share_a_store_render_once_and_all_get_it(clock):
    store, wait = MemoryStore(1 << 20), anyio.Event()
    renderers = [FakeRenderer(lambda url: page(), wait=wait) for _ in range(3)]
    services = [make(renderer, clock, store) for renderer in renderers]
    answers = []

    async def one(service) -> None:
        answers.append(await service.get(ask(), "k", NoOrigin()))

    async with anyio.create_task_group() as group:
        for service in services * 4:
            group.start_soon(one, service)
        await until(lambda: any(renderer.requests for renderer in renderers))
        wait.set()
    assert sum(len(renderer.requests) for renderer in renderers) == 1
    assert {answer.snapshot.body for answer in answers} == {b"<p>a"}
    assert len(answers) == 12


async def test_a_crashed_holder_delays_others_no_longer_than_its_lease(clock):
    store = MemoryStore(1 << 20)
    await store.acquire("k", 0.2)  # by a process that is no more
    service = make(FakeRenderer(lambda url: page()), clock, store)
    with anyio.fail_after(5):
        assert (await service.get(ask(), "k", NoOrigin())).outcome == "miss"


async def test_a_lease_stands_for_as_long_as_the_render_takes_and_ends_with_it(clock, monkeypatch):
    monkeypatch.setattr(keeping, "LEASE", 0.3)
    monkeypatch.setattr(keeping, "RENEW_EVERY", 0.05)
    store = MemoryStore(1 << 20)
    renderer = FakeRenderer(lambda url: RenderError(url, "broken"), wait=anyio.Event())
    service = make(renderer, clock, store)
    async with anyio.create_task_group() as group:

        async def fails() -> None:
            with pytest.raises(RenderError, match="broken"):
                await service.get(ask(), "k", NoOrigin())

        group.start_soon(fails)
        await until(lambda: renderer.requests)
        await anyio.sleep(0.5)
        assert await store.acquire("k", 1) is None
        renderer.wait.set()
    await until(lambda: not store._leases)


async def test_of_pages_that_are_not_kept_nobody_waits_for_anothers(clock):
    store = MemoryStore(1 << 20)
    unkept = page(headers=(("cache-control", "private"),))
    renderers = [FakeRenderer(lambda url: unkept) for _ in range(2)]
    services = [make(renderer, clock, store) for renderer in renderers]
    for service in services:
        await service.get(ask(), "k", NoOrigin())
        await idle(service)
    for renderer in renderers:
        renderer.wait = anyio.Event()
    async with anyio.create_task_group() as group:
        for service in services:
            group.start_soon(service.get, ask(), "k", NoOrigin())
        await until(lambda: all(len(renderer.requests) == 2 for renderer in renderers))
        for renderer in renderers:
            renderer.wait.set()


@pytest.mark.parametrize("by_another", [False, True])
@pytest.mark.parametrize("what", [{"url": URL}, {"prefix": "http://site.example/"}, {}])
@pytest.mark.parametrize("headers", [(), (("cache-control", "private"),)])
async def test_what_was_begun_before_a_purge_is_neither_kept_nor_given_to_those_who_come_later(
    clock, by_another, what, headers
):
    store = MemoryStore(1 << 20)
    renderer = FakeRenderer(lambda url: page(body=b"warm", headers=headers))
    service = make(renderer, clock, store)
    purger = make(FakeRenderer({}), clock, store) if by_another else service
    await service.get(ask(), URL, NoOrigin())
    await idle(service)
    await purger.purge(**what)
    answers = {}

    async def one(name: str) -> None:
        answers[name] = (await service.get(ask(), URL, NoOrigin())).snapshot.body

    first, second = anyio.Event(), anyio.Event()

    async def pages(url: str):
        wait, body = {2: (first, b"old"), 3: (second, b"new")}[len(renderer.requests)]
        await wait.wait()
        return page(body=body, headers=headers)

    renderer.pages = pages
    async with anyio.create_task_group() as group:
        group.start_soon(one, "before")
        await until(lambda: len(renderer.requests) == 2)
        await purger.purge(**what)
        group.start_soon(one, "after")
        await until(lambda: len(renderer.requests) == 3)
        first.set()
        await until(lambda: "before" in answers)
        second.set()
    assert answers == {"before": b"old", "after": b"new"}
    await idle(service)
    kept = await service.kept(ask(), URL)
    assert (kept and kept.snapshot.body) == (None if headers else b"new")


async def test_a_purge_of_one_page_leaves_others_and_their_renders_and_counts_its_variants(clock):
    store = MemoryStore(1 << 20)
    service = make(FakeRenderer(lambda url: page()), clock, store)
    for key in (URL, f"{URL}\naccept-language: de", f"{URL}b", "http://site.example/"):
        await service.get(ask(), key, NoOrigin())
    await idle(service)
    assert await service.purge(URL) == 2
    assert await service.kept(ask(), f"{URL}b") is not None
    assert await service.purge(prefix="http://site.example/#") == 1
    assert await service.purge() == 1


async def test_a_purge_that_the_store_cannot_do_is_an_error_and_no_promise(clock):
    class Gone(MemoryStore):
        async def purge(self, prefix):
            raise OSError("gone")

    with pytest.raises(StoreError, match="OSError: gone"):
        await make(FakeRenderer({}), clock, Gone(1)).purge()


async def test_refresh_renders_now_and_those_who_come_meanwhile_get_that(clock):
    renderer = FakeRenderer(lambda url: page(body=b"%d" % len(renderer.requests)))
    service = make(renderer, clock)
    await service.get(ask(), "k", NoOrigin())
    assert (await service.refresh(ask(), "k", NoOrigin())).snapshot.body == b"2"
    assert (await service.get(ask(), "k", NoOrigin())).snapshot.body == b"2"
    for error in (UrlError(URL, "no URL"), RenderError(URL, "down")):
        renderer.pages = {URL: error}
        with pytest.raises(type(error)):
            await service.refresh(ask(STALE), "k", NoOrigin())
    assert (await service.get(ask(), "k", NoOrigin())).snapshot.body == b"2"


async def test_a_store_that_hangs_is_tried_by_one_request_at_a_time(clock):
    class Hung(MemoryStore):
        asked, hang = 0, anyio.Event()

        async def get(self, key):
            self.asked += 1
            await self.hang.wait()
            raise OSError("no answer")

    store = Hung(1)
    service = make(FakeRenderer(lambda url: page()), clock, store)
    async with anyio.create_task_group() as group:
        group.start_soon(service.get, ask(), "a", NoOrigin())
        await until(lambda: store.asked)
        store.hang.set()
    await idle(service)
    clock.now += keeping.RETRY_STORE
    store.hang, store.asked = anyio.Event(), 0
    async with anyio.create_task_group() as group:
        group.start_soon(service.get, ask(), "b", NoOrigin())
        await until(lambda: store.asked)
        for key in "cdef":
            assert (await service.get(ask(), key, NoOrigin())).outcome == "miss"
        assert store.asked == 1
        store.hang.set()


async def test_a_clock_that_jumps_costs_a_render_and_gives_nothing_from_the_future(clock):
    renderer = FakeRenderer(lambda url: page(body=b"%d" % len(renderer.requests), created=clock.now))
    service = make(renderer, clock)
    seen = []
    for jump in (0, 1e9, 1, -1e9, 1, -3600, 1):
        clock.now += jump
        seen.append((await service.get(ask(STALE), "k", NoOrigin())).snapshot.body)
        await idle(service)
    assert seen == [b"1", b"2", b"2", b"3", b"3", b"4", b"4"]


async def test_a_read_only_store_is_handed_out_whatever_its_age_and_never_written_to(clock):
    class Archive(MemoryStore):
        read_only = True

    store = Archive(1 << 20)
    await store.put(URL, replace(page(), created=1.0))
    renderer = FakeRenderer(lambda url: page(created=clock.now))
    service = make(renderer, clock, store)
    fresh = Settings(_environment=False, max_age=0)
    assert (await service.kept(ask(fresh), URL)).outcome == "hit"
    assert (await service.get(ask(), "other", NoOrigin())).outcome == "miss"
    await idle(service)
    assert await store.get("other") is None
