"""The compiler that lowers scripts, our own on acorn's trees in a V8, and what runs it in a process of its own.

Run as a script it takes a ``Setup`` as JSON and answers requests on its standard input; it needs the standard library
and mini-racer only, so that it starts soon and stays small. Every message is UTF-8 after its length in four bytes.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import struct
import sys
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

SOURCES = Path(__file__).parent / "source"

FILES = (
    "edits.js",
    "syntax_tree.js",
    "quirks.js",
    "names.js",
    "scopes.js",
    "engine_names.js",
    "semicolons.js",
    "this_value.js",
    "reserved_names.js",
    "unbraced_bodies.js",
    "optional_chaining.js",
    "logical_assignment.js",
    "spread.js",
    "heads_of_loops.js",
    "parenthesized_targets.js",
    "pattern_targets.js",
    "array_patterns.js",
    "shorthand_defaults.js",
    "parameter_scopes.js",
    "rest_patterns.js",
    "function_names.js",
    "yield_parentheses.js",
    "generator_returns.js",
    "generator_finally.js",
    "iterator_close.js",
    "for_await.js",
    "dead_zone.js",
    "async_functions.js",
    "directives.js",
    "trailing_commas.js",
    "private_names.js",
    "constructors.js",
    "classes.js",
    "declared_resources.js",
    "modules.js",
    "arrow_blocks.js",
    "with_proxy.js",
    "property_keys.js",
    "instance_of.js",
    "window_names.js",
    "pattern_groups.js",
    "regular_expressions.js",
    "arrow_bodies.js",
    "lower.js",
)
"""In the order in which they build on one another."""

LENGTH = struct.Struct(">I")
FORGOTTEN = 60.0  # seconds without a request: a fork of the server's may hold the pipe that its end would close
CPU_SECONDS = 10.0  # of processor time for any source, and so many more for each MiB of it: five times what it takes
CPU_SECONDS_PER_MIB = 10.0
FLAGS = (
    "--single-threaded",
    "--no-opt",  # the optimising compiler costs more than it gains, at any size of source
)
LARGE = 256 * 1024 * 1024  # bytes of memory; from there on what a source leaves is collected before the next one
LOOK = 0.02  # seconds between two looks at the memory, while a source is lowered
OVER_MEMORY = 75  # the process's exit code


@dataclass(frozen=True)
class Setup:
    """Paths, the most that V8's heap and the process take, in bytes, seconds for a source."""

    packages: str  # the folder with mini-racer
    acorn: str
    max_heap: int
    max_memory: int
    timeout: float


class Compiler:
    """One V8 with the compiler loaded; for one call at a time. The GIL is free while V8 works."""

    def __init__(self, setup: Setup) -> None:
        """Raises whatever keeps it from starting."""
        from py_mini_racer import MiniRacer

        self._timeout = setup.timeout
        self._v8 = MiniRacer()
        self._v8.set_hard_memory_limit(setup.max_heap)
        self._v8.eval(Path(setup.acorn).read_text("utf-8"))
        for name in FILES:
            self._v8.eval(SOURCES.joinpath(name).read_text("utf-8"))
        self._lower: Any = self._v8.eval("lower")

    def lower(self, kind: str, source: str) -> str:
        """What lower.js says. Raises whatever ends it: out of memory, out of time, or a fault of the compiler's."""
        return str(self._lower(kind, source, timeout_sec=self._timeout))

    def collect(self) -> None:
        """Free what the sources so far have left."""
        self._v8.low_memory_notification()

    def close(self) -> None:
        """Free V8's memory."""
        self._v8.close()


def read(file: IO[bytes]) -> bytes:
    """The next message. Raises ``EOFError`` where there is none."""
    (length,) = LENGTH.unpack(_exactly(file, LENGTH.size))
    return _exactly(file, length)


def write(file: IO[bytes], message: bytes) -> None:
    """Send a message. Raises ``OSError`` where nobody reads any more."""
    file.write(LENGTH.pack(len(message)) + message)
    file.flush()


def _exactly(file: IO[bytes], count: int) -> bytes:
    content = file.read(count)
    if len(content) < count:
        raise EOFError
    return content


def main(setup: Setup) -> None:
    """Answer requests, "KIND\\nSOURCE", until the input ends: what lower.js says, or ``{"broken": reason}``.

    The first message says why there will be no answers; it is empty where there will.
    """
    for name in ("SIGINT", "SIGTERM", "SIGHUP"):  # are meant for the server, whose end is ours
        with suppress(AttributeError):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    with suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("800")  # where memory is short the server lives
    requests: queue.SimpleQueue[bytes] = queue.SimpleQueue()
    threading.Thread(target=_receive, args=(requests,), daemon=True).start()
    sys.path.append(setup.packages)
    replies = sys.stdout.buffer
    try:
        from py_mini_racer import init_mini_racer

        init_mini_racer(flags=FLAGS)
        compiler = Compiler(setup)
    except Exception as error:
        write(replies, f"{error or type(error).__name__}".encode("utf-8", "replace"))
        return
    write(replies, b"")
    works = threading.Event()
    threading.Thread(target=_watch, args=(works, setup.max_memory), daemon=True).start()
    while True:
        try:
            kind, _, source = requests.get(timeout=FORGOTTEN).decode("utf-8").partition("\n")
        except queue.Empty:
            return
        _grant(CPU_SECONDS + CPU_SECONDS_PER_MIB * len(source) / 2**20)
        works.set()
        try:
            reply = compiler.lower(kind, source)
        except Exception as error:
            reason = str(error).partition("\n")[0] or type(error).__name__
            reason = "it takes too much memory" if reason == "null" else reason  # so V8 says that its heap is full
            reply = json.dumps({"broken": reason}) + "\n"
        works.clear()
        write(replies, reply.encode("utf-8", "replace"))
        if resident_bytes() > LARGE:
            compiler.collect()


def _receive(requests: queue.SimpleQueue[bytes]) -> None:
    with suppress(EOFError):
        while True:
            requests.put(read(sys.stdin.buffer))
    os._exit(0)  # even where V8 is at work


def _watch(works: threading.Event, max_memory: int) -> None:
    """End this process where a source takes it beyond so many bytes: V8's own limits hold for parts of it only."""
    while works.wait():
        if resident_bytes() > max_memory:
            os._exit(OVER_MEMORY)
        time.sleep(LOOK)


def resident_bytes(process: int | str = "self") -> int:
    """The memory that a process has; 0 where the system does not say."""
    try:
        return int(Path(f"/proc/{process}/statm").read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError):
        return 0


def _grant(seconds: float) -> None:
    """Have the system end this process after so much more processor time, by SIGXCPU; without a core dump."""
    try:
        import resource
    except ImportError:  # Windows: the server's patience is the only limit
        return
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    wanted = int(time.process_time() + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (wanted if most == resource.RLIM_INFINITY else min(wanted, most), most))


if __name__ == "__main__":
    try:
        main(Setup(**json.loads(sys.argv[1])))
    finally:
        os._exit(0)  # V8's threads would be waited for
