"""Patterns of paths and states: ``*`` stands for any text, slashes too; every other character for itself."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache


@lru_cache(maxsize=1024)
def _compiled(pattern: str) -> re.Pattern[str]:
    # runs of stars are one star: "a**b" would backtrack for nothing
    return re.compile(".*".join(re.escape(part) for part in re.split(r"\*+", pattern)), re.DOTALL)


def matches(pattern: str, text: str) -> bool:
    """Whether ``pattern`` matches the whole of ``text``; case counts."""
    return _compiled(pattern).fullmatch(text) is not None


def matches_any(patterns: Iterable[str], text: str) -> bool:
    """Whether one of ``patterns`` matches the whole of ``text``."""
    for pattern in patterns:  # noqa: SIM110 - a generator costs more than the matching, at each request
        if matches(pattern, text):
            return True
    return False
