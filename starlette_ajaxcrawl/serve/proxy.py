"""A reverse proxy as an ASGI application: HTTP by httpcore, streamed both ways, and WebSockets."""

from __future__ import annotations

import logging
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

import anyio
import httpcore

from ..setting_types import base_url
from .connections import Listening
from .headers import is_public_name, mapped_location, request_headers, response_headers
from .lifespan import live

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send

logger = logging.getLogger(__name__)

CONNECT_TIMEOUT = 5.0  # seconds; a server that is there answers at once
IDLE = 2.0  # seconds that a connection is kept; servers close theirs after 5 s, just when the next request may come
SAFE = ("GET", "HEAD", "OPTIONS")
FAILURES = (httpcore.NetworkError, httpcore.ProtocolError, httpcore.TimeoutException)
PATH_SAFE = "/:@!$&'()*+,;=~"  # what a path may hold unescaped, RFC 3986 section 3.3


class ClientGone(Exception):
    """The client has closed its connection."""


class Proxy:
    """Passes each request on to ``upstream``, the base URL of a server, and its answer back.

    Bodies are streamed both ways and stay in their Content-Encoding. ``timeout``: seconds from the end of the request
    to the head of the answer; then 504. 502 where the server cannot be reached or breaks off. ``keep_host``: the server
    is sent the Host that the client asked for rather than its own; where nothing is said, servers that have a public
    name are sent theirs. WebSockets work on asyncio only.

    To be used behind ``TrustedProxies``: ``X-Forwarded-For`` is passed on as it comes.
    """

    def __init__(self, upstream: str, *, timeout: float = 60.0, keep_host: bool | None = None) -> None:
        """Raises ``ValueError`` for what is no base URL."""
        try:
            self.upstream = base_url(upstream)
        except ValueError as error:
            raise ValueError(f"upstream {error}, got {upstream!r}") from None
        parts = urlsplit(self.upstream)
        self._path = parts.path.encode()
        self._timeout = timeout
        self._keep_host = not is_public_name(parts.hostname or "") if keep_host is None else keep_host
        self._own_host = parts.netloc.encode()
        self._certificates = ssl.create_default_context()  # SSL_CERT_FILE names other authorities than the system's
        self._pool = httpcore.AsyncConnectionPool(
            ssl_context=self._certificates,
            max_connections=None,
            max_keepalive_connections=64,
            keepalive_expiry=IDLE,
            network_backend=Listening(),
        )

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection; the lifespan's end closes the connections to the server."""
        if scope["type"] == "http":
            await self._http(scope, receive, send)
        elif scope["type"] == "websocket":
            from .web_sockets import relay  # loads a library that plain sites do without

            headers = [(b"host", self._host(scope)), *request_headers(scope)]
            target, certificates = self._target(scope), self._certificates
            await relay(scope, receive, send, self.upstream, target, headers, self._timeout, certificates)
        else:
            await live(receive, send)
            await self._pool.aclose()

    async def _http(self, scope: Scope, receive: Receive, send: Send) -> None:
        body = _Body(receive)
        exchange = _Exchange(scope, send, self.upstream)
        if not body.is_sent_by(scope):
            body.skip()
        async with anyio.create_task_group() as group:
            group.start_soon(body.watch, group.cancel_scope)
            try:
                await self._answer(scope, body, exchange)
            except FAILURES as error:
                await exchange.fail(error)
            except ClientGone:
                logger.debug("the client has gone while it sent its body")
            group.cancel_scope.cancel()

    async def _answer(self, scope: Scope, body: _Body, exchange: _Exchange) -> None:
        request = httpcore.Request(
            scope["method"],
            self.upstream,
            headers=[(b"host", self._host(scope)), *request_headers(scope)],
            content=body if body.is_sent_by(scope) else b"",
            extensions={
                "target": self._target(scope),
                "timeout": {"connect": CONNECT_TIMEOUT, "write": self._timeout, "read": None, "pool": None},
            },
        )
        try:
            response = await self._head(request, body)
        except (httpcore.RemoteProtocolError, httpcore.ReadError, httpcore.WriteError):
            if scope["method"] not in SAFE or body.is_sent_by(scope):
                raise
            response = await self._head(request, body)  # the server had closed a connection that was kept
        try:
            await exchange.start(response.status, response_headers(response.headers))
            async for chunk in response.aiter_stream():
                await exchange.send_body(chunk)
            await exchange.end()
        finally:
            with anyio.CancelScope(shield=True):
                await response.aclose()

    async def _head(self, request: httpcore.Request, body: _Body) -> httpcore.Response:
        with anyio.CancelScope() as patience:

            def lose_patience() -> None:
                patience.deadline = anyio.current_time() + self._timeout

            body.when_sent(lose_patience) if request.stream is body else lose_patience()
            return await self._pool.handle_async_request(request)
        raise httpcore.ReadTimeout(f"no answer within {self._timeout:g} s")

    def _target(self, scope: Scope) -> bytes:
        raw: bytes | None = scope.get("raw_path")
        path = raw.partition(b"?")[0] if raw else quote(scope["path"], safe=PATH_SAFE).encode()
        query: bytes = scope["query_string"]
        if not path.startswith(b"/"):
            return path  # OPTIONS *
        return self._path + path + (b"?" + query if query else b"")

    def _host(self, scope: Scope) -> bytes:
        asked = next((value for name, value in scope["headers"] if name == b"host"), b"")
        return asked if self._keep_host and asked else self._own_host


class _Body:
    """The client's body, as it comes; once it has ended, the watch for the client's end."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._ended = anyio.Event()
        self._when_sent: Callable[[], object] = lambda: None

    @staticmethod
    def is_sent_by(scope: Scope) -> bool:
        """Whether the request has a body: HTTP/1.1 says so in its head."""
        return any(
            name == b"transfer-encoding" or (name == b"content-length" and value.strip() != b"0")
            for name, value in scope["headers"]
        )

    def when_sent(self, call: Callable[[], object]) -> None:
        """Call ``call`` when all of the body has gone on."""
        self._when_sent = call

    async def __aiter__(self) -> AsyncIterator[bytes]:
        more = True
        while more:
            message = await self._receive()
            if message["type"] == "http.disconnect":
                raise ClientGone
            more = message.get("more_body", False)
            if message.get("body"):
                yield message["body"]
        self._when_sent()
        self._ended.set()

    async def watch(self, scope: anyio.CancelScope) -> None:
        """Cancel ``scope`` when the client goes away."""
        await self._ended.wait()
        while (await self._receive())["type"] != "http.disconnect":
            pass
        scope.cancel()

    def skip(self) -> None:
        """There is no body to be read: the watch begins."""
        self._ended.set()


class _Exchange:
    """The answer on its way to the client."""

    def __init__(self, scope: Scope, send: Send, upstream: str) -> None:
        self._scope = scope
        self._send: Callable[[Message], Awaitable[None]] = send
        self._upstream = upstream
        self._started = False

    async def start(self, status: int, headers: list[tuple[bytes, bytes]]) -> None:
        """Send the head, redirects to the server's own address as redirects to ours."""
        mapped = [
            (name, mapped_location(value, self._upstream, self._scope) if name.lower() == b"location" else value)
            for name, value in headers
        ]
        self._started = True
        await self._send({"type": "http.response.start", "status": status, "headers": mapped})

    async def send_body(self, chunk: bytes) -> None:
        """Send a part of the body."""
        await self._send({"type": "http.response.body", "body": chunk, "more_body": True})

    async def end(self) -> None:
        """The body is whole."""
        await self._send({"type": "http.response.body", "body": b"", "more_body": False})

    async def fail(self, error: Exception) -> None:
        """Say that the server has failed; where its answer had begun already the server breaks the connection."""
        logger.warning("%s: %s: %s", self._upstream, type(error).__name__, error)
        if self._started:
            return
        late = isinstance(error, httpcore.TimeoutException)
        text = b"The server behind this one does not answer in time.\n" if late else _UNREACHABLE
        headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", b"%d" % len(text))]
        headers.append((b"cache-control", b"no-store"))
        await self._send({"type": "http.response.start", "status": 504 if late else 502, "headers": headers})
        await self._send({"type": "http.response.body", "body": b"" if self._scope["method"] == "HEAD" else text})


_UNREACHABLE = b"The server behind this one cannot be reached, or breaks off.\n"
