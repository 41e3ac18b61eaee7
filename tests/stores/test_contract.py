"""What every store must do: one test for all, a store is a parameter."""

import gzip
from collections.abc import AsyncIterator

import anyio
import pytest

from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.snapshot import Snapshot
from starlette_ajaxcrawl.stores import Store, open_store

pytestmark = pytest.mark.anyio

STORES = ("memory asyncio", "memory trio", "sqlite asyncio", "sqlite trio", "redis asyncio")


@pytest.fixture(params=STORES)
def kind(request) -> str:
    return request.param.partition(" ")[0]


@pytest.fixture
def anyio_backend(request, kind) -> str:
    return request.node.callspec.params["kind"].partition(" ")[2]


@pytest.fixture
async def store(request, kind, tmp_path) -> AsyncIterator[Store]:
    url = {"memory": "memory://", "sqlite": f"sqlite:///{tmp_path}/a/snapshots.db"}.get(kind)
    url = url or request.getfixturevalue("redis_url")
    store = open_store(Settings(_environment=False, max_store_bytes="64 KiB", store=url))
    yield store
    await store.close()


def page(body: bytes = b"<p>a", **changes) -> Snapshot:
    values = {"url": "http://x/#!ä", "kind": "html", "status": 200, "headers": (("link", "<a>"), ("link", "<b>"))}
    return Snapshot(**{**values, "body": body, "created": 1.5, **changes})


@pytest.mark.parametrize(
    "snapshot",
    [
        page(),
        page(b""),
        page(bytes(range(256))),
        page(status=404, incomplete=("deadline",)),
        page(kind="redirect", status=301, headers=(("location", "http://x/b#!%C3%A4"),)),
        page(gzip.compress(b"<p>a"), encoding="gzip", changed=1.25, digest="0" * 32),
    ],
)
async def test_what_is_put_is_found_unaltered(store, snapshot):
    await store.put("k", snapshot)
    assert await store.get("k") == snapshot


async def test_what_was_not_put_is_not_found(store):
    assert await store.get("k") is None


@pytest.mark.parametrize("key", ["", "k" * 10_000, "http://x/ä?a=1#!/日\n\0'\"", "K", "k "])
async def test_keys_are_any_text_and_are_told_apart(store, key):
    await store.put("k", page(b"other"))
    await store.put(key, page(b"own"))
    assert (await store.get(key)).body == b"own"
    assert (await store.get("k")).body == b"other"


async def test_a_later_snapshot_takes_the_place_of_an_earlier_one(store):
    await store.put("k", page(b"1"))
    await store.put("k", page(b"2"))
    assert (await store.get("k")).body == b"2"


async def test_what_is_deleted_is_gone_and_deleting_nothing_is_no_error(store):
    await store.put("k", page())
    await store.put("l", page())
    await store.delete("k")
    await store.delete("k")
    assert await store.get("k") is None
    assert await store.get("l") is not None


async def test_a_store_is_bounded_and_what_was_used_longest_ago_goes_first(store):
    for number in range(20):
        await store.put(f"{number}", page(b"x" * 5000))
        assert await store.get("0") is not None
    assert await store.get("1") is None
    for number in range(100):
        await store.put(f"{number}", page(b"x" * 5000))
    kept = [await store.get(f"{number}") for number in range(100)]
    assert 5 <= sum(snapshot is not None for snapshot in kept) <= 12
    assert kept[99] is not None


async def test_small_snapshots_are_bounded_too(store):
    for number in range(1000):
        await store.put(f"{number}", page(b""))
    kept = [await store.get(f"{number}") for number in range(1000)]
    assert sum(snapshot is not None for snapshot in kept) <= 64


async def test_a_snapshot_larger_than_the_store_is_not_kept_nor_is_the_one_it_was_to_replace(store):
    await store.put("k", page())
    await store.put("l", page())
    await store.put("k", page(b"x" * 100_000))
    assert await store.get("k") is None
    assert await store.get("l") is not None


async def test_what_begins_alike_is_forgotten_together_and_counted(store):
    for key in ("http://x/a", "http://x/a#!%_*?[b]\\", "http://x/a#!%_*?[b]\\c", "http://x/b", "http://X/a#!%_*?[b]\\"):
        await store.put(key, page())
    assert await store.purge("http://x/a#!%_*?[b]\\") == 2
    assert await store.purge("http://x/a#!%_*?[b]\\") == 0
    assert await store.get("http://x/a#!%_*?[b]\\") is None
    assert await store.get("http://x/a") is not None
    assert await store.get("http://X/a#!%_*?[b]\\") is not None
    assert await store.purge("") == 3
    assert await store.get("http://x/a") is None


async def test_a_lease_has_one_holder_until_it_is_released(store):
    lease = await store.acquire("k", 60)
    assert lease is not None
    assert await store.acquire("k", 60) is None
    assert await store.acquire("l", 60) is not None
    await store.release("k", "not this one")
    assert await store.acquire("k", 60) is None
    assert await store.renew("k", lease, 60)
    await store.release("k", lease)
    await store.release("k", lease)
    assert not await store.renew("k", lease, 60)
    assert await store.acquire("k", 60) not in (None, lease)


async def test_a_lease_whose_time_is_over_is_anybodys_and_its_holder_keeps_nothing_then(store):
    first = await store.acquire("k", 0.001)
    await anyio.sleep(0.01)
    second = await store.acquire("k", 60)
    assert second is not None
    assert not await store.renew("k", first, 60)
    await store.release("k", first)
    assert not await store.put("k", page(b"first"), first)
    assert await store.put("k", page(b"second"), second)
    assert (await store.get("k")).body == b"second"


async def test_of_many_who_ask_for_a_lease_at_once_one_gets_it(store):
    async def acquire(key: str, got: list[str | None]) -> None:
        got.append(await store.acquire(key, 60))

    for number in range(20):
        got: list[str | None] = []
        async with anyio.create_task_group() as group:
            for _ in range(8):
                group.start_soon(acquire, f"{number}", got)
        assert sum(lease is not None for lease in got) == 1


async def test_what_is_kept_by_a_lease_releases_it(store):
    lease = await store.acquire("k", 60)
    assert await store.put("k", page(), lease)
    assert await store.acquire("k", 60) is not None


@pytest.mark.parametrize("forget", [lambda store: store.purge("http://x/"), lambda store: store.delete("http://x/a")])
async def test_what_was_begun_before_a_purge_is_not_kept_after_it(store, forget):
    lease = await store.acquire("http://x/a", 60)
    await forget(store)
    assert not await store.renew("http://x/a", lease, 60)
    assert not await store.put("http://x/a", page(), lease)
    assert await store.get("http://x/a") is None
    assert await store.acquire("http://x/a", 60) is not None


async def test_closing_twice_is_no_error(store):
    await store.put("k", page())
    await store.close()
    await store.close()
