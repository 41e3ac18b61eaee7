"""The links in a snapshot that a crawler may follow."""

from __future__ import annotations

from contextlib import suppress
from html.parser import HTMLParser
from urllib.parse import urljoin

from ..snapshot import Snapshot


def links(snapshot: Snapshot) -> list[str]:
    """The URLs that ``snapshot`` links to or redirects to, each once; none where it says ``nofollow``.

    They are as the page has them, resolved: other sites and other schemes are among them.
    """
    for name, value in snapshot.headers:
        if name == "location" and snapshot.kind == "redirect":
            return [value]
        if name == "x-robots-tag" and forbids(value, "nofollow"):
            return []
    parser = _Links(snapshot.url)
    with suppress(AssertionError):  # <![what browsers read as a comment[: the parser goes no further
        parser.feed(snapshot.body.decode("utf-8", "replace"))
        parser.close()
    return [] if parser.forbidden else list(dict.fromkeys(parser.found))


class _Links(HTMLParser):
    def __init__(self, base: str) -> None:
        super().__init__(convert_charrefs=True)
        self._base = base
        self.found: list[str] = []
        self.forbidden = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in reversed(attrs)}
        if tag == "meta" and values.get("name", "").strip().lower() == "robots":
            self.forbidden |= forbids(values.get("content", ""), "nofollow")
        elif tag in ("a", "area") and "href" in values and "nofollow" not in values.get("rel", "").lower().split():
            href = values["href"].strip()
            with suppress(ValueError):  # no URL at all
                self.found.append(href if href.startswith(("http://", "https://")) else urljoin(self._base, href))


def forbids(rules: str, what: str) -> bool:
    """Whether the value of a robots meta or of ``X-Robots-Tag`` holds ``what``, or ``none``, for any crawler."""
    return any(rule.strip().lower() in (what, "none") for rule in rules.replace(":", ",").split(","))
