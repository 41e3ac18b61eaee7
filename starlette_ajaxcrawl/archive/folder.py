"""The archive's folder: bodies in files whose names differ on every file system, written whole or not at all."""

from __future__ import annotations

import fcntl
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

from ..errors import StoreError

PAGES = "pages"
TEMPORARY = ".new"

_OURS = re.compile(rf"{PAGES}/([0-9a-f]{{2}})/\1[0-9a-f]{{30}}-[0-9a-f]{{16}}\.html(?:{re.escape(TEMPORARY)})?")


def file_name(key: str, digest: str) -> str:
    """The file of a snapshot, relative to the folder.

    Lower-case hexadecimal digits alone: keys that differ in case, or in bytes that file systems refuse or fold
    together, have names of their own. The body is in the name too, so what replaces a snapshot leaves its file alone.
    """
    name = sha256(key.encode()).hexdigest()[:32]
    return f"{PAGES}/{name[:2]}/{name}-{digest[:16]}.html"


class Folder:
    """A folder that this process alone writes to; a context manager, which raises ``StoreError`` where another does."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def __enter__(self) -> Folder:
        (self.path / PAGES).mkdir(parents=True, exist_ok=True)
        self._lock = os.open(self.path / ".lock", os.O_CREAT | os.O_RDWR, 0o644)
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # a process that is killed lets go of it
        except OSError:
            os.close(self._lock)
            raise StoreError(f"another process is archiving into {self.path}") from None
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._lock)

    def write(self, name: str, body: bytes) -> None:
        """Write a file; what reads it meanwhile sees it whole. Raises ``OSError``, on a full disk above all."""
        with replacing(self.path / name) as file:
            file.write(body)

    def sweep(self, needed: Iterable[str]) -> None:
        """Remove the files that are none of ``needed`` (sorted): what was replaced long ago, or half written."""
        names = iter(needed)
        name = next(names, None)
        for file in self._files():
            while name is not None and name < file:
                name = next(names, None)
            if name != file:
                (self.path / file).unlink(missing_ok=True)

    def _files(self) -> Iterator[str]:
        """What is named as archives name files, sorted; anything else in the folder is somebody else's."""
        for shard in sorted(entry.name for entry in os.scandir(self.path / PAGES) if entry.is_dir()):
            names = (f"{PAGES}/{shard}/{entry.name}" for entry in os.scandir(self.path / PAGES / shard))
            yield from sorted(name for name in names if _OURS.fullmatch(name))


@contextmanager
def replacing(path: Path) -> Iterator[BinaryIO]:
    """A file to write to, which takes the place of ``path`` at the end of the block; not when that raises."""
    path.parent.mkdir(exist_ok=True)
    new = path.with_name(path.name + TEMPORARY)
    try:
        with new.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(new, path)
    except BaseException:
        new.unlink(missing_ok=True)
        raise
