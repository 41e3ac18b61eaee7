"""HtmlUnitRenderer: what goes in and comes out, how many run at once, and how a render ends before its time."""

import json
import logging

import anyio
import jpype
import pytest
from anyio import CancelScope, Event, create_task_group, fail_after
from rendering import RENDERER, SETTINGS, SITE, START, Site, render, response, script, text

from starlette_ajaxcrawl.errors import (
    RendererBusy,
    RenderError,
    RendererUnavailable,
    RenderTimeout,
    SnapshotTooLarge,
    UrlError,
)
from starlette_ajaxcrawl.page_log import LogEntry
from starlette_ajaxcrawl.renderers.base import OriginResponse
from starlette_ajaxcrawl.renderers.htmlunit import ERRORS, HtmlUnitRenderer, options_text, to_rendering
from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.snapshot import INCOMPLETE, RenderRequest

pytestmark = pytest.mark.anyio


async def test_a_page_built_by_scripts_comes_out_as_html():
    rendering = await render(script("say('hash is ' + location.hash)"), "/#!/products/2")
    snapshot = rendering.snapshot
    assert (snapshot.kind, snapshot.status, snapshot.incomplete) == ("html", 200, ())
    assert snapshot.url == SITE + "/#!/products/2"
    assert text(rendering) == "hash is #!/products/2"
    assert b"<script" not in snapshot.body


async def test_timings_and_requests_are_told():
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


async def test_a_characters_way_through_python_and_java_loses_nothing():
    strange = "ä€😀 \u2028 \\ \" ' \x0b"
    rendering = await render(script(f"say({json.dumps(strange)}); console.log({json.dumps(strange)} + '\\ud800')"))
    assert strange.split() == text(rendering).split()
    assert rendering.log[0].message == strange + "\ud800"


async def test_the_log_has_what_the_console_and_the_scripts_said_with_url_and_line():
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
async def test_the_documents_status_is_the_snapshots(status):
    assert (await render(response("<p>s", status))).snapshot.status == status


@pytest.mark.parametrize("content_type", ["application/json", "text/plain", "image/png", "application/pdf", "text/xml"])
async def test_what_is_no_html_is_not_rendered(content_type):
    rendering = await render(response("<p>x<script>1</script>", 201, content_type))
    assert (rendering.snapshot.kind, rendering.snapshot.status, rendering.snapshot.body) == ("other", 201, b"")


async def test_html_is_known_without_a_content_type_and_as_xhtml():
    rendering = await render(OriginResponse(200, (), b"<!doctype html><p>plain"))
    assert (rendering.snapshot.kind, text(rendering)) == ("html", "plain")
    xhtml = '<html xmlns="http://www.w3.org/1999/xhtml"><head/><body><p>x</p></body></html>'
    rendering = await render(response(xhtml, 200, "application/xhtml+xml"))
    assert (rendering.snapshot.kind, text(rendering)) == ("html", "x")


async def test_what_is_no_http_url_is_a_url_error():
    for url in ("ftp://site.example/", "http://", "nothing"):
        with pytest.raises(UrlError):
            await RENDERER.render(RenderRequest(url, SETTINGS), Site({}))


async def test_a_document_that_does_not_come_is_an_error():
    with pytest.raises(RenderError, match="it failed"):
        await render(Site({"/": OriginResponse(0, (), b"", failure="it failed")}))


async def test_an_origin_that_raises_is_told_in_the_log_and_to_the_page_as_a_failed_request(caplog):
    async def broken(request):
        raise ValueError("a secret")

    site = Site({"/": script("var r = get('/x'); r.onerror = function () { say('failed') }"), "/x": broken})
    with caplog.at_level(logging.ERROR):
        assert text(await render(site)) == "failed"
    assert "a secret" in caplog.text


async def test_a_snapshot_beyond_its_limit_is_an_error():
    with pytest.raises(SnapshotTooLarge):
        await render("<p>" + "x" * 5000, max_snapshot_bytes=1024)


async def test_overrides_hold_for_their_render_alone():
    page = script("setTimeout(function () { say('late') }, 3000)")
    assert text(await render(page, wait_for_background_javascript=1.0)) == ""
    assert text(await render(page)) == "late"


async def test_so_many_run_at_once_and_so_many_wait():
    renderer = HtmlUnitRenderer(SETTINGS.changed(max_concurrent_renders=1, max_queued_renders=1))
    asked, answer = Event(), Event()

    async def slow(request):
        asked.set()
        await answer.wait()
        return response("<p>x")

    outcomes = []

    async def one() -> None:
        try:
            outcomes.append((await renderer.render(RenderRequest(SITE, SETTINGS), Site({"/": slow}))).snapshot.status)
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


async def test_a_cancelled_render_stops_its_requests_and_gives_its_place_back():
    renderer = HtmlUnitRenderer(SETTINGS.changed(max_concurrent_renders=1))
    asked, gone = Event(), Event()

    async def endless(request):
        asked.set()
        try:
            await anyio.sleep_forever()
        finally:
            gone.set()

    async with create_task_group() as group:
        with CancelScope() as scope:
            group.start_soon(renderer.render, RenderRequest(SITE, SETTINGS), Site({"/": endless}))
            await asked.wait()
        group.cancel_scope.cancel()
        del scope
    assert gone.is_set()
    with fail_after(60):
        await renderer.render(RenderRequest(SITE, SETTINGS), Site({"/": "<p>next"}))


async def test_a_spinning_page_ends_soon_when_nobody_waits_for_it_any_more():
    started = Event()

    async def say_so(request):
        started.set()
        return response("{}", content_type="application/json")

    site = Site({"/": script("get('/start', function () { while (true) {} })"), "/start": say_so})
    settings = SETTINGS.changed(javascript_timeout=19.0)
    async with create_task_group() as group:
        group.start_soon(RENDERER.render, RenderRequest(SITE, settings), site)
        await started.wait()
        began = anyio.current_time()
        group.cancel_scope.cancel()
    assert anyio.current_time() - began < 10  # well under the deadline; a moment on a machine that is not busy


async def test_closing_ends_running_renders_and_refuses_further_ones_until_the_next_start():
    renderer = HtmlUnitRenderer(SETTINGS)
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


async def test_a_renderer_without_a_jvm_starts_to_be_closed():
    await HtmlUnitRenderer(SETTINGS).close()


def head(kind: str) -> dict:
    entry = {"level": "error", "kind": "script", "message": "m", "url": "u", "line": 3}
    return {"outcome": "failed", "error": {"kind": kind, "reason": "because"}, "log": [entry]}


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("timeout", RenderTimeout),
        ("lost", RenderTimeout),
        ("too_large", SnapshotTooLarge),
        ("stopped", RendererBusy),
        ("unavailable", RendererUnavailable),
        ("internal", RenderError),
        ("never heard of", RenderError),
    ],
)
async def test_each_failure_in_java_has_its_error(kind, error):
    with pytest.raises(error) as caught:
        to_rendering("http://x/", head(kind), b"", 0.0)
    assert type(caught.value) is error
    assert (caught.value.url, caught.value.reason) == ("http://x/", "because")
    assert caught.value.log == (LogEntry("error", "script", "m", "u", 3),)


async def test_no_failure_that_java_names_is_left_out():
    import re
    from pathlib import Path

    sources = Path(__file__).parents[2].glob("java/src/main/java/ajaxcrawl/*.java")
    code = "".join(source.read_text() for source in sources)
    kinds = set(re.findall(r'failed\(\s*"(\w+)"', code)) | {"timeout", "stopped"}
    assert kinds - {"url"} <= set(ERRORS)
    reasons = set(re.findall(r'\b(?:incomplete|end)\(\s*"(\w+)"', code))
    assert reasons <= set(INCOMPLETE)


async def test_settings_reach_java_as_text():
    settings = Settings(
        _environment=False,
        css=False,
        wait_for_selector=None,
        ready_flag=("a", "b"),
        origins={"/static": "http://127.0.0.1:1"},
        max_response_bytes="1 MiB",
    )
    texts = options_text(settings)
    values = dict(zip(texts[::2], texts[1::2], strict=True))
    assert values["css"] == "false"
    assert values["ready_flag"] == "a\nb"
    assert values["origins"] == "/static http://127.0.0.1:1"
    assert values["max_response_bytes"] == "1048576"
    assert values["deadline"] == "20.0"
    assert "wait_for_selector" not in values


async def test_a_setting_that_java_is_not_told_has_the_same_default_there():
    await RENDERER.start()
    options = jpype.JClass("ajaxcrawl.RenderOptions")
    untold, told = options(), options(*options_text(SETTINGS))
    is_public = jpype.JClass("java.lang.reflect.Modifier").isPublic
    methods = options.class_.getDeclaredMethods()
    names = [str(method.getName()) for method in methods if is_public(method.getModifiers())]
    assert "deadline" in names
    differing = {name for name in names if str(getattr(untold, name)()) != str(getattr(told, name)())}
    assert differing == {"blockUrls", "readyFlag"}  # lists, which Python always tells


async def test_many_different_settings_are_no_leak():
    renderer = HtmlUnitRenderer(SETTINGS)
    await renderer.start()
    for wait in range(70):
        settings = SETTINGS.changed(wait_for_background_javascript=wait / 10)
        assert renderer._java_options(settings) is renderer._java_options(settings)
    assert len(renderer._options) <= 64
