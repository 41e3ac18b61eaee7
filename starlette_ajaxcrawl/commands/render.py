"""``starlette-ajaxcrawl render``: prints the snapshot of one page."""

from __future__ import annotations

import logging
import os
import sys
from asyncio import CancelledError
from contextlib import redirect_stdout
from typing import Annotated

import anyio
import typer
from rich.console import Console
from rich.table import Table

from ..errors import RenderError, RendererUnavailable, UrlError
from ..page_log import LogEntry
from ..renderers import open_renderer
from ..renderers.base import Origin
from ..settings import Settings
from ..snapshot import INCOMPLETE, Rendering, RenderRequest
from ..text import visible_text
from .exits import CommandError, Exit, printable
from .target import app_request, is_url, lifespan, load_app, settings_of, url_request, usage_error

EPILOG = """\
Only the snapshot goes to stdout; all else goes to stderr. Settings are those of the AjaxCrawlMiddleware that \
module:app is wrapped in or lists; for a URL, or without one, they come from AJAXCRAWL_… variables and .env.

Exit codes:

0: the whole snapshot was printed

1: there is none (the render failed, the page is not HTML, the application does not start), or the page's status is \
400 or more

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
    timing: Annotated[bool, typer.Option("--timing", help="Say how long each part took.")] = False,
    log: Annotated[bool, typer.Option("--log", help="Say what the page logged, and each request it made.")] = False,
) -> None:
    """Print the snapshot of one page."""
    if is_url(target) and path:
        raise usage_error("PATH goes with module:app only: a URL has its path")
    logging.basicConfig(format="%(levelname)s: %(message)s", level=logging.INFO if log else logging.CRITICAL)
    with redirect_stdout(sys.stderr):  # an application may print
        try:
            rendering = anyio.run(_render, target, path or "/")
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
    code = _print(rendering, text)
    if code is Exit.FAILED and not log:
        _say("--log may say why")
    raise typer.Exit(code)


async def _render(target: str, path: str) -> Rendering:
    settings = Settings()
    if is_url(target):
        return await _render_with(settings, *url_request(target, settings))
    app = load_app(target)
    async with lifespan(app) as state:
        settings = settings_of(app) or settings
        return await _render_with(settings, *app_request(app, path, state, settings))


async def _render_with(settings: Settings, request: RenderRequest, origin: Origin) -> Rendering:
    renderer = open_renderer(settings)
    try:
        return await renderer.render(request, origin)
    finally:
        await renderer.close()


def _print(rendering: Rendering, text: bool) -> Exit:
    """Print the snapshot; the exit code that says how it was."""
    snapshot = rendering.snapshot
    if snapshot.kind == "redirect":
        location = next((value for name, value in snapshot.headers if name == "location"), "")
        _say(f"{snapshot.status} redirect to {location}")
        return Exit.REDIRECT
    if snapshot.kind == "other":
        _say(f"no snapshot: the page is not HTML (status {snapshot.status})")
        return Exit.FAILED
    body = snapshot.body
    if text:
        body = visible_text(body.decode("utf-8", "replace")).encode() + b"\n"
    elif sys.stdout.isatty():
        body += b"\n"
    try:
        sys.stdout.buffer.write(body)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader, head for example, has enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    for reason in snapshot.incomplete:
        _say(f"not complete: {reason}; {INCOMPLETE.get(reason, 'raise deadline')}")
    if snapshot.status >= 400:
        _say(f"status {snapshot.status}")
        return Exit.FAILED
    return Exit.INCOMPLETE if snapshot.incomplete else Exit.OK


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
