"""Tells when the server is told to stop: servers wait for running requests first, and shut the lifespan down after."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from anyio.lowlevel import current_token

if TYPE_CHECKING:
    from types import FrameType

STOP_SIGNALS = tuple(getattr(signal, name) for name in ("SIGTERM", "SIGINT", "SIGBREAK") if hasattr(signal, name))

Handler = Callable[[int, "FrameType | None"], Any]


class StopSignals:
    """Calls back on the event loop when the process gets SIGTERM or SIGINT; then the server's own handler goes on.

    Handlers that are Python functions are wrapped: those of uvicorn, and those that event loops set for
    ``add_signal_handler`` (hypercorn, granian). What the system does by itself (``SIG_DFL``, ``SIG_IGN``) stays as it
    is, as does ``KeyboardInterrupt``, which ends the event loop and all renders with it.
    """

    def __init__(self) -> None:
        self._wrapped: list[_Wrapped] = []

    def watch(self, callback: Callable[[], object]) -> None:
        """Have ``callback`` called at a signal, on the event loop that runs now; an earlier ``watch`` ends.

        A server that has got its signal already is noticed, too. Does nothing outside the main thread: no server can
        handle signals there either.
        """
        self.forget()
        if threading.current_thread() is not threading.main_thread():
            return
        notify = _on_this_loop(callback)
        if any(_is_stopping(signal.getsignal(number)) for number in STOP_SIGNALS):
            callback()
        for number in STOP_SIGNALS:
            handler = signal.getsignal(number)
            if callable(handler) and handler is not signal.default_int_handler:
                wrapped = _Wrapped(handler, notify)
                self._wrapped.append(wrapped)
                _install(number, wrapped)

    def forget(self) -> None:
        """Call back no more, and give the signals back to the server."""
        for wrapped in self._wrapped:
            wrapped.notify = None
        self._wrapped.clear()
        if threading.current_thread() is threading.main_thread():
            for number in STOP_SIGNALS:
                installed = handler = signal.getsignal(number)
                while isinstance(handler, _Wrapped) and handler.notify is None:
                    handler = handler.handler
                if handler is not installed:
                    _install(number, handler)


class _Wrapped:
    """Stands before the handler of a signal; ``notify`` is None once nobody watches."""

    def __init__(self, handler: Handler, notify: Callable[[], object]) -> None:
        self.handler = handler
        self.notify: Callable[[], object] | None = notify
        self._process = os.getpid()

    def __call__(self, number: int, frame: FrameType | None) -> None:
        # a forked child has the handler, but not the event loop: to notify it would wake the parent's
        if self.notify is not None and os.getpid() == self._process:
            with suppress(RuntimeError):  # the event loop has ended: nothing runs on it any more
                self.notify()
        self.handler(number, frame)


def _is_stopping(handler: object) -> bool:
    """Whether a server whose handler is a method, as uvicorn's, says by itself that it was told to stop."""
    return getattr(getattr(_unwrapped(handler), "__self__", None), "should_exit", False) is True


def _unwrapped(handler: Any) -> Any:
    while isinstance(handler, _Wrapped):
        handler = handler.handler
    return handler


def end_at_once_from_now_on() -> None:
    """Have Ctrl-C end the process without a word, where Python would raise ``KeyboardInterrupt``."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _on_this_loop(callback: Callable[[], object]) -> Callable[[], object]:
    """``callback`` as something that may be called from a signal handler."""
    loop: Any = current_token().native_token
    if hasattr(loop, "run_sync_soon"):  # trio
        return lambda: loop.run_sync_soon(callback, idempotent=True)
    return lambda: loop.call_soon_threadsafe(callback)


def _install(number: int, handler: Any) -> None:
    signal.signal(number, handler)
    inner = _unwrapped(handler)
    owner = getattr(inner, "__self__", inner)  # uvloop's is a method of the loop
    if type(owner).__module__.startswith("uvloop") or getattr(owner, "__module__", "") == "asyncio.unix_events":
        signal.siginterrupt(number, False)  # as the loop had it: signal.signal has reset that
