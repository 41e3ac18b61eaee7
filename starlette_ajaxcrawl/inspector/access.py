"""Who may see the inspector, and which requests may change anything."""

from __future__ import annotations

import hmac
import time
from collections.abc import Awaitable, Callable
from inspect import isawaitable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from .. import setting_types
from ..errors import SettingsError

if TYPE_CHECKING:
    from starlette.requests import Request

COOKIE = "ajaxcrawl_inspector"
LOGGED_IN = 12 * 3600  # seconds; a working day

Allow = Callable[["Request"], bool | Awaitable[bool]]


class Access:
    """Admits who has ``token``, else whom ``allow`` admits.

    A login is a cookie that says until when it holds, signed with the token: it holds in every process that has the
    same token, and ends with that token.
    """

    def __init__(self, token: str | None, allow: Allow | None) -> None:
        if (token is None) == (allow is None):
            raise SettingsError("the inspector needs a token, or a callable that says whom to allow, not both")
        if token is not None:
            try:
                setting_types.token(token)
            except ValueError as error:
                raise SettingsError(f"the inspector's token {error}") from None
        if allow is not None and not callable(allow):
            raise SettingsError(f"allow must be a callable, got {allow!r}")
        self.by_token = token is not None
        self._token = (token or "").encode()
        self._allow = allow

    async def admits(self, request: Request) -> bool:
        """Whether the sender of ``request`` may see the inspector."""
        if self._allow is not None:
            answer = self._allow(request)
            return bool(await answer if isawaitable(answer) else answer)
        kind, _, given = request.headers.get("authorization", "").partition(" ")
        if kind.lower() == "bearer" and self.is_token(given):
            return True
        until, _, signature = request.cookies.get(COOKIE, "").partition(".")
        return until.isdecimal() and int(until[:12]) > time.time() and _same(signature, self._signature(until))

    def is_token(self, given: str) -> bool:
        """Whether ``given`` is the token; how long that takes tells nothing of it."""
        return hmac.compare_digest(given.strip().encode("utf-8", "replace"), self._token)

    def login(self) -> str:
        """The value of a cookie for somebody who has just given the token."""
        until = str(int(time.time()) + LOGGED_IN)
        return f"{until}.{self._signature(until)}"

    def _signature(self, until: str) -> str:
        return hmac.digest(self._token, f"inspector until {until}".encode(), "sha256").hex()


def is_from_elsewhere(request: Request) -> bool:
    """Whether another site's page has a browser send ``request``. What is no browser says nothing of either header."""
    site = request.headers.get("sec-fetch-site")
    if site is not None:
        return site not in ("same-origin", "none")
    origin = request.headers.get("origin")  # browsers send no Sec-Fetch-Site to hosts that have no HTTPS
    return origin is not None and urlsplit(origin).netloc != request.headers.get("host")


def _same(one: str, other: str) -> bool:
    return hmac.compare_digest(one.encode("utf-8", "replace"), other.encode())
