"""What the system grants this process: memory, threads, open files, within its container."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path

MIB = 1024 * 1024
OUTSIDE_HEAP = 250 * MIB  # classes, compiled code, threads, V8 and Python itself, as measured
MIN_HEAP = 128 * MIB  # with less, pages of today's frameworks are cut
UNLIMITED = 1 << 60  # cgroups of version 1 write their "no limit" as a number above this


@dataclass(frozen=True, slots=True)
class Machine:
    """Limits of this process; None: there is none, or the system does not say. Memory in bytes."""

    memory: int | None = None
    memory_named_by: str = "the machine"
    address_space: int | None = None
    open_files: int | None = None
    threads: int | None = None
    threads_named_by: str = ""


def cores() -> int:
    """The processor cores that this process may use."""
    if hasattr(os, "process_cpu_count"):  # Python 3.13
        return os.process_cpu_count() or 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def python_executable() -> str | None:
    """What to run scripts of ours with; None where Python is part of another program."""
    return sys.executable if Path(sys.executable or "").name.startswith(("python", "pypy")) else None


def this_machine(root: Path = Path("/")) -> Machine:
    """The limits that hold here; ``root`` has ``proc`` and ``sys``."""
    memory, memory_named_by = _physical_memory(root), "the machine"
    container = _cgroup_limit(root, "memory", "memory.max", "memory.limit_in_bytes")
    if container is not None and (memory is None or container < memory):
        memory, memory_named_by = container, "the container"
    limits = resource_limits()
    threads, threads_named_by = limits.get("NPROC"), "ulimit -u"
    container_threads = _cgroup_limit(root, "pids", "pids.max", "pids.max")
    if container_threads is not None and (threads is None or container_threads < threads):
        threads, threads_named_by = container_threads, "the container's pids limit"
    return Machine(
        memory=memory,
        memory_named_by=memory_named_by,
        address_space=limits.get("AS"),
        open_files=limits.get("NOFILE"),
        threads=threads,
        threads_named_by=threads_named_by,
    )


def default_heap(memory: int | None) -> str:
    """The JVM's heap in so much memory, as for -Xmx: most of what all else leaves, 512m at most."""
    fitting = 512 * MIB if memory is None else max(MIN_HEAP, (memory - OUTSIDE_HEAP) * 3 // 4)
    return f"{min(512 * MIB, fitting) // MIB}m"


def _physical_memory(root: Path) -> int | None:
    try:
        lines = (root / "proc/meminfo").read_text().splitlines()
    except OSError:
        return None
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("MemTotal:")), None)


def _cgroup_limit(root: Path, controller: str, file_v2: str, file_v1: str) -> int | None:
    """The lowest limit of this process's control group and those above it, as a container runtime sets them."""
    try:
        lines = (root / "proc/self/cgroup").read_text().splitlines()
    except OSError:
        return None
    found = []
    for line in lines:
        _, controllers, path = line.split(":", 2)
        if not controllers:
            top, name = root / "sys/fs/cgroup", file_v2
        elif controller in controllers.split(","):
            top, name = root / "sys/fs/cgroup" / controller, file_v1
        else:
            continue
        # inside a container the path may be the host's, and the container's own group is mounted at the top
        parts = [part for part in path.split("/") if part not in ("", "..")]
        for depth in range(len(parts) + 1):
            limit = _number(top.joinpath(*parts[:depth], name))
            if limit is not None and limit < UNLIMITED:
                found.append(limit)
    return min(found, default=None)


def _number(file: Path) -> int | None:
    try:
        return int(file.read_text())
    except (OSError, ValueError):  # "max", or not there
        return None


def resource_limits() -> dict[str, int]:
    """The soft limits of ``ulimit`` by name, as in the constants of the module ``resource``."""
    try:
        import resource
    except ImportError:  # Windows
        return {}
    limits = {}
    for name in ("AS", "NOFILE", "NPROC"):
        constant = getattr(resource, f"RLIMIT_{name}", None)
        soft = resource.RLIM_INFINITY if constant is None else resource.getrlimit(constant)[0]
        if soft != resource.RLIM_INFINITY:
            limits[name] = soft
    if os.geteuid() == 0:
        limits.pop("NPROC", None)  # does not hold for root
    return limits
