"""The store in memory, and what is no store."""

import pytest

from starlette_ajaxcrawl.errors import SettingsError
from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.snapshot import Snapshot
from starlette_ajaxcrawl.stores import MemoryStore, open_store

pytestmark = pytest.mark.anyio

PAGE = Snapshot("http://x/", "html", 200, (), b"<p>a", 1.5)


async def test_a_memory_store_is_empty_after_it_was_closed_and_can_be_used_again():
    store = MemoryStore(4096)
    await store.put("k", PAGE)
    await store.close()
    assert await store.get("k") is None
    await store.put("k", PAGE)
    assert await store.get("k") == PAGE


async def test_a_store_of_no_bytes_keeps_nothing():
    store = MemoryStore(0)
    await store.put("k", PAGE)
    assert await store.get("k") is None


def test_a_kind_of_store_that_there_is_not_is_a_settings_error():
    with pytest.raises(SettingsError, match=r"memory://, .*, got 'ftp://x'"):
        open_store(Settings.model_construct(store="ftp://x"))
