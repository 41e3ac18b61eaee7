"""What a page shows, as values: the same for the page as people see it and for its snapshot."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import Any


@dataclass(frozen=True)
class View:
    """What a page shows. ``text`` is the visible text, a line a block; URLs are absolute, lists in the page's order.

    ``hidden`` is text that is there and not seen. ``frames`` are the URLs of frames, or the text they hold themselves.
    ``headings`` have their level before the text, ``metas`` the name before the content. ``structured`` is one JSON
    text, with sorted keys, for each JSON-LD block and each item of microdata. ``images`` are the alternatives.
    ``fragments`` are the contents of ``<meta name="fragment">``, ``statuses`` those of metas that give a status.
    """

    title: str = ""
    text: str = ""
    hidden: str = ""
    headings: tuple[str, ...] = ()
    links: tuple[str, ...] = ()
    metas: tuple[str, ...] = ()
    canonical: tuple[str, ...] = ()
    structured: tuple[str, ...] = ()
    images: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    fragments: tuple[str, ...] = ()
    statuses: tuple[str, ...] = ()

    @classmethod
    def of(cls, found: dict[str, Any]) -> View:
        """The view that ``read.js`` found."""
        lists = ("headings", "links", "metas", "canonical", "images", "frames", "fragments", "statuses")
        structured = [_json_ld(text) for text in found["jsonLd"]] + [_sorted(item) for item in found["microdata"]]
        return cls(
            title=found["title"],
            text=found["text"],
            hidden=found["hidden"],
            structured=tuple(structured),
            **{name: tuple(found[name]) for name in lists},
        )

    @cached_property
    def words(self) -> list[str]:
        """The words of the text."""
        return self.text.split()

    @cached_property
    def letters(self) -> str:
        """The text without white space, which is laid out otherwise around flattened shadow roots."""
        return "".join(self.words)


def _json_ld(text: str) -> str:
    try:
        return _sorted(json.loads(text))
    except (ValueError, RecursionError):
        return " ".join(text.split())  # as broken as the page has it


def _sorted(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
