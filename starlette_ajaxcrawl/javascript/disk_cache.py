"""Lowered scripts in a folder: bounded, shared by processes, and never trusted further than its checksums."""

from __future__ import annotations

import contextlib
import hashlib
import logging
import os
import tempfile
import threading
from pathlib import Path

logger = logging.getLogger(__name__)

SUFFIX = ".lowered"
CHECKSUM = hashlib.sha256().digest_size
SHRINK_TO = 0.8  # of the bound: what is removed at once makes room for many
SURVEY_EVERY = 0.05  # of the bound written: other processes write too


class DiskCache:
    """Entries are files: a checksum, then the value. What can't be read, is cut short or altered is as not there.

    A value is written beside its place and then moved there, so that readers see all of it or nothing. The files that
    were not used longest go first. Errors of the disk are logged once and then it is as if there were no cache.
    """

    def __init__(self, folder: Path, max_bytes: int) -> None:
        self._folder = folder
        self._max_bytes = max_bytes
        self._lock = threading.Lock()
        self._unsurveyed = max_bytes  # the first write surveys
        self._complained = False

    def is_empty(self) -> bool:
        """Whether nothing was ever kept, or can be."""
        try:
            return next(self._folder.glob(f"*{SUFFIX}"), None) is None
        except OSError:
            return True

    def get(self, key: str) -> bytes | None:
        """The value of ``key``; None where there is none."""
        path = self._folder / (key + SUFFIX)
        try:
            content = path.read_bytes()
        except FileNotFoundError:
            return None
        except OSError as error:
            self._complain(error)
            return None
        value = content[CHECKSUM:]
        if hashlib.sha256(value).digest() != content[:CHECKSUM]:
            with contextlib.suppress(OSError):
                path.unlink()
            return None
        with contextlib.suppress(OSError):
            os.utime(path)  # used now
        return value

    def put(self, key: str, value: bytes) -> None:
        """Keep ``value``, unless it takes more than a quarter of the bound."""
        if len(value) > self._max_bytes // 4:
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=self._folder, suffix=".part")
            try:
                with os.fdopen(handle, "wb") as file:
                    file.write(hashlib.sha256(value).digest() + value)
                Path(name).replace(self._folder / (key + SUFFIX))
            except OSError:
                Path(name).unlink(missing_ok=True)
                raise
            self._make_room(len(value))
        except OSError as error:
            self._complain(error)

    def _make_room(self, written: int) -> None:
        with self._lock:
            self._unsurveyed += written
            if self._unsurveyed < self._max_bytes * SURVEY_EVERY:
                return
            self._unsurveyed = 0
        files = []
        for entry in os.scandir(self._folder):
            with contextlib.suppress(OSError):  # another process may have removed it
                state = entry.stat()
                files.append((state.st_mtime, state.st_size, entry.path))
        total = sum(size for _, size, _ in files)
        if total <= self._max_bytes:
            return
        for _, size, path in sorted(files):
            with contextlib.suppress(OSError):
                Path(path).unlink()
            total -= size
            if total <= self._max_bytes * SHRINK_TO:
                return

    def _complain(self, error: OSError) -> None:
        if not self._complained:
            self._complained = True
            logger.warning("lowered scripts are not kept on disk: %s", error)
