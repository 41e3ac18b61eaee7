"""Reads sitemaps: URL lists and indexes of them, as XML or text, gzipped or not (sitemaps.org/protocol.html)."""

from __future__ import annotations

import re
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from datetime import datetime, timezone
from io import BytesIO
from typing import NamedTuple
from urllib.parse import urljoin
from xml.etree.ElementTree import ParseError

from defusedxml import DefusedXmlException
from defusedxml.ElementTree import iterparse

MAX_BYTES = 64 * 1024 * 1024  # the protocol allows 50 MB, unpacked
MAX_FILES = 50_000  # an index may name so many
MAX_DEPTH = 3  # the protocol has one level of indexes; some sites have two

DAY = 86_400.0

_DAY = re.compile(r"\d{4}-\d\d-\d\d")


class SitemapError(Exception):
    """A sitemap cannot be had or read; the message names it."""


class Entry(NamedTuple):
    """A URL in a sitemap; ``lastmod`` is in seconds since the epoch, None where the sitemap does not say (well)."""

    url: str
    lastmod: float | None


async def entries(address: str, fetch: Callable[[str], Awaitable[bytes]]) -> AsyncIterator[Entry]:
    """Every entry of the sitemap at ``address`` and of those that it names, in order.

    ``fetch`` gives a file's bytes or raises ``SitemapError``. One file at a time is in memory.
    """
    seen = {address}
    waiting = [(address, 1)]
    while waiting:
        place, depth = waiting.pop()
        inner: list[tuple[str, int]] = []
        for kind, entry in parse(await fetch(place), place):
            if kind == "url":
                yield entry
                continue
            url = urljoin(place, entry.url)
            if url in seen:
                continue
            if depth > MAX_DEPTH or len(seen) >= MAX_FILES:
                raise SitemapError(f"{place}: indexes are nested too deeply, or name too many sitemaps")
            seen.add(url)
            inner.append((url, depth + 1))
        waiting += reversed(inner)


def parse(data: bytes, place: str) -> Iterator[tuple[str, Entry]]:
    """``("url", entry)`` or ``("sitemap", entry)`` for each in a file. Raises ``SitemapError`` with ``place``."""
    data = unpacked(data, place)
    head = data[:1024].removeprefix(b"\xef\xbb\xbf").lstrip()
    if not head.startswith(b"<") and b"\x00" not in head:
        yield from _lines(data, place)
        return
    depth = 0
    root = None
    try:
        for event, element in iterparse(BytesIO(data), events=("start", "end"), forbid_dtd=True):
            depth += 1 if event == "start" else -1
            if root is None:
                root = element
                if _name(root.tag) not in ("urlset", "sitemapindex"):
                    raise SitemapError(f"{place}: neither a urlset nor a sitemapindex but {_name(root.tag)}")
            if event == "end" and depth == 1:
                values = {_name(child.tag): (child.text or "").strip() for child in element}
                if values.get("loc") and _name(element.tag) in ("url", "sitemap"):
                    yield _name(element.tag), Entry(values["loc"], lastmod(values.get("lastmod", "")))
                root.clear()  # else every entry stays
    except (ParseError, DefusedXmlException, LookupError, ValueError) as error:
        raise SitemapError(f"{place}: not well-formed XML without a DTD: {error}") from error


def unpacked(data: bytes, place: str) -> bytes:
    """``data``, out of gzip where it is packed; raises ``SitemapError`` for what is broken or too large."""
    if data[:2] != b"\x1f\x8b":
        return data
    plain = bytearray()
    while data:  # one after the other: some programs write several in one file
        unpacker = zlib.decompressobj(wbits=31)
        try:
            plain += unpacker.decompress(data, MAX_BYTES + 1 - len(plain))
        except zlib.error as error:
            raise SitemapError(f"{place}: broken gzip: {error}") from None
        if len(plain) > MAX_BYTES:
            raise SitemapError(f"{place}: more than {MAX_BYTES} bytes")
        if not unpacker.eof:
            raise SitemapError(f"{place}: broken gzip: it ends too early")
        data = unpacker.unused_data.lstrip(b"\0")
    return bytes(plain)


def lastmod(text: str) -> float | None:
    """A W3C date in seconds since the epoch; a day is its end: the change may be as late. None: this is no date."""
    try:
        moment = datetime.fromisoformat(text.replace("Z", "+00:00"))
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=timezone.utc)
    try:
        return moment.timestamp() + (DAY if _DAY.fullmatch(text) else 0.0)
    except OverflowError:
        return None


def _lines(data: bytes, place: str) -> Iterator[tuple[str, Entry]]:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise SitemapError(f"{place}: neither XML nor text in UTF-8") from None
    for line in text.splitlines():
        if line.strip():
            yield "url", Entry(line.strip(), None)


def _name(tag: str) -> str:
    return tag.rpartition("}")[2]
