"""Snapshots: states that the server writes itself, without a browser, as endpoints of Starlette."""

from __future__ import annotations

import html
import inspect
import re
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urljoin

from .archive.states import public
from .errors import RenderError, RenderTimeout, SettingsError, SnapshotTooLarge, UrlError
from .media_types import HTML, charset, media_type
from .origin import InProcessOrigin
from .renderers.base import Origin, OriginRequest, OriginResponse
from .scheme import BANG, to_pretty
from .snapshot import Rendering, RenderRequest, Snapshot, Timings

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import Receive, Scope, Send

Handler = Callable[..., "Awaitable[Response | None]"]
H = TypeVar("H", bound=Handler)

DOCUMENT_HEADERS = frozenset(
    {
        *("cache-control", "content-language", "content-security-policy", "cross-origin-opener-policy"),
        *("cross-origin-resource-policy", "expires", "link", "permissions-policy", "referrer-policy", "retry-after"),
        *("strict-transport-security", "vary", "x-content-type-options", "x-frame-options", "x-robots-tag"),
        "www-authenticate",
    }
)
"""What a document says in its headers that holds for a snapshot too; the same as in DocumentHeaders.java."""

REDIRECTS = frozenset({301, 302, 303, 307, 308})

_CANONICAL = re.compile(rb"<link\b[^>]*\brel\s*=\s*[\"']?canonical", re.IGNORECASE)


class Snapshots:
    """The states, and whole pages, whose content the server has at hand. The first that matches answers.

    Paths are those of the application that the middleware wraps; they and states may hold Starlette's convertors. A
    handler is an async function of the request for the page and of the parameters. It gives any response of Starlette's
    or raises ``HTTPException``; with None the page is rendered after all. The request has nothing of the client's but
    what ``vary_on`` names, as what it leads to is kept for everybody.

    ::

        @snapshots.state("/shop", "/products/{id:int}")
        async def product(request, id): return HTMLResponse(...)
    """

    def __init__(self) -> None:
        self._routes: list[tuple[_Pattern, _Pattern, Handler]] = []

    def state(self, path: str, state: str) -> Callable[[H], H]:
        """Has the decorated function write the states of pages that match; a state is what stands after ``#!``."""
        patterns = _Pattern(path), _Pattern(state)
        twice = patterns[0].names & patterns[1].names
        if twice:
            raise SettingsError(f"the parameter {min(twice)} is in the path and in the state: {path!r}, {state!r}")

        def add(handler: H) -> H:
            is_async: bool = inspect.iscoroutinefunction(handler)
            if not is_async:
                raise SettingsError(f"what writes a snapshot must be an async function, got {handler!r}")
            self._routes.append((*patterns, handler))
            return handler

        return add

    def page(self, path: str) -> Callable[[H], H]:
        """Has the decorated function write pages without a state, which opt in by ``<meta name="fragment">``."""
        return self.state(path, "")

    async def render(self, request: RenderRequest, origin: Origin) -> Rendering | None:
        """The snapshot that a handler writes; None where none does. Raises a ``RenderError`` as renderers do."""
        scope = _place(request, origin).scope_for(_asked(request))
        if scope is None:
            return None
        root = scope.get("root_path", "").rstrip("/")
        path = scope["path"].removeprefix(root) if scope["path"].startswith(f"{root}/") else scope["path"]
        state = request.url.partition(BANG)[2]
        for path_pattern, state_pattern, handler in self._routes:
            found, more = path_pattern.match(path), state_pattern.match(state)
            if found is not None and more is not None:
                rendering = await written(handler, {**found, **more}, request, origin)
                if rendering is not None:
                    return rendering
        return None


async def written(
    handler: Handler, parameters: dict[str, Any], request: RenderRequest, origin: Origin
) -> Rendering | None:
    """The snapshot that ``handler`` writes, as if it were an endpoint of the site; None where it gives none."""
    endpoint = _Endpoint(handler, parameters)
    began = time.perf_counter()
    place = _place(request, origin).answered_by(endpoint)
    response = await place.fetch(_asked(request), timeout=request.settings.deadline)
    if endpoint.failed:
        raise RenderError(request.url, "the server-side snapshot failed")
    if endpoint.declined:
        return None
    return Rendering(to_snapshot(request, response), timings=Timings(script=time.perf_counter() - began))


def _asked(request: RenderRequest) -> OriginRequest:
    # no document to the origin: of those that are not HTML it reads no more than the head
    return OriginRequest("GET", request.url.partition("#")[0], (("accept", "text/html"),), b"", "empty")


def _place(request: RenderRequest, origin: Origin) -> InProcessOrigin:
    if isinstance(origin, InProcessOrigin):
        return origin

    async def nothing(scope: Any, receive: Any, send: Any) -> None:
        """Stands for the application that is not in this process."""

    return InProcessOrigin(nothing, {"path": "/"}, request.url, request.settings, request.headers)


class _Pattern:
    """A path or state with convertors."""

    def __init__(self, text: str) -> None:
        from starlette.routing import compile_path  # sites of other frameworks need none of Starlette

        try:
            # a slash of our own: without one Starlette takes it for the pattern of a host
            self._regex, _, self._convertors = compile_path(f"/{text}")
        except (AssertionError, ValueError) as error:
            raise SettingsError(f"{text!r} is no path of Starlette's: {error}") from None
        self.names = self._convertors.keys()

    def match(self, text: str) -> dict[str, Any] | None:
        """The parameters in ``text``; None where it does not match as a whole."""
        match = self._regex.fullmatch(f"/{text}")
        if match is None:
            return None
        return {name: self._convertors[name].convert(value) for name, value in match.groupdict().items()}


class _Endpoint:
    """One call of a handler, as an ASGI application."""

    def __init__(self, handler: Handler, parameters: dict[str, Any]) -> None:
        self._handler = handler
        self._parameters = parameters
        self.declined = False
        self.failed = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        from starlette.exceptions import HTTPException
        from starlette.requests import Request
        from starlette.responses import HTMLResponse, Response

        scope["path_params"] = {**scope.get("path_params", {}), **self._parameters}
        try:
            response = await self._handler(Request(scope, receive), **self._parameters)
            self.declined = response is None
            if response is None:
                response = Response(status_code=204)
            await response(scope, receive, send)
        except HTTPException as error:
            text = html.escape(str(error.detail))
            headers = dict(error.headers or {})
            response = HTMLResponse(f"<!DOCTYPE html><title>{text}</title><p>{text}</p>", error.status_code, headers)
            await response(scope, receive, send)
        except Exception:
            self.failed = True
            raise  # into the log, as any application's


def to_snapshot(request: RenderRequest, response: OriginResponse) -> Snapshot:
    """A response of the server's as the snapshot of ``request.url``.

    Plain text becomes HTML; what is neither is left to the application (``kind`` is ``other``). A redirect leads to a
    pretty URL. Raises a ``RenderError`` where there is no whole response, or one that is too large.
    """
    url = request.url
    if response.failure is not None:
        kind = RenderTimeout if response.failure.startswith("timeout") else RenderError
        raise kind(url, f"the server-side snapshot failed: {response.failure}")
    given = dict(reversed(response.headers))
    headers = tuple((name, value) for name, value in response.headers if name in DOCUMENT_HEADERS)
    if response.status in REDIRECTS and given.get("location"):
        return Snapshot(
            url, "redirect", response.status, (*headers, _location(url, given["location"])), b"", time.time()
        )
    content_type = given.get("content-type", "")
    given_type = media_type(content_type)
    if response.body and given_type not in (*HTML, "text/plain"):
        return Snapshot(url, "other", response.status, headers, b"", time.time())
    named = charset(content_type)
    try:
        body = response.body.decode(named, "replace").encode() if named else response.body
    except LookupError:
        raise RenderError(url, f"the server-side snapshot's charset is unknown: {content_type!r}") from None
    if given_type == "text/plain":
        body = b"<!DOCTYPE html><pre>%b</pre>" % html.escape(body.decode("utf-8", "replace")).encode()
    if len(body) > request.settings.max_snapshot_bytes:
        raise SnapshotTooLarge(url, f"the server-side snapshot has {len(body)} bytes (max_snapshot_bytes)")
    if response.status == 200 and not _CANONICAL.search(body) and "canonical" not in given.get("link", ""):
        headers = (*headers, ("link", f'<{public(url)}>; rel="canonical"'))
    return Snapshot(url, "html", response.status, headers, body, time.time())


def _location(url: str, location: str) -> tuple[str, str]:
    target = location.encode("latin-1", "replace").decode("utf-8", "replace")
    try:
        pretty = to_pretty(urljoin(url.partition("#")[0], target))
    except (UrlError, ValueError):
        pretty = ""
    if not pretty.startswith(("http://", "https://")):
        raise RenderError(url, "the server-side snapshot redirects to what is no pretty HTTP URL")
    return "location", public(pretty)
