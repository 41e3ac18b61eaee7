"""The file of a SQLite store: its schema, its format, and what is done where it is not what it should be."""

from __future__ import annotations

import fcntl
import logging
import os
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from ..errors import StoreError
from .record import FORMAT

logger = logging.getLogger(__name__)

APPLICATION = 0x414A4358  # says that a file is ours: nobody else's is ever moved
BUSY = 5.0  # seconds; writers wait for each other so long

SCHEMA = """
    CREATE TABLE snapshots (key BLOB NOT NULL UNIQUE, record BLOB NOT NULL, size INT NOT NULL, used INT NOT NULL);
    CREATE INDEX by_use ON snapshots (used);
    CREATE TABLE leases (key BLOB PRIMARY KEY, lease TEXT NOT NULL, taken REAL NOT NULL, until REAL NOT NULL);
    CREATE TABLE totals (bytes INTEGER NOT NULL, uses INTEGER NOT NULL);
    INSERT INTO totals VALUES (0, 0);
    CREATE TRIGGER more AFTER INSERT ON snapshots BEGIN UPDATE totals SET bytes = bytes + new.size; END;
    CREATE TRIGGER less AFTER DELETE ON snapshots BEGIN UPDATE totals SET bytes = bytes - old.size; END;
"""


def connect(path: Path, timeout: float = BUSY) -> sqlite3.Connection:
    """A connection to the store at ``path``, for any thread, without transactions of its own accord."""
    connection = sqlite3.connect(path, timeout=timeout, isolation_level=None, check_same_thread=False)
    connection.execute("PRAGMA synchronous = NORMAL")  # with a WAL: survives kill -9, and power cuts undamaged
    return connection


def prepare(path: Path) -> None:
    """Make the store at ``path`` ready: make it where there is none, set one aside that is older or damaged.

    Raises ``StoreError`` where the file is a newer version's, or somebody else's database.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _locked(path):
        try:
            found = _format(path)
        except sqlite3.DatabaseError as error:
            if not is_damage(error):
                raise
            _set_aside(path, "damaged", str(error))
            found = None
        if found is not None and found < FORMAT:
            _set_aside(path, f"format-{found}", f"its format is {found}, this version's is {FORMAT}")
            found = None
        if found is None:
            with closing(connect(path)) as connection:
                connection.execute("PRAGMA journal_mode = WAL")
                ours = f"PRAGMA application_id = {APPLICATION}; PRAGMA user_version = {FORMAT};"
                connection.executescript(f"BEGIN IMMEDIATE; {ours} {SCHEMA} COMMIT;")


def set_aside_damaged(path: Path, inode: int, reason: str) -> None:
    """Move the damaged file ``inode`` away from ``path``, unless another process has done so already."""
    with _locked(path):
        if inode_of(path) == inode:
            _set_aside(path, "damaged", reason)


def inode_of(path: Path) -> int:
    """Which file is at ``path`` now; 0 where there is none."""
    try:
        return os.stat(path).st_ino
    except FileNotFoundError:
        return 0


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether the file is damaged, rather than locked or on a disk that is full."""
    return any(word in str(error) for word in ("malformed", "not a database"))


def _format(path: Path) -> int | None:
    """The format of the store at ``path``; None where there is nothing yet."""
    if not inode_of(path):
        return None
    with closing(connect(path)) as connection:
        ((application,),) = connection.execute("PRAGMA application_id")
        ((version,),) = connection.execute("PRAGMA user_version")
        ((tables,),) = connection.execute("SELECT count(*) FROM sqlite_master")
    if not tables:
        return None
    if application != APPLICATION:
        raise StoreError(f"{path} is a database of something else")
    if version > FORMAT:
        raise StoreError(f"{path} is of a newer version: its format is {version}, this version's is {FORMAT}")
    return int(version)


def _set_aside(path: Path, why: str, reason: str) -> None:
    aside = path.with_name(f"{path.name}.{why}-{int(time.time())}")
    logger.warning("The store %s is set aside as %s, and begun anew: %s", path, aside.name, reason)
    for suffix in ("-wal", "-shm"):  # first: they must not be taken for those of the file that comes next
        if inode_of(Path(f"{path}{suffix}")):
            os.replace(f"{path}{suffix}", f"{aside}{suffix}")
    os.replace(path, aside)


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """One process at a time makes the file or moves it."""
    with open(f"{path}.lock", "a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
