"""Errors in lowered code name the file and the line that people wrote; a script that is none harms no other."""

from __future__ import annotations

import pytest
from rendering import SETTINGS, START, Site, render, text

from starlette_ajaxcrawl.javascript.lowering import Lowering
from starlette_ajaxcrawl.javascript.vendor import EngineUnavailable
from starlette_ajaxcrawl.renderers.htmlunit import HtmlUnitRenderer
from starlette_ajaxcrawl.snapshot import Rendering, RenderRequest

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def errors(rendering: Rendering) -> list[tuple[str, str, int]]:
    """Message, last part of the URL, line."""
    return [
        (entry.message, entry.url.rpartition("/")[2], entry.line) for entry in rendering.log if entry.level == "error"
    ]


FAILING = """class Shop {
  #items = [];
  async load(...urls) {
    const all = await Promise.all(urls);
    return all;
  }

  show({ name, ...rest } = {}) {
    for (const item of [1]) {
      if (item) undefined.price; // line 10
    }
  }
}
new Shop().show();
"""


async def test_an_error_in_lowered_code_has_the_line_of_the_original() -> None:
    site = Site({"/": f"{START}<script src=/shop.js></script><script>say('after')</script>", "/shop.js": FAILING})
    rendering = await render(site)
    assert text(rendering) == "after"
    [(message, file, line)] = errors(rendering)
    assert (file, line) == ("shop.js", 10)
    assert "price" in message


async def test_stacks_have_the_lines_of_the_original() -> None:
    code = FAILING.replace("undefined.price", "say(new Error('x').stack.match(/shop.js:(\\d+)/)[1])")
    rendering = await render(Site({"/": f"{START}<script src=/shop.js></script>", "/shop.js": code}))
    assert text(rendering) == "10"


async def test_an_inline_script_counts_from_its_place_in_the_document() -> None:
    code = "const f = (...a) => {\n  null.x;\n};\nf(...[1]);"
    page = f"{START}\n<p>a\n<script>\n{code}\n</script><script>say('after')</script>"
    line = page[: page.index("null.x")].count("\n") + 1
    rendering = await render(page)
    assert "after" in text(rendering)
    [(_, _, found)] = errors(rendering)
    assert found == line


@pytest.mark.parametrize(
    ("code", "message", "line"),
    [
        ("const a = 1;\nlet b = ;\n", "Unexpected token ';'", 2),
        ("class A {\n  constructor() {}\n  constructor() {}\n}", "A class may only have one constructor", 3),
        ("const a = 1;\n\nconst a = 2;", "Identifier 'a' has already been declared", 3),
        ("async () => {\n  await;\n", "Unexpected token ';'", 2),
        ("import x from './x.js';", "Cannot use import statement outside a module", 1),
    ],
)
async def test_a_script_that_is_none_is_reported_in_v8s_words(code: str, message: str, line: int) -> None:
    site = Site({"/": f"{START}<script src=/bad.js></script><script>say('after')</script>", "/bad.js": code})
    rendering = await render(site)
    assert text(rendering) == "after"
    assert errors(rendering) == [(message, "bad.js", line)]


async def test_text_that_is_no_code_throws_a_syntax_error_where_it_is_evaluated() -> None:
    code = "".join(
        f"try {{ {call} }} catch (e) {{ say(e instanceof SyntaxError) }}"
        for call in (
            "eval('let a = ;')",
            "new Function('let a = ;')",
            "(0, eval)('const b')",
            "new Function('...', 'a')",
        )
    )
    rendering = await render(f"{START}<script>{code}</script>")
    assert text(rendering) == "true true true true"


async def test_a_page_without_v8_says_so_once_and_shows_what_it_can() -> None:
    def fails() -> None:
        raise EngineUnavailable("no V8 here: install mini-racer")

    renderer = HtmlUnitRenderer(SETTINGS)
    renderer._lowering = Lowering(make_engine=fails)
    page = (
        f"{START}<script>class A {{}}</script><script>async () => 1</script><script>let a = 1; say('classic')</script>"
    )
    rendering = await renderer.render(RenderRequest("http://site.example/", SETTINGS), Site({"/": page}))
    await renderer.close()
    assert text(rendering) == "classic"
    said = [entry.message for entry in rendering.log if entry.kind == "lowering"]
    assert said == ["Modern scripts are not translated: no V8 here: install mini-racer"]


async def test_switched_off_nothing_is_lowered() -> None:
    page = f"{START}<script>class A {{}}; say('no')</script><script>say('classic')</script>"
    rendering = await render(page, modern_javascript=False)
    assert text(rendering) == "classic"
    assert any("modern_javascript" in entry.message for entry in rendering.log)


async def test_what_a_web_api_fails_with_can_be_caught_and_else_the_log_says_why():
    page = """<script>
    function caught(act) { try { act() } catch (e) { say(e.name + ': ' + e.message) } }
    var canvas = document.createElement('canvas').getContext('2d');
    caught(function () { canvas.getImageData(0, 0, 1e9, 1e9) });
    caught(function () { document.querySelector('a '.repeat(5e5)) });
    caught(function () { Object.getOwnPropertyDescriptor(Node.prototype, 'nodeType').get.call({}) });
    </script><script>canvas.getImageData(0, 0, 1e9, 1e9)</script>"""
    rendering = await render(START + page)
    assert text(rendering) == (
        "Error: getImageData failed RangeError: Maximum call stack size exceeded TypeError: Illegal invocation"
    )
    (error,) = errors(rendering)
    assert error[0].startswith("Error: getImageData failed (java.lang.")


async def test_a_request_that_fails_is_told_where_the_page_asked() -> None:
    site = Site({"/": f"{START}<script src=/ask.js></script>", "/ask.js": "\n\nfetch('http://127.0.0.1:1/x');\n"})
    assert ("Uncaught (in promise) TypeError: Failed to fetch", "ask.js", 3) in errors(await render(site))
