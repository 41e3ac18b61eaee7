"""Keeps the JVM's handlers of SIGSEGV and its like: a JVM needs them for its ordinary work, and dies without."""

from __future__ import annotations

import atexit
import ctypes
import logging
import signal
from typing import Any

logger = logging.getLogger(__name__)

SIGNALS = tuple(getattr(signal, name) for name in ("SIGSEGV", "SIGBUS", "SIGFPE", "SIGILL") if hasattr(signal, name))
ACTION_BYTES = 512  # room for any system's struct sigaction, which is kept as it comes
HANDLER = slice(ctypes.sizeof(ctypes.c_void_p))  # its first member on Linux and macOS; some others come unset

_kept: dict[int, bytes] = {}
_told = False


def _find_sigaction() -> Any:
    try:
        return ctypes.CDLL(None).sigaction
    except (AttributeError, OSError, TypeError):  # Windows has none
        return None


_sigaction = _find_sigaction()


def remember() -> None:
    """Take the present handlers for the JVM's, and put them back at exit, before the JVM is shut down."""
    if _sigaction is not None and not _kept:
        _kept.update({number: _read(number) for number in SIGNALS})
        atexit.register(_put_back)  # last in, first out: JPype's is in already


def restore() -> None:
    """Put the JVM's handlers back where something has replaced them, such as ``faulthandler.enable()``."""
    global _told
    if _put_back() and not _told:
        _told = True
        logger.warning(
            "the JVM's signal handlers were replaced, perhaps by faulthandler, and are put back: without them the "
            "process would crash. Enable faulthandler before the JVM starts, as python -X faulthandler does"
        )


def _put_back() -> bool:
    replaced = [number for number, action in _kept.items() if _read(number)[HANDLER] != action[HANDLER]]
    for number in replaced:
        _sigaction(number, _kept[number], None)
    return bool(replaced)


def _read(number: int) -> bytes:
    buffer = ctypes.create_string_buffer(ACTION_BYTES)
    _sigaction(number, None, buffer)
    return buffer.raw
