"""The site that is archived: how its states are rendered, and how its other files are had."""

from __future__ import annotations

import urllib.request
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from http.client import HTTPException
from urllib.error import HTTPError

from anyio import to_thread
from protego import Protego

from .. import __version__
from ..renderers.base import Origin, OriginRequest, Renderer
from ..settings import Settings
from .sitemaps import MAX_BYTES, SitemapError
from .states import State, state_of

USER_AGENT = f"starlette-ajaxcrawl/{__version__}"
TIMEOUT = 60.0  # seconds for one file; sitemaps are often made when they are asked for

Fetch = Callable[[str], Awaitable[tuple[int, bytes]]]
"""Gives status and body of an absolute URL; status 0: there was no response, the body says why."""


@dataclass(frozen=True)
class Site:
    """``base`` is the site's scheme and host as people see it, ``origin`` makes what a state's page asks."""

    base: str
    settings: Settings
    renderer: Renderer
    origin: Callable[[State], Origin]
    fetch: Fetch

    def state(self, text: str) -> State:
        """See ``state_of``."""
        return state_of(text, self.base, self.settings)

    async def file(self, url: str) -> bytes:
        """A file that must be there; raises ``SitemapError``."""
        status, body = await self.fetch(url)
        if status != 200:
            raise SitemapError(f"{url}: {f'status {status}' if status else body.decode('utf-8', 'replace')}")
        return body

    async def robots(self) -> Protego:
        """The site's robots.txt; without one all is allowed. Raises ``SitemapError`` where it cannot be had.

        RFC 9309, 2.3.1: 4xx means that there is none, a failing server that nothing may be crawled.
        """
        url = f"{self.base}/robots.txt"
        status, body = await self.fetch(url)
        if status == 0 or status >= 500:
            raise SitemapError(f"{url} cannot be had, so nothing may be crawled (RFC 9309): status {status}")
        return Protego.parse(body.decode("utf-8", "replace") if status == 200 else "")


def fetch_from(origin: Origin) -> Fetch:
    """Files of an application in this process."""

    async def fetch(url: str) -> tuple[int, bytes]:
        request = OriginRequest("GET", url, (("user-agent", USER_AGENT),), b"", "empty")
        response = await origin.fetch(request, timeout=TIMEOUT)
        failure = response.failure
        return (response.status, response.body) if failure is None else (0, failure.encode())

    return fetch


async def fetch_by_http(url: str, agent: str = USER_AGENT) -> tuple[int, bytes]:
    """Files of a server; redirects are followed, as to HTTP only."""
    return await to_thread.run_sync(_get, url, agent, abandon_on_cancel=True)


def _get(url: str, agent: str) -> tuple[int, bytes]:
    opener = urllib.request.OpenerDirector()  # the default one reads file: and ftp: too
    for handler in (
        urllib.request.ProxyHandler,
        urllib.request.HTTPHandler,
        urllib.request.HTTPSHandler,
        urllib.request.HTTPDefaultErrorHandler,
        urllib.request.HTTPRedirectHandler,
        urllib.request.HTTPErrorProcessor,
        urllib.request.UnknownHandler,
    ):
        opener.add_handler(handler())
    try:
        request = urllib.request.Request(url, headers={"User-Agent": agent})  # noqa: S310 - see the handlers
        with opener.open(request, timeout=TIMEOUT) as response:
            body = response.read(MAX_BYTES + 1)
            return (response.status, body) if len(body) <= MAX_BYTES else (0, b"more than 64 MiB")
    except HTTPError as error:
        with error:
            return error.code, b""
    except (OSError, HTTPException, ValueError) as error:
        return 0, str(error).encode()
