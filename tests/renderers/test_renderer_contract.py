"""What every renderer of real pages does: what goes in and comes out, how many run at once, how a render ends early."""

import json
import logging
from functools import partial

import anyio
import pytest
import rendering
from anyio import CancelScope, Event, create_task_group, fail_after
from rendering import RENDERERS, SETTINGS, SITE, START, Site, response, script, text

from starlette_ajaxcrawl.errors import RendererBusy, RenderError, SnapshotTooLarge, UrlError
from starlette_ajaxcrawl.renderers import open_renderer
from starlette_ajaxcrawl.renderers.base import OriginResponse
from starlette_ajaxcrawl.snapshot import RenderRequest

pytestmark = pytest.mark.anyio

NARROW = {
    kind: open_renderer(SETTINGS.changed(renderer=kind, max_concurrent_renders=1, max_queued_renders=1))
    for kind in RENDERERS
}
"""With one place, and one for who waits."""


@pytest.fixture(params=RENDERERS)
def kind(request):
    return request.param


@pytest.fixture
def renderer(kind):
    return RENDERERS[kind]


@pytest.fixture
def narrow(kind):
    return NARROW[kind]


@pytest.fixture
def render(renderer):
    """``rendering.render`` by that renderer."""
    return partial(rendering.render, renderer=renderer)


async def test_a_page_built_by_scripts_comes_out_as_html(render):
    rendering = await render(script("say('hash is ' + location.hash)"), "/#!/products/2")
    snapshot = rendering.snapshot
    assert (snapshot.kind, snapshot.status, snapshot.incomplete) == ("html", 200, ())
    assert snapshot.url == SITE + "/#!/products/2"
    assert text(rendering) == "hash is #!/products/2"
    assert b"<script" not in snapshot.body


async def test_timings_and_requests_are_told(render):
    site = Site({"/": script("get('/data.json', say)"), "/data.json": '"d"'})
    rendering = await render(site)
    assert [(one.method, one.url, one.status, one.outcome) for one in rendering.requests] == [
        ("GET", SITE + "/", 200, "ok"),
        ("GET", SITE + "/data.json", 200, "ok"),
    ]
    assert rendering.requests[1].bytes == 3
    timings = rendering.timings
    assert min(timings.fetch, timings.script, timings.serialise) > 0
    assert timings.wait >= 0


async def test_a_characters_way_through_python_and_java_loses_nothing(render):
    strange = "ä€😀 \u2028 \\ \" ' \x0b"
    rendering = await render(script(f"say({json.dumps(strange)}); console.log({json.dumps(strange)} + '\\ud800')"))
    assert strange.split() == text(rendering).split()
    assert rendering.log[0].message == strange + "\ud800"


async def test_the_log_has_what_the_console_and_the_scripts_said_with_url_and_line(render):
    site = Site({"/": script("console.warn('odd %d', 7)\nnothing.here\n"), "/a.js": "\n\nthrow new Error('late')"})
    site.pages["/"] += "<script src=a.js></script><script>alert('hi'); say(confirm('?') + ' ' + prompt('?'))</script>"
    rendering = await render(site)
    assert text(rendering) == "false null"
    log = [(entry.level, entry.kind, entry.message, entry.url) for entry in rendering.log]
    assert ("warning", "console", "odd 7", SITE + "/") in log
    assert ("error", "script", "ReferenceError: nothing is not defined", SITE + "/") in log
    assert ("info", "alert", "hi", SITE + "/") in log
    late = next(entry for entry in rendering.log if "late" in entry.message)
    assert (late.url, late.line) == (SITE + "/a.js", 3)


@pytest.mark.parametrize("status", [200, 404, 410, 500, 503])
async def test_the_documents_status_is_the_snapshots(render, status):
    assert (await render(response("<p>s", status))).snapshot.status == status


@pytest.mark.parametrize("content_type", ["application/json", "text/plain", "image/png", "application/pdf", "text/xml"])
async def test_what_is_no_html_is_not_rendered(render, content_type):
    rendering = await render(response("<p>x<script>1</script>", 201, content_type))
    assert (rendering.snapshot.kind, rendering.snapshot.status, rendering.snapshot.body) == ("other", 201, b"")


async def test_what_is_no_http_url_is_a_url_error(renderer):
    for url in ("ftp://site.example/", "http://", "nothing"):
        with pytest.raises(UrlError):
            await renderer.render(RenderRequest(url, SETTINGS), Site({}))


async def test_a_document_that_does_not_come_is_an_error(render):
    with pytest.raises(RenderError, match="it failed"):
        await render(Site({"/": OriginResponse(0, (), b"", failure="it failed")}))


async def test_an_origin_that_raises_is_told_in_the_log_and_to_the_page_as_a_failed_request(render, caplog):
    async def broken(request):
        raise ValueError("a secret")

    site = Site({"/": script("var r = get('/x'); r.onerror = function () { say('failed') }"), "/x": broken})
    with caplog.at_level(logging.ERROR):
        assert text(await render(site)) == "failed"
    assert "a secret" in caplog.text


async def test_a_snapshot_beyond_its_limit_is_an_error(render):
    with pytest.raises(SnapshotTooLarge):
        await render("<p>" + "x" * 5000, max_snapshot_bytes=1024)


async def test_what_is_big_comes_whole(render):
    """Longer than anything that goes from process to process at once."""
    big = "x" * 700_000
    code = (
        "var r = new XMLHttpRequest(); r.open('POST', '/big', false); r.send('y'.repeat(600000)); say(r.responseText)"
    )

    async def answer(request):
        return response(f"{len(request.body)} {big}")

    rendering = await render(Site({"/": script(code), "/big": answer}))
    assert text(rendering) == f"600000 {big}"
    assert rendering.snapshot.incomplete == ()


async def test_overrides_hold_for_their_render_alone(render):
    page = script("setTimeout(function () { say('late') }, 3000)")
    assert text(await render(page, wait_for_background_javascript=1.0)) == ""
    assert text(await render(page)) == "late"


async def test_so_many_run_at_once_and_so_many_wait(narrow):
    asked, answer = Event(), Event()

    async def slow(request):
        asked.set()
        await answer.wait()
        return response("<p>x")

    outcomes = []

    async def one() -> None:
        try:
            outcomes.append((await narrow.render(RenderRequest(SITE, SETTINGS), Site({"/": slow}))).snapshot.status)
        except RendererBusy as error:
            outcomes.append(error.reason)

    async with create_task_group() as group:
        group.start_soon(one)
        await asked.wait()
        group.start_soon(one)
        await anyio.wait_all_tasks_blocked()
        await one()
        assert outcomes == ["1 renders wait already (max_queued_renders)"]
        answer.set()
    assert outcomes[1:] == [200, 200]


async def test_a_cancelled_render_stops_its_requests_and_gives_its_place_back(narrow):
    asked, gone = Event(), Event()

    async def endless(request):
        asked.set()
        try:
            await anyio.sleep_forever()
        finally:
            gone.set()

    async with create_task_group() as group:
        with CancelScope() as scope:
            group.start_soon(narrow.render, RenderRequest(SITE, SETTINGS), Site({"/": endless}))
            await asked.wait()
        group.cancel_scope.cancel()
        del scope
    assert gone.is_set()
    with fail_after(60):
        await narrow.render(RenderRequest(SITE, SETTINGS), Site({"/": "<p>next"}))


async def test_a_spinning_page_ends_soon_when_nobody_waits_for_it_any_more(renderer):
    started = Event()

    async def say_so(request):
        started.set()
        return response("{}", content_type="application/json")

    site = Site({"/": script("get('/start', function () { while (true) {} })"), "/start": say_so})
    settings = SETTINGS.changed(javascript_timeout=19.0)
    async with create_task_group() as group:
        group.start_soon(renderer.render, RenderRequest(SITE, settings), site)
        await started.wait()
        began = anyio.current_time()
        group.cancel_scope.cancel()
    assert anyio.current_time() - began < 10  # well under the deadline; a moment on a machine that is not busy


async def test_closing_ends_running_renders_and_refuses_further_ones_until_the_next_start(renderer):
    running = Event()

    async def endless(request):
        running.set()
        await anyio.sleep_forever()

    errors = []

    async def one(page) -> None:
        try:
            await renderer.render(RenderRequest(SITE, SETTINGS), Site({"/": page}))
        except RendererBusy as error:
            errors.append(error.reason)

    async with create_task_group() as group:
        group.start_soon(one, script("get('/', say)"))
        group.start_soon(one, endless)
        await running.wait()
        began = anyio.current_time()
        await renderer.close()
        await one("<p>x")
    assert anyio.current_time() - began < 15  # at once, but for the first page's start on a busy machine
    assert set(errors) == {"the server is stopping"}
    await renderer.close()
    await renderer.start()
    assert (await renderer.render(RenderRequest(SITE, SETTINGS), Site({"/": START}))).snapshot.kind == "html"


async def test_a_renderer_without_a_jvm_starts_to_be_closed(kind):
    await open_renderer(SETTINGS.changed(renderer=kind)).close()
