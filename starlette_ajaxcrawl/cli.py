"""The command line: ``starlette-ajaxcrawl``, the same as ``python -m starlette_ajaxcrawl``."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from . import __version__
from .commands import archive, doctor, fleet, purge, render, robots, serve, settings, sitemap, verify, worker
from .commands.exits import CommandError, Exit, printable
from .errors import SettingsError

app = typer.Typer(no_args_is_help=True, add_completion=False, rich_markup_mode="rich", pretty_exceptions_enable=False)
app.command(epilog=render.EPILOG)(render.render)
app.command(epilog=archive.EPILOG)(archive.archive)
app.command(epilog=verify.EPILOG)(verify.verify)
app.command(epilog=serve.EPILOG)(serve.serve)
app.command(epilog=sitemap.EPILOG)(sitemap.sitemap)
app.command(epilog=robots.EPILOG)(robots.robots)
app.command(epilog=purge.EPILOG)(purge.purge)
app.command(epilog=purge.EPILOG)(purge.refresh)
app.command(epilog=settings.EPILOG)(settings.settings)
app.command(epilog=worker.EPILOG)(worker.worker)
app.command(epilog=fleet.EPILOG)(fleet.fleet)
app.command(epilog=doctor.EPILOG)(doctor.doctor)


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"starlette-ajaxcrawl {__version__}")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """HTML snapshots of JavaScript pages, for clients that run no scripts."""


def main() -> None:
    """Run a command; errors are a line on stderr and an exit code."""
    try:
        app()
    except CommandError as error:
        _end(error.message, error.code)
    except SettingsError as error:
        _end(str(error), Exit.USAGE)


def _end(message: str, code: Exit) -> None:
    lines = [printable(line) for line in message.splitlines()]
    typer.echo("\n".join([f"error: {lines[0]}", *lines[1:]]), err=True)
    sys.exit(code)
