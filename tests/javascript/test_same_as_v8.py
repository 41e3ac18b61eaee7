"""What snippets print in V8 as they are, they print in a page once lowered."""

from __future__ import annotations

import json
import re
from pathlib import Path

import anyio
import pytest
from py_mini_racer import MiniRacer
from rendering import render

pytestmark = pytest.mark.anyio

SNIPPETS = {
    name: code
    for path in sorted(Path(__file__).parent.joinpath("snippets").glob("*.js"))
    for name, code in re.findall(r"(?ms)^//# (.*?)\n(.*?)(?=^//# |\Z)", path.read_text("utf-8"))
}
"""Name to code; files hold snippets of one topic, each below a line with its name."""

PRELUDE = """
var printed = [];
function print() { printed.push(Array.prototype.map.call(arguments, String).join(' ')); show(JSON.stringify(printed)); }
"""
PAGE = (
    "<!doctype html><title>t</title><script>{}\nfunction show(text) {{ document.title = text }}</script>"
    "<script>{}</script>"
)

DIFFERENT = {
    "tagged templates": "raw text with escapes that are none",
    "reading before the declaration throws": "what closures read too early is undefined",
    "switch has one scope": "let is there from the start of its block",
    "__proto__ in literals": "computed and shorthand __proto__ set the prototype",
    "the scope of declarations in scripts": "let and class at the top are properties of the window",
}
"""What is known to differ, and why."""


def in_v8(code: str) -> list[str]:
    with MiniRacer() as v8:
        v8.eval(f"{PRELUDE} function show() {{}}")
        try:
            v8.eval(code)
        except Exception:
            v8.eval("printed.push('threw')")
        for _ in range(20):  # each evaluation lets what waits go on
            v8.eval("0")
        return json.loads(str(v8.eval("JSON.stringify(printed)")))


async def in_page(code: str) -> list[str]:
    code = code.replace("</script", "<\\/script")
    rendering = await render(PAGE.format(PRELUDE, code), wait_for_background_javascript=1.0)
    title = re.search(r"<title>(.*?)</title>", rendering.snapshot.body.decode(), re.DOTALL)
    assert title
    text = title[1].replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    printed = json.loads(text) if text.startswith("[") else []
    failed = [entry for entry in rendering.log if entry.level == "error"]
    return [*printed, *("threw" for _ in failed[:1])]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.parametrize("name", SNIPPETS)
async def test_a_snippet_prints_the_same(name: str) -> None:
    expected = await anyio.to_thread.run_sync(in_v8, SNIPPETS[name])
    printed = await in_page(SNIPPETS[name])
    if name in DIFFERENT:
        assert printed != expected, "it prints the same now: take it off the list"
    else:
        assert printed == expected
