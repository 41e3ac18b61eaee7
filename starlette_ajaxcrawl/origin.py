"""The in-process origin: a page's requests to its own site become ASGI calls to the app below the middleware."""

from __future__ import annotations

import logging
import re
from collections.abc import Awaitable, Callable, MutableMapping
from contextvars import Context
from copy import copy
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from anyio import Event, current_time, move_on_after, to_thread
from anyio.lowlevel import checkpoint

from . import event_streams
from .background import spawn
from .decoding import ACCEPT_ENCODING, UndecodableError, decode
from .media_types import HTML, is_download, media_type
from .renderers.base import OriginRequest, OriginResponse

if TYPE_CHECKING:
    from .settings import Settings
    from .snapshot import Headers

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
ASGIApp = Callable[[Scope, Callable[[], Awaitable[Message]], Callable[[Message], Awaitable[None]]], Awaitable[None]]

RENDER_HEADER = "x-ajaxcrawl-render"
PLAIN_TEXT = (("content-type", "text/plain; charset=utf-8"),)
CLIENT = ("127.0.0.1", 0)  # the page asks, not the crawler whose request came first
MAX_ABANDONED = 16  # calls that ignore their cancellation: more could take the application's threads away from people
DECODED_ON_THE_LOOP = 64 * 1024  # a larger body is decoded in a thread: it would hold up everybody else

INHERITED = ("asgi", "server", "root_path", "app", "app_root_path", "router")
"""What the scope of the request that led here says of the place where the app runs, not of who asked."""

logger = logging.getLogger(__name__)

_abandoned: set[_Call] = set()


class InProcessOrigin:
    """An ``Origin`` that calls ``app``.

    ``scope`` is that of the request for the page, untouched; ``url`` is the page's pretty URL, for
    ``scope["extensions"]["ajaxcrawl"]``, by which an app can tell a render from a visitor. Nothing that the crawler
    sent is passed on but ``headers``, those that the setting ``vary_on`` names: no cookie, session or user.
    """

    def __init__(self, app: ASGIApp, scope: Scope, url: str, settings: Settings, headers: Headers = ()) -> None:
        self._app = app
        self._place = _place(scope)
        self._mount = MountPoint(scope)
        self._url = url
        self._limit = settings.max_response_bytes
        self._forwarded = headers

    async def fetch(self, request: OriginRequest, *, timeout: float) -> OriginResponse:
        """Answer ``request`` as a server would: an exception of the app is a 500.

        The app's task is cancelled when its response is cut; once the response is whole the task may go on (background
        tasks), and is not waited for.
        """
        scope = self.scope_for(request)
        if scope is None:
            return OriginResponse(404, PLAIN_TEXT, b"Not Found", failure="outside: the app is mounted below this path")
        if len(_abandoned) >= MAX_ABANDONED:
            reason = f"{len(_abandoned)} calls of the application go on though they are cancelled"
            return OriginResponse(0, (), b"", failure=f"timeout: {reason}")
        call = _Call(self._app, scope, request, self._limit)
        cancel = Context().run(spawn, call.run)  # an app starts with an empty context under a server, too
        try:
            with move_on_after(timeout) as timer:
                await call.enough()
        finally:
            if not call.whole:
                call.leave()
                cancel()
                _abandon(call)
        if timer.cancelled_caught and not call.over.is_set():
            call.failure = f"timeout: no whole response in {timeout:.3g} s"
        return await _response(call, self._limit)

    def answered_by(self, app: ASGIApp) -> InProcessOrigin:
        """The same place, with another application in it."""
        other = copy(self)
        other._app = app
        return other

    def scope_for(self, request: OriginRequest) -> Scope | None:
        """The scope that the application is called with; None for a URL that is not the application's."""
        url = _Url(request.url)
        target = self._mount.locate(url.path)
        if target is None:
            return None
        scope: Scope = {name: value.copy() if isinstance(value, dict) else value for name, value in self._place.items()}
        scope.update(
            type="http",
            http_version="1.1",
            method=request.method,
            scheme=url.scheme,
            path=target[0],
            raw_path=target[1],
            query_string=_latin1(url.query),
            headers=[(_latin1(name), _latin1(value)) for name, value in self._headers(request, url.host)],
            client=CLIENT,
            extensions={"ajaxcrawl": {"url": self._url, "destination": request.destination}},
        )
        return scope

    def _headers(self, request: OriginRequest, host: str) -> Headers:
        dropped = {"host", "accept-encoding", "connection", RENDER_HEADER, *(name for name, _ in self._forwarded)}
        if not any(name == "sec-fetch-mode" for name, _ in request.headers):
            # browsers send both or neither; the renderer always says what a response is for
            dropped.add("sec-fetch-dest")
        kept = tuple((name, value) for name, value in request.headers if name not in dropped)
        own = (("accept-encoding", ACCEPT_ENCODING), (RENDER_HEADER, "1"))
        return (("host", host), *kept, *self._forwarded, *own)


def page_scope(url: str, state: MutableMapping[str, Any] | None = None, mount_point: MountPoint | None = None) -> Scope:
    """The scope of a request for the page at the absolute ``url`` as a server would make it, where none came.

    ``mount_point`` is where the app stands; without one it has the whole site.
    """
    place = _Url(url.partition("#")[0])
    path, raw_path = (mount_point and mount_point.locate(place.path)) or (unquote(place.path), None)
    name, _, port = place.host.rpartition(":") if re.search(r":\d+$", place.host) else (place.host, "", "")
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": place.scheme,
        "path": path,
        "raw_path": raw_path,
        "root_path": mount_point.root if mount_point else "",
        "query_string": b"",
        "headers": [(b"host", _latin1(place.host))],
        "server": (name.strip("[]"), int(port or {"http": 80, "https": 443}[place.scheme])),
        "state": {} if state is None else state,
    }


def _abandon(call: _Call) -> None:
    """Count ``call`` until it ends, which one that minds its cancellation does at once."""
    if call.is_running:
        _abandoned.add(call)
        if len(_abandoned) == MAX_ABANDONED:
            logger.warning(
                "%d calls of the application go on though they are cancelled, as those in threads do: pages get no "
                "answers until some have ended",
                MAX_ABANDONED,
            )


class _Url:
    """The parts of an absolute, percent-encoded URL without a fragment, as they stand."""

    def __init__(self, url: str) -> None:
        before, _, self.query = url.partition("?")
        self.scheme, _, rest = before.partition("://")
        authority, slash, path = rest.partition("/")
        self.host = authority.rpartition("@")[2]
        self.path = f"/{path}" if slash else "/"


def _latin1(text: str) -> bytes:
    return text.encode("latin-1", "replace")


def _place(scope: Scope) -> dict[str, Any]:
    """What of ``scope`` holds for the page's requests as well; dicts are copied for each request."""
    place = {name: scope[name] for name in INHERITED if name in scope}
    place.setdefault("asgi", {"version": "3.0"})
    for name in ("state", "path_params"):  # path_params: those of the prefix that the app is mounted under
        if name in scope:
            place[name] = dict(scope[name])
    if "session" in scope:
        place["session"] = {}
    if getattr(scope.get("user"), "is_authenticated", True) is False:
        place.update({name: scope[name] for name in ("user", "auth") if name in scope})
    return place


class MountPoint:
    """Where the app stands among the site's paths, told from one request that reached it.

    By ASGI ``path`` begins with ``root_path``; behind a proxy that strips the prefix some servers and frameworks leave
    it out.
    """

    def __init__(self, scope: Scope) -> None:
        self.root: str = (scope.get("root_path") or "").rstrip("/")
        self._full_path = _lies_under(scope["path"], self.root)
        raw: bytes | None = scope.get("raw_path")
        same = raw is not None and unquote(raw.partition(b"?")[0].decode("latin-1")) == scope["path"]
        self._full_raw_path = self._full_path or not same

    def locate(self, raw: str) -> tuple[str, bytes] | None:
        """``path`` and ``raw_path`` in a scope for the app, given a URL's path; None where that lies above the app."""
        path = unquote(raw)
        if not _lies_under(path, self.root):
            return None
        segments = raw.split("/")[self.root.count("/") + 1 :]
        stripped = "/" + "/".join(segments)
        return path if self._full_path else unquote(stripped), _latin1(raw if self._full_raw_path else stripped)


def _lies_under(path: str, root: str) -> bool:
    return path == root or path.startswith(f"{root}/")


class _Call:
    """One ASGI call, and what has come of it so far."""

    def __init__(self, app: ASGIApp, scope: Scope, request: OriginRequest, limit: int) -> None:
        self._app = app
        self._scope = scope
        self._request = request
        self._limit = limit
        self._read = False
        self._gone = Event()
        self._news = Event()
        self._is_stream = False
        self.over = Event()
        self.whole = False
        self.status = 0
        self.headers: Headers = ()
        self.body = bytearray()
        self.failure: str | None = None
        self.is_running = False

    async def run(self) -> None:
        """Call the app; never raises but its cancellation."""
        self.is_running = True
        try:
            await self._app(self._scope, self._receive, self._send)
        except Exception as error:
            if not self._gone.is_set() or self.whole:
                logger.exception("The application failed on %s %s", self._request.method, self._request.url)
                self._break(f"{type(error).__name__} in the application")
        finally:
            self.is_running = False
            _abandoned.discard(self)
            self._break("the application ended too early")

    async def enough(self) -> None:
        """Wait until the response is over or, as a stream of events, has told what it tells at once."""
        while not self._is_stream and not self.over.is_set():
            await self._news.wait()
        began = current_time()
        while not self.over.is_set():
            with move_on_after(event_streams.patience(began, has_events=bool(self.body))) as timer:
                await self._news.wait()
            if timer.cancelled_caught:
                self.failure = event_streams.STILL_OPEN
                return

    def leave(self) -> None:
        """Tell the app that nobody waits for it any more."""
        self._gone.set()

    @property
    def bodiless(self) -> bool:
        """Whether the response has no body by its kind."""
        return self._request.method == "HEAD" or self.status in (204, 205, 304)

    def header(self, name: str) -> str:
        """The first header called ``name``; empty where there is none."""
        return next((value for key, value in self.headers if key == name), "")

    async def _receive(self) -> Message:
        if not self._read:
            self._read = True
            return {"type": "http.request", "body": self._request.body, "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        await checkpoint()  # an app that streams without a pause would stop the event loop
        if self.whole:
            raise RuntimeError(f"{message['type']} after the response was complete")
        if self._gone.is_set():
            raise OSError("the client has gone")
        if message["type"] == "http.response.start" and not self.status:
            self._start(message)
        elif message["type"] == "http.response.body" and self.status:
            self._extend(message)
        else:
            raise RuntimeError(f"unexpected ASGI message {message['type']!r}")

    def _start(self, message: Message) -> None:
        status = int(message["status"])  # frameworks send enum members, too
        if not 200 <= status < 600:  # servers raise as well
            raise RuntimeError(f"{status} is not the status of a response")
        self.status = status
        headers, size = [], 0
        for name, value in message.get("headers", ()):
            size += len(name) + len(value)
            if size > self._limit:
                self.failure = f"too_large: headers of more than {self._limit} bytes"
                break
            headers.append((bytes(name).decode("latin-1").strip().lower(), bytes(value).decode("latin-1").strip()))
        self.headers = tuple(headers)
        if self.failure:
            self._finish()
            return
        kind = media_type(self.header("content-type"))
        if kind == event_streams.KIND:
            if self._request.destination != "empty":
                self.failure = event_streams.STILL_OPEN  # scripts and documents are none
                self._finish()
                return
            self._is_stream = True
            self._tell()
        is_page = self._request.destination == "document" and self.status // 100 != 3
        if is_page and (kind not in ("", *HTML) or is_download(self.header("content-disposition"))):
            self._finish()  # what is not rendered is not read

    def _extend(self, message: Message) -> None:
        self.body += message.get("body", b"")
        if len(self.body) > self._limit:
            del self.body[self._limit :]
            self.failure = f"too_large: more than {self._limit} bytes"
            self._finish()
        elif not message.get("more_body", False):
            self.whole = True
            self._finish()
        elif self._is_stream:
            self._tell()

    def _tell(self) -> None:
        self._news.set()
        self._news = Event()

    def _finish(self) -> None:
        self.over.set()
        self._tell()
        self._gone.set()

    def _break(self, reason: str) -> None:
        """The app is at its end: if its response is not, answer as servers do."""
        if self.over.is_set():
            return
        if self.status:
            self.failure = f"broken: {reason}"
        else:
            self.status, self.headers = 500, PLAIN_TEXT
            self.body += b"Internal Server Error"
        self._finish()


async def _response(call: _Call, limit: int) -> OriginResponse:
    headers, body, failure = call.headers, b"" if call.bodiless else bytes(call.body), call.failure
    encoding = call.header("content-encoding")
    if not encoding:
        return OriginResponse(call.status, headers, body, failure)
    try:
        if len(body) > DECODED_ON_THE_LOOP:
            body, more = await to_thread.run_sync(decode, body, encoding, limit)
        else:
            body, more = decode(body, encoding, limit)
    except UndecodableError as error:
        body, more, failure = b"", False, f"broken: {error}"
    if more and failure is None:
        failure = f"too_large: more than {limit} bytes"
    headers = tuple((name, value) for name, value in headers if name not in ("content-encoding", "content-length"))
    return OriginResponse(call.status, headers, body, failure)
