"""What an archive has beside its pages and its manifest: lists for people and tools, and rules for a static server."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import BinaryIO
from urllib.parse import quote

from ..errors import UrlError
from ..scheme import BANG, escape, to_ugly
from .folder import Folder, replacing
from .manifest import Manifest

COMPLETED, FAILED, STATES, RULES = "completed.txt", "failed.txt", "manifest.jsonl", "nginx.map"

MAX_KEY = 2000  # bytes; a bucket of nginx's hash holds a whole key, and servers take no longer request lines either


def write_listings(folder: Folder, manifest: Manifest) -> None:
    """Write them all, each whole or not at all, and remove the files of pages that nothing names any more."""
    path = folder.path
    with (
        replacing(path / COMPLETED) as completed,
        replacing(path / FAILED) as failed,
        replacing(path / STATES) as states,
        replacing(path / RULES) as rules,
    ):
        for row in manifest.rows():
            _write(states, json.dumps(row, ensure_ascii=False))
            if row["outcome"] == "completed":
                _write(completed, line(row["url"]))
            else:
                _write(failed, f"{line(row['url'])}\t{row['outcome']}: {' '.join(row['reason'].split())}")
        for rule in nginx_rules(manifest):
            _write(rules, rule)
    folder.sweep(manifest.files())


def line(url: str) -> str:
    """A pretty URL on a line of its own: the ugly one where it has characters that lines do not keep."""
    try:
        return url if url.isprintable() and url == url.strip() else to_ugly(url)
    except UrlError:
        return ascii(url)


def nginx_rules(manifest: Manifest) -> Iterator[str]:
    """The lines of a ``map`` of nginx, from a request's URI to the file that answers it.

    nginx looks strings up whatever their case, so the value has the URI again, for docs/archives.md to compare. URIs
    that differ in case alone, and those with a ``$``, which values cannot hold, are regular expressions: they are tried
    one by one, and ``=`` stands for what needs no comparison.
    """
    for uri, file, is_alone in manifest.by_folded_uri(spellings):
        if len(uri) > MAX_KEY:
            continue
        if is_alone and "$" not in uri:
            yield f"{_quoted(uri)} {_quoted(f'{uri} /{file}')};"
        else:
            regex = "".join(char if char.isalnum() else f"\\x{ord(char):02x}" for char in uri)
            yield f'"~^{regex}$" "= /{file}";'


def spellings(url: str) -> set[str]:
    """The request URIs by which clients ask for a pretty URL: they escape what they must, all but slashes, or all."""
    page, _, state = url.partition(BANG)
    uri = to_ugly(page).partition("://")[2].partition("/")[2]
    return {f"/{uri}{value}" for value in (escape(state), quote(state, safe="/"), quote(state, safe=""))}


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", r"\\").replace('"', r"\"") + '"'


def _write(file: BinaryIO, text: str) -> None:
    file.write(f"{text}\n".encode())
