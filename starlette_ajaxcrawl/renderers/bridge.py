"""Carries a page's requests from its Java thread to the event loop, and the answers back, as plain values."""

from __future__ import annotations

import ctypes
import logging
from functools import partial
from typing import TYPE_CHECKING, Any

import jpype
from anyio import CancelScope, current_time, from_thread
from anyio.lowlevel import current_token

from .base import OriginRequest, OriginResponse, ask

if TYPE_CHECKING:
    from ..snapshot import Headers
    from .base import Origin

SLACK = 0.2
"""Seconds after its timeout at which an origin's answer is given up."""

logger = logging.getLogger(__name__)


class OriginBridge:
    """The Origin of one render, as Java sees it. Make it on the event loop that the origin lives on."""

    def __init__(self, origin: Origin) -> None:
        self._origin = origin
        self._token = current_token()
        self._scopes: set[CancelScope] = set()
        self._stopped = False

    def stop(self) -> None:
        """Cancel the requests in flight and answer no more; to be called on an event loop."""
        self._stopped = True
        if current_token() == self._token:  # on another loop they end by themselves, nobody waits for them any more
            for scope in list(self._scopes):
                scope.cancel()

    def renew(self) -> None:
        """Answer again after ``stop``, for a page that goes on to its next state."""
        self._stopped = False

    def answer(self, head: bytes, body: bytes, timeout: float) -> OriginResponse:
        """Answer one request, from a Java thread; never raises."""
        try:
            return from_thread.run(self._fetch, parse_head(head, body), timeout, token=self._token)
        except BaseException as error:  # Java must never see a Python exception; the loop may be closed by now
            logger.debug("a page's request got no answer", exc_info=True)
            return OriginResponse(0, (), b"", failure=f"no answer: {type(error).__name__}")

    async def _fetch(self, request: OriginRequest, timeout: float) -> OriginResponse:
        # the origin ends in time by itself, with what it has by then; this is for one that does not
        with CancelScope(deadline=current_time() + timeout + SLACK) as scope:
            self._scopes.add(scope)
            try:
                if self._stopped:
                    scope.cancel()
                return await ask(self._origin, request, timeout)
            finally:
                self._scopes.discard(scope)
        reason = "the render was stopped" if self._stopped else "timeout: no response in time"
        return OriginResponse(0, (), b"", failure=reason)


def parse_head(head: bytes, body: bytes) -> OriginRequest:
    """Java's request head (see Origin.java) as a value."""
    request_line, *lines = head.decode("latin-1").rstrip("\r\n").split("\r\n")
    method, url, _ = request_line.split(" ", 2)
    pairs = (line.partition(":") for line in lines)
    headers = tuple((name.strip().lower(), value.strip()) for name, _, value in pairs)
    destination = next((value for name, value in headers if name == "sec-fetch-dest"), "empty")
    return OriginRequest(method, url, headers, body, destination)


def format_headers(headers: Headers) -> bytes:
    """Header lines as Java reads them; line breaks in a value would make lines of their own: they become spaces."""
    lines = (f"{name}: {value}".replace("\r", " ").replace("\n", " ") for name, value in headers)
    return "".join(f"{line}\r\n" for line in lines).encode("latin-1", "replace")


def java_origin(bridge: OriginBridge) -> Any:
    """``bridge`` as an ``ajaxcrawl.Origin``; the JVM must run."""
    return jpype.JProxy("ajaxcrawl.Origin", dict={"fetch": partial(java_reply, bridge)})


def java_keeper() -> Any:
    """A ``Runnable`` that keeps Python's state of the Java thread that it runs on; the JVM must run."""
    return jpype.JProxy("java.lang.Runnable", dict={"run": keep_thread_state})


def keep_thread_state() -> None:
    """Have Python keep its state of the calling thread, which must not end before the process does.

    For each call from a thread without one Python makes a state anew, and JPype for each state a type that stays for
    good: two kilobytes a call.
    """
    ctypes.pythonapi.PyGILState_Ensure()


def java_reply(bridge: OriginBridge, head: Any, body: Any, timeout_millis: Any) -> Any:
    """What ``Origin.fetch`` returns; called by Java, on its thread."""
    reply = jpype.JClass("ajaxcrawl.OriginReply")
    response = bridge.answer(bytes(head), bytes(body), int(timeout_millis) / 1000)
    if response.failure is None:
        return reply.of(response.status, format_headers(response.headers), response.body)
    reason = response.failure.encode("utf-8", "replace")
    if response.status == 0:
        return reply.failed(reason)
    return reply.cut(response.status, format_headers(response.headers), response.body, reason)
