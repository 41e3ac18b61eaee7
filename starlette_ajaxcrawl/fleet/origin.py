"""How a page that a worker renders asks its site: by HTTP, with a marker by which the site knows whom it answers."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

import httpx
from anyio import current_time, fail_after, move_on_after

from .. import event_streams
from ..media_types import HTML, is_download, media_type
from ..renderers.base import OriginRequest, OriginResponse
from ..snapshot import Headers
from .signing import MARKER

NOT_PASSED = ("host", "accept-encoding", "connection", "content-length", "transfer-encoding")
OF_THE_CONNECTION = ("connection", "content-encoding", "content-length", "keep-alive", "transfer-encoding", MARKER)


IDLE = 1.5  # seconds that a connection is kept for the next page; servers close theirs after two and more
LOST = (httpx.ReadError, httpx.WriteError, httpx.RemoteProtocolError)


def transport() -> httpx.AsyncHTTPTransport:
    """The connections of a worker, for all pages: one of its own would cost each more than all the rest."""
    limits = httpx.Limits(max_connections=None, max_keepalive_connections=20, keepalive_expiry=IDLE)
    return httpx.AsyncHTTPTransport(trust_env=False, limits=limits)


class HttpOrigin:
    """An ``Origin`` that asks the server at ``base``, with the page's own host; ``headers`` are those it depends on.

    ``mark`` is what ``signing.marker`` gives for the page.
    """

    def __init__(
        self, transport: httpx.AsyncHTTPTransport, base: str, mark: str, headers: Headers, max_bytes: int
    ) -> None:
        self._transport = transport
        self._base = base
        self._mark = mark
        self._headers = headers
        self._max_bytes = max_bytes

    async def fetch(self, request: OriginRequest, *, timeout: float) -> OriginResponse:
        """Answer ``request`` as ``InProcessOrigin`` does, by the network."""
        got: list[OriginResponse] = []
        try:
            with fail_after(timeout):
                return await self._fetch(request, got)
        except TimeoutError:
            failure = f"timeout: no whole response in {timeout:.3g} s"
        except httpx.InvalidURL:
            failure = "the URL is none"
        except httpx.HTTPError as error:
            failure = f"broken: {type(error).__name__}"
        came = got[0] if got else OriginResponse(0, (), b"")
        return OriginResponse(came.status, came.headers, b"", failure)

    async def _fetch(self, request: OriginRequest, got: list[OriginResponse]) -> OriginResponse:
        url = urlsplit(request.url)
        target = self._base + (url.path or "/") + (f"?{url.query}" if "?" in request.url else "")
        forwarded = {name for name, _ in self._headers}
        headers = [
            ("host", url.netloc.rpartition("@")[2]),
            *((name, value) for name, value in request.headers if name not in (*NOT_PASSED, *forwarded)),
            *self._headers,
            ("accept-encoding", "gzip, deflate"),
            (MARKER, self._mark),
        ]
        encoded = [(name.encode("latin-1"), value.encode("latin-1", "replace")) for name, value in headers]
        response = await self._send(
            httpx.Request(request.method, target, headers=encoded, content=request.body or None)
        )
        try:
            kept = tuple(
                (name.lower().decode("latin-1"), value.decode("latin-1"))
                for name, value in response.headers.raw
                if name.lower().decode("latin-1") not in OF_THE_CONNECTION
            )
            got.append(OriginResponse(response.status_code, kept, b""))
            if request.destination == "document" and _leads_back(request.url, response):
                reason = "it redirects the page to itself, as proxies do for https: let fleet_origin be the application"
                return OriginResponse(response.status_code, kept, b"", f"broken: {reason}")
            kind = media_type(response.headers.get("content-type", ""))
            if kind == event_streams.KIND and request.destination != "empty":
                return OriginResponse(response.status_code, kept, b"", event_streams.STILL_OPEN)
            is_page = request.destination == "document" and response.status_code // 100 != 3
            if is_page and (kind not in ("", *HTML) or is_download(response.headers.get("content-disposition", ""))):
                return got[0]  # what is not rendered is not read
            body, failure = await self._body(response, kind == event_streams.KIND)
            return OriginResponse(response.status_code, kept, body, failure)
        finally:
            await response.aclose()

    async def _body(self, response: httpx.Response, is_stream: bool) -> tuple[bytes, str | None]:
        body, pieces, began = bytearray(), response.aiter_bytes(), current_time()
        while True:
            most = event_streams.patience(began, has_events=bool(body)) if is_stream else None
            with move_on_after(most) as timer:
                piece = await anext(pieces, None)
            if timer.cancelled_caught:
                return bytes(body), event_streams.STILL_OPEN
            if piece is None:
                return bytes(body), None
            body += piece
            if len(body) > self._max_bytes:
                return bytes(body[: self._max_bytes]), f"too_large: more than {self._max_bytes} bytes"

    async def _send(self, request: httpx.Request) -> httpx.Response:
        try:
            return await self._transport.handle_async_request(request)
        except LOST:
            if request.method not in ("GET", "HEAD"):
                raise
            # as browsers do: the server may just have closed a connection that was kept
            return await self._transport.handle_async_request(request)


def _leads_back(url: str, response: httpx.Response) -> bool:
    """Whether crawlers would be sent in a circle; where a cookie is set, people are not."""
    location = response.headers.get("location", "")
    is_redirect = response.status_code // 100 == 3 and location and "set-cookie" not in response.headers
    return bool(is_redirect) and urljoin(url, location).partition("#")[0] == url.partition("#")[0]
