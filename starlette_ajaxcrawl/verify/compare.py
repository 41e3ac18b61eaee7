"""Compares what crawlers get with what people see: pure, from views to differences."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import chain
from typing import Literal, NamedTuple
from urllib.parse import unquote

from ..common_ends import common_ends
from ..errors import UrlError
from ..scheme import TOKEN, to_pretty
from .views import View

Codes = list[tuple[str, int, int, int, int]]

LISTS = {
    "headings": "headings",
    "links": "links",
    "metas": "meta",
    "canonical": "canonical",
    "structured": "structured data",
    "images": "image alternatives",
    "frames": "frames",
}
"""Fields of a view that are compared as lists without order, and what people call them."""

MUCH = 0.4  # of a page that changes by itself: the rest says too little of what crawlers get
AS_MUCH = 1.5  # times as many words as change in a stretch by themselves may differ there
FEW = 12  # words or items that may always change
LONG = 4000  # words; longer texts are compared without the words that stand everywhere
CONTEXT = 8  # words that are shown on either side of a difference


class Segment(NamedTuple):
    """A part of a text: what people and crawlers both get, or only one of them; ``left out`` is the same for both."""

    kind: Literal["same", "people", "crawlers", "left out"]
    text: str


@dataclass(frozen=True)
class Difference:
    """One part of the page that differs. ``share``: of all words or items of both, those that the other has not."""

    part: str
    share: float
    people: tuple[str, ...]
    crawlers: tuple[str, ...]
    segments: tuple[Segment, ...] = ()


@dataclass(frozen=True)
class Comparison:
    """``unsteady``: parts that differ just where people, too, see another thing each time."""

    differences: tuple[Difference, ...] = ()
    unsteady: tuple[str, ...] = ()

    @property
    def weight(self) -> float:
        """How much differs in all."""
        return sum(difference.share for difference in self.differences)


@dataclass
class _Found:
    differences: list[Difference] = field(default_factory=list)
    unsteady: list[str] = field(default_factory=list)


def compare(crawlers: View, people: View, again: Sequence[View] = (), url: str = "") -> Comparison:
    """What differs between the snapshot's view and the people's.

    ``again`` are further views that people had of the same page: where those differ from ``people``, the page changes
    by itself, and a snapshot that shows something else there is no difference, within bounds. ``url``: a canonical
    link to it is as good as none, as snapshots say theirs.
    """
    found = _Found()
    _compare_lists("title", [people.title], [crawlers.title], [[view.title] for view in again], found)
    _compare_texts(people, crawlers, again, found)
    _compare_hidden(people, crawlers, again, found)
    for name, part in LISTS.items():
        lists = [list(getattr(view, name)) for view in (people, crawlers, *again)]
        if name == "links":  # snapshots mend ugly ones, and that they stand there is another finding
            lists = [[_pretty(link) for link in links] for links in lists]
        if name == "canonical":
            lists = [[link for link in links if unquote(link) != unquote(url)] for links in lists]
        _compare_lists(part, lists[0], lists[1], lists[2:], found)
    return Comparison(tuple(found.differences), tuple(found.unsteady))


def _pretty(link: str) -> str:
    try:
        return to_pretty(link.partition("#")[0]) if TOKEN in link else link
    except UrlError:
        return link


def is_same(one: View, other: View) -> bool:
    """Whether nothing differs."""
    return not compare(one, other).differences


def _compare_lists(
    part: str, people: list[str], crawlers: list[str], again: Sequence[list[str]], found: _Found
) -> None:
    ours, theirs = Counter(crawlers), Counter(people)
    missing, extra = theirs - ours, ours - theirs
    if not missing and not extra:
        return
    unsteady: Counter[str] = Counter()
    for other in map(Counter, again):
        unsteady |= theirs - other
        unsteady |= other - theirs
    differing, changing = missing.total() + extra.total(), unsteady.total()
    is_excused = not missing - unsteady and extra.total() <= 2 * changing and changing
    if is_excused and differing <= max(FEW, MUCH * (len(people) + len(crawlers))):
        found.unsteady.append(part)
        return
    share = differing / (len(people) + len(crawlers))
    found.differences.append(Difference(part, share, tuple(missing.elements()), tuple(extra.elements())))


def _compare_texts(people: View, crawlers: View, again: Sequence[View], found: _Found) -> None:
    if people.letters == crawlers.letters:
        return
    a, b = people.words, crawlers.words
    changing = _Changing(a, [view.words for view in again])
    codes = [
        ("equal" if "".join(a[i1:i2]) == "".join(b[j1:j2]) else kind, i1, i2, j1, j2)
        for kind, i1, i2, j1, j2 in _opcodes(a, b)
    ]
    excused = counted = 0
    parts: Codes = []
    shuffled = changing.stretches_like(codes)
    for kind, i1, i2, j1, j2 in codes:
        size = i2 - i1 + j2 - j1
        if kind == "equal":
            parts.append(("same", i1, i2, j1, j2))
        elif changing.excuses(i1, i2, j2 - j1) or any(first <= i1 and i2 <= last for first, last in shuffled):
            excused += size
            parts.append(("same", i1, i2, j1, j2))
        else:
            counted += size
            parts.append(("differs", i1, i2, j1, j2))
    if excused > max(FEW, MUCH * (len(a) + len(b))):  # nothing steady is left to compare
        counted += excused
        parts = [("same" if code[0] == "equal" else "differs", *code[1:]) for code in codes]
    if not counted:
        found.unsteady.append("text")
        return
    differing = [part for part in parts if part[0] == "differs"]
    found.differences.append(
        Difference(
            "text",
            counted / (len(a) + len(b)),
            tuple(" ".join(a[i1:i2]) for _, i1, i2, _, _ in differing if i2 > i1),
            tuple(" ".join(b[j1:j2]) for _, _, _, j1, j2 in differing if j2 > j1),
            tuple(_segments(a, b, parts)),
        )
    )


def _compare_hidden(people: View, crawlers: View, again: Sequence[View], found: _Found) -> None:
    """Text that crawlers alone get, and that styles keep from people: what both have is no matter."""
    if crawlers.hidden == people.hidden:
        return
    theirs = ["".join(f"{view.text} {view.hidden}".split()) for view in (people, *again)]
    extra = [
        line
        for line in dict.fromkeys(crawlers.hidden.splitlines())
        if not any("".join(line.split()) in text for text in theirs)
    ]
    if extra:
        words = sum(len(line.split()) for line in extra)
        share = words / (len(crawlers.words) + len(crawlers.hidden.split()))
        found.differences.append(Difference("hidden text", share, (), tuple(extra)))


class _Changing:
    """Which words of a text are others when it is read again, and where further ones come in."""

    def __init__(self, words: list[str], again: Sequence[list[str]]) -> None:
        self._others: dict[int, int] = {}  # place of a word, or of what is put before it, and how many words
        self._again = [_opcodes(words, other) for other in again]
        for codes in self._again:
            for kind, i1, i2, j1, j2 in codes:
                if kind != "equal":
                    for place in range(i1, i2 + 1):
                        self._others[place] = max(self._others.get(place, 0), i2 - i1, j2 - j1)

    def excuses(self, start: int, end: int, size: int) -> bool:
        """Whether ``size`` words of crawlers may stand in place of the words from ``start`` to ``end``."""
        places = [place for place in range(start, max(end, start + 1)) if place in self._others]
        return 2 * len(places) >= max(1, end - start) and size <= 2 * max(self._others[place] for place in places)

    def stretches_like(self, codes: Codes) -> list[tuple[int, int]]:
        """Stretches of the text, from word to word, that are others each time, and as much so in ``codes``' other text.

        A list of random items matches in other places each time: it is judged as a whole.
        """
        stretches: list[tuple[int, int]] = []
        for place in sorted(self._others):
            if stretches and place - stretches[-1][1] <= CONTEXT:
                stretches[-1] = (stretches[-1][0], place)
            else:
                stretches.append((place, place))
        found = []
        for first, last in (one for one in stretches if one[1] - one[0] >= FEW):
            amount, growth = _change(codes, first, last)
            amounts, growths = zip(*(_change(again, first, last) for again in self._again), strict=True)
            if amount <= AS_MUCH * max(amounts) and abs(growth) <= max(map(abs, growths)) + FEW:
                found.append((first, last))
        return found


def _change(codes: Codes, first: int, last: int) -> tuple[int, int]:
    """How many words are others within a stretch, and how many more there are."""
    changed = [(i2 - i1, j2 - j1) for kind, i1, i2, j1, j2 in codes if kind != "equal" and first <= i1 and i2 <= last]
    return sum(a + b for a, b in changed), sum(b - a for a, b in changed)


def _opcodes(a: list[str], b: list[str]) -> Codes:
    """``SequenceMatcher``'s, without the words at both ends that are the same: most pages differ in few places."""
    start, end = common_ends(a, b)
    middle_a, middle_b = a[start : len(a) - end], b[start : len(b) - end]
    matcher = SequenceMatcher(None, middle_a, middle_b, autojunk=max(len(middle_a), len(middle_b)) > LONG)
    codes: Codes = [("equal", 0, start, 0, start)] if start else []
    codes += [(kind, i1 + start, i2 + start, j1 + start, j2 + start) for kind, i1, i2, j1, j2 in matcher.get_opcodes()]
    if end:
        codes.append(("equal", len(a) - end, len(a), len(b) - end, len(b)))
    return codes


def _segments(a: list[str], b: list[str], parts: Codes) -> chain[Segment]:
    found: list[list[Segment]] = []
    for number, (kind, i1, i2, j1, j2) in enumerate(parts):
        if kind == "differs":
            both = (Segment("people", " ".join(a[i1:i2])), Segment("crawlers", " ".join(b[j1:j2])))
            found.append([segment for segment in both if segment.text])
            continue
        before = a[i1 : i1 + CONTEXT] if number else []
        after = a[max(i1, i2 - CONTEXT) : i2] if number + 1 < len(parts) else []
        if i2 - i1 <= len(before) + len(after):
            found.append([Segment("same", " ".join(a[i1:i2]))])
        else:
            left_out = f"{i2 - i1 - len(before) - len(after)} words"
            some = (Segment("same", " ".join(before)), Segment("left out", left_out), Segment("same", " ".join(after)))
            found.append([segment for segment in some if segment.text])
    return chain.from_iterable(found)
