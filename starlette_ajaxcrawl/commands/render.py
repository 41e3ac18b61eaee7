"""``starlette-ajaxcrawl render``: prints the snapshot of one page."""

from __future__ import annotations

import logging
import os
import re
import sys
import webbrowser
from asyncio import CancelledError
from collections.abc import Callable
from contextlib import redirect_stdout
from difflib import unified_diff
from html import escape
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Annotated
from urllib.parse import urljoin

import typer
from rich.console import Console
from rich.table import Table

from ..archive.links import links as links_in
from ..errors import RenderError, RendererUnavailable, UrlError
from ..page_log import LogEntry
from ..renderers import open_renderer
from ..renderers.base import Origin
from ..settings import Settings
from ..snapshot import INCOMPLETE, Rendering, RenderRequest, Snapshot
from ..text import visible_text
from .exits import CommandError, Exit, printable
from .running import run_interruptibly
from .target import app_request, is_url, lifespan, load_app, settings_of, url_request, usage_error

EPILOG = """\
Only the snapshot goes to stdout; all else goes to stderr. Settings are those of the AjaxCrawlMiddleware that \
module:app is wrapped in or lists; for a URL, or without one, they come from AJAXCRAWL_… variables and .env.

Exit codes:

0: the whole snapshot was printed

1: there is none (the render failed, the page is not HTML, the application does not start), or the page's status is \
400 or more; with --diff-with, the texts differ

2: wrong arguments or settings, or TARGET cannot be imported

3: the renderer cannot work, Java is missing for example

4: the snapshot is not complete; what there is was printed

5: the page is a redirect

130: interrupted
"""


def render(
    target: Annotated[str, typer.Argument(help="URL of a page, pretty or ugly; or module:app, an ASGI application.")],
    path: Annotated[
        str, typer.Argument(help='Page of the application, such as "/#!/products/2".', show_default="/")
    ] = "",
    text: Annotated[bool, typer.Option("--text", help="Print the visible text in place of the HTML.")] = False,
    links: Annotated[bool, typer.Option("--links", help="Print the links that crawlers may follow.")] = False,
    diff_with: Annotated[
        str | None,
        typer.Option("--diff-with", metavar="URL", help="Print how the text of this page (or path) differs from it."),
    ] = None,
    open_it: Annotated[bool, typer.Option("--open", help="Show the snapshot in the default browser.")] = False,
    timing: Annotated[bool, typer.Option("--timing", help="Say how long each part took.")] = False,
    log: Annotated[bool, typer.Option("--log", help="Say what the page logged, and each request it made.")] = False,
) -> None:
    """Print the snapshot of one page."""
    if is_url(target) and path:
        raise usage_error("PATH goes with module:app only: a URL has its path")
    if text + links + open_it + (diff_with is not None) > 1:
        raise usage_error("--text, --links, --diff-with and --open go one at a time")
    logging.basicConfig(format="%(levelname)s: %(message)s", level=logging.INFO if log else logging.CRITICAL)
    with redirect_stdout(sys.stderr):  # an application may print
        try:
            rendering, other = run_interruptibly(_render, target, path or "/", diff_with)
        except RendererUnavailable as error:
            raise CommandError(error.reason, Exit.UNAVAILABLE) from error
        except UrlError as error:
            raise usage_error(str(error)) from error
        except RenderError as error:
            _print_log(error.log if log else ())
            raise CommandError(f"no snapshot: {error}", Exit.FAILED) from error
        except (KeyboardInterrupt, CancelledError) as error:  # the latter on Python 3.10
            raise CommandError("interrupted", Exit.INTERRUPTED) from error
    _print_about(rendering, timing, log)
    form = _text if text else _links if links else _open if open_it else _html
    code = _print(rendering, form) if other is None else _print_difference(rendering, other)
    if code is Exit.FAILED and other is None and not log:
        _say("--log may say why")
    raise typer.Exit(code)


async def _render(target: str, path: str, other: str | None) -> tuple[Rendering, Rendering | None]:
    """The page, and the other one where there is one."""
    settings = Settings()
    if is_url(target):
        # a path is one of the same server
        others = [urljoin(target, other)] if other is not None else []
        return await _render_with(settings, [url_request(url, settings) for url in (target, *others)])
    app = load_app(target)
    async with lifespan(app) as state:
        settings = settings_of(app) or settings
        requests = [app_request(app, path, state, settings)]
        if other is not None:
            is_there = is_url(other)
            requests.append(url_request(other, Settings()) if is_there else app_request(app, other, state, settings))
        return await _render_with(settings, requests)


async def _render_with(
    settings: Settings, requests: list[tuple[RenderRequest, Origin]]
) -> tuple[Rendering, Rendering | None]:
    renderer = open_renderer(settings)
    try:
        renderings = [await renderer.render(request, origin) for request, origin in requests]
    finally:
        await renderer.close()
    return renderings[0], renderings[1] if len(renderings) > 1 else None


def _html(snapshot: Snapshot) -> bytes:
    return snapshot.body + (b"\n" if sys.stdout.isatty() else b"")


def _text(snapshot: Snapshot) -> bytes:
    return visible_text(snapshot.body.decode("utf-8", "replace")).encode() + b"\n"


def _links(snapshot: Snapshot) -> bytes:
    return "".join(f"{printable(link)}\n" for link in links_in(snapshot)).encode()


def _open(snapshot: Snapshot) -> bytes:
    """Nothing goes to stdout: the snapshot is in a file that the browser is told to show."""
    base = f'<base href="{escape(snapshot.url.partition("#")[0])}">'.encode()
    body = snapshot.body
    if b"<base" not in body:
        body = re.sub(rb"<head[^>]*>", lambda head: head[0] + base, body, count=1)
    with NamedTemporaryFile(prefix="ajaxcrawl-", suffix=".html", delete=False) as file:
        file.write(body)
    if not webbrowser.open(Path(file.name).as_uri()):
        raise CommandError(f"there is no browser to show {file.name}", Exit.FAILED)
    _say(f"the snapshot is in {file.name}")
    return b""


def _print_difference(rendering: Rendering, other: Rendering) -> Exit:
    """Print what only one of both pages says, as diff does; the exit code says whether there was anything."""
    snapshots = (rendering.snapshot, other.snapshot)
    for snapshot in snapshots:
        if snapshot.kind != "html":
            what = "a redirect" if snapshot.kind == "redirect" else "not HTML"
            raise CommandError(f"no text to compare: {snapshot.url} is {what}", Exit.FAILED)
        _print_incomplete(snapshot)
    one, two = (_text(snapshot).decode().splitlines() for snapshot in snapshots)
    names = [printable(snapshot.url) for snapshot in snapshots]
    lines = list(unified_diff(one, two, names[0], names[1], lineterm=""))
    for line in lines:
        typer.echo(printable(line))
    return Exit.FAILED if lines else Exit.OK


def _print(rendering: Rendering, form: Callable[[Snapshot], bytes]) -> Exit:
    """Print the snapshot in a form; the exit code that says how it was."""
    snapshot = rendering.snapshot
    if snapshot.kind == "redirect":
        location = next((value for name, value in snapshot.headers if name == "location"), "")
        _say(f"{snapshot.status} redirect to {location}")
        return Exit.REDIRECT
    if snapshot.kind == "other":
        _say(f"no snapshot: the page is not HTML (status {snapshot.status})")
        return Exit.FAILED
    try:
        sys.stdout.buffer.write(form(snapshot))
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, head for example, has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    _print_incomplete(snapshot)
    if snapshot.status >= 400:
        _say(f"status {snapshot.status}")
        return Exit.FAILED
    return Exit.INCOMPLETE if snapshot.incomplete else Exit.OK


def _print_incomplete(snapshot: Snapshot) -> None:
    for reason in snapshot.incomplete:
        _say(f"not complete: {reason}; {INCOMPLETE.get(reason, 'raise deadline')}")


def _print_about(rendering: Rendering, timing: bool, log: bool) -> None:
    if log:
        _print_log(rendering.log)
        table = Table("Status", "Bytes", "Seconds", "Outcome", "Request", box=None, pad_edge=False)
        for request in rendering.requests:
            what = printable(f"{request.method} {request.url}")
            table.add_row(str(request.status), str(request.bytes), f"{request.seconds:.3f}", request.outcome, what)
        Console(stderr=True, soft_wrap=True, markup=False, highlight=False).print(table)
    if timing:
        times = rendering.timings
        total = times.wait + times.fetch + times.script + times.serialise
        _say(
            f"total {total:.3f} s: wait {times.wait:.3f} s, fetch {times.fetch:.3f} s, "
            f"script {times.script:.3f} s, serialise {times.serialise:.3f} s"
        )


def _print_log(log: tuple[LogEntry, ...]) -> None:
    for entry in log:
        where = f" ({entry.url}:{entry.line})" if entry.line else f" ({entry.url})" if entry.url else ""
        _say(f"{entry.level}: {entry.kind}: {entry.message}{where}")


def _say(line: str) -> None:
    typer.echo(printable(line), err=True)
