"""Archives made in this process, without a JVM, for tests."""

from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import closing
from pathlib import Path

from starlette_ajaxcrawl import FakeRenderer, Settings
from starlette_ajaxcrawl.archive.folder import Folder
from starlette_ajaxcrawl.archive.listings import write_listings
from starlette_ajaxcrawl.archive.manifest import Manifest
from starlette_ajaxcrawl.archive.run import Progress, Run
from starlette_ajaxcrawl.archive.site import Site
from starlette_ajaxcrawl.archive.sitemaps import Entry
from starlette_ajaxcrawl.renderers.base import OriginRequest, OriginResponse

BASE = "http://shop.example"


class NoOrigin:
    async def fetch(self, request: OriginRequest, *, timeout: float) -> OriginResponse:
        return OriginResponse(404, (), b"")


def site(renderer: FakeRenderer, files: dict[str, bytes] | None = None, **settings: object) -> Site:
    async def fetch(url: str) -> tuple[int, bytes]:
        body = (files or {}).get(url.removeprefix(BASE))
        return (404, b"") if body is None else (200, body)

    values = {"site_url": BASE, "max_concurrent_renders": 2, **settings}
    return Site(BASE, Settings(_environment=False, **values), renderer, lambda state: NoOrigin(), fetch)


async def archive(
    folder: Path,
    renderer: FakeRenderer,
    states: Iterable[str | Entry] = (),
    *,
    files: dict[str, bytes] | None = None,
    start: Iterable[str] = (),
    clock: Callable[[], float] = lambda: 1_000_000.0,
    settings: dict[str, object] | None = None,
    **options: object,
) -> Progress:
    """One run over an archive; ``states`` and ``start`` are URLs or paths."""

    async def entries() -> AsyncIterator[Entry]:
        for state in states:
            yield state if isinstance(state, Entry) else Entry(state, None)

    with Folder(folder) as opened, closing(Manifest(folder)) as manifest:
        run = Run(opened, manifest, site(renderer, files, **(settings or {})), clock=clock, **options)
        await run.plan(entries(), start)
        if not states:
            run.plan_known()
        await run.render()
        write_listings(opened, manifest)
        return run.progress
