"""Hostile pages out of a grammar: built-ins on what is huge, deep or evil, in places that repeat and combine them.

In calls.txt, values.txt and places.txt, $N stands for a number, $n for a small one, $T for a text, $P for a piece of
it, $A for what has a length, $D for something deep, $F for a function, $R for a regular expression, $E for an element,
$O for any of them or an object with a trap, $S for statements and $J for statements as a text.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from pathlib import Path

from hypothesis import strategies as st


def _lines(name: str) -> list[str]:
    return Path(__file__).with_name(name).read_text("utf-8").splitlines()


CALLS = _lines("calls.txt")
PLACES = ["$S", *_lines("places.txt")]
PIECES = [json.loads(f'"{line}"') for line in _lines("pieces.txt")]
SMALL = [3, 40, 1000, 20_000]
VALUES: dict[str, list[str]] = defaultdict(list)
for _line in _lines("values.txt"):
    VALUES[_line[:2]].append(_line[3:])
VALUES["$n"] = [str(number) for number in SMALL]
VALUES["$N"] = [*VALUES["$n"], "1e5", "1e6", "1 << 22", "1 << 24", "1 << 26", "2 ** 31", "4e9", "2 ** 53", "-1", "NaN"]
VALUES["$P"] = [json.dumps(piece) for piece in PIECES]
PLAIN = {"$T": "'x'", "$A": "[1]", "$D": "[[1]]", "$F": "String", "$R": "/a/", "$O": "{}", "$v": "1"}
"""What stands at the end of values within values."""

STARTS = ["", "", "<style>", "<script>", "<p style='", "<svg>", "<textarea>", "<select>", "<math><mi>", "<table>"]


@st.composite
def _calls(draw: st.DrawFn) -> str:
    def filled(text: str, depth: int) -> str:
        def fill(hole: re.Match[str]) -> str:
            if not depth and hole[0] in PLAIN:
                return f"({PLAIN[hole[0]]})"
            return f"({filled(draw(st.sampled_from(VALUES[hole[0]])), depth - 1)})"

        return re.sub(r"\$[NnPTADFROEv]", fill, text)

    return filled(draw(st.sampled_from(CALLS)), 3)


@st.composite
def _scripts(draw: st.DrawFn, depth: int = 1) -> str:
    """Calls in places, which hold places themselves."""

    def fill(hole: re.Match[str]) -> str:
        text = draw(_scripts(depth - 1)) if depth and draw(st.booleans()) else draw(_calls())
        return text if hole[0] == "$S" else json.dumps(text)

    return re.sub(r"\$[SJ]", fill, draw(st.sampled_from(PLACES)))


scripts = _scripts()
repeated = st.builds(
    "{}{}".format,
    st.sampled_from(STARTS),
    st.builds(str.__mul__, st.sampled_from(PIECES), st.sampled_from([1000, 20_000, 100_000])),
)
"""A document of one thing many times over."""

documents = st.lists(
    scripts.map(lambda text: "<script>" + text.replace("</", "<\\/") + "</script>") | repeated, min_size=1, max_size=3
).map("".join)
"""What follows the beginning of a page."""
