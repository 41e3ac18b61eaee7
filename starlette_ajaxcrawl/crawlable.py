"""Opt-in help: an ASGI middleware that says of pages that scripts build them."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from .errors import SettingsError
from .media_types import charset, media_type
from .opt_in import opted_in
from .patterns import matches_any

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

logger = logging.getLogger(__name__)

RawHeaders = list[tuple[bytes, bytes]]

UNTRUE = frozenset({b"accept-ranges", b"content-digest", b"content-md5", b"digest", b"repr-digest"})
"""What no longer holds for a body with the meta in it."""


class CrawlableHTML:
    """Puts ``<meta name="fragment" content="!">`` into the head of the HTML pages of ``routes``.

    ``routes`` holds names of Starlette's or FastAPI's routes (``shop``, ``shop:product`` for those of a mount), and
    path patterns (``/shop/*``) for any application. Name only pages that scripts build: crawlers ask for the others
    twice, and get nothing by it.

    Only answers with status 200 and ``text/html`` are changed, once, and never snapshots. They are streamed: only what
    stands ahead of the head is held back, at most 16 KiB. The application is asked for these pages without
    Accept-Encoding and Range, so compression belongs outside of this middleware; what comes compressed all the same
    stays as it is, with a line in the log. Their ETag becomes weak.
    """

    def __init__(self, app: ASGIApp, routes: Sequence[str] = ()) -> None:
        """Raises ``SettingsError`` for routes that are no list of texts."""
        if isinstance(routes, str) or not all(isinstance(one, str) and one for one in routes):
            raise SettingsError(f"routes must be a list of names of routes and path patterns, got {routes!r}")
        self.app = app
        self._patterns = [one for one in routes if one.startswith(("/", "*"))]
        self._names = {one for one in routes if not one.startswith(("/", "*"))}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] != "http" or scope["method"] not in ("GET", "HEAD") or not self._is_meant(scope):
            await self.app(scope, receive, send)
            return
        extensions = {name: value for name, value in (scope.get("extensions") or {}).items() if name not in _BY_PATH}
        headers = [pair for pair in scope["headers"] if pair[0] not in (b"accept-encoding", b"range", b"if-range")]
        page = _Page(send, scope)
        await self.app({**scope, "headers": headers, "extensions": extensions}, receive, page.send)

    def _is_meant(self, scope: Scope) -> bool:
        if self._patterns and matches_any(self._patterns, scope["path"]):
            return True
        if not self._names:
            return False
        routes = getattr(scope.get("app"), "routes", ())
        return next(_names(routes, scope), None) in self._names


_BY_PATH = ("http.response.pathsend", "http.response.zerocopysend")
"""Extensions by which an application sends a file that nobody here would see."""


def _names(routes: Iterable[Any], scope: Scope) -> Iterator[str]:
    """The name of the route that answers ``scope``, with those of the mounts it is in; none for what has no name."""
    for route in routes:
        match, child_scope = route.matches(scope)
        if match.name == "FULL":
            name = getattr(route, "name", None) or ""
            if inner := getattr(route, "routes", None):
                yield from (f"{name}:{one}" if name else one for one in _names(inner, {**scope, **child_scope}))
            elif name:
                yield name
            return


class _Page:
    """The answer on its way: held back until it is seen where the head is."""

    def __init__(self, send: Send, scope: Scope) -> None:
        self._send = send
        self._is_head = scope["method"] == "HEAD"
        self._path = scope["path"]
        self._start: Message | None = None
        self._seen = b""
        self._charset = ""
        self._done = False

    async def send(self, message: Message) -> None:
        """Take a message of the application's."""
        if self._done or message["type"] not in ("http.response.start", "http.response.body"):
            await self._send(message)
        elif message["type"] == "http.response.start":
            await self._begin(message)
        elif self._start is not None:
            await self._go_on(message)

    async def _begin(self, start: Message) -> None:
        headers = [(bytes(name).lower(), bytes(value)) for name, value in start.get("headers", ())]
        known = dict(headers)
        content_type = known.get(b"content-type", b"").decode("latin-1")
        is_page = media_type(content_type) == "text/html" and b"x-ajaxcrawl" not in known
        if start["status"] == 304 and b"x-ajaxcrawl" not in known:
            self._done = True
            await self._send({**start, "headers": _weakened(headers)})
        elif start["status"] != 200 or not is_page:
            self._done = True
            await self._send(start)
        elif known.get(b"content-encoding", b"identity").strip().lower() not in (b"", b"identity"):
            logger.warning("%r is compressed ahead of CrawlableHTML: the meta is left out", self._path)
            self._done = True
            await self._send(start)
        else:
            self._charset = charset(content_type)
            self._start = {**start, "headers": _weakened(headers)}

    async def _go_on(self, message: Message) -> None:
        self._seen += message.get("body", b"")
        ended = not message.get("more_body", False)
        start, body = self._start, b"" if self._is_head else opted_in(self._seen, self._charset, ended)
        if body is None or start is None:
            return
        headers = [pair for pair in start["headers"] if pair[0] not in UNTRUE]
        length = dict(headers).get(b"content-length", b"")
        if length:
            headers = [pair for pair in headers if pair[0] != b"content-length"]
            if not self._is_head and length.isdigit():  # what a GET would have is not known
                headers.append((b"content-length", b"%d" % (int(length) + len(body) - len(self._seen))))
        self._done = True
        await self._send({**start, "headers": headers})
        await self._send({**message, "body": body})


def _weakened(headers: RawHeaders) -> RawHeaders:
    """``headers`` with an ETag that says: the same page, if not the same bytes (RFC 9110, 8.8.1)."""
    return [
        (name, b"W/" + value if name == b"etag" and not value.startswith(b"W/") else value) for name, value in headers
    ]
