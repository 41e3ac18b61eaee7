"""Pure: the HTTP reply for a snapshot, or for the error in place of one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from .errors import AjaxCrawlError, RendererBusy, UrlError
from .freshness import age, cache_control
from .settings import Settings
from .snapshot import Answer, Headers, Timings

RawHeaders = Iterable[tuple[bytes, bytes]]
"""Headers as ASGI has them: lower-case names."""

RETRY_BUSY = 5  # seconds; a queue of renders drains in about this time
RETRY_FAILED = 60  # seconds; what is broken will not mend sooner

MAX_HEADER_VALUE = 8192  # proxies refuse whole responses for longer headers; a redirect's Location stays whatever it is

DROPPED = frozenset(
    {
        # what this reply says for itself
        *("age", "cache-control", "content-length", "content-type", "date", "etag", "last-modified", "server"),
        *("server-timing", "vary", "x-ajaxcrawl", "x-ajaxcrawl-complete"),
        # what holds for the document's own bytes or its own visitor only
        *("accept-ranges", "content-digest", "content-encoding", "content-location", "content-md5", "content-range"),
        *("digest", "repr-digest", "refresh", "set-cookie", "set-cookie2", "sourcemap", "x-sourcemap"),
        # what holds for one connection only (RFC 9110, 7.6.1)
        *("alt-svc", "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-connection"),
        *("te", "trailer", "transfer-encoding", "upgrade"),
        # orders to a server in front
        *("x-accel-buffering", "x-accel-charset", "x-accel-expires", "x-accel-limit-rate", "x-accel-redirect"),
        *("x-lighttpd-send-file", "x-sendfile"),
    }
)

_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_ENTITY_TAG = re.compile(rb'(?:W/)?("[^"]*")')


class Reply(NamedTuple):
    """An HTTP response; headers as ASGI wants them."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


def respond(answer: Answer, method: str, headers: RawHeaders, now: float, settings: Settings) -> Reply:
    """The reply to a GET or HEAD request with ``headers`` that ``answer`` is for.

    The ETag is strong: it comes from the body's bytes. 304 where ``If-None-Match`` has it (RFC 9110, 13.1.2). An
    incomplete snapshot is served as ``settings.on_timeout`` says. Nothing varies by the request, so there is no Vary.
    """
    snapshot = answer.snapshot
    if snapshot.incomplete and settings.on_timeout == "503":
        return _plain(503, "The page was not ready in time.\n", RETRY_FAILED, method, answer.outcome)
    body = snapshot.content
    about = [(b"cache-control", _caching(answer, settings)), (b"x-ajaxcrawl", answer.outcome.encode())]
    if answer.outcome == "hit":
        about.append((b"age", b"%d" % age(snapshot, now)))
    if snapshot.incomplete:
        about.append((b"x-ajaxcrawl-complete", b"false"))
    if answer.rendering is not None:
        about.append((b"server-timing", _server_timing(answer.rendering.timings)))
    own = list(_safe(snapshot.headers))
    if snapshot.status in (204, 205, 304) or snapshot.status < 200:
        return Reply(snapshot.status, own + about, b"")  # these have no body, so no length of one either
    if 200 <= snapshot.status < 300:
        tag = b'"%s"' % snapshot.content_digest.encode()
        about.append((b"etag", tag))
        if _asks_for(headers, tag):
            # RFC 9110, 15.4.5: only what a cache needs to freshen its copy
            return Reply(304, [pair for pair in own if pair[0] == b"expires"] + about, b"")
    if body or snapshot.kind == "html":
        about.append((b"content-type", b"text/html; charset=utf-8"))
    about.append((b"content-length", b"%d" % len(body)))
    return Reply(snapshot.status, own + about, b"" if method == "HEAD" else body)


def failure(error: AjaxCrawlError, method: str) -> Reply:
    """The reply in place of a snapshot: 400 for a URL the scheme cannot map, else 503 with Retry-After.

    Says the reason without the stack or anything of the server; a URL of the client's is not repeated.
    """
    if isinstance(error, UrlError):
        return _plain(400, f"{error.reason}\n", None, method, "refused")
    if isinstance(error, RendererBusy):
        return _plain(503, "Too many pages are being rendered, try again soon.\n", RETRY_BUSY, method, "error")
    return _plain(503, "No snapshot of this page can be made now.\n", RETRY_FAILED, method, "error")


def _plain(status: int, text: str, retry_after: int | None, method: str, outcome: str) -> Reply:
    body = text.encode()
    headers = [
        (b"content-type", b"text/plain; charset=utf-8"),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
        (b"x-ajaxcrawl", outcome.encode()),
    ]
    if retry_after is not None:
        headers.append((b"retry-after", b"%d" % retry_after))
    return Reply(status, headers, b"" if method == "HEAD" else body)


@lru_cache(maxsize=256)
def _safe(headers: Headers) -> tuple[tuple[bytes, bytes], ...]:
    """What of the document's headers goes out: well-formed, and true of the snapshot too."""
    # a document can declare headers of its own to be for one connection only
    listed = {part.strip().lower() for name, value in headers if name == "connection" for part in value.split(",")}
    safe = []
    for name, value in headers:
        name, value = name.lower(), value.strip()
        if name in DROPPED or name in listed or not _TOKEN.fullmatch(name) or _CONTROL.search(value):
            continue
        if len(value) <= MAX_HEADER_VALUE or name == "location":
            safe.append((name.encode(), _encoded(value)))
    return tuple(safe)


def _caching(answer: Answer, settings: Settings) -> bytes:
    value = cache_control(answer.snapshot, settings.max_age)
    return b"no-store" if _CONTROL.search(value) or len(value) > MAX_HEADER_VALUE else _encoded(value)


def _encoded(value: str) -> bytes:
    """A header value's bytes: as they came from the document, UTF-8 where it holds anything else."""
    try:
        return value.encode("latin-1")
    except UnicodeEncodeError:
        return value.encode("utf-8", "replace")


def _asks_for(headers: RawHeaders, tag: bytes) -> bool:
    """Whether If-None-Match names ``tag``, by the weak comparison (RFC 9110, 8.8.3.2)."""
    for name, value in headers:
        if name == b"if-none-match" and (value.strip() == b"*" or tag in _ENTITY_TAG.findall(value)):
            return True
    return False


def _server_timing(timings: Timings) -> bytes:
    phases = ("wait", "fetch", "script", "serialise")
    return ", ".join(f"{phase};dur={getattr(timings, phase) * 1000:.1f}" for phase in phases).encode()
