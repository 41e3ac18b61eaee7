"""HtmlUnitRenderer: what goes in and comes out, how many run at once, and how a render ends before its time."""

import jpype
import pytest
from anyio import fail_after, sleep
from rendering import RENDERER, RENDERERS, SETTINGS, SITE, Site, render, response, text

from starlette_ajaxcrawl.errors import (
    RendererBusy,
    RenderError,
    RendererUnavailable,
    RenderTimeout,
    SnapshotTooLarge,
)
from starlette_ajaxcrawl.page_log import LogEntry
from starlette_ajaxcrawl.renderers.base import OriginResponse
from starlette_ajaxcrawl.renderers.htmlunit import ERRORS, HtmlUnitRenderer, options_text, to_rendering
from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.snapshot import INCOMPLETE, RenderRequest

pytestmark = pytest.mark.anyio


async def test_html_is_known_without_a_content_type_and_as_xhtml():
    rendering = await render(OriginResponse(200, (), b"<!doctype html><p>plain"))
    assert (rendering.snapshot.kind, text(rendering)) == ("html", "plain")
    xhtml = '<html xmlns="http://www.w3.org/1999/xhtml"><head/><body><p>x</p></body></html>'
    rendering = await render(response(xhtml, 200, "application/xhtml+xml"))
    assert (rendering.snapshot.kind, text(rendering)) == ("html", "x")


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


@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_what_pages_leave_is_collected_when_no_more_come():
    page = "<p>x</p><script>var left = new Uint8Array(4e7)</script>"  # too large for the space of young objects
    await RENDERERS["htmlunit"].start()
    jpype.JClass("java.lang.System").gc()
    await RENDERERS["htmlunit"].render(RenderRequest(f"{SITE}/", SETTINGS), Site({"/": page}))
    pools = jpype.JClass("java.lang.management.ManagementFactory").getMemoryPoolMXBeans()
    old = next(pool for pool in pools if str(pool.getName()) == "Tenured Gen")
    begun = old.getUsage().getUsed()
    assert begun > 4e7
    with fail_after(60):
        while old.getUsage().getUsed() > begun - 3.9e7:  # noqa: ASYNC110 - Java has no event for it
            await sleep(0.05)
