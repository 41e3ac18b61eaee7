"""Modern syntax runs wherever a page can hold code."""

from __future__ import annotations

import pytest
from rendering import START, Site, render, response, script, text

pytestmark = pytest.mark.anyio

RUN = "class A { #x = 1; async m(...a) { return (await a?.[0]) + this.#x } } new A().m(...[1]).then(say)"
"""Says 2."""
TWO = "say(Math.max(...[1, 2]))"
ASYNC = "Object.getPrototypeOf(async function () {}).constructor"
GENERATOR = "Object.getPrototypeOf(function* () {}).constructor"


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def clicked(element: str) -> str:
    """A page with ``element``, whose id is b, that is clicked."""
    return f"{START}{element}<script>b.click()</script>"


PAGES = {
    "an inline script": script(RUN),
    "an event handler attribute": clicked(f"<b id=b onclick='{RUN}'>b</b>"),
    "a handler that says no": clicked(
        f"<a id=b href=/ onclick='const f = (...a) => {TWO}; f(...[1]); return false'>b</a>"
    ),
    "the body's onload": f"{START}<body onload='{RUN}'>",
    "a handler that a script sets": clicked("<b id=b>b</b>").replace(
        "b.click()", f"b.setAttribute('onclick', `{RUN}`); b.click()"
    ),
    "a javascript: link": clicked(f"<a id=b href='javascript:{RUN}; void 0'>b</a>"),
    "direct eval": script(f"(function () {{ var a = [1]; eval(`{RUN.replace('...[1]', '...a')}`) }})()"),
    "indirect eval": script(f"(0, eval)(`{RUN}`)"),
    "the value of eval": script("say(eval('[1, 0].map(x => x).reduce((...a) => Math.max(...a.slice(0, 2)) + 1)'))"),
    "new Function": script(
        "say(new Function('...a', 'class A { m = () => Math.max(...a) } return new A().m()')(1, 2))"
    ),
    "Function with defaults": script(
        "say(Function('a = [...[1, 1]].length', '{ b } = {}', 'return [...[a, b]][0]')())"
    ),
    "the constructor of async functions": script(f"new ({ASYNC})('a', 'return await a + 1')(1).then(say)"),
    "the constructor of an async arrow": script(
        "new (async () => {}).constructor('a', 'for (const x of [a]) { return await x + 1 }')(1).then(say)"
    ),
    "the constructor of generators": script(f"say([...new ({GENERATOR})('a', 'yield* [a?.b ?? 2]')()][0])"),
    "a timer's text": script(f"setTimeout(`{RUN}`, 5)"),
    "an interval's text": script(f"var id = setInterval(`clearInterval(id); {TWO}`, 5)"),
    "a written script": script(f"document.write(`<script>{RUN}<\\/script>`)"),
    "an added script": script(
        f"var s = document.createElement('script'); s.textContent = `{RUN}`; document.body.append(s)"
    ),
    "a script in a frame": script(
        f"f.contentDocument.write('<script>parent.{TWO}<\\/script>'); f.contentDocument.close()"
    ),
    "a script with a hashbang": f"{START}<script>#!/usr/bin/env node\n{TWO}</script>",
    "a script in a comment": f"{START}<script><!-- hidden\n{TWO}\n--></script>",
}


@pytest.mark.parametrize("where", PAGES)
async def test_modern_syntax_runs_in(where: str) -> None:
    rendering = await render(PAGES[where])
    assert "2" in text(rendering).split(), (text(rendering), rendering.log)


async def test_external_scripts_are_lowered() -> None:
    site = Site(
        {
            "/": f"{START}<script src=/a.js></script><script src=/d.js defer></script>",
            "/a.js": RUN,
            "/d.js": "const b = async () => say('deferred'); b()",
        }
    )
    rendering = await render(site)
    assert "2 deferred" in text(rendering), rendering.log


async def test_modules_are_utf_8_whatever_their_type_says() -> None:
    source = response("\ufeffsay('cliché')", content_type="text/javascript; charset=iso-8859-1")
    rendering = await render(Site({"/": f"{START}<script type=module src=/m.js></script>", "/m.js": source}))
    assert text(rendering) == "cliché", rendering.log
