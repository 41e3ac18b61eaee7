"""The store in a file, when things go wrong: kills, full disks, damage, other versions, other people's files."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import anyio
import pytest

from starlette_ajaxcrawl.errors import StoreError
from starlette_ajaxcrawl.snapshot import Snapshot
from starlette_ajaxcrawl.stores import record, sqlite_file
from starlette_ajaxcrawl.stores.sqlite import SQLiteStore

pytestmark = pytest.mark.anyio

MIB = 1 << 20


def page(key: str, body: bytes = b"") -> Snapshot:
    return Snapshot(key, "html", 200, (("x-key", key),), key.encode() + body, 1.5)


def aside(path: Path) -> list[str]:
    found = (re.fullmatch(r"\.(.+)-\d+", file.name.removeprefix(path.name)) for file in path.parent.iterdir())
    return sorted(match[1] for match in found if match)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"  # nothing here differs by backend; the contract is tested with both


@pytest.fixture
def path(tmp_path) -> Path:
    return tmp_path / "kept.db"


@pytest.fixture
async def store(path):
    store = SQLiteStore(path, MIB)
    yield store
    await store.close()


WRITER = """
import anyio, sys
from pathlib import Path
from starlette_ajaxcrawl.snapshot import Snapshot
from starlette_ajaxcrawl.stores.sqlite import SQLiteStore

async def main(path, name):
    store = SQLiteStore(Path(path), 64 << 20)
    for number in range(1_000_000):
        key = f"{name} {number}"
        await store.put(key, Snapshot(key, "html", 200, (("x-key", key),), key.encode() + b"x" * 20_000, 1.5))
        print(key, flush=True)
        if number % 7 == 6:
            print(f"purging:{name} {number - 3}", flush=True)
            await store.purge(f"{name} {number - 3}")
            print(f"purged:{name} {number - 3}", flush=True)

anyio.run(main, *sys.argv[1:])
"""


def killed_writers(path: Path, round: int) -> list[str]:
    """What two writers had to say until they were killed in the middle of it."""
    writers = [
        subprocess.Popen([sys.executable, "-c", WRITER, path, f"{round}-{number}"], stdout=subprocess.PIPE, text=True)
        for number in range(2)
    ]
    lines = [writer.stdout.readline() for _ in range(10) for writer in writers]
    for writer in writers:
        writer.kill()
    for writer in writers:
        lines += writer.stdout
        writer.wait()
    return [line[:-1] for line in lines if line.endswith("\n")]


async def test_what_was_acknowledged_is_there_after_kill_9_in_the_middle_of_writes(store, path):
    """Two writers are killed, twice over; what each said it had kept is there, and what it purged is not."""
    said: dict[str, set[str]] = {"": set(), "purging": set(), "purged": set()}
    for round in range(2):
        for line in killed_writers(path, round):
            what, _, key = line.rpartition(":")
            said[what].add(key)
        for key in said[""] - said["purging"]:
            assert (await store.get(key)) == page(key, b"x" * 20_000), key
        for key in said["purged"]:
            assert await store.get(key) is None, key
    assert len(said[""]) >= 30
    assert said["purged"]
    assert await store.put("after", page("after"))
    assert aside(path) == []


@pytest.fixture
def small_disk(tmp_path):
    """A disk of 1 MiB; where that cannot be had, as without root, there is nothing to be seen."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder], capture_output=True).returncode:
        pytest.skip("a tmpfs cannot be mounted here")
    yield folder
    subprocess.run(["umount", folder], check=True)


async def test_a_full_disk_keeps_nothing_more_loses_nothing_and_is_used_again_once_there_is_room(small_disk):
    store = SQLiteStore(small_disk / "kept.db", 64 * MIB)
    body = b"x" * 20_000
    kept: list[str] = []

    async def fill() -> None:
        for number in range(100):
            assert await store.put(f"{number}", page(f"{number}", body))
            kept.append(f"{number}")

    with pytest.raises(sqlite3.OperationalError, match=r"full|disk I/O"):
        await fill()
    assert len(kept) >= 10
    for _ in range(3):
        with pytest.raises(sqlite3.OperationalError):
            await store.put("more", page("more", body * 40))
    for number in kept:
        assert await store.get(number) == page(number, body)
    assert await store.get("more") is None
    await store.close()
    assert await store.get(kept[0]) == page(kept[0], body)
    await anyio.run_process(["mount", "-o", "remount,size=8m", small_disk])
    assert await store.put("more", page("more", body))
    for number in [*kept, "more"]:
        assert await store.get(number) == page(number, body)
    assert aside(small_disk / "kept.db") == []
    await store.close()


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"this is no database at all" * 100,
        lambda content: content[:4096] + os.urandom(len(content) - 4096),
        lambda content: content[: len(content) // 2],
        lambda content: b"\0" * 100 + content[100:],
    ],
    ids=["junk", "random pages", "cut in half", "no header"],
)
async def test_a_damaged_file_is_set_aside_and_never_gives_a_wrong_body(path, damage, caplog):
    store = SQLiteStore(path, MIB)
    keys = [f"{number}" for number in range(50)]
    for key in keys:
        await store.put(key, page(key, b"x" * 5000))
    await store.close()
    path.write_bytes(damage(path.read_bytes()))
    for _ in range(2):
        for key in keys:
            try:
                found = await store.get(key)
            except (sqlite3.DatabaseError, StoreError):
                continue
            assert found is None or found == page(key, b"x" * 5000)
    for attempt in range(5):
        try:
            assert await store.put("new", page("new"))
            break
        except sqlite3.DatabaseError:
            assert attempt < 4
    assert await store.get("new") == page("new")
    assert aside(path) == ["damaged"]
    assert caplog.text.count("is set aside as") == 1
    await store.close()


async def test_a_damaged_or_exchanged_record_is_forgotten_with_a_line_in_the_log(store, path, caplog):
    keys = ["a", "b", "c", "d", "whole"]
    for key in keys:
        await store.put(key, page(key, b"x" * 500))
    with closing(sqlite3.connect(path)) as database, database:
        records = dict(database.execute("SELECT key, record FROM snapshots"))
        bit = records[b"a"][:200] + bytes([records[b"a"][200] ^ 1]) + records[b"a"][201:]
        for key, other in {b"a": bit, b"b": records[b"c"], b"c": "text", b"d": b""}.items():
            database.execute("UPDATE snapshots SET record = ? WHERE key = ?", (other, key))
    for key in "abcd":
        assert await store.get(key) is None
    assert [record.getMessage().partition(":")[0] for record in caplog.records] == [
        "A kept snapshot is damaged and will be rendered anew"
    ] * 4
    assert await store.get("whole") == page("whole", b"x" * 500)
    assert await store.put("a", page("a"))
    assert await store.get("a") == page("a")


async def test_an_older_store_is_set_aside_with_a_line_in_the_log_and_a_newer_one_left_alone(path, caplog, monkeypatch):
    old = SQLiteStore(path, MIB)
    await old.put("k", page("k"))
    for module in (record, sqlite_file):
        monkeypatch.setattr(module, "FORMAT", 2)
    new = SQLiteStore(path, MIB)
    assert await new.get("k") is None
    assert await new.put("k", page("k", b"new"))
    assert aside(path) == ["format-1"]
    assert "its format is 1, this version's is 2" in caplog.text
    for module in (record, sqlite_file):
        monkeypatch.setattr(module, "FORMAT", 1)
    for _ in range(2):  # the older version goes on beside the newer one, without a store
        with pytest.raises(StoreError, match="is of a newer version"):
            await old.put("k", page("k"))
    assert await new.get("k") == page("k", b"new")
    assert aside(path) == ["format-1"]
    await old.close()
    await new.close()


async def test_somebody_elses_database_is_never_touched(path, store):
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("CREATE TABLE customers (name TEXT)")
    before = path.read_bytes()
    with pytest.raises(StoreError, match="database of something else"):
        await store.put("k", page("k"))
    assert path.read_bytes() == before
    assert aside(path) == []


async def test_a_file_that_is_taken_away_is_made_anew(store, path):
    await store.put("k", page("k"))
    for file in path.parent.glob("kept.db*"):
        file.unlink()
    assert await store.get("k") is None
    assert await store.put("k", page("k"))
    other = SQLiteStore(path, MIB)
    assert await other.get("k") == page("k")
    await other.close()


async def test_stores_of_one_file_see_each_others_writes_purges_and_leases(store, path):
    other = SQLiteStore(path, MIB)
    await store.put("k", page("k"))
    assert await other.get("k") == page("k")
    lease = await store.acquire("k", 60)
    assert await other.acquire("k", 60) is None
    assert await other.purge("") == 1
    assert await store.get("k") is None
    assert not await store.put("k", page("k"), lease)
    await other.close()


async def test_what_one_process_reads_is_not_what_another_one_drops(store, path):
    """Uses are noted in the process that reads, and known to others once it writes."""
    other = SQLiteStore(path, MIB)
    body = b"x" * 250_000
    for key in ("a", "b", "c", "d"):
        await other.put(key, page(key, body))
    assert await store.get("a") is not None
    await store.put("e", page("e", body))
    assert [key for key in "abcde" if await other.get(key) is None] == ["b"]
    await other.close()


async def test_a_process_that_was_forked_has_connections_of_its_own(store, path):
    await store.put("k", page("k"))
    script = f"""
import os, sys, anyio
sys.path[:0] = {sys.path!r}
from pathlib import Path
from starlette_ajaxcrawl.snapshot import Snapshot
from starlette_ajaxcrawl.stores.sqlite import SQLiteStore
store = SQLiteStore(Path({str(path)!r}), 1 << 20)
assert anyio.run(store.get, "k")
for _ in range(3):
    if os.fork() == 0:
        anyio.run(store.put, str(os.getpid()), Snapshot("k", "html", 200, (), b"", 1.5))
        os._exit(0)
for _ in range(3):
    assert os.wait()[1] == 0
"""
    await anyio.run_process([sys.executable, "-W", "ignore", "-c", script])
    assert await store.purge("") == 4


async def test_the_file_stays_within_its_bounds(path):
    store = SQLiteStore(path, MIB)
    for number in range(300):
        await store.put(f"{number % 150}", page(f"{number % 150}", os.urandom(20_000)))
    size = sum(file.stat().st_size for file in path.parent.iterdir())
    assert size < 8 * MIB, size  # with the log ahead of writes, which SQLite keeps at some 4 MiB
    await store.close()


def test_what_is_set_aside_takes_its_log_with_it(tmp_path):
    for suffix in ("", "-wal", "-shm"):
        (tmp_path / f"kept.db{suffix}").write_text("junk")
    shutil.copy(tmp_path / "kept.db", tmp_path / "other")
    sqlite_file.prepare(tmp_path / "kept.db")
    assert len(list(tmp_path.glob("kept.db.damaged-*"))) == 3
