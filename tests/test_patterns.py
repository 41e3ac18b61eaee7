"""Patterns of paths and states."""

import time

import pytest

from starlette_ajaxcrawl.patterns import matches, matches_any


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("*", "/", True),
        ("*", "", True),
        ("/shop/*", "/shop/a/b", True),
        ("/shop/*", "/shop", False),
        ("/shop*", "/shop", True),
        ("/a", "/a", True),
        ("/a", "/ab", False),
        ("/a", "/A", False),
        ("*.pdf", "/x/y.pdf", True),
        ("/*/b", "/a/x/b", True),
        ("/a?b", "/axb", False),
        ("/[a]", "/[a]", True),
        ("/[a]", "/a", False),
        ("/a*", "/a\nb", True),
        ("", "", True),
        ("/ä*", "/äö", True),
    ],
)
def test_a_star_is_any_text_and_all_else_itself(pattern, text, expected):
    assert matches(pattern, text) is expected


def test_one_of_several_patterns_is_enough():
    assert matches_any(("/a", "/b*"), "/bc")
    assert not matches_any(("/a", "/b"), "/bc")
    assert not matches_any((), "/")


def test_many_stars_in_a_row_cost_nothing():
    began = time.perf_counter()
    assert not matches("*" * 50 + "x", "a" * 5000)
    assert time.perf_counter() - began < 1
