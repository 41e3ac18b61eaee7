"""``starlette-ajaxcrawl robots``: lines that opt out of the scheme, and what a robots.txt forbids."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated

import anyio
import typer
from protego import Protego

from ..archive.manifest import Manifest
from ..archive.site import fetch_by_http
from ..errors import StoreError, UrlError
from ..scheme import TOKEN, escape, to_ugly
from .exits import CommandError, Exit, printable
from .target import is_url, usage_error

EPILOG = """\
Robots rules are matched against the ugly URL. The plain page is crawled all the same.

Exit codes:

0: the lines were printed; or the robots.txt lets every state of the archive be crawled

1: it forbids some, which are on stdout; or it, or the archive, cannot be read

2: wrong arguments
"""


def robots(
    state: Annotated[
        list[str] | None, typer.Option("--state", help="Keep out states that begin so only, such as /private.")
    ] = None,
    check: Annotated[str | None, typer.Option("--check", help="File or URL of a robots.txt to be checked.")] = None,
    archive: Annotated[Path | None, typer.Option("--archive", help="With --check: folder of the archive.")] = None,
    user_agent: Annotated[str, typer.Option("--user-agent", help="With --check: name of the crawler.")] = "*",
) -> None:
    """Print the lines of a robots.txt that keep states out, or check one against the states of an archive."""
    if (check is None) != (archive is None) or (check is not None and state):
        raise usage_error("--check and --archive go together, and without --state")
    if check is None or archive is None:
        typer.echo("User-agent: *")
        try:
            for prefix in state or [""]:
                typer.echo(f"Disallow: /*{TOKEN}" + (f"={_pattern(prefix)}" if prefix else ""))
        except UrlError as error:
            raise usage_error(str(error)) from None
        return
    rules = Protego.parse(_text(check))
    forbidden = 0
    try:
        with closing(Manifest(archive, read_only=True)) as manifest:
            for urls in manifest.urls(500):
                for url in urls:
                    ugly = to_ugly(url)
                    if not rules.can_fetch(ugly, user_agent):
                        forbidden += 1
                        typer.echo(printable(ugly))
    except (StoreError, sqlite3.Error) as error:
        raise CommandError(str(error), Exit.FAILED) from error
    if forbidden:
        raise CommandError(f"{forbidden} states may not be crawled", Exit.FAILED)


def _pattern(prefix: str) -> str:
    """A state's beginning as robots rules have it, where ``*`` and ``$`` mean something (RFC 9309, 2.2.3)."""
    return escape(prefix).replace("*", "%2A").replace("$", "%24")


def _text(place: str) -> str:
    if is_url(place):
        status, body = anyio.run(fetch_by_http, place)
        if status != 200:
            raise CommandError(
                f"{place}: {f'status {status}' if status else body.decode('utf-8', 'replace')}", Exit.FAILED
            )
    else:
        try:
            body = Path(place).read_bytes()
        except OSError as error:
            raise CommandError(f"{place}: {error.strerror}", Exit.FAILED) from None
    return body.decode("utf-8", "replace")
