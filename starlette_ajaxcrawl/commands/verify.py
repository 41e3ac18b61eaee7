"""``starlette-ajaxcrawl verify``: whether crawlers get what people see, judged by a real browser."""

from __future__ import annotations

import logging
import sys
import time
from asyncio import CancelledError
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing, contextmanager, redirect_stdout
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlsplit

import anyio
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ..archive.manifest import Manifest
from ..archive.site import Site
from ..archive.sitemaps import SitemapError
from ..archive.states import Elsewhere, State
from ..built_files import vendored
from ..errors import RendererUnavailable, StoreError, UrlError
from ..settings import Settings
from .exits import CommandError, Exit, printable
from .running import run_interruptibly
from .sites import named, opened, site_of
from .target import is_url, lifespan, load_app, settings_of, usage_error

if TYPE_CHECKING:
    from ..verify.report import Page, Report

EXTRA = 'verify needs more packages: pip install "starlette-ajaxcrawl[verify]"'
BATCH = 500
MAX_INVALID = 10  # lines about texts that are no URLs

EPILOG = """\
Pages are rendered as for crawlers, and shown in Chromium as to people: with the page's scripts, until the network is \
idle, no timer is due and both show the same, or wait_for_background_javascript is over. What differs is looked at \
again, to tell what changes at each load. module:app is served on a port of this machine meanwhile.

Chromium is the system's, else the one that "playwright install chromium" brings.

Exit codes:

0: people and crawlers get the same, beyond --tolerance; there may be warnings

1: there are errors, or a list of states cannot be read

2: wrong arguments or settings, or TARGET cannot be imported

3: the renderer cannot work (Java is missing, for example), or there is no browser

130: interrupted
"""


def verify(
    target: Annotated[str, typer.Argument(help="URL of a page or site; or module:app, an ASGI application.")],
    states: Annotated[
        list[str] | None, typer.Argument(help='Pages, such as "/#!/products/2".', show_default="/")
    ] = None,
    lists: Annotated[list[str] | None, typer.Option("--states", help="File with states; - is stdin.")] = None,
    sitemap: Annotated[
        list[str] | None, typer.Option("--sitemap", help="Sitemap: URL, path on the site, or file.")
    ] = None,
    manifest: Annotated[Path | None, typer.Option("--manifest", help="Folder of an archive: its states.")] = None,
    tolerance: Annotated[
        float, typer.Option("--tolerance", min=0, max=1, help="Share of words, or links …, that may differ.")
    ] = 0.0,
    out: Annotated[Path | None, typer.Option("--out", help="HTML report to write.")] = None,
    json: Annotated[Path | None, typer.Option("--json", help="JSON report to write.")] = None,
    jobs: Annotated[int | None, typer.Option("--jobs", min=1, help="Pages at once.", show_default="cores")] = None,
    page_timeout: Annotated[
        float | None, typer.Option("--page-timeout", help="Seconds for one page.", show_default="deadline")
    ] = None,
    chromium: Annotated[str | None, typer.Option("--chromium", help="Program of the browser.")] = None,
    accessibility: Annotated[
        bool, typer.Option("--accessibility/--no-accessibility", help="Compare by the rules of axe-core, too.")
    ] = True,
) -> None:
    """Compare the snapshots of pages with what people see of them in a browser."""
    try:
        from ..verify.browser import BrowserUnavailable
        from ..verify.report import Report
    except ImportError as error:
        raise CommandError(f"{EXTRA} ({error})", Exit.UNAVAILABLE) from error
    for path in (out, json):
        if path is not None and not path.absolute().parent.is_dir():  # rather now than after an hour's work
            raise usage_error(f"there is no folder for {path}")
        if path is not None and path.is_dir():
            raise usage_error(f"{path} is a folder, not a file to write")
    logging.basicConfig(format="%(levelname)s: %(message)s", level=logging.CRITICAL)
    given = {"deadline": page_timeout, "max_concurrent_renders": jobs}
    changes: dict[str, object] = {name: value for name, value in given.items() if value is not None}
    axe = _axe() if accessibility else ""

    async def run() -> Report:
        began, started = time.monotonic(), datetime.now(timezone.utc)
        async with _local(target, changes) as (site, public):
            texts = [*(states or []), *(_known(manifest) if manifest else [])]
            if not (texts or lists or sitemap):
                texts = [target if is_url(target) else "/"]
            found, invalid = await _states(site, public, texts, lists or [], sitemap or [])
            if not found and not invalid:
                raise CommandError("there is no page to verify", Exit.FAILED)
            pages, browser = await _look(site, found, tolerance, chromium, axe)
        when = started.strftime("%Y-%m-%d %H:%M UTC")
        return Report(target, tolerance, browser, when, time.monotonic() - began, pages, invalid)

    with redirect_stdout(sys.stderr):  # an application may print
        try:
            report = run_interruptibly(run)
        except (RendererUnavailable, BrowserUnavailable) as error:
            reason = error.reason if isinstance(error, RendererUnavailable) else str(error)
            raise CommandError(reason, Exit.UNAVAILABLE) from error
        except (SitemapError, StoreError) as error:
            raise CommandError(str(error), Exit.FAILED) from error
        except (KeyboardInterrupt, CancelledError) as error:  # the latter on Python 3.10
            raise CommandError("interrupted", Exit.INTERRUPTED) from error
    _tell(report)
    for path, text in ((out, report.as_html), (json, report.as_json)):
        if path is not None:
            _write(path, text())
    raise typer.Exit(Exit.FAILED if report.count("error") or report.invalid else Exit.OK)


@asynccontextmanager
async def _local(target: str, changes: dict[str, object]) -> AsyncIterator[tuple[Site, str]]:
    """The site under the address where the browser finds it, and the address that its lists have for it."""
    if is_url(target):
        parts = urlsplit(target)
        address = f"{parts.scheme.lower()}://{parts.netloc}"
        async with opened(target, {**changes, "site_url": address}) as site:
            yield site, (Settings().site_url or address).rstrip("/")
        return
    from ..verify.serving import serving

    app = load_app(target)
    async with lifespan(app) as state, serving(app, state) as address:
        public = (settings_of(app) or Settings()).site_url or address
        site = site_of(app, state, {**changes, "site_url": address, "allowed_hosts": ["*"]})
        try:
            yield site, public.rstrip("/")
        finally:
            await site.renderer.close()


def _known(folder: Path) -> list[str]:
    """The states of an archive."""
    with closing(Manifest(folder, read_only=True)) as manifest:
        return [url for batch in manifest.urls(BATCH) for url in batch]


async def _states(
    site: Site, public: str, texts: list[str], lists: list[str], sitemaps: list[str]
) -> tuple[list[tuple[State, str]], tuple[str, ...]]:
    """Each state once, and what a sitemap has for it; and what is wrong with texts that are no states."""
    named_here = [(text, "") for text in texts]
    named_here += [(entry.url, "") async for entry in named(site, lists, ())]
    named_here += [(entry.url, entry.url) async for entry in named(site, (), sitemaps)]
    found: dict[str, tuple[State, str]] = {}
    elsewhere: list[str] = []
    invalid: list[str] = []
    for text, listed_as in named_here:
        state = _state(site, site.base + text[len(public) :] if text.startswith(public) else text)
        if isinstance(state, State):
            found[state.key] = (state, listed_as or found.get(state.key, (state, ""))[1])
        else:
            (elsewhere if isinstance(state, Elsewhere) else invalid).append(str(state))
    if elsewhere:
        _say(f"{len(elsewhere)} are not of this site, or excluded by the settings")
    return list(found.values()), tuple(invalid)


def _state(site: Site, text: str) -> State | Elsewhere | UrlError:
    try:
        return site.state(text)
    except (Elsewhere, UrlError) as error:
        return error


async def _look(
    site: Site, states: list[tuple[State, str]], tolerance: float, chromium: str | None, axe: str
) -> tuple[list[Page], str]:
    """The pages in the order of ``states``, and the browser's name."""
    from ..verify.browser import Browser
    from ..verify.findings import judge
    from ..verify.report import Page, Pages
    from ..verify.run import Verifier

    pages = Pages()
    errors = 0
    async with Browser(site.settings, program=chromium, axe=axe) as browser:
        verifier = Verifier(site, browser)
        waiting = iter(enumerate(states))
        failure: Exception | None = None
        with _progress(len(states)) as show:
            async with anyio.create_task_group() as group:

                async def work() -> None:
                    nonlocal failure, errors
                    try:
                        for place, (state, listed_as) in waiting:
                            evidence = await verifier.look(state, listed_as)
                            page = Page.of(evidence, judge(evidence, tolerance))
                            pages.add(place, page)
                            errors += page.level == "error"
                            show(errors)
                    except Exception as error:  # raised below, where no task group wraps it
                        failure = failure or error
                        group.cancel_scope.cancel()

                for _ in range(site.settings.max_concurrent_renders):
                    group.start_soon(work)
        if failure is not None:
            raise failure
        return list(pages), browser.version


@contextmanager
def _progress(total: int) -> Iterator[Callable[[int], None]]:
    """A function that shows that one more page is done, and how many have errors; on a terminal only."""
    console = Console(stderr=True)
    columns = (BarColumn(), MofNCompleteColumn(), TextColumn("{task.fields[about]}"), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal) as bar:
        task = bar.add_task("", total=total, about="")

        def show(errors: int) -> None:
            bar.update(task, advance=1, about=f"{errors} with errors, left:")

        yield show


def _axe() -> str:
    try:
        return (vendored("axe-core", "verify", "axe.js") / "axe.js").read_text(encoding="utf-8")
    except FileNotFoundError as error:
        raise CommandError(f"{error}; or use --no-accessibility", Exit.UNAVAILABLE) from None


def _tell(report: Report) -> None:
    """A line a page that something is to be said of, and the sum."""
    for page in report.pages:
        for finding in page.findings:
            typer.echo(printable(f"{page.url}: {finding.level}: {finding.what} {finding.advice} [{finding.code}]"))
            for detail in finding.details[:3]:
                typer.echo(f"    {printable(detail)[:200]}")
    for text in report.invalid[:MAX_INVALID]:
        typer.echo(printable(f"no page: {text}"))
    errors, warnings, same = (report.count(level) for level in ("error", "warning", "same"))
    typer.echo(f"{len(report.pages)} pages: {errors} with errors, {warnings} with warnings, {same} the same")


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise CommandError(f"the report cannot be written: {error}", Exit.FAILED) from error


def _say(line: str) -> None:
    typer.echo(printable(line), err=True)
