"""Answers to bots that ask for plain URLs, the ASGI side: which are pages, and what caches are told about them."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import anyio
from anyio.lowlevel import checkpoint

from .media_types import HTML, is_download, media_type

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Scope, Send

    from .client import Client
    from .responses import RawHeaders

logger = logging.getLogger(__name__)

CONDITIONS = frozenset(
    {b"if-match", b"if-modified-since", b"if-none-match", b"if-range", b"if-unmodified-since", b"range"}
)
"""By these the application may answer with something else than its page."""


def asks_for_a_page(headers: RawHeaders) -> bool:
    """Whether a request may be for a page: its Accept does not rule HTML out, and it asks in nobody's name."""
    for name, value in headers:
        if name == b"authorization":
            return False
        if name == b"accept" and value.strip():
            types = {part.partition(b";")[0].strip().lower() for part in value.split(b",")}
            if not types & {b"text/html", b"application/xhtml+xml", b"text/*", b"*/*"}:
                return False
    return True


async def answers_with_a_page(app: ASGIApp, scope: Scope, client: Client, send: Send) -> bool:
    """Whether ``app`` answers with an HTML page, which goes nowhere; any other answer has gone to ``send`` then.

    The application is asked as the client asks, and left at the first sign of a page. Under conditions it is asked
    without them first: a 304 does not say what it is about.
    """
    plain = [pair for pair in scope["headers"] if pair[0] not in CONDITIONS]
    conditional = len(plain) != len(scope["headers"])
    taken: list[Message] = []
    waiting: set[anyio.CancelScope] = set()
    started = page = left = False
    leaving = anyio.CancelScope()

    async def receive() -> Message:
        if not left:
            with anyio.CancelScope() as wait:
                waiting.add(wait)
                try:
                    taken.append(await client.receive())
                    return taken[-1]
                finally:
                    waiting.discard(wait)
        return {"type": "http.disconnect"}

    def leave() -> None:
        nonlocal left
        left = True
        leaving.cancel()
        for wait in waiting:  # a task of the application's may outlive its call; the client's messages are not for it
            wait.cancel()

    async def send_what_is_no_page(message: Message) -> None:
        nonlocal started, page
        if message["type"] == "http.response.start" and not started:
            started = True
            page = _is_page(message)
            if page or conditional:
                leave()
        if left:
            await checkpoint()  # where the application is left
        else:
            await send(message)

    try:
        with leaving:
            await app({**scope, "headers": plain}, receive, send_what_is_no_page)
    except Exception:
        if not left:
            raise
        logger.debug("the application minds that it was left", exc_info=True)
    if page or conditional:
        client.give_back(taken)
    if conditional and not page:
        await app(scope, client.receive, send)
    return page


def _is_page(start: Message) -> bool:
    """Whether a response is an HTML page: no redirect or download, no fault of the server's, no refusal."""
    headers = {bytes(name).lower(): bytes(value) for name, value in start.get("headers", ())}
    if start["status"] not in (200, 203, 404, 410):
        return False
    if is_download(headers.get(b"content-disposition", b"").decode("latin-1")):
        return False
    return _is_html(headers.get(b"content-type", b""))


def told_to_caches(send: Send, how: str) -> Send:
    """``send`` that says of people's pages and of bots' that the User-Agent decides; see the setting ``bots_cache``."""

    async def send_told(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = [(bytes(name), bytes(value)) for name, value in message.get("headers", ())]
            types = [value for name, value in headers if name.lower() == b"content-type"]
            if not types or _is_html(types[0]):  # a 304 and many a redirect have no type
                message = {**message, "headers": _varying(headers) if how == "vary" else _unkept(headers)}
        await send(message)

    return send_told


def _varying(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    named = [value for name, value in headers if name.lower() == b"vary"]
    names = [part.strip() for value in named for part in value.split(b",") if part.strip()]
    if any(name.lower() in (b"*", b"user-agent") for name in names):
        return headers
    others = [pair for pair in headers if pair[0].lower() != b"vary"]
    return [*others, (b"vary", b", ".join([*names, b"User-Agent"]))]


def _unkept(headers: list[tuple[bytes, bytes]]) -> list[tuple[bytes, bytes]]:
    dropped = (b"cache-control", b"expires", b"pragma", b"age")
    return [*(pair for pair in headers if pair[0].lower() not in dropped), (b"cache-control", b"no-store")]


def _is_html(content_type: bytes) -> bool:
    return media_type(content_type.decode("latin-1")) in HTML
