"""The site that ``archive``, ``sitemap`` and ``robots`` work on, and the lists that name its states."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from contextlib import asynccontextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from anyio import to_thread

from ..archive.site import Site, fetch_by_http, fetch_from
from ..archive.sitemaps import MAX_BYTES, Entry, SitemapError, entries
from ..errors import SettingsError
from ..hooks import Pages
from ..origin import ASGIApp
from ..renderers import open_renderer
from ..renderers.base import Origin
from ..settings import Settings
from .target import Elsewhere, app_request, crawl_of, is_url, lifespan, load_app, usage_error

if TYPE_CHECKING:
    from ..archive.fleet import FleetPages


@asynccontextmanager
async def opened(target: str, changes: dict[str, object]) -> AsyncIterator[Site]:
    """The site of ``target``, with ``changes`` of its settings; an application runs within the block."""
    if is_url(target):
        site = _server(target, Settings().changed(**changes))
        try:
            yield site
        finally:
            await site.renderer.close()
        return
    app = load_app(target)
    async with lifespan(app) as state:
        site = site_of(app, state, changes)
        try:
            yield site
        finally:
            await site.renderer.close()


def site_of(app: ASGIApp, state: dict[str, Any], changes: dict[str, object]) -> Site:
    """The site of an application whose lifespan gave ``state``; its renderer is the caller's to close."""
    crawl = crawl_of(app)
    settings = (crawl.settings if crawl is not None else Settings()).changed(**changes)
    if settings.site_url is None:
        raise usage_error("site_url must be set: snapshots are kept under the URLs that people and crawlers use")
    base = settings.site_url.rstrip("/")

    def origin(url: str, settings: Settings) -> Origin:
        return app_request(app, url[len(base) :], state, settings)[1]

    renderer = open_renderer(settings) if crawl is None else crawl.pages
    files = origin(f"{base}/", settings.changed(max_response_bytes=MAX_BYTES))
    return Site(base, settings, renderer, lambda state: origin(state.url, state.settings), fetch_from(files))


def _server(target: str, settings: Settings) -> Site:
    """A site that runs elsewhere. With ``site_url`` it may be archived from another server than people will ask."""
    try:
        parts = urlsplit(target)
        served = f"{parts.scheme.lower()}://{parts.netloc}"
        base = (settings.site_url or served).rstrip("/")
        settings = settings.changed(site_url=base, origins={"/": served, **settings.origins})
    except (SettingsError, ValueError):
        raise usage_error(f"{target!r} is not the URL of a site") from None

    async def fetch(url: str) -> tuple[int, bytes]:
        return await fetch_by_http(served + url[len(base) :] if url.startswith(f"{base}/") else url)

    return Site(base, settings, open_renderer(settings), lambda state: Elsewhere(), fetch)


def fleet_pages(site: Site, jobs: int | None, say: Callable[[str], None]) -> FleetPages:
    """The site's renderer where it is a fleet's, for up to ``jobs`` pages at once; ``say`` hears what it waits for."""
    if not site.settings.renderer.startswith("taskiq+"):
        raise usage_error(
            "--fleet needs the settings of a fleet: renderer=taskiq+redis://…, fleet_origin and fleet_key"
        )
    from ..archive.fleet import FleetPages  # the extra [fleet] is there: the renderer was made
    from ..fleet.renderer import FleetRenderer

    fleet = site.renderer.renderer if isinstance(site.renderer, Pages) else site.renderer
    if not isinstance(fleet, FleetRenderer):
        raise usage_error("--fleet: the application's AjaxCrawl has a renderer of its own")
    most = jobs or site.settings.fleet_max_jobs or site.settings.max_queued_renders
    return FleetPages(site.renderer, fleet, most, say)


async def named(site: Site, lists: Iterable[str], sitemaps: Iterable[str]) -> AsyncIterator[Entry]:
    """The states that files (``-``: stdin) and sitemaps (files, or URLs of the site) name."""
    for name in lists:
        for text in _lines(name):
            yield Entry(text, None)
    for name in sitemaps:
        async for entry in entries(_address(name, site), partial(_bytes, site)):
            yield entry


def _lines(name: str) -> Iterator[str]:
    try:
        with nullcontext(sys.stdin) if name == "-" else Path(name).open(encoding="utf-8-sig") as file:
            for line in file:
                # what stands behind a tab is for people, as in an archive's own lists
                text = line.partition("\t")[0].strip()
                if text and (not text.startswith("#") or text.startswith("#!")):
                    yield text
    except (OSError, UnicodeDecodeError) as error:
        raise usage_error(f"the states cannot be read: {error}") from None


def _address(name: str, site: Site) -> str:
    return f"{site.base}{name}" if name.startswith("/") and not Path(name).exists() else name


async def _bytes(site: Site, address: str) -> bytes:
    if is_url(address):
        return await site.file(address)
    try:
        return await to_thread.run_sync(Path(address).read_bytes)
    except OSError as error:
        raise SitemapError(f"{address}: {error.strerror}") from None
