"""What Intl writes is what Chromium writes."""

from __future__ import annotations

import asyncio
import html
import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

from features.features import URL, Site
from starlette_ajaxcrawl.renderers.htmlunit import HtmlUnitRenderer
from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.snapshot import RenderRequest

if TYPE_CHECKING:
    from chromium import Chromium

EXPRESSIONS = [
    line
    for line in (Path(__file__).parent / "intl.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]
TRY = "(function(f){{try{{return String(f())}}catch(e){{return 'threw '+e}}}})(function(){{return {0}}})"
ALL = "[" + ",\n".join(TRY.format(expression) for expression in EXPRESSIONS) + "]"
# chromium of Debian and ICU4J are not of the same year; where CLDR changed between them both are right
LET_BE = {"new Date(1700000000000).toLocaleString('ko-KR', {timeZone: 'Asia/Seoul'})"}


async def ours() -> list[str]:
    settings = Settings(_environment=False)
    script = f"document.getElementById('o').textContent = JSON.stringify({ALL})"
    page = f"<!doctype html><pre id=o></pre><script>{script}</script>"
    rendering = await HtmlUnitRenderer(settings).render(RenderRequest(URL, settings), Site(page))
    found = re.search(r"<pre id=.?o.?>(.*?)</pre>", (rendering.snapshot.body or b"").decode(), re.DOTALL)
    assert found, rendering.log
    texts: list[str] = json.loads(html.unescape(found[1]))
    return texts


def test_intl_writes_what_chromium_writes(chromium: Chromium) -> None:
    theirs = chromium.evaluate("about:blank", ALL)
    differences = {
        expression: (mine, wanted)
        for expression, mine, wanted in zip(EXPRESSIONS, asyncio.run(ours()), theirs, strict=True)
        if mine != wanted and expression not in LET_BE
    }
    assert differences == {}
