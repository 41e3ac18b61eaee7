"""The folder of lowered scripts."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from starlette_ajaxcrawl.javascript.disk_cache import DiskCache


def test_what_was_put_is_there_also_for_others(tmp_path: Path) -> None:
    DiskCache(tmp_path / "new" / "folder", 10_000).put("key", b"value")
    assert DiskCache(tmp_path / "new" / "folder", 10_000).get("key") == b"value"
    assert DiskCache(tmp_path, 10_000).get("key") is None


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: content[:-1],
        lambda content: content[:10],
        lambda content: b"",
        lambda content: content[:-1] + b"X",
    ],
)
def test_a_spoiled_entry_is_as_not_there_and_is_replaced(tmp_path: Path, spoil) -> None:
    cache = DiskCache(tmp_path, 10_000)
    cache.put("key", b"value")
    [path] = tmp_path.iterdir()
    path.write_bytes(spoil(path.read_bytes()))
    assert cache.get("key") is None
    cache.put("key", b"again")
    assert cache.get("key") == b"again"


def test_the_entries_used_longest_ago_go_first(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path, 10_000)
    for number in range(8):
        cache.put(f"key{number}", bytes(1000))
        os.utime(tmp_path / f"key{number}.lowered", (number, number))
    assert cache.get("key0")  # used now
    cache.put("key8", bytes(2000))
    left = {number for number in range(9) if cache.get(f"key{number}")}
    assert {0, 8} <= left
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) <= 10_000
    assert 1 not in left


def test_what_is_too_large_is_not_kept(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path, 10_000)
    cache.put("key", bytes(5000))
    assert cache.get("key") is None


def test_many_write_and_read_at_once(tmp_path: Path) -> None:
    caches = [DiskCache(tmp_path, 100_000) for _ in range(4)]

    def work(number: int) -> bool:
        cache = caches[number % 4]
        cache.put(f"key{number % 5}", b"%d" % (number % 5) * 500)
        found = cache.get(f"key{(number + 1) % 5}")
        return found is None or found == b"%d" % ((number + 1) % 5) * 500

    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(work, range(200)))
    assert not list(tmp_path.glob("*.part"))


def test_a_folder_that_cant_be_used_is_said_once(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "file").write_text("in the way")
    cache = DiskCache(tmp_path / "file", 10_000)
    cache.put("a", b"1")
    cache.put("b", b"2")
    assert cache.get("a") is None
    assert len(caplog.records) == 1
