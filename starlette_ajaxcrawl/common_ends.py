"""Pure: what two lists of words begin and end with in common; most pages differ in few places."""

from __future__ import annotations

from collections.abc import Iterable


def common_ends(one: list[str], other: list[str]) -> tuple[int, int]:
    """How many words both begin with in common, and how many of the others both end with."""
    begin = _alike(one, other)
    return begin, _alike(reversed(one[begin:]), reversed(other[begin:]))


def _alike(one: Iterable[str], other: Iterable[str]) -> int:
    count = 0
    for left, right in zip(one, other, strict=False):
        if left != right:
            break
        count += 1
    return count
