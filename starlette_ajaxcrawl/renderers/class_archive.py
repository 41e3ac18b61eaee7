"""Keeps an archive of the classes that renders need (Java's CDS): with it a JVM is ready in two thirds of the time."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import logging
import os
import re
import subprocess
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import jpype
import platformdirs

from ..machine import python_executable, this_machine
from . import class_archive_maker as maker

if TYPE_CHECKING:
    from collections.abc import Sequence

logger = logging.getLogger(__name__)

MEMORY = 1 << 30  # bytes: with less the process that makes it would take the memory of those who serve
DELAY = 10.0  # seconds after the JVM is ready: the first pages come first
OWN = re.compile(r"-Xshare|-XX:.*(Archive|AOT|DumpLoaded)")
"""Options of the JVM by which it is told of archives already."""


@dataclass(frozen=True, slots=True)
class ClassArchive:
    """The archive for one Java, its options and its class path; another one of these never uses it."""

    folder: str
    key: str
    java: str
    arguments: tuple[str, ...]
    class_path: tuple[str, ...]
    support: str

    @classmethod
    def of(
        cls, cache: str | None, home: Path, arguments: Sequence[str], class_path: Sequence[str]
    ) -> ClassArchive | None:
        """The archive in the folder ``cache``; None where there is to be none, or Java can't make one."""
        java = home / "bin" / ("java.exe" if os.name == "nt" else "java")
        support = Path(jpype.__file__).parent.parent / "org.jpype.jar"
        files = [java, home / "release", support, *map(Path, class_path)]
        if not cache or not all(path.is_file() for path in files) or any(map(OWN.match, arguments)):
            return None
        folder = platformdirs.user_cache_path("starlette-ajaxcrawl") / "classes" if cache == "default" else Path(cache)
        if os.pathsep in str(folder) or not all(path.isascii() for path in map(str, files)):
            return None  # for Java that is two archives; for such a class path JPype has the JVM use none
        states = [(str(path), path.stat().st_size, path.stat().st_mtime_ns) for path in files]
        key = hashlib.sha256(repr((states, tuple(arguments))).encode()).hexdigest()[:32]
        return cls(str(folder.absolute()), key, str(java), tuple(arguments), tuple(class_path), str(support))

    def find(self) -> Path | None:
        """The archive's file; None where it is not there, or not whole. Never raises."""
        try:
            for path in Path(self.folder).glob(f"{self.key}-*{maker.SUFFIX}"):
                if path.stem.endswith(f"-{maker.checksum(path)}"):
                    os.utime(path)  # used now
                    return path
                path.unlink()
        except OSError as error:
            logger.debug("no archive of classes: %s", error)
        return None

    def options(self) -> list[str]:
        """What the JVM is to be started with; what it then finds wrong with the archive is nobody's business."""
        path = self.find()
        return [] if path is None else [f"-XX:SharedArchiveFile={path}", "-Xlog:cds=off", "-Xlog:cds*=off"]

    def make_later(self) -> None:
        """Have it made by a process of its own, for the next start. That process may outlive this one."""
        timer = threading.Timer(DELAY, self.make)
        timer.name = "ajaxcrawl-class-archive"
        timer.daemon = True
        timer.start()

    def make(self) -> None:
        """Make it now, where there is memory for it, unless it is there. Blocks for several seconds; never raises."""
        memory = this_machine().memory
        python = python_executable()
        if python is None or (memory is not None and memory < MEMORY) or self.find() is not None:
            return
        command = [python, "-I", "-S", maker.__file__, json.dumps(dataclasses.asdict(self))]
        try:
            # a session of its own: Ctrl-C is meant for the server
            subprocess.run(  # noqa: S603 - this Python, our script
                command,
                check=False,
                start_new_session=True,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            logger.debug("no archive of classes: %s", error)
