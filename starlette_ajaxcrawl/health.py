"""Looks at all that renders need, and says what to do about what is wrong."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING

from .errors import RendererUnavailable
from .javascript.engine import Engine, EngineBroken
from .javascript.vendor import EngineUnavailable
from .machine import MIB, MIN_HEAP, OUTSIDE_HEAP, Machine, this_machine
from .renderers import jvm
from .renderers.options import heap_bytes

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .settings import Settings

ADDRESS_SPACE = 2048 * MIB  # what a JVM reserves beside its heap without ever using it
HEAP_PER_RENDER = 96 * MIB  # pages with large scripts hold about so much while they are rendered
THREADS = 64  # of a JVM and a server, with room
OPEN_FILES = 512  # jars, and connections of some hundred clients
TRIAL_SECONDS = 120.0  # far more than a JVM and a page need on a busy machine
# about the site's own pages and people, and no matter for a page of another site
SITES_OWN = {
    "overrides",
    "wait_for_selector",
    "origins",
    "store",
    "admin_token",
    "renderer",
    "fleet_origin",
    "fleet_key",
}


class Verdict(Enum):
    """How a check went."""

    OK = "ok"
    WARNING = "warning"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Finding:
    """What one check found, and, unless all is well, what to do."""

    subject: str
    verdict: Verdict
    found: str
    advice: str = ""


def examine(settings: Settings, machine: Machine | None = None) -> Iterator[Finding]:
    """Every check, in the order in which faults are best mended; the slow one, a test render, comes last."""
    if settings.renderer.startswith("taskiq+"):  # nothing is rendered on this machine
        yield from check_fleet(settings)
        return
    machine = this_machine() if machine is None else machine
    findings = [check_java(settings), check_jars(settings)]
    yield from findings
    yield check_memory(settings, machine)
    yield check_limits(settings, machine)
    yield check_javascript(settings)
    if all(finding.verdict is not Verdict.WRONG for finding in findings):
        yield check_render(settings)
    else:
        yield Finding("Test render", Verdict.WRONG, "not tried", "Mend what is wrong above.")


def check_fleet(settings: Settings) -> Iterator[Finding]:
    """Whether the fleet's Redis answers, and has workers with the same key and version."""
    try:
        from .fleet import doctor  # taskiq is loaded only where it is used
    except ImportError:
        yield Finding("Fleet", Verdict.WRONG, "the extra is not installed", "Install starlette-ajaxcrawl[fleet].")
        return
    yield from doctor.check_fleet(settings)


def check_java(settings: Settings) -> Finding:
    """Whether there is a Java that will do."""
    try:
        home = jvm.find_java(settings.java_home)
    except RendererUnavailable as error:
        found, _, advice = error.reason.partition(". ")
        return Finding("Java", Verdict.WRONG, found, f"{advice}.")
    version = "of unknown version" if home.version is None else str(home.version)
    return Finding("Java", Verdict.OK, f"Java {version} in {home.path} ({home.named_by})")


def check_jars(settings: Settings) -> Finding:
    """Whether the package's jars and those of the settings can be read."""
    try:
        paths = jvm.class_path(settings)
    except RendererUnavailable as error:
        return Finding("Jars", Verdict.WRONG, *error.reason.split(": ", 1))
    missing = [path for path in paths if not _is_readable(Path(path))]
    if missing:
        return Finding(
            "Jars",
            Verdict.WRONG,
            f"not there, or not readable: {', '.join(missing)}",
            "Correct java_class_path and htmlunit_jars; if the package's own jars are missing, install it again.",
        )
    return Finding("Jars", Verdict.OK, f"{len(paths)} on the class path")


def check_memory(settings: Settings, machine: Machine) -> Finding:
    """Whether the heap suits the memory there is, and the renders at once."""
    heap = heap_bytes(settings)
    processes = settings.render_processes if settings.renderer == "process" else 1
    heaps = "a heap of" if processes == 1 else f"{processes} processes with a heap of"
    what = f"{heaps} {_size(heap)} in {_size(machine.memory)} of {machine.memory_named_by}"
    if machine.memory is not None and processes * (heap + OUTSIDE_HEAP) > machine.memory:
        fitting = machine.memory // processes - OUTSIDE_HEAP
        needed = processes * (max(heap, MIN_HEAP) + OUTSIDE_HEAP)
        less = f"Set jvm_heap to {fitting // MIB}m or less, or give" if fitting >= MIN_HEAP else "Give"
        return Finding(
            "Memory",
            Verdict.WRONG,
            f"{what}: with about {_size(OUTSIDE_HEAP)} for all else the system will kill the process",
            f"{less} it {_size(needed)}. Every worker of the server needs as much.",
        )
    if machine.address_space is not None and heap + ADDRESS_SPACE > machine.address_space:
        return Finding(
            "Memory",
            Verdict.WRONG,
            f"ulimit -v grants {_size(machine.address_space)} of address space",
            f"A JVM reserves more than it uses: lift the limit, or set it above {_size(heap + ADDRESS_SPACE)}.",
        )
    if heap < MIN_HEAP:
        return Finding(
            "Memory",
            Verdict.WARNING,
            f"{what}: pages with large scripts will be cut",
            f"Set jvm_heap to {MIN_HEAP // MIB}m or more.",
        )
    renders = -(-settings.max_concurrent_renders // processes)
    if heap < renders * HEAP_PER_RENDER:
        return Finding(
            "Memory",
            Verdict.WARNING,
            f"{what} for {renders} renders at once",
            f"Set jvm_heap to {renders * HEAP_PER_RENDER // MIB}m, "
            f"or max_concurrent_renders to {processes * max(1, heap // HEAP_PER_RENDER)}.",
        )
    return Finding("Memory", Verdict.OK, what)


def check_javascript(settings: Settings) -> Finding:
    """Whether modern scripts can be translated."""
    subject = "Modern JavaScript"
    if not settings.modern_javascript:
        return Finding(subject, Verdict.OK, "modern_javascript is off: pages with modern scripts show less")
    try:
        engine = Engine()
        try:
            engine.lower("script", "class A {}")
        finally:
            engine.close()
    except (EngineUnavailable, EngineBroken) as error:
        return Finding(
            subject,
            Verdict.WARNING,
            f"pages with modern scripts will show less: {error}",
            "Install this package's dependencies again; where there is no V8 for this machine, "
            "set modern_javascript to false.",
        )
    return Finding(subject, Verdict.OK, "the translator works")


def check_limits(settings: Settings, machine: Machine) -> Finding:
    """Whether there may be as many threads and open files as are needed."""
    threads = THREADS + 4 * settings.max_concurrent_renders
    if machine.threads is not None and machine.threads < threads:
        return Finding(
            "Limits",
            Verdict.WRONG,
            f"{machine.threads} processes and threads ({machine.threads_named_by})",
            f"Raise it above {threads} for each worker: where no thread can be started no page can be rendered.",
        )
    if machine.open_files is not None and machine.open_files < OPEN_FILES:
        return Finding(
            "Limits",
            Verdict.WARNING,
            f"{machine.open_files} open files (ulimit -n)",
            f"Raise it above {OPEN_FILES}: each client takes one, and so does each jar.",
        )
    counts = [
        f"{'any number of' if limit is None else limit} {name}"
        for name, limit in (("open files", machine.open_files), ("threads", machine.threads))
    ]
    return Finding("Limits", Verdict.OK, ", ".join(counts))


def check_render(settings: Settings) -> Finding:
    """Render a page in another process: a JVM that cannot start may end the process that tries."""
    subject = "Test render"
    given = settings.model_dump_json(exclude=SITES_OWN)
    try:
        done = subprocess.run(
            [sys.executable, "-m", "starlette_ajaxcrawl.trial"],
            input=given,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=TRIAL_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Finding(
            subject,
            Verdict.WRONG,
            f"no answer within {TRIAL_SECONDS:.0f} s",
            "The machine is too busy, or the JVM hangs: try without jvm_options.",
        )
    lines = [line for line in f"{done.stderr}\n{done.stdout}".splitlines() if line.strip()]
    try:
        trial = json.loads(lines[-1])
    except (IndexError, ValueError):
        return Finding(
            subject,
            Verdict.WRONG,
            f"the JVM ended the process (exit code {done.returncode}): {' '.join(lines[-3:]) or 'without a word'}",
            "Check jvm_heap and jvm_options, and whether this Java is made for this machine.",
        )
    if "failure" in trial:
        said = f" ({' '.join(lines[-4:-1])})" if len(lines) > 1 else ""  # what the JVM wrote about it
        return Finding(subject, Verdict.WRONG, f"{trial['failure']}{said}", trial["advice"])
    times = f"{trial['first']:.1f} s with the start of the JVM, then {trial['second'] * 1000:.0f} ms"
    if trial["missing_charsets"]:
        return Finding(
            subject,
            Verdict.WARNING,
            f"{times}; this Java lacks encodings: {', '.join(trial['missing_charsets'])}",
            "Where pages have such an encoding, use a JDK with the module jdk.charsets.",
        )
    return Finding(subject, Verdict.OK, times)


def _is_readable(path: Path) -> bool:
    if path.name == "*":  # as the JVM understands class paths: all jars of the folder
        return any(path.parent.glob("*.jar"))
    try:
        if path.is_dir():
            return True
        with path.open("rb"):
            return True
    except OSError:
        return False


def _size(count: int | None) -> str:
    if count is None:
        return "memory of unknown size"
    return f"{count / (1024 * MIB):.1f} GiB" if count >= 1024 * MIB else f"{count // MIB} MiB"
