"""The store in a Redis server, when things go wrong: kills in mid-traffic, damage, other versions."""

import sys

import anyio
import pytest
from asgi_calls import call
from service_calls import NoOrigin, until
from starlette.applications import Starlette

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, FakeRenderer, RenderRequest, Settings, Snapshot, keeping
from starlette_ajaxcrawl.errors import SettingsError, StoreError
from starlette_ajaxcrawl.service import SnapshotService
from starlette_ajaxcrawl.stores import open_store
from starlette_ajaxcrawl.stores import redis as redis_store
from starlette_ajaxcrawl.stores.redis import RedisStore

pytestmark = pytest.mark.anyio

PAGES = [f"/?_escaped_fragment_=/{number}" for number in range(20)]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def store(redis_url):
    store = RedisStore(redis_url, 1 << 20)
    yield store
    await store.close()


def page(key: str) -> Snapshot:
    return Snapshot(key, "html", 200, (), key.encode() * 200, 1.5)


def site(url: str) -> tuple[AjaxCrawl, AjaxCrawlMiddleware]:
    settings = Settings(_environment=False, store=url)
    crawl = AjaxCrawl(settings, renderer=FakeRenderer(lambda url: f"<p>{url}</p>"))
    return crawl, AjaxCrawlMiddleware(Starlette(), crawl)


async def test_a_server_that_is_killed_and_started_again_in_mid_traffic_costs_renders_and_no_answer(
    redis_server, redis_url, caplog
):
    crawl, app = site(redis_url)
    outcomes: dict[str, list[str]] = {"up": [], "down": [], "up again": []}
    phase = "up"
    crawling = True

    async def crawler(pages: list[str]) -> None:
        while crawling:
            for target in pages:
                seen = phase
                answer = await call(app, target)
                assert answer.status == 200
                assert answer.body.decode() == f"<p>http://example.com/#!{target.partition('=')[2]}</p>"
                if seen == phase:
                    outcomes[phase].append(answer.headers["x-ajaxcrawl"])

    async with anyio.create_task_group() as group:
        for start in range(4):
            group.start_soon(crawler, PAGES[start::2])
        await until(lambda: outcomes["up"].count("hit") > 100)
        await anyio.to_thread.run_sync(redis_server.kill)
        phase = "down"
        await until(lambda: outcomes["down"].count("miss") > 100)
        assert "hit" not in outcomes["down"]
        await anyio.to_thread.run_sync(redis_server.start)
        phase = "up again"
        await until(lambda: outcomes["up again"].count("hit") > 100)
        crawling = False
    complaints = [record.getMessage() for record in caplog.records if "The store fails" in record.getMessage()]
    assert len(complaints) == 1
    # what was kept before is found again: hardly anything is rendered but what came before the store was asked again
    crawl.renderer.requests.clear()
    for target in PAGES:
        assert (await call(app, target)).headers["x-ajaxcrawl"] == "hit"
    assert not crawl.renderer.requests
    await crawl.shutdown()


async def test_what_was_acknowledged_is_there_after_the_server_was_killed(redis_server, store):
    for number in range(50):
        assert await store.put(f"{number}", page(f"{number}"))
    await store.purge("1")
    redis_server.kill()
    with pytest.raises(Exception, match="Connect"):
        await store.purge("2")
    redis_server.start()
    for number in range(50):
        expected = None if f"{number}".startswith("1") else page(f"{number}")
        assert await store.get(f"{number}") == expected
    assert await store.acquire("k", 60)


async def test_a_purge_while_the_server_is_down_is_an_error_and_no_promise(redis_server, redis_url):
    crawl, app = site(redis_url)
    await call(app, PAGES[0])
    await until(lambda: not crawl.service.in_flight)
    redis_server.kill()
    with pytest.raises(StoreError, match="Connect"):
        await crawl.purge(everything=True)
    redis_server.start()
    assert await crawl.purge(everything=True) == 1
    await crawl.shutdown()


async def test_a_damaged_or_exchanged_record_is_forgotten_with_a_line_in_the_log(store, redis_server, caplog):
    for key in "abc":
        await store.put(key, page(key))
    with redis_server.client() as client:
        records = {key: client.get(redis_store.PREFIX + b"snapshot:" + key.encode()) for key in "abc"}
        client.set(redis_store.PREFIX + b"snapshot:a", records["a"][:-1] + b"?")
        client.set(redis_store.PREFIX + b"snapshot:b", records["c"])
        client.rpush(redis_store.PREFIX + b"snapshot:d", "no record")
    assert await store.get("d") is None
    assert await store.get("a") is None
    assert await store.get("b") is None
    assert await store.get("c") == page("c")
    assert caplog.text.count("A kept snapshot is damaged") == 3
    caplog.clear()
    assert await store.get("d") is None
    assert not caplog.text
    assert await store.purge("") == 1


async def test_two_machines_share_what_is_kept_and_who_renders(store, redis_url):
    other = RedisStore(redis_url, 1 << 20)
    lease = await store.acquire("k", 60)
    assert await other.acquire("k", 60) is None
    assert await store.put("k", page("k"), lease)
    assert await other.get("k") == page("k")
    assert await other.purge("") == 1
    assert await store.get("k") is None
    await other.close()


async def test_what_an_older_version_has_left_is_dropped_with_a_line_in_the_log(store, redis_server, redis_url, caplog):
    with redis_server.client() as client:
        client.set(redis_store.NAMES % 0 + b"snapshot:k", b"old")
        client.set("other", "somebody else's")
    assert await store.get("k") is None
    assert "1 keys of format 0, this version's is 1: they are dropped" in caplog.text
    with redis_server.client() as client:
        assert client.keys() == [b"other"]


async def test_a_crowd_that_comes_first_opens_no_connection_a_head(store, redis_server):
    async with anyio.create_task_group() as group:
        for number in range(300):
            group.start_soon(store.get, f"{number}")
    with redis_server.client() as client:
        assert client.info("clients")["connected_clients"] < 50


async def test_who_waits_for_anothers_render_is_told_of_its_end_by_one_connection_and_asks_for_nothing_meanwhile(
    store, redis_server, redis_url, monkeypatch
):
    for name in ("WATCH", "LEASE", "RENEW_EVERY"):
        monkeypatch.setattr(keeping, name, 1000.0)
    done = anyio.Event()
    renderers = [FakeRenderer(lambda url: f"<p>{url}", wait=done), FakeRenderer()]
    other = RedisStore(redis_url, 1 << 20)
    rendering, waiting = (SnapshotService(*pair) for pair in zip(renderers, (store, other), strict=True))
    answers = []

    async def ask(service: SnapshotService, number: int) -> None:
        answers.append(await service.get(RenderRequest(f"http://x/{number}", Settings()), str(number), NoOrigin()))

    with redis_server.client() as client, anyio.fail_after(30):

        def calls() -> int:
            return sum(about["calls"] for name, about in client.info("commandstats").items() if "evalsha" in name)

        async with anyio.create_task_group() as group:
            for number in range(20):
                group.start_soon(ask, rendering, number)
            await until(lambda: len(renderers[0].requests) == 20)
            for number in range(20):
                group.start_soon(ask, waiting, number)
            # each asks for the lease before it watches, and after that
            before = calls()
            while calls() < before + 40:  # noqa: ASYNC110 - nothing tells
                await anyio.sleep(0.01)
            assert len(client.client_list(_type="pubsub")) == 1
            before = calls()
            await anyio.sleep(0.3)
            assert calls() == before
            done.set()
    await other.close()
    assert len(answers) == 40
    assert renderers[1].requests == []


async def test_nothing_is_left_behind_by_leases_and_purges(store, redis_server):
    for number in range(10):
        lease = await store.acquire(f"{number}", 60)
        if number % 2:
            await store.put(f"{number}", page(f"{number}"), lease)
        else:
            await store.release(f"{number}", lease)
    await store.purge("")
    with redis_server.client() as client:
        left = {key.removeprefix(redis_store.PREFIX): client.get(key) for key in client.scan_iter()}
    assert left == {b"bytes": b"0", b"count": b"5"}


async def test_the_order_of_use_that_is_noted_in_a_process_reaches_the_server_in_time(store, monkeypatch):
    await store.put("a", page("a"))
    await store.put("b", page("b"))
    monkeypatch.setattr(redis_store.Touches, "add", lambda self, key: self._keys.update({key: None}) or True)
    await store.get("a")
    assert not store._touches


def test_without_the_extra_the_setting_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "starlette_ajaxcrawl.stores.redis", None)
    with pytest.raises(SettingsError, match=r"redis:// needs starlette-ajaxcrawl\[redis\]"):
        open_store(Settings(_environment=False, store="redis://localhost/0"))


def test_what_is_no_url_of_a_server_is_told_at_the_start():
    with pytest.raises(SettingsError, match="Redis server"):
        AjaxCrawl(Settings(_environment=False, store="redis://localhost:notaport/0"))


def test_on_trio_the_store_says_that_it_cannot_work(redis_url):
    with pytest.raises(StoreError, match="on asyncio only"):
        anyio.run(RedisStore(redis_url, 1).get, "k", backend="trio")
