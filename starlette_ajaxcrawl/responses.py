"""Pure: the HTTP reply for a snapshot, or for the error in place of one."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import timezone
from email.utils import formatdate, parsedate_to_datetime
from functools import lru_cache
from typing import NamedTuple

from .compression import encoded_for
from .errors import AjaxCrawlError, RendererBusy, UrlError
from .freshness import age, cache_control
from .settings import Settings
from .snapshot import Answer, Headers, Timings

RawHeaders = Iterable[tuple[bytes, bytes]]
"""Headers as ASGI has them: lower-case names."""

ENCODINGS = ("", "zstd", "gzip", "br")

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

    The ETag is strong: it comes from the content and its encoding. 304 by ``If-None-Match``, else by
    ``If-Modified-Since`` (RFC 9110, 13.2.2). An incomplete snapshot is served as ``settings.on_timeout`` says. A kept
    body is compressed where the client can read that; Vary names what the reply depends on.
    """
    snapshot = answer.snapshot
    if snapshot.incomplete and settings.on_timeout == "503":
        return _plain(503, "The page was not ready in time.\n", RETRY_FAILED, method, answer.outcome)
    about = [(b"cache-control", _caching(answer, settings)), (b"x-ajaxcrawl", answer.outcome.encode())]
    if answer.outcome in ("hit", "stale"):
        about.append((b"age", b"%d" % age(snapshot, now)))
    if snapshot.incomplete:
        about.append((b"x-ajaxcrawl-complete", b"false"))
    if answer.rendering is not None:
        about.append((b"server-timing", _server_timing(answer.rendering.timings)))
    own = list(_safe(snapshot.headers))
    if snapshot.status in (204, 205, 304) or snapshot.status < 200:
        return Reply(snapshot.status, own + about, b"")  # these have no body, so no length of one either
    asked = _Asked.read(headers)
    if varying := ("Accept-Encoding",) * bool(snapshot.encoding) + settings.vary_on:
        about.append((b"vary", ", ".join(varying).encode()))
    encoding, body = encoded_for(asked.accept_encoding, snapshot)
    if 200 <= snapshot.status < 300:
        changed = None if snapshot.changed is None else int(min(snapshot.changed, now))  # RFC 9110, 8.8.2.1
        tag = _not_modified(asked, snapshot.content_digest, encoding, changed)
        if tag is not None:
            # RFC 9110, 15.4.5: only what a cache needs to freshen its copy
            return Reply(304, [pair for pair in own if pair[0] == b"expires"] + [*about, (b"etag", tag)], b"")
        about.append((b"etag", _tag(snapshot.content_digest, encoding)))
        if changed is not None:
            about.append((b"last-modified", _http_date(changed)))
    if encoding:
        about.append((b"content-encoding", encoding.encode()))
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
        return _plain(503, "This page cannot be rendered just now, try again soon.\n", RETRY_BUSY, method, "error")
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
    value = cache_control(answer.snapshot, settings)
    return b"no-store" if _CONTROL.search(value) or len(value) > MAX_HEADER_VALUE else _encoded(value)


def _encoded(value: str) -> bytes:
    """A header value's bytes: as they came from the document, UTF-8 where it holds anything else."""
    try:
        return value.encode("latin-1")
    except UnicodeEncodeError:
        return value.encode("utf-8", "replace")


class _Asked(NamedTuple):
    """What of a request's headers the reply depends on; several If-None-Match are one list."""

    accept_encoding: str
    if_none_match: bytes | None
    if_modified_since: str

    @classmethod
    def read(cls, headers: RawHeaders) -> _Asked:
        encodings, tags, since = [], [], b""
        for name, value in headers:
            if name == b"accept-encoding":
                encodings.append(value)
            elif name == b"if-none-match":
                tags.append(value.strip())
            elif name == b"if-modified-since":
                since = value
        return cls(b",".join(encodings).decode("latin-1"), b",".join(tags) if tags else None, since.decode("latin-1"))


def _not_modified(asked: _Asked, digest: str, encoding: str, changed: int | None) -> bytes | None:
    """The entity tag for a 304, where the client has the content already, in whichever encoding."""
    if asked.if_none_match is None:
        fresh = asked.if_modified_since and changed is not None and _is_since(changed, asked.if_modified_since)
        return _tag(digest, encoding) if fresh else None
    if asked.if_none_match == b"*":
        return _tag(digest, encoding)
    named = _ENTITY_TAG.findall(asked.if_none_match)  # by the weak comparison (RFC 9110, 8.8.3.2)
    return next((tag for name in (encoding, *ENCODINGS) if (tag := _tag(digest, name)) in named), None)


def _tag(digest: str, encoding: str) -> bytes:
    return f'"{digest}-{encoding}"'.encode() if encoding else f'"{digest}"'.encode()


def _is_since(changed: int, date: str) -> bool:
    """Whether nothing has changed since ``date``; one that cannot be read is as not there (RFC 9110, 13.1.3)."""
    try:
        since = parsedate_to_datetime(date)
        return changed <= (since if since.tzinfo else since.replace(tzinfo=timezone.utc)).timestamp()
    except (ValueError, OverflowError):
        return False


@lru_cache(maxsize=256)
def _http_date(seconds: int) -> bytes:
    return formatdate(seconds, usegmt=True).encode()


def _server_timing(timings: Timings) -> bytes:
    phases = ("wait", "fetch", "script", "serialise")
    return ", ".join(f"{phase};dur={getattr(timings, phase) * 1000:.1f}" for phase in phases).encode()
