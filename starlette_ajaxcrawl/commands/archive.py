"""``starlette-ajaxcrawl archive``: renders many states ahead of time into a folder."""

from __future__ import annotations

import logging
import re
import sqlite3
import sys
import time
from asyncio import CancelledError
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..archive.folder import Folder
from ..archive.listings import write_listings
from ..archive.manifest import Manifest
from ..archive.run import Limits, Run
from ..archive.run import Progress as Done
from ..archive.sitemaps import SitemapError
from ..errors import RendererUnavailable, StoreError
from .exits import CommandError, Exit, printable
from .running import run_interruptibly
from .sites import fleet_pages, named, opened
from .target import is_url, usage_error

EPILOG = """\
States come from lists (a URL or path a line), from sitemaps, or by following links; without any of these, the states \
that the archive has already are looked at. Settings are found as for render; site_url names the site where TARGET is \
module:app, or where the archive is made from another server than people ask.

A run that was broken off goes on where it stopped. A state is rendered again when its sitemap says that it has \
changed since; without a sitemap's word when it is older than --max-age; and when it failed.

With --fleet the workers of a fleet render, as many pages at once as keep them busy, behind what crawlers ask for; \
renderer, fleet_origin and fleet_key say which fleet. Workers may come and go meanwhile.

Exit codes:

0: every state that was due is in the archive, or is not to be kept

1: some failed, see failed.txt; or the archive cannot be written, or a sitemap not be read

2: wrong arguments or settings, or TARGET cannot be imported

3: the renderer cannot work, Java is missing for example

130: interrupted
"""


def archive(
    target: Annotated[str, typer.Argument(help="URL of the site; or module:app, an ASGI application.")],
    out: Annotated[Path, typer.Option("--out", help="Folder of the archive; made where it is not there.")],
    states: Annotated[list[str] | None, typer.Option("--states", help="File with states; - is stdin.")] = None,
    sitemap: Annotated[
        list[str] | None, typer.Option("--sitemap", help="Sitemap: URL, path on the site, or file.")
    ] = None,
    crawl: Annotated[
        bool, typer.Option("--crawl", help="Follow links in snapshots as the site's robots.txt allows.")
    ] = False,
    max_pages: Annotated[int, typer.Option("--max-pages", min=1, help="With --crawl: states at most.")] = 10_000,
    max_depth: Annotated[int, typer.Option("--max-depth", min=0, help="With --crawl: links away at most.")] = 100,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, help="Pages at once.", show_default="cores")] = None,
    page_timeout: Annotated[
        float | None, typer.Option("--page-timeout", help="Seconds for one page.", show_default="deadline")
    ] = None,
    max_age: Annotated[
        float | None, typer.Option("--max-age", min=0, help="Seconds a state stays current.", show_default="max_age")
    ] = None,
    reuse_page: Annotated[
        bool, typer.Option("--reuse-page", help="Load a page once for states that differ in the hash alone.")
    ] = False,
    fleet: Annotated[bool, typer.Option("--fleet", help="Have the workers of a fleet render.")] = False,
    everything: Annotated[bool, typer.Option("--all", help="Render what is current as well.")] = False,
) -> None:
    """Render many states into a folder that a store, or a static server, can serve."""
    logging.basicConfig(format="%(levelname)s: %(message)s", level=logging.CRITICAL)
    given = {"deadline": page_timeout, "max_concurrent_renders": jobs, "max_age": max_age}
    changes: dict[str, object] = {name: value for name, value in given.items() if value is not None}

    if fleet and reuse_page:
        raise usage_error("--reuse-page is for one process: with --fleet each state has a page of its own")

    async def run() -> Done:
        async with opened(target, changes) as site:
            places = None
            if fleet:
                pages = fleet_pages(site, jobs, _say)
                site, places = replace(site, renderer=pages), pages.places
            limits = Limits(max_pages, max_depth) if crawl else None
            start = [_start(target)] if crawl and not states else []
            with Folder(out) as folder, closing(Manifest(out)) as manifest, _progress() as show:
                work = Run(
                    folder,
                    manifest,
                    site,
                    limits=limits,
                    everything=everything,
                    reuse_page=reuse_page,
                    places=places,
                    report=show,
                )
                await work.plan(named(site, states or (), sitemap or ()), start)
                if crawl or not (states or sitemap):
                    work.plan_known()
                await work.render()
                write_listings(folder, manifest)
                return work.progress

    with redirect_stdout(sys.stderr):  # an application may print
        try:
            done = run_interruptibly(run)
        except RendererUnavailable as error:
            raise CommandError(error.reason, Exit.UNAVAILABLE) from error
        except SitemapError as error:
            raise CommandError(str(error), Exit.FAILED) from error
        except (StoreError, OSError, sqlite3.Error) as error:
            raise CommandError(f"the archive cannot be written: {error}", Exit.FAILED) from error
        except (KeyboardInterrupt, CancelledError) as error:  # the latter on Python 3.10
            raise CommandError("interrupted; run this again to go on", Exit.INTERRUPTED) from error
    for text in done.invalid_texts:
        _say(text)
    if done.invalid > len(done.invalid_texts):
        _say(f"{done.invalid - len(done.invalid_texts)} more are no states")
    _say(
        f"{done.completed} completed, {done.failed} failed, {done.skipped} not to be kept, "
        f"{done.elsewhere} not of this site or excluded; the archive has {done.kept}"
    )
    raise typer.Exit(Exit.FAILED if done.failed or done.invalid else Exit.OK)


def _start(target: str) -> str:
    """Where a crawl begins, without the address of the server, which ``site_url`` may have another for."""
    page = re.sub(r"[^/]*//[^/?#]*", "", target, count=1) if is_url(target) else ""
    return page if page.startswith("/") else f"/{page}"


@contextmanager
def _progress() -> Iterator[Callable[[Done], None]]:
    """A function that shows how far a run is: a bar on a terminal, nothing elsewhere."""
    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[about]}"), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=None, about="")
        began = time.monotonic()

        def show(done: Done) -> None:
            rate = 60 * done.done / max(time.monotonic() - began, 0.001)
            about = f"{done.failed} failed, {rate:.0f} a minute, left:"
            bar.update(task, completed=done.done, total=done.planned, about=about)

        yield show


def _say(line: str) -> None:
    typer.echo(printable(line), err=True)
