"""What sites and workers sign with their common key, so that nobody else's jobs, results and requests count."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, MutableMapping
from hashlib import sha256
from typing import Any
from urllib.parse import quote, unquote

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]

MARKER = "x-ajaxcrawl-fleet"
"""The header by which a site knows a request of a page that a worker renders."""


class NotSigned(ValueError):
    """The text is not what someone with the key has written, or its time is over."""


def signature(key: str, kind: str, text: bytes) -> str:
    """Of ``text`` as a thing of one ``kind``: what is signed as one is nothing as another."""
    return hmac.new(key.encode(), kind.encode() + b"\0" + text, sha256).hexdigest()


def check(key: str, kind: str, text: bytes, signed: str) -> None:
    """Raises ``NotSigned``."""
    if not hmac.compare_digest(signature(key, kind, text).encode(), signed.encode("utf-8", "replace")):
        raise NotSigned(f"a {kind} is not signed with the fleet's key")


def marker(key: str, page: str, expires: float) -> str:
    """The header's value for requests of the page at a URL, until ``expires``, in seconds since the epoch."""
    text = f"{expires:.0f} {quote(page, safe='/:?=&#!')}"
    return f"{signature(key, 'marker', text.encode())} {text}"


def marked_page(key: str, value: str, now: float) -> str:
    """The URL of the page that asks. Raises ``NotSigned``."""
    signed, _, text = value.partition(" ")
    check(key, "marker", text.encode("latin-1", "replace"), signed)
    expires, _, page = text.partition(" ")
    if now > float(expires):
        raise NotSigned("a marker's time is over")
    return unquote(page)


def proof(key: str, value: str) -> str:
    """The same header of an answer: that a site with the key has seen the marker ``value``."""
    return signature(key, "answer", value.encode("latin-1", "replace"))


def proven(send: Send, key: str, value: str) -> Send:
    """``send`` for the answer to a request with the marker ``value``."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            header = (MARKER.encode(), proof(key, value).encode())
            message = {**message, "headers": [*message.get("headers", ()), header]}
        await send(message)

    return sent
