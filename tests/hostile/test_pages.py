"""Pages that mean harm get a clear answer in time, and the next page is as good as ever."""

from __future__ import annotations

import time
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from asgi_calls import Exchange, call
from hostile import pages

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, Settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp

DEADLINE = 2.5
GIVEN_UP = DEADLINE + 6  # a page that does not react is given up by then, as is one that takes long to write out

LATE = {"fork-bomb", "microtask-storm", "async-storm", "polling", "worker-messages-bomb"}
"""Scripts that come to their end, and go on in others."""

FAILING = {"mutation-storm", "recursion-in-json", "storage-bomb", "synchronous-requests", "variables-bomb"}
"""Scripts that may end themselves by an error, or before a limit does."""

CUT = {*pages.ENDLESS, *pages.HUNGRY} - FAILING
"""Scripts that a limit ends."""

NO_HTML = {
    "bad-status",  # the answer of a server then: 500, in plain text
    "data",
    "data.js",
    "circle.js",
    "bomb.js",
    "download-html",
    "loop.css",
    "evil.xsl",
    "entity.xml",
    "laughs.xml",
    "download",
    "xml-document",
    "svg",
}
NO_HTML |= {"xslt-document", "broken-xhtml", "no-content"}
"""What is no HTML document is passed on as it is."""

REFUSED = {"redirect-loop", "redirect-nowhere", "never"}
"""There is nothing to make a snapshot of."""


def settings(**changes: object) -> Settings:
    limits = {
        "deadline": DEADLINE,
        "javascript_timeout": 0.4,
        "max_response_bytes": "1 MiB",
        "max_allocated_bytes": "192 MiB",
        "max_concurrent_renders": 2,
        "max_lost_threads": 1000,
        "max_age": 0,
    }
    return Settings(_env_file=None, **{**limits, **changes})


def crawled(app: ASGIApp, **changes: object) -> AjaxCrawlMiddleware:
    return AjaxCrawlMiddleware(app, AjaxCrawl(settings(**changes)))


def asked(name: str, state: str = "/s") -> str:
    return f"/{name}?_escaped_fragment_={state}"


async def the_good_page_is_good(app: AjaxCrawlMiddleware) -> None:
    good = await call(app, asked("good", "/next"))
    assert good.status == 200
    assert b"<title>A good page</title>" in good.body
    assert b"<p>after</p><i>data for #!/next</i>" in good.body
    assert "x-ajaxcrawl-complete" not in good.headers


@pytest.fixture(scope="module", autouse=True)
def _warm() -> None:
    """A cold JVM on a busy machine takes longer than these deadlines."""
    app = crawled(pages.site(), deadline=100.0, javascript_timeout=100.0)
    anyio.run(the_good_page_is_good, app)


@pytest.fixture
def answer(capfd: pytest.CaptureFixture[str]) -> Callable[..., Exchange]:
    """Asks for a page of the site, then for the good one."""

    async def ask(name: str, changes: dict[str, Any]) -> Exchange:
        app = crawled(pages.site(), **changes)
        began = time.monotonic()
        try:
            return await call(app, asked(name))
        finally:
            given_up = GIVEN_UP - DEADLINE + changes.get("deadline", DEADLINE)
            assert time.monotonic() - began < given_up, "no answer in time"
            await the_good_page_is_good(app)
            assert app.crawl.renderer.lost_threads == 0
            assert "\tat " not in capfd.readouterr().err, "a stack trace of Java's"
            await app.crawl.shutdown()

    return lambda name, **changes: anyio.run(partial(ask, name, changes))


@pytest.mark.parametrize("name", sorted(pages.SCRIPTS))
def test_scripts(name: str, answer: Callable[..., Exchange]) -> None:
    page = answer(name)
    assert page.status == 200
    if name not in FAILING:
        assert (b"<p>before</p>" if name in CUT - LATE else b"<p>after</p>") in page.body
    if name in CUT:
        assert page.headers["x-ajaxcrawl-complete"] == "false"
    assert b"root:" not in page.body


def test_one_call_into_java_ends_with_its_script_and_the_next_script_runs(
    answer: Callable[..., Exchange], monkeypatch: pytest.MonkeyPatch
) -> None:
    scripts = (f"try {{ {call} missed.push('{name}') }} finally {{ }}" for name, call in pages.CALLS.items())
    page = "</script><script>".join(["var missed = []", *scripts, "document.title = missed.join() || 'all ended'"])
    monkeypatch.setitem(pages.SCRIPTS, "calls", page)
    snapshot = answer("calls", deadline=30.0, javascript_timeout=0.2, max_allocated_bytes="4 GiB")
    assert b"<title>all ended</title>" in snapshot.body
    assert snapshot.headers["x-ajaxcrawl-complete"] == "false"


def test_one_call_into_java_ends_at_the_deadline(
    answer: Callable[..., Exchange], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(pages.SCRIPTS, "call", pages.CALLS["search of a text"])
    snapshot = answer("call", javascript_timeout=100.0)
    assert b"<p>before</p>" in snapshot.body
    assert snapshot.headers["x-ajaxcrawl-complete"] == "false"


@pytest.mark.parametrize("name", sorted(pages.MARKUP))
def test_documents(name: str, answer: Callable[..., Exchange]) -> None:
    page = answer(name)
    assert page.status in (200, 302)
    if page.status == 200 and name not in ("nothing", "frameset", "no-document", "open-for-ever"):
        assert b"before" in page.body or b"written" in page.body
    assert b"root:" not in page.body


@pytest.mark.parametrize("name", sorted({*pages.RESPONSES, "never"}))
def test_responses(name: str, answer: Callable[..., Exchange]) -> None:
    page = answer(name)
    if name in REFUSED:
        assert (page.status, page.headers["retry-after"]) == (503, "60")
    elif name in NO_HTML:
        assert "x-ajaxcrawl" not in page.headers
    elif name.startswith("redirect-circle"):
        assert (page.status, page.headers["location"]) == (307, "http://example.com/redirect-circle#!x")
    else:
        assert page.headers["x-ajaxcrawl"] == "miss"
    if name in ("slow", "nothing-on-and-on"):
        assert b"<p>before</p>" in page.body
        assert page.headers["x-ajaxcrawl-complete"] == "false"
    assert b"secret" not in page.body
    assert b"root:" not in page.body


BOMBS = {
    "many small things": pages.HUNGRY["array-bomb"],
    "a document that grows": pages.HUNGRY["inner-html-bomb"],
    "one long text": pages.HUNGRY["string-bomb"],
    "an array of one long text": pages.HUNGRY["repeat-bomb"],
    "elements of one long text": "document.body.innerHTML = '<b>x</b>'.repeat(1 << 22);",
    "a script of one long text": "eval('a;'.repeat(1 << 23));",
    "numbers": "var a = []; while (true) a.push(new Float64Array(1 << 21));",
}


@pytest.mark.parametrize("name", BOMBS)
def test_a_page_that_fills_the_memory_harms_no_other(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(pages.SCRIPTS, "bomb", BOMBS[name])

    async def main() -> None:
        app = crawled(pages.site(), deadline=10.0, javascript_timeout=4.0, max_allocated_bytes="2 GiB")
        async with anyio.create_task_group() as group:

            async def explode() -> None:
                bomb = await call(app, asked("bomb"))
                assert bomb.headers.get("x-ajaxcrawl-complete") == "false" or bomb.headers["retry-after"]
                group.cancel_scope.cancel()

            group.start_soon(explode)
            while True:
                await the_good_page_is_good(app)
        await the_good_page_is_good(app)
        await app.crawl.shutdown()

    anyio.run(main)
