"""What a site's own hooks may do before and after a render."""

from dataclasses import replace

import anyio
import pytest
from asgi_calls import call
from bare_site import PRETTY, UGLY, Site, snapshot
from starlette.responses import HTMLResponse, RedirectResponse

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, FakeRenderer, Settings, Snapshots

pytestmark = pytest.mark.anyio


def around(before=None, after=None, **settings) -> AjaxCrawlMiddleware:
    renderer = FakeRenderer(lambda url: f"rendered {url}")
    given = Settings(_environment=False, **settings)
    return AjaxCrawlMiddleware(Site(), AjaxCrawl(given, renderer=renderer, before_render=before, after_render=after))


async def test_before_a_render_the_request_may_be_changed_and_its_own_key_keeps_the_answer():
    middleware = around(lambda request: replace(request, url=request.url.replace("lang=en", "lang=de")))
    for outcome in ("miss", "hit"):
        exchange = await call(middleware, UGLY)
        assert exchange.body.decode() == f"rendered {PRETTY.replace('lang=en', 'lang=de')}"
        assert exchange.headers["x-ajaxcrawl"] == outcome


@pytest.mark.parametrize("answer", [snapshot(body=b"own", created=1e12), HTMLResponse("own")])
async def test_before_a_render_the_answer_may_be_given(answer):
    async def before(request):
        return answer

    middleware = around(before, lambda shot: replace(shot, body=shot.body + b" changed"))
    assert (await call(middleware, UGLY)).body == b"own changed"
    exchange = await call(around(lambda request: RedirectResponse("/x#!y", 302)), UGLY)
    assert (exchange.status, exchange.headers["location"]) == (302, "http://example.com/x#!y")


async def test_after_a_render_the_snapshot_may_be_changed_wherever_it_comes_from():
    snapshots = Snapshots()

    @snapshots.page("/written")
    async def written(request):
        return HTMLResponse("written")

    async def after(shot):
        await anyio.lowlevel.checkpoint()
        return replace(shot, body=shot.body.upper(), headers=(*shot.headers, ("x-robots-tag", "noindex")))

    crawl = AjaxCrawl(
        Settings(_environment=False), renderer=FakeRenderer(lambda url: "page"), snapshots=snapshots, after_render=after
    )
    middleware = AjaxCrawlMiddleware(Site(), crawl)
    for path, body in {UGLY: b"PAGE", "/written?_escaped_fragment_=": b"WRITTEN"}.items():
        for _ in range(2):
            exchange = await call(middleware, path)
            assert (exchange.body, exchange.headers["x-robots-tag"]) == (body, "noindex")


async def test_hooks_that_say_nothing_change_nothing():
    exchange = await call(around(lambda request: None, lambda shot: None), UGLY)
    assert exchange.body.decode() == f"rendered {PRETTY}"


async def hang(argument):
    await anyio.sleep_forever()


def fail(argument):
    raise ZeroDivisionError("a secret")


@pytest.mark.parametrize(
    ("before", "after", "words"),
    [
        (fail, None, "before_render failed"),
        (None, fail, "after_render failed"),
        (hang, None, "before_render failed"),
        (None, hang, "after_render failed"),
        (lambda request: 5, None, "before_render gave int"),
        (lambda request: lambda: None, None, "server-side snapshot failed"),
        (None, lambda shot: "text", "after_render gave str"),
        (None, lambda shot: replace(shot, status=999), "cannot have the status 999"),
        (lambda request: snapshot(status=103), None, "cannot have the status 103"),
        (lambda request: HTMLResponse("", 600), None, "600 is not the status of a response"),
        (None, lambda shot: replace(shot, body=None), "the renderer failed"),
    ],
)
async def test_an_error_in_a_hook_is_a_503_without_a_stack_and_the_next_request_goes_on(caplog, before, after, words):
    settings = {"deadline": 0.05} if hang in (before, after) else {}
    exchange = await call(around(before, after, **settings), UGLY)
    assert (exchange.status, b"secret" in exchange.body, b"rendered" in exchange.body) == (503, False, False)
    assert words in caplog.text


async def test_start_and_close_reach_the_renderer():
    renderer = FakeRenderer({})
    crawl = AjaxCrawl(Settings(_environment=False, warm_up=True), renderer=renderer, after_render=lambda shot: None)
    await crawl.startup()
    await crawl.shutdown()
    assert (renderer.started, renderer.closed) == (1, 1)
    await crawl.pages.start()
    await crawl.pages.close()
    assert (renderer.started, renderer.closed) == (2, 2)
