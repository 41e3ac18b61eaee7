"""The text of a snapshot, as a client without style sheets shows it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

UNSEEN = frozenset(
    {"audio", "canvas", "head", "iframe", "noscript", "object", "script", "style", "template", "title", "video"}
)
BLOCKS = frozenset(
    {
        *("address", "article", "aside", "blockquote", "body", "br", "caption", "dd", "details", "dialog", "div", "dl"),
        *("dt", "fieldset", "figcaption", "figure", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "header"),
        *("hr", "html", "legend", "li", "main", "menu", "nav", "ol", "optgroup", "option", "p", "pre", "search"),
        *("section", "summary", "table", "tbody", "tfoot", "thead", "tr", "ul"),
    }
)
CELLS = frozenset({"td", "th"})
VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})


def visible_text(html: str) -> str:
    """The text between the tags, a line a block, and images' alternatives; what is ``hidden`` is left out."""
    parser = _Text()
    parser.feed(html)
    parser.close()
    lines = (" ".join(line.split()) for line in "".join(parser.parts).split("\n"))
    return "\n".join(line for line in lines if line)


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self._unseen: list[str] = []  # open elements, from the outermost unseen one on
        self._pre = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "body":
            self._unseen.clear()  # a head need not be closed
        self._between(tag)
        if self._unseen or tag in UNSEEN or any(name == "hidden" for name, _ in attrs):
            if tag not in VOID:
                self._unseen.append(tag)
            return
        self._pre += tag == "pre"
        if tag == "img":
            self.parts.append(f" {dict(attrs).get('alt') or ''} ")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._unseen:
            while self._unseen.pop() != tag:
                pass
        elif not self._unseen:
            self._pre -= tag == "pre" and self._pre > 0
        self._between(tag)

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.parts.append(data if self._pre else re.sub(r"\s", " ", data))

    def _between(self, tag: str) -> None:
        if self._unseen:
            return
        if tag in BLOCKS:
            self.parts.append("\n")
        elif tag in CELLS:
            self.parts.append(" ")
