"""Connections to the server behind the proxy that listen while they write: it may answer before it has the body.

Such an answer counts even where the server then closes the connection (RFC 9112, 9.3 and 9.6).
"""

from __future__ import annotations

import ssl
from collections.abc import Iterable
from typing import Any

import anyio
import httpcore

MAX_EARLY = 64 * 1024  # bytes of an answer that are taken while the request is still sent
PATIENCE = 5.0  # seconds that a server which has begun its answer may leave the request unread


class Listening(httpcore.AnyIOBackend):
    """Makes connections whose ``read`` first gives what came during a ``write``."""

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore.SOCKET_OPTION] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        """Raises ``httpcore.ConnectError`` and ``ConnectTimeout``."""
        return _Stream(await super().connect_tcp(host, port, timeout, local_address, socket_options))


class _Stream(httpcore.AsyncNetworkStream):
    def __init__(self, stream: httpcore.AsyncNetworkStream) -> None:
        self._stream = stream
        self._early = bytearray()
        self._ended = False

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        if self._early:
            data = bytes(self._early[:max_bytes])
            del self._early[:max_bytes]
            return data
        return b"" if self._ended else await self._stream.read(max_bytes, timeout)

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """Raises ``httpcore.WriteError`` also where the server reads no more of this; what it has said is kept."""
        if not buffer:
            return
        written = False
        failure: Exception | None = None
        async with anyio.create_task_group() as group:
            group.start_soon(self._listen, group.cancel_scope)
            try:
                await self._stream.write(buffer, timeout)
                written = True
            except (httpcore.WriteError, httpcore.WriteTimeout) as error:  # raised below, where no group wraps it
                failure = error
            group.cancel_scope.cancel()
        if not written:
            raise failure or httpcore.WriteError("the server reads no more")

    async def _listen(self, writing: anyio.CancelScope) -> None:
        while not self._ended and len(self._early) < MAX_EARLY:
            try:
                data = await self._stream.read(MAX_EARLY)
            except httpcore.ReadError:
                data = b""
            self._early += data
            self._ended = not data
            writing.deadline = anyio.current_time() + PATIENCE
        if self._ended:
            writing.cancel()

    async def aclose(self) -> None:
        await self._stream.aclose()

    async def start_tls(
        self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
    ) -> httpcore.AsyncNetworkStream:
        return _Stream(await self._stream.start_tls(ssl_context, server_hostname, timeout))

    def get_extra_info(self, info: str) -> Any:
        return self._stream.get_extra_info(info)
