"""Pure: where in an HTML document the opt-in meta goes, which says that the page is built by scripts."""

from __future__ import annotations

import codecs
import re

META = '<meta name="fragment" content="!">'
LIMIT = 16 * 1024  # bytes; no document has more ahead of its head

_ATTRIBUTES = r"""(?:[\s/](?:[^>"']|"[^"]*"|'[^']*')*)?"""
_BEFORE_HEAD = re.compile(rf"\s+|<!--.*?-->|<![^-][^>]*>|<\?[^>]*>|<html{_ATTRIBUTES}>|\ufeff", re.I | re.S)
_HEAD = re.compile(rf"<head{_ATTRIBUTES}>", re.I)
_CHARSET = re.compile(r"\s*<meta\s[^>]*charset[^>]*>", re.I)  # browsers look for it in the first 1024 bytes only
_UNFINISHED = re.compile(
    r"<(?:!-?-?|!--(?:(?!-->).)*|![^>]*|\?[^>]*|/?"
    r"""|(?:h|ht|htm|html|he|hea|head)(?:[\s/](?:[^>"']|"[^"]*"|'[^']*')*(?:"[^"]*|'[^']*)?)?)$""",
    re.I | re.S,
)
_COMMENT = re.compile(r"<!--.*?-->", re.S)
_META = re.compile(rf"<meta{_ATTRIBUTES}>", re.I)
_NAME = re.compile(r"""\sname\s*=\s*["']?fragment["'\s/>]""", re.I)
_WIDE = {"utf-16": "utf-16-le", "utf-16le": "utf-16-le", "utf-16be": "utf-16-be"}
_MARKS = ((codecs.BOM_UTF8, "latin-1"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))


def opted_in(document: bytes, charset: str, ended: bool) -> bytes | None:
    """The beginning of a document with the meta in its head; None where more of it must be seen.

    ``charset`` is that of its Content-Type; ``ended``: there is no more. A document that has the meta already, as far
    as it is seen, or whose head is not found, stays as it is.
    """
    codec = _codec(document, charset)
    text = document.decode(codec, "ignore")
    place = _place(text, ended)
    if place is None and not ended and len(document) < LIMIT:
        return None
    if place is None or any(_NAME.search(match[0]) for match in _META.finditer(_COMMENT.sub("", text))):
        return document
    at = len(text[:place].encode(codec))
    return document[:at] + META.encode(codec) + document[at:]


def _codec(document: bytes, charset: str) -> str:
    """How to find characters in the bytes: all that is not wide has ASCII's."""
    for mark, codec in _MARKS:
        if document.startswith(mark):
            return codec
    return _WIDE.get(charset.lower(), "latin-1")


def _place(text: str, ended: bool) -> int | None:
    place = 3 if text.startswith("ï»¿") else 0  # the mark of UTF-8, as Latin-1
    while match := _BEFORE_HEAD.match(text, place):
        place = match.end()
    if head := _HEAD.match(text, place):
        charset = _CHARSET.match(text, head.end())
        return charset.end() if charset else head.end()
    if place == len(text) or (not ended and _UNFINISHED.match(text, place)):
        return None
    return place  # the head begins where none is written, too
