"""Calls ASGI applications as a server does, without a socket."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

import anyio

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope


@dataclass
class Exchange:
    """What an application sent: ``status`` is 0 where it sent nothing."""

    messages: list[Message] = field(default_factory=list)

    @property
    def status(self) -> int:
        return self.messages[0]["status"] if self.messages else 0

    @property
    def headers(self) -> dict[str, str]:
        return {name.decode("latin-1"): value.decode("latin-1") for name, value in self.messages[0]["headers"]}

    @property
    def body(self) -> bytes:
        return b"".join(message.get("body", b"") for message in self.messages[1:])


def http_scope(target: str | bytes, *, method: str = "GET", host: bytes | None = b"example.com", **more: Any) -> Scope:
    """The scope that a server makes of a request for ``target``; ``more`` adds to it or replaces."""
    raw_path, _, query = (target.encode() if isinstance(target, str) else target).partition(b"?")
    headers = [] if host is None else [(b"host", host)]
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": method,
        "scheme": "http",
        "path": unquote(raw_path),
        "raw_path": raw_path,
        "query_string": query,
        "root_path": "",
        "server": ("127.0.0.1", 8000),
        "client": ("127.0.0.2", 5000),
        "state": {},
        **more,
        "headers": headers + list(more.get("headers", ())),
    }


def client_that_stays(body: bytes = b"") -> Receive:
    """``receive`` of a client that sends ``body`` and waits for its answer."""
    unsent = [{"type": "http.request", "body": body, "more_body": False}]

    async def receive() -> Message:
        if not unsent:
            await anyio.sleep_forever()
        return unsent.pop()

    return receive


async def call(app: ASGIApp, target: str | bytes, *, receive: Receive | None = None, **scope: Any) -> Exchange:
    """One request; ``scope`` as for ``http_scope``."""
    exchange = Exchange()

    async def send(message: Message) -> None:
        exchange.messages.append(message)

    with anyio.fail_after(60):
        await app(http_scope(target, **scope), receive or client_that_stays(), send)
    return exchange
