"""Makes an archive of classes: run as a script in a process of its own, with the Python's standard library only."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from pathlib import Path

SUFFIX = ".jsa"
KEPT = 4  # archives of 40 MB each: of other versions of Java, of the package, of the options
STEP_SECONDS = 300.0  # fifty times as long as a step takes when nothing else runs
RETRY_SECONDS = 3600.0  # what failed, or was killed, is not tried at each start
TRAINING = "ajaxcrawl.WarmUp"


def checksum(path: Path) -> str:
    """Of a file's content: the JVM trusts what it maps."""
    return f"{zlib.crc32(path.read_bytes()):08x}"


def make(folder: Path, key: str, java: str, arguments: list[str], class_path: list[str], support: str) -> None:
    """Make ``folder``/``key``-CHECKSUM.jsa, unless another process is at it or it failed within the hour.

    Raises ``OSError`` or ``subprocess.SubprocessError``; then nothing is left but the note that it was tried.
    """
    folder.mkdir(parents=True, exist_ok=True)
    note = folder / f"{key}.tried"
    with contextlib.suppress(FileNotFoundError):
        if time.time() - note.stat().st_mtime > RETRY_SECONDS:
            note.unlink(missing_ok=True)
    try:
        os.close(os.open(note, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
    except FileExistsError:
        return
    with tempfile.TemporaryDirectory(dir=folder, prefix="making-") as work:
        made = _dump(Path(work), java, arguments, class_path, support)
        made.replace(folder / f"{key}-{checksum(made)}{SUFFIX}")
    note.unlink(missing_ok=True)
    archives = sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime)
    for path in archives[:-KEPT]:
        path.unlink(missing_ok=True)


def _dump(work: Path, java: str, arguments: list[str], class_path: list[str], support: str) -> Path:
    names, archive = work / "classes", work / "archive"
    # without JPype's jar: its classes want the Python around them
    training = ["-Xshare:off", f"-XX:DumpLoadedClassList={names}", "-cp", os.pathsep.join(class_path), TRAINING]
    _run([java, *arguments, *training])
    with names.open("a") as file:
        file.writelines(f"{name}\n" for name in _classes(support))
    shared = [f"-XX:SharedArchiveFile={archive}", "-cp", os.pathsep.join([*class_path, support])]
    _run([java, *arguments, "-Xshare:dump", f"-XX:SharedClassListFile={names}", *shared])
    _run([java, *arguments, "-Xshare:on", *shared, "-version"])  # fails where the JVM does not take it
    descriptor = os.open(archive, os.O_RDONLY)
    os.fsync(descriptor)
    os.close(descriptor)
    return archive


def _classes(jar: str) -> list[str]:
    with zipfile.ZipFile(jar) as file:
        names = [name.removesuffix(".class") for name in file.namelist() if name.endswith(".class")]
    return [name for name in names if not name.startswith("META-INF/") and name != "module-info"]


def _run(command: list[str]) -> None:
    subprocess.run(  # noqa: S603 - the Java that the settings name
        command,
        check=True,
        timeout=STEP_SECONDS,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )


def main(argument: str) -> None:
    """Make the archive that a JSON object describes, for the time and the memory that nobody else wants."""
    values = json.loads(argument)
    if hasattr(os, "nice"):
        os.nice(19)
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")
    make(Path(values.pop("folder")), **values)


if __name__ == "__main__":
    main(sys.argv[1])
