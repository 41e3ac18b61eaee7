"""The archive's manifest: every state, what became of it, and the runs that are not over; one SQLite file."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple

from ..errors import StoreError
from ..snapshot import Headers

NAME = "manifest.sqlite"
VERSION = 1

_SCHEMA = """
CREATE TABLE states (
    key TEXT PRIMARY KEY,
    url TEXT NOT NULL,
    page TEXT NOT NULL,
    depth INTEGER NOT NULL,
    lastmod REAL,
    due INTEGER NOT NULL DEFAULT 0,    -- 1: to be rendered in this run, 2: being rendered
    tried REAL,                        -- when it was last rendered, well or not,
    run INTEGER,                       -- and in which run
    outcome TEXT NOT NULL DEFAULT '',  -- completed, failed, skipped
    reason TEXT NOT NULL DEFAULT '',
    errors TEXT NOT NULL DEFAULT '[]',
    seconds REAL,
    -- the snapshot that is kept: the last good one
    kind TEXT, status INTEGER, headers TEXT, created REAL, changed REAL,
    file TEXT, sha256 TEXT, bytes INTEGER,
    previous TEXT                      -- the file before; servers with older rules still name it
) WITHOUT ROWID;
CREATE INDEX states_due ON states (page, key) WHERE due = 1;
CREATE TABLE runs (number INTEGER PRIMARY KEY, started REAL NOT NULL, ended REAL);
"""


class Known(NamedTuple):
    """What the manifest knows of a state before this run."""

    tried: float | None
    run: int | None
    outcome: str


class Due(NamedTuple):
    """A state to be rendered."""

    key: str
    url: str
    page: str
    depth: int


class Kept(NamedTuple):
    """A snapshot in the archive; ``file`` is relative to the folder, None for one without a body."""

    url: str
    kind: str
    status: int
    headers: Headers
    created: float
    changed: float
    file: str | None
    sha256: str
    bytes: int


def open_for_reading(folder: Path) -> sqlite3.Connection:
    """The manifest of an archive that others may write to. Raises ``StoreError`` or ``sqlite3.Error``."""
    path = folder / NAME
    if not path.is_file():
        raise StoreError(f"{folder} is no archive: it has no {NAME}")
    db = sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, check_same_thread=False, timeout=5)
    try:
        _check(db, path)
    except BaseException:
        db.close()
        raise
    return db


def _check(db: sqlite3.Connection, path: Path) -> int:
    version = int(db.execute("PRAGMA user_version").fetchone()[0])
    if version not in (0, VERSION):
        raise StoreError(f"{path} is of another version ({version}): archive into a new folder")
    return version


class Manifest:
    """Opened for writing by one process at a time; commits are the caller's. ``StoreError``: it cannot be read."""

    def __init__(self, folder: Path, *, read_only: bool = False) -> None:
        path = folder / NAME
        self._read_only = read_only
        try:
            if read_only:
                self._db = open_for_reading(folder)
                return
            self._db = sqlite3.connect(path, isolation_level=None, timeout=30)
            # readers see whole transactions, and a kill loses none; once nobody writes it is one file again
            self._db.execute("PRAGMA journal_mode = WAL")
            self._db.execute("PRAGMA synchronous = NORMAL")
            if _check(self._db, path) == 0:
                self._db.executescript(f"BEGIN; {_SCHEMA} PRAGMA user_version = {VERSION}; COMMIT;")
        except sqlite3.OperationalError:
            raise  # a full disk, say
        except sqlite3.DatabaseError as error:
            raise StoreError(f"{path} cannot be used: {error}") from error

    def close(self) -> None:
        """Close; where nobody reads just now, the file alone holds everything afterwards."""
        with closing(self._db), suppress(sqlite3.OperationalError):
            if not self._read_only:
                self._db.execute("PRAGMA busy_timeout = 0")
                self._db.execute("PRAGMA journal_mode = DELETE")

    def begin(self) -> None:
        """Begin a transaction."""
        self._db.execute("BEGIN")

    def commit(self) -> None:
        """Keep what was written since ``begin``."""
        if self._db.in_transaction:
            self._db.execute("COMMIT")

    def begin_run(self, now: float) -> int:
        """The number of the run: one that was broken off goes on."""
        self._db.execute("UPDATE states SET due = 1 WHERE due = 2")
        row = self._db.execute("SELECT number FROM runs WHERE ended IS NULL").fetchone()
        if row is None:
            return int(self._db.execute("INSERT INTO runs (started) VALUES (?)", (now,)).lastrowid or 0)
        return int(row[0])

    def end_run(self, now: float) -> None:
        """The run is over."""
        self._db.execute("UPDATE runs SET ended = ? WHERE ended IS NULL", (now,))

    def known(self, key: str) -> Known | None:
        """What is known of a state; None: nothing."""
        row = self._db.execute("SELECT tried, run, outcome FROM states WHERE key = ?", (key,)).fetchone()
        return None if row is None else Known(*row)

    def plan(self, state: Due, lastmod: float | None, is_due: bool) -> bool:
        """Note a state, and whether it is to be rendered in this run; True: it is, and was not before."""
        before = self._db.execute("SELECT due FROM states WHERE key = ?", state[:1]).fetchone()
        self._db.execute(
            "INSERT INTO states (key, url, page, depth, lastmod, due) VALUES (?, ?, ?, ?, ?, ?) "
            "ON CONFLICT (key) DO UPDATE SET depth = min(depth, excluded.depth), "
            "lastmod = coalesce(excluded.lastmod, lastmod), due = max(due, excluded.due)",
            (*state, lastmod, int(is_due)),
        )
        return is_due and (before is None or before[0] == 0)

    def urls(self, size: int) -> Iterator[list[str]]:
        """The URL of every state, so many at a time; states may be planned meanwhile."""
        key = ""
        while rows := self._db.execute(
            "SELECT key, url FROM states WHERE key > ? ORDER BY key LIMIT ?", (key, size)
        ).fetchall():
            yield [row[1] for row in rows]
            key = rows[-1][0]

    def take(self, page: str | None = None) -> Due | None:
        """A state that is to be rendered now, marked so; those of one page together, of ``page`` only where given."""
        # two statements, so that each goes by the index
        if page is None:
            row = self._db.execute(
                "SELECT key, url, page, depth FROM states WHERE due = 1 ORDER BY page, key LIMIT 1"
            ).fetchone()
        else:
            row = self._db.execute(
                "SELECT key, url, page, depth FROM states WHERE due = 1 AND page = ? ORDER BY key LIMIT 1", (page,)
            ).fetchone()
        if row is None:
            return None
        self._db.execute("UPDATE states SET due = 2 WHERE key = ?", row[:1])
        return Due(*row)

    def note(self, key: str, tried: Known, reason: str, errors: list[str], seconds: float) -> None:
        """What became of a state that was taken. A snapshot it has from before stays."""
        self._db.execute(
            "UPDATE states SET due = 0, tried = ?, run = ?, outcome = ?, reason = ?, errors = ?, seconds = ? "
            "WHERE key = ?",
            (*tried, reason, json.dumps(errors), round(seconds, 3), key),
        )

    def keep(self, key: str, kept: Kept) -> None:
        """The snapshot of a state, in place of the one before."""
        self._db.execute(
            "UPDATE states SET previous = CASE WHEN file IS NOT :file THEN file ELSE previous END, "
            "changed = CASE WHEN sha256 IS :sha256 AND status IS :status THEN changed ELSE :changed END, "
            "url = :url, kind = :kind, status = :status, headers = :headers, created = :created, file = :file, "
            "sha256 = :sha256, bytes = :bytes WHERE key = :key",
            {**kept._asdict(), "headers": json.dumps(kept.headers), "key": key},
        )

    def forget(self, key: str) -> None:
        """The state has no snapshot any more."""
        self._db.execute(
            "UPDATE states SET kind = NULL, status = NULL, headers = NULL, created = NULL, changed = NULL, "
            "file = NULL, sha256 = NULL, bytes = NULL, previous = NULL WHERE key = ?",
            (key,),
        )

    def pages(self) -> Iterator[tuple[str, float, Headers]]:
        """URL, when it changed and headers of every page of status 200, by key."""
        rows = self._db.execute(
            "SELECT url, changed, headers FROM states WHERE kind = 'html' AND status = 200 ORDER BY key"
        )
        for url, changed, headers in rows:
            yield url, changed, tuple((name, value) for name, value in json.loads(headers))

    def by_folded_uri(self, spellings: Callable[[str], Iterable[str]]) -> Iterator[tuple[str, str, bool]]:
        """URI, file, and whether no other URI differs in case alone, of every page of status 200.

        Those with ``X-Robots-Tag`` are left out: a file has no headers.
        """
        db = self._db
        db.execute("CREATE TEMP TABLE IF NOT EXISTS uris (folded TEXT, uri TEXT, file TEXT)")
        db.execute("DELETE FROM uris")
        pages = db.execute(
            "SELECT url, file FROM states WHERE kind = 'html' AND status = 200 AND file IS NOT NULL "
            """AND headers NOT LIKE '%["x-robots-tag",%'"""
        )
        db.executemany(
            "INSERT INTO uris VALUES (?, ?, ?)",
            ((uri.lower(), uri, file) for url, file in pages for uri in spellings(url)),
        )
        yield from (
            (uri, file, alone == 1)
            for uri, file, alone in db.execute(
                "SELECT uri, file, count(*) OVER (PARTITION BY folded) FROM uris ORDER BY folded, uri"
            )
        )
        db.execute("DROP TABLE uris")

    def files(self) -> Iterator[str]:
        """Every file that the archive needs, previous ones too, in order."""
        rows = self._db.execute(
            "SELECT file FROM states WHERE file IS NOT NULL "
            "UNION SELECT previous FROM states WHERE previous IS NOT NULL ORDER BY 1"
        )
        return (row[0] for row in rows)

    def count_due(self) -> int:
        """How many states are still to be rendered."""
        return int(self._db.execute("SELECT count(*) FROM states WHERE due > 0").fetchone()[0])

    def count_kept(self) -> int:
        """How many states have a snapshot."""
        return int(self._db.execute("SELECT count(*) FROM states WHERE created IS NOT NULL").fetchone()[0])

    def rows(self) -> Iterator[dict[str, Any]]:
        """Every state with all that is known of it, by key."""
        cursor = self._db.execute(
            "SELECT url, outcome, reason, status, sha256, bytes, file, created, changed, lastmod, tried, seconds, "
            "errors FROM states WHERE outcome != '' ORDER BY key"
        )
        names = [column[0] for column in cursor.description]
        for row in cursor:
            values = dict(zip(names, row, strict=True))
            yield {**values, "errors": json.loads(values["errors"])}
