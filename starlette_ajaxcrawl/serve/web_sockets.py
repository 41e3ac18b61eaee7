"""WebSockets through the reverse proxy: two connections, and messages from each to the other."""

from __future__ import annotations

import logging
import ssl
from contextlib import suppress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import anyio
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.http11 import Response

from .headers import response_headers

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send

logger = logging.getLogger(__name__)

MAX_MESSAGE = 16 * 1024 * 1024  # bytes; what servers take from clients, too
NOT_SENT = (1005, 1006, 1015)  # they say that there was no code (RFC 6455, 7.4.1)


class _Connect(connect):
    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc  # the client is to know of it


async def relay(
    scope: Scope,
    receive: Receive,
    send: Send,
    upstream: str,
    target: bytes,
    headers: list[tuple[bytes, bytes]],
    timeout: float,
    certificates: ssl.SSLContext,
) -> None:
    """Connect the client to ``target`` at ``upstream``; a refusal of the server's is the client's answer.

    The first of ``headers`` is Host.
    """
    await receive()  # websocket.connect
    try:
        connection = await _opened(scope, upstream, target, headers, timeout, certificates)
    except InvalidStatus as refusal:
        response = refusal.response
        await _refuse(scope, send, response.status_code, _passed_on(response), bytes(response.body or b""))
        return
    except TimeoutError as error:
        await _fail(scope, send, 504, upstream, error)
        return
    except (OSError, InvalidHandshake) as error:
        await _fail(scope, send, 502, upstream, error)
        return
    async with connection:
        assert connection.response is not None
        headers = [pair for pair in _passed_on(connection.response) if not pair[0].startswith(b"sec-websocket-")]
        await send({"type": "websocket.accept", "subprotocol": connection.subprotocol, "headers": headers})
        code, reason = 1000, ""
        async with anyio.create_task_group() as group:
            group.start_soon(_from_server, connection, send, group.cancel_scope)
            code, reason = await _from_client(connection, receive)
            group.cancel_scope.cancel()
        await connection.close(code, reason)  # nothing, where the server has closed it


async def _opened(
    scope: Scope,
    upstream: str,
    target: bytes,
    headers: list[tuple[bytes, bytes]],
    timeout: float,
    certificates: ssl.SSLContext,
) -> ClientConnection:
    parts = urlsplit(upstream)
    secure = parts.scheme == "https"
    (_, host), *texts = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in headers]
    kept = [pair for pair in texts if not pair[0].startswith("sec-websocket-") and pair[0] != "content-length"]
    return await _Connect(
        f"{'wss' if secure else 'ws'}://{host}{target.decode('latin-1')}",
        # the URL holds the name that the server is asked for; this is where it is
        host=parts.hostname,
        port=parts.port or (443 if secure else 80),
        ssl=certificates if secure else None,
        server_hostname=parts.hostname if secure else None,
        additional_headers=kept,
        subprotocols=scope.get("subprotocols") or None,
        user_agent_header=None,
        compression=None,
        max_size=MAX_MESSAGE,
        open_timeout=timeout,
        proxy=None,
    )


def _passed_on(response: Response) -> list[tuple[bytes, bytes]]:
    return response_headers(
        [(name.encode(), value.encode("latin-1", "replace")) for name, value in response.headers.raw_items()]
    )


async def _from_client(connection: ClientConnection, receive: Receive) -> tuple[int, str]:
    """Pass messages on until the client goes; the code and reason that it gives for that."""
    while True:
        message = await receive()
        if message["type"] == "websocket.disconnect":
            code = message.get("code") or 1000
            return 1000 if code in NOT_SENT else code, message.get("reason") or ""
        try:
            await connection.send(_content(message))
        except ConnectionClosed:
            logger.debug("the server has closed the WebSocket")  # which the other direction tells the client


def _content(message: Message) -> str | bytes:
    text: str | None = message.get("text")
    return message.get("bytes", b"") if text is None else text


async def _from_server(connection: ClientConnection, send: Send, scope: anyio.CancelScope) -> None:
    try:
        with suppress(ConnectionClosed):  # broken off rather than closed: the code says so
            async for content in connection:
                await send({"type": "websocket.send", "text" if isinstance(content, str) else "bytes": content})
        code = {None: 1011, 1006: 1011, 1005: 1000}.get(connection.close_code, connection.close_code)
        await send({"type": "websocket.close", "code": code, "reason": connection.close_reason or ""})
    except OSError:
        logger.debug("the client has gone")
    scope.cancel()


async def _fail(scope: Scope, send: Send, status: int, upstream: str, error: Exception) -> None:
    logger.warning("%s: %s: %s", upstream, type(error).__name__, error)
    await _refuse(scope, send, status, [(b"content-type", b"text/plain; charset=utf-8")], b"No WebSocket.\n")


async def _refuse(scope: Scope, send: Send, status: int, headers: list[tuple[bytes, bytes]], body: bytes) -> None:
    """Answer the handshake by HTTP where the server in front can, else by 403."""
    if "websocket.http.response" not in (scope.get("extensions") or {}):
        await send({"type": "websocket.close", "code": 1008})
        return
    await send({"type": "websocket.http.response.start", "status": status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": body})
