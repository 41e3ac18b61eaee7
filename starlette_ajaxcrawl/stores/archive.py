"""ArchiveStore: hands out the snapshots of a folder that ``starlette-ajaxcrawl archive`` made. Needs no renderer."""

from __future__ import annotations

import json
import logging
import os
import sqlite3
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any

from anyio import to_thread

from ..archive.manifest import NAME, open_for_reading
from ..errors import StoreError
from ..snapshot import Snapshot
from .base import ReadOnlyStore

logger = logging.getLogger(__name__)


class ArchiveStore(ReadOnlyStore):
    """Reads ``folder``, which may be archived into meanwhile, or be replaced by another of the same name.

    A snapshot whose file is missing or is not what was archived is not given, and a line in the log says so.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()
        self._db: sqlite3.Connection | None = None
        self._opened: tuple[int, int] | None = None

    async def get(self, key: str) -> Snapshot | None:
        """The snapshot archived under ``key``, however old; None where there is none."""
        return await to_thread.run_sync(self._get, key)

    async def close(self) -> None:
        """Close the manifest; the store may be used again."""
        with self._lock:
            self._close()

    def _get(self, key: str) -> Snapshot | None:
        try:
            with self._lock:
                row = (
                    self._manifest()
                    .execute(
                        "SELECT url, kind, status, headers, created, changed, file, sha256 FROM states "
                        "WHERE key = ? AND created IS NOT NULL",
                        (key,),
                    )
                    .fetchone()
                )
        except (sqlite3.Error, OSError, ValueError) as error:
            raise StoreError(f"the archive {self._folder} cannot be read: {error}") from error
        try:
            return None if row is None else self._snapshot(*row)
        except (OSError, ValueError) as error:
            logger.warning("A snapshot of the archive %s is damaged, archive it anew: %r: %s", self._folder, key, error)
            return None

    def _snapshot(self, url: str, kind: Any, status: int, headers: str, created: float, changed: float,
                  file: str | None, digest: str) -> Snapshot:  # fmt: skip
        body = b"" if file is None else (self._folder / file).read_bytes()
        if sha256(body).hexdigest() != digest:
            raise ValueError(f"{file} is not what was archived")
        pairs = tuple((name, value) for name, value in json.loads(headers))
        return Snapshot(url, kind, status, pairs, body, created, changed=changed, digest=digest[:32])

    def _manifest(self) -> sqlite3.Connection:
        found = os.stat(self._folder / NAME)
        place = found.st_dev, found.st_ino
        if self._db is None or place != self._opened:
            self._close()
            self._db, self._opened = open_for_reading(self._folder), place
        return self._db

    def _close(self) -> None:
        if self._db is not None:
            self._db.close()
        self._db = self._opened = None
