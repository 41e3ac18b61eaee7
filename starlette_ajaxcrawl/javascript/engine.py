"""The engine that lowers scripts: a compiler in a process of its own, whose memory goes back to the system with it."""

from __future__ import annotations

import atexit
import importlib.util
import json
import os
import signal
import subprocess
import threading
import time
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

from ..machine import python_executable, resource_limits, this_machine
from . import compiler, vendor
from .compiler import Compiler, Setup
from .vendor import EngineUnavailable

if TYPE_CHECKING:
    from collections.abc import Mapping

TIMEOUT = 60.0  # seconds for one source, however busy the machine: processor time is bounded in compiler.py
ADDRESS_SPACE = 512 << 30  # V8 reserves most of it, without ever using it; where it cannot, it ends the process
MAX_HEAP = 512 * 1024 * 1024  # of V8; sources of 10 MB stay below it
MIN_HEAP = 160 * 1024 * 1024  # sources of 1 MB do
MAX_MEMORY = 704 * 1024 * 1024  # of the process; bundles of 8 MB stay below it, sources made for it would take more
MIN_MEMORY = 256 * 1024 * 1024  # React's 1.2 MB take 150
FAT = 448 * 1024 * 1024  # of the process; to collect what a source has left would take more yet, so another is started
ENVIRONMENT = {"MALLOC_ARENA_MAX": "1", "MALLOC_MMAP_THRESHOLD_": "131072"}
"""Of the process: glibc gives back what it frees, and is not bigger for the largest source that it has seen."""


class EngineBroken(Exception):
    """The engine gave up on a source, and is not to be used again."""


class EngineStopped(EngineBroken):
    """``Engine.stop`` was called."""


@dataclass(frozen=True, slots=True)
class Lowered:
    """A lowered source: ``head`` is what lower.js says of it, ``code`` is empty where that is an error."""

    head: Mapping[str, Any]
    code: str = field(repr=False)


class Engine:
    """The compiler, in a process of its own where one can be started. For one call at a time; the GIL is free."""

    def __init__(self) -> None:
        """Raises ``EngineUnavailable``."""
        setup = _setup()
        python = python_executable()
        script = compiler.__file__
        try:
            if python is None or not Path(script).is_file():
                raise FileNotFoundError
            self._compiler: Compiler | CompilerProcess = CompilerProcess([python, "-I", "-S", script], setup)
        except (FileNotFoundError, PermissionError):  # Python is part of another program, or may start none
            self._compiler = _compiler_here(setup)
        except OSError as error:
            raise EngineUnavailable(f"the compiler's process can't be started: {error}") from error

    def lower(self, kind: str, source: str) -> Lowered:
        """Lower ``source``; ``kind`` is "script", "function" or "module". Raises ``EngineBroken``."""
        try:
            head, _, code = self._compiler.lower(kind, source).partition("\n")
        except EngineBroken:
            raise
        except Exception as error:  # out of memory, out of time, or a fault of the compiler's
            raise EngineBroken(str(error).partition("\n")[0]) from error
        return Lowered(json.loads(head), code)

    def stop(self) -> None:
        """End ``lower`` early, from another thread; only a process can be ended so."""
        if isinstance(self._compiler, CompilerProcess):
            self._compiler.stop()

    def close(self) -> None:
        """Free the memory."""
        self._compiler.close()


class CompilerProcess:
    """A ``Compiler`` in a process of its own, which ends with this one, and when it is closed."""

    def __init__(self, command: list[str], setup: Setup) -> None:
        """Raises ``OSError`` where no process can be started, ``EngineUnavailable`` where the compiler can't."""
        self._command = [*command, json.dumps(asdict(setup))]
        self._is_stopped = False
        self._start()

    def _start(self) -> None:
        self._process = subprocess.Popen(  # noqa: S603 - this Python, our script
            self._command,
            env={**os.environ, **ENVIRONMENT},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            start_new_session=True,  # Ctrl-C is meant for the server
        )
        try:
            reason = self._reply()
        except EngineBroken as error:
            reason = str(error)
        if reason:
            self.close()
            raise EngineUnavailable(f"the compiler does not start in V8: {reason}")

    def lower(self, kind: str, source: str) -> str:
        """As ``Compiler.lower`` does. Raises ``EngineBroken``; what ended it before the call is nobody's fault.

        A source that leaves much behind takes the process with it.
        """
        if self._process.poll() is not None and not self._is_stopped:
            self.close()
            self._start()
        with suppress(OSError):  # it has ended: that shows in what it replies
            compiler.write(self._pipe(self._process.stdin), f"{kind}\n{source}".encode())
        reply = self._reply()
        if compiler.resident_bytes(self._process.pid) > FAT:
            self.close()
        if reply.startswith('{"broken"'):
            raise EngineBroken(json.loads(reply)["broken"])
        return reply

    def _reply(self) -> str:
        last = time.monotonic() + TIMEOUT
        patience = threading.Timer(TIMEOUT, self._process.kill)
        patience.daemon = True
        patience.start()
        try:
            return compiler.read(self._pipe(self._process.stdout)).decode("utf-8")
        except EOFError:
            self._process.kill()
            code = self._process.wait()
            if self._is_stopped:
                raise EngineStopped("the server is stopping") from None
            reason = f"the compiler's process ended with {code}"
            if code == compiler.OVER_MEMORY:
                reason = "it takes too much memory"
            elif code == -getattr(signal, "SIGXCPU", 0) or time.monotonic() >= last:
                reason = "it takes too long"
            raise EngineBroken(reason) from None
        finally:
            patience.cancel()

    @staticmethod
    def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
        assert pipe is not None
        return pipe

    def stop(self) -> None:
        """End it, whatever it does; ``lower`` raises ``EngineStopped``."""
        self._is_stopped = True
        self._process.kill()

    def close(self) -> None:
        """End it and wait for that."""
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout):
            with suppress(OSError):  # what it was not told yet
                self._pipe(pipe).close()


def _setup() -> Setup:
    granted = resource_limits().get("AS")
    if granted is not None and granted < ADDRESS_SPACE:
        raise EngineUnavailable(
            f"V8 reserves more address space than ulimit -v grants ({granted >> 20} MiB): lift that limit, "
            "or set modern_javascript to false"
        )
    package = importlib.util.find_spec("py_mini_racer")
    if package is None or package.origin is None:
        raise EngineUnavailable("V8 can't be loaded: install the package mini-racer, or set modern_javascript to false")
    acorn = vendor.find_acorn()
    memory = this_machine().memory
    return Setup(
        packages=str(Path(package.origin).parent.parent),
        acorn=str(acorn),
        max_heap=MAX_HEAP if memory is None else min(MAX_HEAP, max(MIN_HEAP, memory // 4)),
        max_memory=MAX_MEMORY if memory is None else min(MAX_MEMORY, max(MIN_MEMORY, memory // 2)),
        timeout=TIMEOUT,
    )


def _compiler_here(setup: Setup) -> Compiler:
    try:
        made = Compiler(setup)
    except Exception as error:
        raise EngineUnavailable(f"the compiler does not start in V8: {error}") from error
    atexit.register(made.close)  # left to the interpreter's end, V8 waits for a thread that is gone by then
    return made
