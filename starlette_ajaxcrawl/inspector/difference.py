"""Pure: where two texts differ, word by word."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from ..common_ends import common_ends

MAX_WORDS = 5000  # of each text between what they begin and end with in common: comparing more takes seconds
AROUND = 12  # words that are shown before and after a difference


@dataclass(frozen=True, slots=True)
class Piece:
    """Words in a row: in both texts (``same``), or in one of them. ``gap``: how many more of both are left out."""

    kind: Literal["same", "people", "crawlers"]
    text: str
    gap: int = 0


@dataclass(frozen=True, slots=True)
class Difference:
    """Pieces in the order of reading.

    ``people`` and ``crawlers`` count the words that only they get, ``same`` the others. ``cut``: the texts were too
    long to be compared to the end.
    """

    pieces: tuple[Piece, ...]
    same: int
    people: int
    crawlers: int
    cut: bool

    @property
    def percent(self) -> int:
        """How much is the same; 100 only where all is."""
        total = 2 * self.same + self.people + self.crawlers
        return 100 if not self.people + self.crawlers else min(99, int(200 * self.same / total))


def difference(people: str, crawlers: str) -> Difference:
    """How the text that people see differs from what crawlers get; white space does not count."""
    left, right = people.split(), crawlers.split()
    begin, end = common_ends(left, right)
    middle_left, middle_right = left[begin : len(left) - end], right[begin : len(right) - end]
    cut = max(len(middle_left), len(middle_right)) > MAX_WORDS
    middle_left, middle_right = middle_left[:MAX_WORDS], middle_right[:MAX_WORDS]
    pieces: list[Piece] = []
    counts = {"same": begin + end, "people": 0, "crawlers": 0}

    def add(kind: Literal["same", "people", "crawlers"], words: list[str]) -> None:
        if words:
            pieces.append(Piece(kind, " ".join(words)))

    add("same", left[:begin])
    matcher = SequenceMatcher(None, middle_left, middle_right, autojunk=len(middle_right) > MAX_WORDS / 5)
    for what, i, j, k, m in matcher.get_opcodes():
        if what == "equal":
            add("same", middle_left[i:j])
            counts["same"] += j - i
        else:
            add("people", middle_left[i:j])
            add("crawlers", middle_right[k:m])
            counts["people"] += j - i
            counts["crawlers"] += m - k
    add("same", left[len(left) - end :])
    return Difference(_shortened(pieces), counts["same"], counts["people"], counts["crawlers"], cut)


def _shortened(pieces: list[Piece]) -> tuple[Piece, ...]:
    """The pieces with less of what is the same far from any difference."""
    short: list[Piece] = []
    for place, piece in enumerate(pieces):
        words = piece.text.split(" ")
        before = AROUND if place > 0 else 0
        after = AROUND if place < len(pieces) - 1 else 0
        gap = len(words) - before - after
        if piece.kind != "same" or gap <= AROUND:
            short.append(piece)
            continue
        if before:
            short.append(Piece("same", " ".join(words[:before])))
        short.append(Piece("same", "", gap))
        if after:
            short.append(Piece("same", " ".join(words[-after:])))
    return tuple(short)
