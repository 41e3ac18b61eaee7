"""Throws errors into Java threads through the JVM's tool interface (JVMTI): Java itself can't any more since Java 20.

Nothing of it is asked for, or costs anything, before the first page that does not end by itself. Numbers are the places
of functions in the tables of jni.h and jvmti.h, which no version of Java changes.
"""

from __future__ import annotations

import ctypes
import logging
import threading
from ctypes import POINTER, byref, c_char_p, c_int, c_ubyte, c_uint32, c_void_p
from pathlib import Path
from typing import Any

import jpype

from . import jvm

logger = logging.getLogger(__name__)

JNI_VERSION = 0x00010008
JVMTI_VERSION = 0x30010200
CAN_SIGNAL_THREAD = 1 << 10

GET_ENV = 6  # of the invocation interface
PUSH_LOCAL_FRAME, POP_LOCAL_FRAME, GET_OBJECT_CLASS, GET_METHOD_ID, CALL_OBJECT_METHOD = 19, 20, 31, 33, 36  # of JNI
GET_ALL_THREADS, STOP_THREAD, GET_THREAD_INFO, DEALLOCATE, ADD_CAPABILITIES = 3, 6, 8, 46, 141  # of JVMTI

_lock = threading.Lock()
_tools: JvmTools | None = None
_fails = False


class _ThreadInfo(ctypes.Structure):
    _fields_ = (
        ("name", c_void_p),
        ("priority", c_int),
        ("is_daemon", c_ubyte),
        ("group", c_void_p),
        ("class_loader", c_void_p),
    )


class _Interface:
    """A JavaVM, JNIEnv or jvmtiEnv: a pointer to a table of functions."""

    def __init__(self, pointer: c_void_p) -> None:
        self._pointer = pointer
        self._table = ctypes.cast(pointer, POINTER(POINTER(c_void_p)))[0]

    def _function(self, number: int, result: Any, *types: Any) -> Any:
        return ctypes.CFUNCTYPE(result, c_void_p, *types)(self._table[number])

    def check(self, number: int, *arguments: Any) -> None:
        """Call a function that returns 0, or the number of what is wrong."""
        types = [c_int if isinstance(argument, int) else c_void_p for argument in arguments]
        error = self._function(number, c_int, *types)(self._pointer, *arguments)
        if error:
            raise OSError(f"function {number} of the JVM's interface returned {error}")

    def get(self, number: int, *arguments: Any) -> c_void_p:
        """Call a function that returns an object of some kind, or null."""
        types = [c_char_p if isinstance(argument, bytes) else c_void_p for argument in arguments]
        return c_void_p(self._function(number, c_void_p, *types)(self._pointer, *arguments))


class JvmTools:
    """The tool interface of the running JVM. Raises ``OSError`` where it has none, or can't end threads."""

    def __init__(self, library: Path) -> None:
        machine, count = c_void_p(), c_int()
        ctypes.CDLL(str(library)).JNI_GetCreatedJavaVMs(byref(machine), 1, byref(count))
        if not count.value:
            raise OSError(f"{library} is not the library of the JVM that runs")
        self._machine = _Interface(machine)
        self._tools = self._environment(JVMTI_VERSION)
        self._tools.check(ADD_CAPABILITIES, byref((c_uint32 * 4)(CAN_SIGNAL_THREAD)))

    def _environment(self, version: int) -> _Interface:
        pointer = c_void_p()
        self._machine.check(GET_ENV, byref(pointer), version)
        return _Interface(pointer)

    def end(self, name: str) -> bool:
        """Have the ``PageThread`` called ``name`` throw its error, if any. The JVM must know the calling thread."""
        java = self._environment(JNI_VERSION)
        java.check(PUSH_LOCAL_FRAME, 16)
        count, threads = c_int(), POINTER(c_void_p)()
        try:
            self._tools.check(GET_ALL_THREADS, byref(count), byref(threads))
            for pointer in threads[: count.value]:
                thread = c_void_p(pointer)
                if self._name(thread) == name.encode():
                    kind = java.get(GET_OBJECT_CLASS, thread)
                    method = java.get(GET_METHOD_ID, kind, b"error", b"()Ljava/lang/Throwable;")
                    error = java.get(CALL_OBJECT_METHOD, thread, method, c_void_p())
                    if error:
                        self._tools.check(STOP_THREAD, thread, error)
                    return bool(error)
        finally:
            self._tools.check(DEALLOCATE, ctypes.cast(threads, c_void_p))
            java.get(POP_LOCAL_FRAME, c_void_p())
        return False

    def _name(self, thread: c_void_p) -> bytes:
        info = _ThreadInfo()
        self._tools.check(GET_THREAD_INFO, thread, byref(info))
        try:
            return ctypes.string_at(info.name)
        finally:
            self._tools.check(DEALLOCATE, c_void_p(info.name))


def java_ender() -> Any:
    """An ``ajaxcrawl.ThreadEnder``; the JVM must run."""
    return jpype.JProxy("ajaxcrawl.ThreadEnder", dict={"end": lambda name: end_thread(str(name))})


def end_thread(name: str) -> bool:
    """Whether the ``PageThread`` called ``name`` will throw its error; never raises, as Java calls it."""
    global _tools, _fails
    with _lock:
        try:
            if _fails:
                return False
            _tools = _tools or JvmTools(_library())
            return _tools.end(name)
        except (OSError, AttributeError, StopIteration) as error:
            _fails = True
            logger.warning("threads held by endless scripts can't be ended in this JVM: %s", error)
            return False


def _library() -> Path:
    home = Path(str(jpype.java.lang.System.getProperty("java.home")))
    return next(home / name for name in jvm.LIBRARIES if (home / name).is_file())
