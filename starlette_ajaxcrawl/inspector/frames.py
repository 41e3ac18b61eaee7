"""Snapshots as documents of their own, that can do nothing in the inspector's name."""

from __future__ import annotations

import re
from html import escape
from html.parser import HTMLParser
from typing import TYPE_CHECKING
from urllib.parse import urljoin

if TYPE_CHECKING:
    from ..snapshot import Snapshot

# No scripts, forms or frames: nothing runs that could use the origin. It has that for style sheets with ``crossorigin``
# and for fonts, which browsers give to no other. Pictures, styles and fonts come from where the page has them.
POLICY = (
    "sandbox allow-same-origin; default-src 'none'; script-src 'none'; img-src * data: blob:; media-src * data: blob:; "
    "font-src * data:; style-src * 'unsafe-inline' data:; frame-ancestors 'self'"
)

HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin",
    "cache-control": "no-store",
}

_HEAD = re.compile(rb"<head\b[^>]*>", re.IGNORECASE)
_FAR = 65536  # bytes in which the head begins


def framed(snapshot: Snapshot) -> bytes:
    """The document of ``snapshot`` as it is shown from another address.

    Its links still lead to where they lead from its own: its ``base`` counts, resolved against that.
    """
    url, content = snapshot.url, snapshot.content
    parser = _Base()
    parser.feed(content[:_FAR].decode("utf-8", "replace"))
    base = urljoin(url, parser.href) if parser.href else url.partition("#")[0]
    tag = f'<base href="{escape(base)}">'.encode("utf-8", "replace")
    match = _HEAD.search(content[:_FAR])
    return content[: match.end()] + tag + content[match.end() :] if match else tag + content


class _Base(HTMLParser):
    """Finds the first ``base`` with a URL; browsers take no other."""

    href = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "base" and not self.href:
            self.href = dict(attrs).get("href") or ""
