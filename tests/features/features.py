"""Feature snippets of JavaScript and the web: where each works, and the table in the documents."""

from __future__ import annotations

import asyncio
import html
import re
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from playwright.sync_api import Error

from starlette_ajaxcrawl.renderers.base import OriginResponse
from starlette_ajaxcrawl.renderers.htmlunit import HtmlUnitRenderer
from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.snapshot import RenderRequest

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette_ajaxcrawl.renderers.base import OriginRequest

SNIPPETS = Path(__file__).parent / "snippets"
TABLE = Path(__file__).parents[2] / "docs" / "javascript-support.md"
URL = "https://features.example/"  # what needs a secure context is there
WORKS, FAILS = "yes", "no"
PASSED = "passed"

REASONS: dict[str, str] = {}
"""Why a feature does not work with this package."""

# A snippet may take so long in its own time; bare HtmlUnit and Chromium wait in ours.
SECONDS = 2

FILES: dict[str, tuple[str, str]] = {
    "module.js": (
        "text/javascript",
        "export default 'default'; export const named = 1;"
        " export let count = 0; export function increase() { count++; }",
    ),
    "reexport.js": ("text/javascript", "export * from './module.js'; export const other = 2;"),
    "cycle-a.js": ("text/javascript", "import { b } from './cycle-b.js'; export function a() { return 'a' + b(); }"),
    "cycle-b.js": ("text/javascript", "import { a } from './cycle-a.js'; export function b() { return a ? 'b' : ''; }"),
    "hashbang.js": ("text/javascript", "#!/usr/bin/env node\nwindow.hashbang = 1;"),
    "worker.js": ("text/javascript", "postMessage('from worker');"),
    "module-worker.js": ("text/javascript", "import value from './module.js'; postMessage(value);"),
    "events": ("text/event-stream", "id: 1\ndata: a\n\ndata: b\n\nevent: end\ndata\n\n"),
    "sheet.css": ("text/css", "a { color: red }"),
    "data.json": ("application/json", '{"a": 1}'),
}

PAGE = """<!DOCTYPE html>
<html><head><title>waiting</title><script>
window.done = function (value) {{ document.title = value === true ? 'passed' : 'gave ' + String(value); }};
window.check = function (run) {{
  try {{
    var value = run();
    if (value && typeof value.then === 'function') {{
      value.then(done, function (e) {{ document.title = 'rejected with ' + e; }});
    }} else {{ done(value); }}
  }} catch (e) {{ document.title = 'threw ' + e; }}
}};
</script></head><body><div id="d"></div>{script}</body></html>
"""


@dataclass(frozen=True)
class Snippet:
    """One feature: a function's body that returns true where it works, or a module that calls ``done(true)``."""

    group: str
    name: str
    code: str

    @property
    def page(self) -> str:
        """The HTML page that tries it: its title says what came of it."""
        if self.name.startswith("module"):
            return PAGE.format(script=f'<script type="module">{self.code}</script>')
        return PAGE.format(script=f"<script>check(function () {{\n{self.code}\n}})</script>")


@cache
def snippets() -> tuple[Snippet, ...]:
    """All of them, in the order of their files."""
    found = []
    for group in ("syntax", "built-ins", "web"):
        for line in (SNIPPETS / f"{group}.txt").read_text(encoding="utf-8").splitlines():
            name, separator, code = line.partition(" :: ")
            if separator and not line.startswith("#"):
                found.append(Snippet(group, name, code))
    return tuple(found)


def served(url: str, page: str) -> tuple[int, str, str]:
    """Status, type and text of what the pages ask for."""
    path = url.removeprefix(URL).partition("?")[0]
    if not path:
        return 200, "text/html; charset=utf-8", page
    if path in FILES:
        return 200, *FILES[path]
    return 404, "text/plain", "not found"


class Site:
    """One snippet's page as an origin."""

    def __init__(self, page: str) -> None:
        self._page = page

    async def fetch(self, request: OriginRequest, *, timeout: float) -> OriginResponse:
        status, kind, text = served(request.url, self._page)
        return OriginResponse(status, (("content-type", kind),), text.encode())


def title(page: str) -> str:
    """What a page says of its snippet."""
    found = re.search(r"<title>(.*?)</title>", page, re.DOTALL)
    return html.unescape(found[1]) if found else "no title"


async def _rendered(renderer: HtmlUnitRenderer, settings: Settings, snippet: Snippet) -> str:
    try:
        rendering = await renderer.render(RenderRequest(URL, settings), Site(snippet.page))
    except Exception as error:  # it is the result
        return f"no snapshot: {error}"
    return title((rendering.snapshot.body or b"").decode())


async def _with_package(some: Iterable[Snippet]) -> dict[str, str]:
    settings = Settings(_environment=False, wait_for_background_javascript=SECONDS)
    renderer = HtmlUnitRenderer(settings)
    results = {}
    for snippet in some:
        results[snippet.name] = await _rendered(renderer, settings, snippet)
    return results


def with_package(some: Iterable[Snippet]) -> dict[str, str]:
    """What each says when this package renders it."""
    return asyncio.run(_with_package(some))


def bare(some: Iterable[Snippet]) -> dict[str, str]:
    """What each says in HtmlUnit as it is, in the JVM that the package has started."""
    import jpype

    client_class: Any = jpype.JClass("org.htmlunit.WebClient")
    connection_class: Any = jpype.JClass("org.htmlunit.MockWebConnection")
    url_class: Any = jpype.JClass("java.net.URL")
    browser: Any = jpype.JClass("org.htmlunit.BrowserVersion").CHROME
    results = {}
    for snippet in some:
        client = client_class(browser)
        client.getOptions().setThrowExceptionOnScriptError(False)
        client.getOptions().setThrowExceptionOnFailingStatusCode(False)
        connection = connection_class()
        connection.setDefaultResponse("not found", 404, "Not Found", "text/plain")
        for name, (kind, text) in FILES.items():
            connection.setResponse(url_class(URL + name), text, kind)
        connection.setResponse(url_class(URL), snippet.page)
        client.setWebConnection(connection)
        try:
            page = client.getPage(URL)
            for _ in range(10):
                client.waitForBackgroundJavaScript(100)
                if page.getTitleText() != "waiting":
                    break
            results[snippet.name] = str(page.getTitleText())
        except Exception as error:
            results[snippet.name] = f"no page: {error}"
        finally:
            client.close()
    return results


def _fulfil(route: Any, page: str) -> None:
    status, kind, text = served(route.request.url, page)
    route.fulfill(status=status, content_type=kind, body=text)


def in_chromium(some: Iterable[Snippet], browser: Any) -> dict[str, str]:
    """What each says in Chromium; ``browser`` is a Playwright browser."""
    results = {}
    context = browser.new_context(locale="en-US", timezone_id="UTC")
    for snippet in some:
        tab = context.new_page()

        context.route("**/*", partial(_fulfil, page=snippet.page))
        tab.goto(URL, wait_until="load")
        with suppress(Error):  # then it says "waiting"
            tab.wait_for_function("document.title !== 'waiting'", timeout=SECONDS * 1000)
        results[snippet.name] = tab.title()
        context.unroute("**/*")
        tab.close()
    context.close()
    return results


def table(columns: dict[str, dict[str, str]]) -> str:
    """The document: a row a feature; columns are ``HtmlUnit``, ``this package`` and ``Chromium``."""
    heads = list(columns)
    lines = [
        "# JavaScript that works",
        "",
        "Each row is a snippet in `tests/features/snippets`, run in bare HtmlUnit, in HtmlUnit with this package, and"
        " in Chromium.",
        "`make features` renews this page; a test holds what works with this package.",
        "",
    ]
    for head in heads:
        passed = sum(result == PASSED for result in columns[head].values())
        lines.append(f"- {head}: {passed} of {len(columns[head])}")
    for group in ("syntax", "built-ins", "web"):
        lines += [
            "",
            f"## {group.capitalize()}",
            "",
            f"| feature | {' | '.join(heads)} |",
            "|---|" + "---|" * len(heads),
        ]
        for snippet in snippets():
            if snippet.group == group:
                cells = [WORKS if columns[head][snippet.name] == PASSED else FAILS for head in heads]
                name = snippet.name.replace("|", "\\|").replace("<", "&lt;")
                lines.append(f"| {name} | {' | '.join(cells)} |")
    failing = [snippet.name for snippet in snippets() if columns["this package"][snippet.name] != PASSED]
    if failing:
        lines += ["", "## What does not work, and why", ""]
        lines += [f"- {name}: {REASONS[name]}." for name in failing]
    return "\n".join(lines) + "\n"


def recorded() -> dict[str, bool]:
    """By feature, whether the document says that it works with this package."""
    found = {}
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in re.split(r"(?<!\\)\|", line)]
        if len(cells) == 6 and cells[3] in {WORKS, FAILS}:
            found[cells[1].replace("\\|", "|").replace("&lt;", "<")] = cells[3] == WORKS
    return found
