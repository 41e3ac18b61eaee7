"""The compiler that lowers scripts: SWC and acorn in a V8 of its own."""

from __future__ import annotations

import atexit
import ctypes
import json
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..machine import resource_limits, this_machine
from . import vendor
from .vendor import EngineUnavailable

if TYPE_CHECKING:
    from collections.abc import Mapping

SOURCES = Path(__file__).parent / "source"

FILES = (
    "text_encoding.js",
    "swc_host.js",
    "line_map.js",
    "syntax_tree.js",
    "loop_patterns.js",
    "quirks.js",
    "unbraced_bodies.js",
    "rest_patterns.js",
    "yield_parentheses.js",
    "generator_returns.js",
    "generator_finally.js",
    "iterator_close.js",
    "async_constructors.js",
    "dynamic_import.js",
    "with_proxy.js",
    "property_keys.js",
    "instance_of.js",
    "dead_zone.js",
    "window_names.js",
    "function_names.js",
    "regular_expressions.js",
    "global_names.js",
    "lower.js",
)
"""In the order in which they build on one another."""

TIMEOUT = 60.0  # seconds for one source: no script that people wait for takes a hundredth of it
ADDRESS_SPACE = 512 << 30  # V8 reserves most of it, without ever using it; where it cannot, it ends the process
MAX_HEAP = 512 * 1024 * 1024  # of V8; sources of 10 MB stay below it
MIN_HEAP = 160 * 1024 * 1024  # sources of 1 MB do


class EngineBroken(Exception):
    """The engine gave up on a source, and is not to be used again."""


@dataclass(frozen=True, slots=True)
class Lowered:
    """A lowered source: ``head`` is what lower.js says of it, ``code`` is empty where that is an error."""

    head: Mapping[str, Any]
    code: str = field(repr=False)


class Engine:
    """One V8 with the compiler loaded. For one call at a time; the GIL is free while V8 works."""

    def __init__(self) -> None:
        granted = resource_limits().get("AS")
        if granted is not None and granted < ADDRESS_SPACE:
            raise EngineUnavailable(
                f"V8 reserves more address space than ulimit -v grants ({granted >> 20} MiB): lift that limit, "
                "or set modern_javascript to false"
            )
        try:
            from py_mini_racer import MiniRacer
        except (ImportError, OSError) as error:
            raise EngineUnavailable(
                f"V8 can't be loaded ({error}): install the package mini-racer, or set modern_javascript to false"
            ) from error
        files = vendor.find()
        try:
            self._v8 = MiniRacer()
            self._lower = self._load(files)
        except EngineUnavailable:
            raise
        except Exception as error:
            raise EngineUnavailable(f"the compiler does not start in V8: {error}") from error
        atexit.register(self.close)  # left to the interpreter's end, V8 waits for a thread that is gone by then

    def _load(self, files: vendor.Files) -> Any:
        memory = this_machine().memory
        self._v8.set_hard_memory_limit(MAX_HEAP if memory is None else min(MAX_HEAP, max(MIN_HEAP, memory // 4)))
        for name in FILES[:2]:
            self._v8.eval(SOURCES.joinpath(name).read_text("utf-8"))
        self._v8.eval(files.acorn.read_text("utf-8"))
        wasm = files.wasm.read_bytes()
        buffer: Any = self._v8.eval(f"globalThis.wasm = new Uint8Array({len(wasm)}); wasm.buffer")
        buffer[:] = wasm
        start: Any = self._v8.eval("(source) => { startSwc(source, wasm); wasm = null; }")
        start(files.binding.read_text("utf-8"))
        for name in FILES[2:]:
            self._v8.eval(SOURCES.joinpath(name).read_text("utf-8"))
        return self._v8.eval("lower")

    def lower(self, kind: str, source: str) -> Lowered:
        """Lower ``source``; ``kind`` is "script", "function" or "module". Raises ``EngineBroken``."""
        try:
            head, _, code = str(self._lower(kind, source, timeout_sec=TIMEOUT)).partition("\n")
        except Exception as error:  # out of memory, out of time, or a fault of the compiler's
            raise EngineBroken(str(error).partition("\n")[0]) from error
        return Lowered(json.loads(head), code)

    def close(self) -> None:
        """Free V8's memory."""
        atexit.unregister(self.close)
        self._v8.close()
        trim()


def trim() -> None:
    """Give the system what was freed: glibc keeps it, tens of megabytes after the compiler has gone."""
    with suppress(AttributeError, OSError):  # another C library
        ctypes.CDLL(None).malloc_trim(0)
