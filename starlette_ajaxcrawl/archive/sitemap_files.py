"""Writes the sitemap of an archive: pretty URLs and when they changed (sitemaps.org/protocol.html)."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import BinaryIO, NamedTuple
from xml.sax.saxutils import escape

from .folder import replacing
from .states import public

MAX_URLS = 50_000  # in one file, says the protocol
MAX_BYTES = 50 * 1024 * 1024 - 1024  # so that the end of the file has room

_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<{0} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n'


class Page(NamedTuple):
    """A pretty URL; ``changed`` is in seconds since the epoch."""

    url: str
    changed: float


def write_sitemap(pages: Iterable[Page], folder: Path, address: str) -> list[Path]:
    """Write ``sitemap.xml`` into ``folder``, each file whole or not at all; gives the files, the first for robots.txt.

    Past a file's limits it is an index of ``sitemap-1.xml``, ``sitemap-2.xml`` …, which ``address``, the URL of the
    folder, is put before.
    """
    parts: list[tuple[Path, float]] = []
    lines = _lines(pages)
    line = next(lines, None)
    while line is not None or not parts:
        path = folder / f"sitemap-{len(parts) + 1}.xml"
        with replacing(path) as file:
            size = _write(file, _HEAD.format("urlset"))
            urls, changed = 0, 0.0
            while line is not None and urls < MAX_URLS and size + len(line[0]) <= MAX_BYTES:
                size += file.write(line[0])
                urls, changed = urls + 1, max(changed, line[1])
                line = next(lines, None)
            _write(file, "</urlset>\n")
        parts.append((path, changed))
    index = folder / "sitemap.xml"
    if len(parts) == 1:
        os.replace(parts[0][0], index)
        written = [index]
    else:
        with replacing(index) as file:
            _write(file, _HEAD.format("sitemapindex"))
            for path, changed in parts:
                _write(file, _entry("sitemap", f"{address.rstrip('/')}/{path.name}", changed))
            _write(file, "</sitemapindex>\n")
        written = [index, *(path for path, _ in parts)]
    return written


def _lines(pages: Iterable[Page]) -> Iterator[tuple[bytes, float]]:
    last = ""
    for page in pages:
        url = public(page.url)
        if url != last:  # states that differ in how they are encoded alone are one URL
            yield _entry("url", url, page.changed).encode(), page.changed
        last = url


def _entry(name: str, url: str, changed: float) -> str:
    date = datetime.fromtimestamp(changed, timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    loc = escape(url, {'"': "&quot;", "'": "&apos;"})
    return f"<{name}><loc>{loc}</loc><lastmod>{date}</lastmod></{name}>\n"


def _write(file: BinaryIO, text: str) -> int:
    return file.write(text.encode())
