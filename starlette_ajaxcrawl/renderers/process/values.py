"""Renders, their results and the page's requests as data, for another process: JSON objects and bytes.

Reading raises ``ValueError`` for what is none: the process that runs pages is not trusted further than that.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from ...errors import (
    RendererBusy,
    RenderError,
    RendererUnavailable,
    RenderTimeout,
    SnapshotTooLarge,
    UrlError,
)
from ...page_log import LogEntry
from ...snapshot import Headers, PageRequest, Rendering, Snapshot, Timings
from ..base import OriginRequest, OriginResponse
from .frames import Head

if TYPE_CHECKING:
    from ...settings import Settings

T = TypeVar("T")

PROTOCOL = 1
"""Changes with anything that a process of another version would misread."""

LOG_ENTRY = {"level": str, "kind": str, "message": str, "url": str, "line": int}
PAGE_REQUEST = {
    "method": str,
    "url": str,
    "status": int,
    "bytes": int,
    "seconds": float,
    "outcome": str,
    "started": float,
}
TIMINGS = {"wait": float, "fetch": float, "script": float, "serialise": float}
KINDS = ("html", "redirect", "other")

ERRORS: dict[str, type[RenderError | UrlError]] = {
    error.__name__: error
    for error in (RenderError, RendererUnavailable, RendererBusy, RenderTimeout, SnapshotTooLarge, UrlError)
}


def settings_text(settings: Settings, names: Sequence[str]) -> str:
    """Some of the settings, as ``Settings`` reads them: ``Settings(**json.loads(text))``."""
    return json.dumps(settings.model_dump(mode="json", include=set(names)))


def rendering_data(rendering: Rendering) -> tuple[Head, bytes]:
    """A rendering; the snapshot's body apart."""
    snapshot = rendering.snapshot
    head = {
        "url": snapshot.url,
        "kind": snapshot.kind,
        "status": snapshot.status,
        "headers": snapshot.headers,
        "created": snapshot.created,
        "incomplete": snapshot.incomplete,
        "log": [_row(entry, LOG_ENTRY) for entry in rendering.log],
        "requests": [_row(request, PAGE_REQUEST) for request in rendering.requests],
        "timings": _row(rendering.timings, TIMINGS),
        "page_seconds": rendering.page_seconds,
    }
    return head, snapshot.body


def to_rendering(head: Head, body: bytes) -> Rendering:
    """The rendering that ``rendering_data`` was given."""
    kind = _of(str, head.get("kind"))
    if kind not in KINDS:
        raise ValueError(f"no kind of snapshot: {kind!r}")
    snapshot = Snapshot(
        url=_of(str, head.get("url")),
        kind=kind,  # type: ignore[arg-type] # looked at above
        status=_of(int, head.get("status")),
        headers=to_headers(head.get("headers")),
        body=body,
        created=_of(float, head.get("created")),
        incomplete=tuple(_of(str, reason) for reason in _of(list, head.get("incomplete"))),
    )
    page_seconds = head.get("page_seconds")
    return Rendering(
        snapshot,
        log=_log(head),
        requests=tuple(_values(PageRequest, row, PAGE_REQUEST) for row in _of(list, head.get("requests"))),
        timings=_values(Timings, head.get("timings"), TIMINGS),
        page_seconds=None if page_seconds is None else _of(float, page_seconds),
    )


def error_data(error: RenderError | UrlError) -> Head:
    """An error that a render ended with."""
    name = next(kind.__name__ for kind in type(error).__mro__ if kind.__name__ in ERRORS)
    log = error.log if isinstance(error, RenderError) else ()
    return {"error": name, "url": error.url, "reason": error.reason, "log": [_row(entry, LOG_ENTRY) for entry in log]}


def to_error(head: Head) -> RenderError | UrlError:
    """The error that ``error_data`` was given."""
    kind = ERRORS.get(_of(str, head.get("error")), RenderError)
    url, reason = _of(str, head.get("url")), _of(str, head.get("reason"))
    if issubclass(kind, RenderError):
        return kind(url, reason, _log(head))
    return kind(url, reason)


def request_data(request: OriginRequest) -> Head:
    """A page's request; its body apart."""
    return {
        "method": request.method,
        "url": request.url,
        "headers": request.headers,
        "destination": request.destination,
    }


def to_request(head: Head, body: bytes) -> OriginRequest:
    """The request that ``request_data`` was given."""
    return OriginRequest(
        _of(str, head.get("method")),
        _of(str, head.get("url")),
        to_headers(head.get("headers")),
        body,
        _of(str, head.get("destination")),
    )


def response_data(response: OriginResponse) -> Head:
    """A response to a page; its body apart."""
    return {"status": response.status, "headers": response.headers, "failure": response.failure}


def to_response(head: Head, body: bytes) -> OriginResponse:
    """The response that ``response_data`` was given."""
    failure = head.get("failure")
    return OriginResponse(
        _of(int, head.get("status")),
        to_headers(head.get("headers")),
        body,
        None if failure is None else _of(str, failure),
    )


def to_headers(pairs: object) -> Headers:
    """Pairs of name and value."""
    return tuple((_of(str, name), _of(str, value)) for name, value in (_of(list, pair) for pair in _of(list, pairs)))


def _log(head: Head) -> tuple[LogEntry, ...]:
    return tuple(_values(LogEntry, row, LOG_ENTRY) for row in _of(list, head.get("log")))


def _row(value: object, fields: Mapping[str, type]) -> list[Any]:
    return [getattr(value, name) for name in fields]


def _values(make: Callable[..., T], row: object, fields: Mapping[str, type]) -> T:
    return make(*(_of(kind, value) for kind, value in zip(fields.values(), _of(list, row), strict=True)))


def _of(kind: type[T], value: object) -> T:
    if kind is float and type(value) is int:
        return float(value)  # type: ignore[return-value] # T is float
    if type(value) is not kind:
        raise ValueError(f"not {kind.__name__}: {str(value)[:100]!r}")
    return value
