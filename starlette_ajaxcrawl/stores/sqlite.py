"""SQLiteStore: snapshots in a file, for the processes of one machine; outlives them, however they end."""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from secrets import token_hex
from threading import Lock
from typing import TypeVar, cast

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar

from ..snapshot import Snapshot
from .record import BadRecord, from_record, raw_key, size_of, to_record
from .sqlite_file import connect, inode_of, is_damage, prepare, set_aside_damaged
from .touches import Touches

logger = logging.getLogger(__name__)

T = TypeVar("T")

LARGE = 256 * 1024  # bytes; what is larger is read in a thread
AT_ONCE = "SELECT CASE WHEN size < ? THEN record END FROM snapshots WHERE key = ?"
THREADS = 8  # readers do not wait for each other; more of them than cores gain nothing


class _NotAtOnce(Exception):
    """It could take long: the file is to be opened first, or the record is large."""


class SQLiteStore:
    """Keeps at most ``max_bytes`` of snapshots in the file ``path``, which processes may share on one machine.

    A file of an older format, and one that is damaged, is set aside with a line in the log. The order of use is a
    count and leases go by the machine's monotonic clock, so nothing here minds a clock that is set.
    """

    read_only = False

    def __init__(self, path: Path, max_bytes: int) -> None:
        self._path = path
        self._max_bytes = max_bytes
        self._idle: list[sqlite3.Connection] = []
        self._readers: list[sqlite3.Connection] = []  # that wait for nobody
        self._file = (0, 0)  # process and inode: connections hold for these only
        self._lock = Lock()
        self._touches = Touches()
        self._threads: RunVar[CapacityLimiter] = RunVar("starlette_ajaxcrawl.sqlite")

    async def get(self, key: str) -> Snapshot | None:
        """The snapshot kept under ``key``, fresh or not; None where there is none."""
        raw = raw_key(key)
        try:
            # what the system has in memory is read in less time than it takes to hand the work to a thread
            record = self._read_at_once(raw)
            snapshot = None if record is None else from_record(key, record)
        except (sqlite3.Error, BadRecord, _NotAtOnce):
            return await self._run(partial(self._get, key))
        if snapshot is not None and self._touches.add(raw):
            with suppress(sqlite3.OperationalError):  # a full disk can be read
                await self._run(self._tell_uses_now)
        return snapshot

    async def put(self, key: str, snapshot: Snapshot, lease: str | None = None) -> bool:
        """Keep ``snapshot`` under ``key`` in place of what was there; one larger than the whole store is not kept."""
        return await self._run(partial(self._put, key, snapshot, lease))

    async def delete(self, key: str) -> None:
        """Forget ``key`` and its lease; not an error where there is nothing."""
        await self._run(partial(self._delete, raw_key(key)))

    async def purge(self, prefix: str) -> int:
        """Forget every key that begins with ``prefix``, and their leases; how many snapshots that were."""
        return await self._run(partial(self._purge, raw_key(prefix)))

    async def acquire(self, key: str, seconds: float) -> str | None:
        """A lease of ``key``; None where another stands."""
        return await self._run(partial(self._acquire, raw_key(key), seconds))

    async def renew(self, key: str, lease: str, seconds: float) -> bool:
        """Have ``lease`` stand for so many seconds from now; False where it stands no longer."""
        return await self._run(partial(self._renew, raw_key(key), lease, seconds))

    async def release(self, key: str, lease: str) -> None:
        """Give ``lease`` back; not an error where it stands no longer."""
        await self._run(partial(self._release, raw_key(key), lease))

    async def close(self) -> None:
        """Close the file; the store may be used again."""
        with self._lock:
            idle, self._idle, self._readers, self._file = self._idle + self._readers, [], [], (0, 0)
        for connection in idle:
            connection.close()

    async def _run(self, work: Callable[[], T]) -> T:
        try:
            threads = self._threads.get()
        except LookupError:
            threads = CapacityLimiter(THREADS)
            self._threads.set(threads)
        return await to_thread.run_sync(work, limiter=threads)

    def _read_at_once(self, raw: bytes) -> bytes | None:
        """The record under ``raw``, on the event loop: raises ``_NotAtOnce`` where that could take long."""
        file = (os.getpid(), inode_of(self._path))
        with self._lock:
            if file != self._file:
                raise _NotAtOnce
            reader = self._readers.pop() if self._readers else connect(self._path, 0.0)
        try:
            row = reader.execute(AT_ONCE, (LARGE, raw)).fetchone()
        except sqlite3.Error:
            reader.close()
            raise
        with self._lock:
            if file == self._file:
                self._readers.append(reader)
            else:
                reader.close()
        if row is None:
            return None
        if row[0] is None:
            raise _NotAtOnce
        return cast("bytes", row[0])

    # What follows runs in threads.

    def _get(self, key: str) -> Snapshot | None:
        raw = raw_key(key)
        with self._connection() as connection:
            row = connection.execute("SELECT record FROM snapshots WHERE key = ?", (raw,)).fetchone()
            if row is None:
                return None
            try:
                snapshot = from_record(key, row[0])
            except BadRecord as error:
                logger.warning("A kept snapshot is damaged and will be rendered anew: %s", error)
                connection.execute("DELETE FROM snapshots WHERE key = ? AND record = ?", (raw, row[0]))
                return None
        self._touches.add(raw)
        return snapshot

    def _put(self, key: str, snapshot: Snapshot, lease: str | None) -> bool:
        raw, record = raw_key(key), to_record(key, snapshot)
        size = size_of(raw, record)
        with self._connection() as connection, _transaction(connection):
            if lease is not None:
                held = connection.execute("DELETE FROM leases WHERE key = ? AND lease = ?", (raw, lease))
                if not held.rowcount:
                    return False
            now = time.monotonic()
            connection.execute(
                "DELETE FROM leases WHERE until <= ? OR taken > ?", (now, now)
            )  # of holders that crashed
            self._tell_uses(connection)
            connection.execute("DELETE FROM snapshots WHERE key = ?", (raw,))
            if size > self._max_bytes:
                return False
            while connection.execute("SELECT bytes FROM totals").fetchone()[0] + size > self._max_bytes:
                connection.execute("DELETE FROM snapshots WHERE used = (SELECT min(used) FROM snapshots)")
            connection.execute("INSERT INTO snapshots VALUES (?, ?, ?, ?)", (raw, record, size, _next_use(connection)))
        return True

    def _tell_uses_now(self) -> None:
        with self._connection() as connection, _transaction(connection):
            self._tell_uses(connection)

    def _tell_uses(self, connection: sqlite3.Connection) -> None:
        for raw in self._touches.take():
            connection.execute("UPDATE snapshots SET used = ? WHERE key = ?", (_next_use(connection), raw))

    def _delete(self, raw: bytes) -> None:
        with self._connection() as connection, _transaction(connection):
            connection.execute("DELETE FROM leases WHERE key = ?", (raw,))
            connection.execute("DELETE FROM snapshots WHERE key = ?", (raw,))

    def _purge(self, prefix: bytes) -> int:
        ends = (prefix, prefix + b"\xff")  # no byte of UTF-8 is 255
        with self._connection() as connection, _transaction(connection):
            connection.execute("DELETE FROM leases WHERE key >= ? AND key < ?", ends)
            return connection.execute("DELETE FROM snapshots WHERE key >= ? AND key < ?", ends).rowcount

    def _acquire(self, raw: bytes, seconds: float) -> str | None:
        lease = token_hex(8)
        with self._connection() as connection, _transaction(connection):
            now = time.monotonic()  # now that it is this one's turn: before, another may have waited for less
            # one that was taken in the future is from before the machine's start
            taken = connection.execute(
                "INSERT INTO leases VALUES (?, ?, ?, ?) ON CONFLICT (key) DO UPDATE"
                " SET lease = excluded.lease, taken = excluded.taken, until = excluded.until"
                " WHERE until <= excluded.taken OR taken > excluded.taken",
                (raw, lease, now, now + seconds),
            )
            return lease if taken.rowcount else None

    def _renew(self, raw: bytes, lease: str, seconds: float) -> bool:
        with self._connection() as connection, _transaction(connection):
            now = time.monotonic()
            renewed = connection.execute(
                "UPDATE leases SET taken = ?, until = ? WHERE key = ? AND lease = ?", (now, now + seconds, raw, lease)
            )
            return bool(renewed.rowcount)

    def _release(self, raw: bytes, lease: str) -> None:
        with self._connection() as connection:
            connection.execute("DELETE FROM leases WHERE key = ? AND lease = ?", (raw, lease))

    @contextmanager
    def _connection(self) -> Iterator[sqlite3.Connection]:
        """A connection to the file that is at the path now, for one thread at a time."""
        file = (os.getpid(), inode_of(self._path))
        if file != self._file or not file[1]:
            file = self._open()
        with self._lock:
            connection = self._idle.pop() if self._idle else connect(self._path)
        try:
            yield connection
        except BaseException as error:
            connection.close()  # whatever it is in the middle of
            if isinstance(error, sqlite3.DatabaseError) and is_damage(error):
                set_aside_damaged(self._path, file[1], str(error))
            raise
        with self._lock:
            if file == self._file:
                self._idle.append(connection)
                return
        connection.close()

    def _open(self) -> tuple[int, int]:
        prepare(self._path)
        with self._lock:
            file = (os.getpid(), inode_of(self._path))
            if file != self._file:
                if file[0] == self._file[0]:  # those of a parent process are not ours to close
                    for connection in self._idle + self._readers:
                        connection.close()
                self._idle, self._readers, self._file = [], [], file
        return file


@contextmanager
def _transaction(connection: sqlite3.Connection) -> Iterator[None]:
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        if connection.in_transaction:  # SQLite ends some itself, when the disk is full
            connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")


def _next_use(connection: sqlite3.Connection) -> int:
    connection.execute("UPDATE totals SET uses = uses + 1")
    return int(connection.execute("SELECT uses FROM totals").fetchone()[0])
