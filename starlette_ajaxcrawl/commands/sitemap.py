"""``starlette-ajaxcrawl sitemap``: writes the sitemap of an archive."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from ..archive.links import forbids
from ..archive.manifest import Manifest
from ..archive.sitemap_files import Page, write_sitemap
from ..archive.states import public
from ..errors import StoreError
from ..keys import snapshot_key
from .exits import CommandError, Exit, printable
from .target import is_url, usage_error

EPILOG = """\
Pages of status 200 are in it, but for those whose X-Robots-Tag says noindex. lastmod is when the content was seen to \
have changed.

Exit codes:

0: written; the names of the files are on stdout

1: there is no archive, it has no pages, or the files cannot be written

2: wrong arguments
"""


def sitemap(
    archive: Annotated[Path, typer.Argument(help="Folder of the archive.")],
    out: Annotated[Path, typer.Option("--out", help="Folder for the files.")] = Path(),
    address: Annotated[str, typer.Option("--address", help="URL of that folder.", show_default="the site's root")] = "",
) -> None:
    """Write sitemap.xml with the pretty URLs of an archive; past 50,000 URLs, an index and its parts."""
    if address and not is_url(address):
        raise usage_error(f"--address must be a URL, got {address!r}")
    try:
        with closing(Manifest(archive, read_only=True)) as manifest:
            first = next(iter(manifest.pages()), None)
            if first is None:
                raise CommandError(f"{archive} has no pages", Exit.FAILED)
            parts = urlsplit(first[0])
            pages = (
                Page(url, changed)
                for url, changed, headers in manifest.pages()
                if not any(name == "x-robots-tag" and forbids(value, "noindex") for name, value in headers)
                and (public(url) == url or manifest.known(snapshot_key(public(url))) is None)  # else that is listed
            )
            written = write_sitemap(pages, out, address or f"{parts.scheme}://{parts.netloc}")
    except (StoreError, OSError, sqlite3.Error) as error:
        raise CommandError(str(error), Exit.FAILED) from error
    for path in written:
        typer.echo(printable(str(path)))
