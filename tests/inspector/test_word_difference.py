"""Where two texts differ, word by word."""

from __future__ import annotations

import random
import time

import pytest

from starlette_ajaxcrawl.inspector.difference import difference


def shown(people: str, crawlers: str) -> list[tuple[str, str]]:
    return [(piece.kind, piece.text or f"…{piece.gap}") for piece in difference(people, crawlers).pieces]


@pytest.mark.parametrize(
    ("people", "crawlers", "pieces"),
    [
        ("", "", []),
        ("a b", "a\n b ", [("same", "a b")]),
        ("a b c", "a c", [("same", "a"), ("people", "b"), ("same", "c")]),
        ("a c", "a b c", [("same", "a"), ("crawlers", "b"), ("same", "c")]),
        ("a x c", "a y z c", [("same", "a"), ("people", "x"), ("crawlers", "y z"), ("same", "c")]),
        ("a a", "a", [("same", "a"), ("people", "a")]),
        ("x", "y", [("people", "x"), ("crawlers", "y")]),
    ],
)
def test_differences_are_those_of_the_words(people, crawlers, pieces) -> None:
    assert shown(people, crawlers) == pieces


def test_what_is_the_same_for_long_is_left_out() -> None:
    words = " ".join(f"w{number}" for number in range(100))
    pieces = shown(f"{words} x {words}", f"{words} {words}")
    assert [text for kind, text in pieces if text.startswith("…")] == ["…88", "…88"]
    assert ("people", "x") in pieces


def test_the_counts_are_those_of_all_words() -> None:
    found = difference("one two three four", "one three four five six")
    assert (found.same, found.people, found.crawlers, found.cut) == (3, 1, 2, False)
    assert found.percent == 66
    assert difference("a", "a").percent == 100
    assert difference("w " * 5000, "w " * 5000 + "x").percent == 99


def test_long_texts_take_little_time() -> None:
    rng = random.Random(1)
    one, other = (" ".join(f"w{rng.randrange(500)}" for _ in range(50_000)) for _ in range(2))
    began = time.process_time()
    assert difference(one, other).cut
    assert time.process_time() - began < 10
