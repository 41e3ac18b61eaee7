"""Pages that never end, fill the memory or dig themselves in: each ends in its time, and the next one is unharmed."""

from contextlib import suppress

import anyio
import pytest
from rendering import SETTINGS, SITE, START, Site, render, script, text

from starlette_ajaxcrawl.errors import RendererUnavailable, RenderTimeout
from starlette_ajaxcrawl.renderers import jvm_tools
from starlette_ajaxcrawl.renderers.base import OriginResponse
from starlette_ajaxcrawl.renderers.htmlunit import HtmlUnitRenderer
from starlette_ajaxcrawl.snapshot import RenderRequest

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    """What happens here happens in Java: test_htmlunit.py is for both event loops."""
    return "asyncio"


SHORT = {"javascript_timeout": 0.5, "deadline": 15.0, "modern_javascript": False}
ANOTHER = "<script>say('next')</script>"

ENDLESS = {
    "a loop": "while (true) {}",
    "a loop that catches": "try { while (true) {} } catch (e) { say('caught') } finally { say('finally') }",
    "a loop in finally": "(function () { try { while (true) {} } finally { while (true) {} } })()",
    "a loop in a generator's finally": (
        "for (var i of (function* () { try { while (true) yield } finally { while (true) {} } })()) {}"
    ),
    "microtasks": "(function f() { Promise.resolve().then(f) })()",
    "queued microtasks": "(function f() { queueMicrotask(f) })()",
    "events": "var e = new Event('x'); while (true) document.dispatchEvent(e)",
    "a regular expression": "/^(a+)+$/.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab')",
    "sorting": "var a = []; for (var i = 0; i < 1e5; i++) a.push(Math.random()); while (true) a.sort()",
    "filling": "new Array(1e9).fill(0)",
    "joining": "new Array(1e9).join('x')",
    "searching": "Array.prototype.indexOf.call({ length: Math.pow(2, 53) - 1 }, 1)",
    "copying": "Array.from({ length: 1e9 })",
    "repeating": "'x'.repeat(1e9)",
    "a set of nothing": "new Set(new Array(4e8))",
    "a map": "new Map(new Array(4e8).entries())",
    "padding": "'x'.padEnd(1e9)",
    "a mutation observer": (
        "new MutationObserver(function () { x.id = 'x' }).observe(document.body, { attributes: true, subtree: true });"
        "x.id = 'x'; while (true) {}"
    ),
    "a getter": "Object.defineProperty(window, 'a', { get: function () { while (true) {} } }); a",
    "a timer": "setTimeout(function () { while (true) {} }, 10)",
    "a handler": "onload = function () { while (true) {} }",
    "a call's handler": "get('/', function () { while (true) {} })",
    "a frame's callback": "requestAnimationFrame(function () { while (true) {} })",
    "a worker": "new Worker(URL.createObjectURL(new Blob(['while (true) {}'])))",
}


@pytest.mark.parametrize("name", ENDLESS)
async def test_an_endless_script_ends_and_the_page_goes_on(name):
    rendering = await render(script(f"say('before'); {ENDLESS[name]}") + ANOTHER, **SHORT)
    assert text(rendering) == "before next"
    assert rendering.snapshot.incomplete == ("javascript_timeout",)


@pytest.mark.parametrize("name", ["a loop", "a timer", "a call's handler", "microtasks"])
async def test_an_endless_script_ends_under_the_wall_clock_too(name):
    page = script(f"say('before'); setTimeout(function () {{ say('timer') }}, 100); {ENDLESS[name]}") + ANOTHER
    rendering = await render(page, **{**SHORT, "deadline": 40.0}, clock="wall", wait_for_background_javascript=30.0)
    assert text(rendering) == "before next timer"
    assert rendering.snapshot.incomplete == ("javascript_timeout",)


async def test_a_generator_whose_script_was_ended_is_done(capfd):
    code = "function* f() { yield 1; while (true) {} } var g = f(); g.next(); g.next()"
    after = "<script>say(g.next().done); try { g.throw('thrown') } catch (e) { say(e) }</script>"
    assert text(await render(script(code) + after, **SHORT)) == "true thrown"
    assert "\tat " not in capfd.readouterr().err  # Rhino's way to say that it is at a loss


DEEP = {
    "recursion": "(function f() { f() + 1 })()",
    "recursion through text": "var o = { toString: function () { return '' + o } }; '' + o",
    "a proxy of itself": "var p = new Proxy({}, { get: function (t, k, r) { return r[k] } }); p.x",
    "events in events": (
        "document.addEventListener('q', function () { document.dispatchEvent(new Event('q')) });"
        "document.dispatchEvent(new Event('q'))"
    ),
    "deep JSON": "JSON.parse(new Array(1e6).join('['))",
}


@pytest.mark.parametrize("name", DEEP)
async def test_endless_depth_is_an_error_of_its_script(name):
    rendering = await render(script(f"say('before'); {DEEP[name]}") + ANOTHER)
    assert (text(rendering), rendering.snapshot.incomplete) == ("before next", ())
    assert rendering.log[0].kind == "script"


RECURSIONS = {
    "calls": "(function f() { f() + 1 })()",
    "getters": "var g = { get x() { return g.x } }; g.x",
    "text": "var o = { toString: function () { return '' + o } }; '' + o",
    "callbacks": "(function f() { [1].forEach(f) })()",
    "evals": "function e() { eval('e()') } e()",
    "JSON": "var j = { toJSON: function () { return JSON.stringify(j) } }; JSON.stringify(j)",
    "reflection": "(function f() { Reflect.apply(f, null, []) })()",
    "iterators": "var i = {}; i[Symbol.iterator] = function () { return Array.from(i) }; Array.from(i)",
    "promises": "var t = { get then() { Promise.resolve(t) } }; Promise.resolve(t)",
}


async def test_recursion_without_end_can_be_caught():
    code = "".join(f"try {{ {way} }} catch (e) {{ say(e instanceof Error) }}" for way in RECURSIONS.values())
    assert text(await render(script(code))) == " ".join(["true"] * len(RECURSIONS))


async def test_what_recurses_can_ask_for_something_where_it_ends():
    """With too little of the stack left for the application's code the process would be gone."""
    code = """
    function ask() { var r = new XMLHttpRequest(); r.open('GET', '/d.txt', false); r.send(); return r.responseText }
    var answers = [];
    try {
      (function f() { try { [1].forEach(f) } catch (e) { if (answers.length < 50) answers.push(ask()); throw e } })()
    } catch (e) { }
    say(answers.length + answers[0])"""
    assert text(await render(Site({"/": script(code), "/d.txt": "x"}))) == "50x"


async def test_events_that_double_with_each_level_end():
    code = "var f = function () { document.dispatchEvent(new Event('q')) };"
    code += "document.addEventListener('q', f); document.addEventListener('q', function () { f() }); f()"
    rendering = await render(script(f"say('before'); {code}") + ANOTHER, **SHORT)
    assert (text(rendering), rendering.snapshot.incomplete) == ("before next", ("javascript_timeout",))


STORMS = {
    "intervals": "setInterval(function () { x.title += '' }, 1)",
    "timers without delay": "(function f() { setTimeout(f) })()",
    "changes of the hash": "onhashchange = function () { location.hash += 'x' }; location.hash = 'a'",
    "reloads": "location.reload()",
    "dialogs": "for (var i = 0; i < 1000; i++) { alert(i); confirm(i); prompt(i); window.open('/x') } window.close()",
    "frames of itself": "document.write('<iframe src=/></iframe><iframe src=/#a></iframe>')",
}


@pytest.mark.parametrize("name", STORMS)
async def test_a_storm_passes(name):
    rendering = await render(script(STORMS[name] + "; say('on')"), wait_for_background_javascript=2.0)
    assert (text(rendering), rendering.snapshot.incomplete) == ("on", ())


async def test_what_a_page_allocates_is_bounded():
    code = "say('before'); var a = []; while (true) a.push(new Array(1000).join('x') + a.length)"
    rendering = await render(script(code) + ANOTHER, max_allocated_bytes="200 MiB")
    assert text(rendering) == "before"
    assert rendering.snapshot.incomplete == ("allocated_bytes",)


@pytest.mark.parametrize(
    "code",
    [
        "var a = []; while (true) a.push(new ArrayBuffer(1e7))",
        "while (true) x.appendChild(document.createElement('b')).title = 'some text of its own ' + x.childNodes.length",
        "x.innerHTML = new Array(3000000).join('<i>x</i>')",
        "var s = 'x'; while (true) s += s + s.length",
    ],
)
async def test_a_page_that_fills_the_heap_ends_and_others_are_unharmed(code):
    async def bomb():
        rendering = await render(
            script("say('before');" + code), javascript_timeout=9.0, deadline=9.0, wait_for_background_javascript=2.0
        )
        assert rendering.snapshot.incomplete

    async with anyio.create_task_group() as group:
        group.start_soon(bomb)
        for _ in range(3):
            assert text(await render(script("setTimeout(function () { say('well') }, 100)"))) == "well"
    assert text(await render(script("say('well')"))) == "well"


async def test_what_earlier_pages_left_for_the_collector_is_not_held_against_a_page():
    bomb = "var a = []; while (true) a.push(new ArrayBuffer(1e7))"
    churn = "for (var i = 0; i < 50000; i++) new Array(1000).join('x'); say('done')"
    for _ in range(2):
        await render(script(bomb), javascript_timeout=9.0)
        rendering = await render(script(churn), deadline=60.0, javascript_timeout=15.0)
        assert (text(rendering), rendering.snapshot.incomplete) == ("done", ())


async def test_a_document_that_a_limit_leaves_nothing_of_is_no_empty_page():
    with pytest.raises(RenderTimeout, match="before anything of it was there: allocated_bytes"):
        await render("<!--" + "x" * 4_000_000 + "-->" + START, max_allocated_bytes="10 MiB")


async def test_a_big_document_comes_whole():
    rendering = await render(START + "<p>e</p>" * 50_000 + ANOTHER)
    assert rendering.snapshot.body.count(b"<p>e</p>") == 50_000
    assert rendering.snapshot.incomplete == ()


async def test_a_big_head_takes_no_more_than_a_big_body():
    head = f"<!doctype html><title>t</title><style>/*{'x' * 4_000_000}*/</style>"
    rendering = await render(head + "<p id=x>" + START, max_allocated_bytes="400 MiB")
    assert rendering.snapshot.incomplete == ()


async def test_a_document_that_is_too_much_is_taken_as_far_as_it_goes():
    rendering = await render("<p>e</p>" * 400_000, max_allocated_bytes="120 MiB")
    assert rendering.snapshot.incomplete == ("allocated_bytes",)
    assert 1000 < rendering.snapshot.body.count(b"<p>e</p>") < 400_000


async def test_deep_nesting_is_no_problem():
    assert text(await render(START + "<div>" * 2000 + "deep" + "</div>" * 2000 + ANOTHER)).split() == ["next", "deep"]


async def test_styles_that_take_for_ever_end_with_the_script():
    rules = "".join(f".a{i} .b{i} > div:nth-child({i}n) p {{ color: red }}" for i in range(500))
    page = f"<style>{rules}</style>" + START + "<div>" * 40 + "<p id=p>" + "</div>" * 40
    code = "for (var i = 0; ; i++) { p.className = 'c' + i; getComputedStyle(p).color; document.body.offsetHeight }"
    rendering = await render(page + f"<script>{code}</script>" + ANOTHER, **SHORT)
    assert rendering.snapshot.incomplete  # by the deadline on a busy machine


async def test_an_xslt_style_sheet_runs_no_java():
    code = """var xsl = new DOMParser().parseFromString('<xsl:stylesheet version="1.0" ' +
      'xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:j="http://xml.apache.org/xalan/java">' +
      '<xsl:template match="/"><p><xsl:value-of select="j:java.lang.System.getProperty(\\'java.home\\')"/></p>' +
      '</xsl:template></xsl:stylesheet>', 'text/xml');
    try {
      var p = new XSLTProcessor(); p.importStylesheet(xsl);
      say(new XMLSerializer().serializeToString(p.transformToFragment(xsl, document)))
    } catch (e) { say('refused') }"""
    assert "/" not in text(await render(script(code))).replace("<p/>", "").replace("</p>", "")


UNREACHED = "'a'.repeat(2e6).lastIndexOf('b' + 'a'.repeat(1e6))"
"""A loop in a built-in function that no guard reaches."""


async def test_a_thread_that_does_not_come_back_is_given_up_and_too_many_end_the_service(monkeypatch):
    renderer = HtmlUnitRenderer(SETTINGS.changed(max_lost_threads=1))
    settings = SETTINGS.changed(deadline=2.0, wait_for_background_javascript=1.0)
    await renderer.start()
    await renderer.render(RenderRequest(SITE, SETTINGS), Site({"/": START}))
    began = anyio.current_time()
    monkeypatch.setattr(jvm_tools, "end_thread", lambda name: False)  # as in a JVM without a tool interface
    with pytest.raises(RenderTimeout, match="does not end"):
        await renderer.render(RenderRequest(SITE, settings), Site({"/": script(UNREACHED)}))
    assert anyio.current_time() - began < 12
    while renderer.lost_threads < 1:  # noqa: ASYNC110 - once it has worked on for a while
        await anyio.sleep(0.05)
    with pytest.raises(RendererUnavailable, match="restart"):
        await renderer.render(RenderRequest(SITE, SETTINGS), Site({"/": "<p>x"}))
    assert text(await render(script("say('another renderer')"))) == "another renderer"
    monkeypatch.undo()
    while True:  # lost threads are ended once that works
        try:
            assert text(await renderer.render(RenderRequest(SITE, SETTINGS), Site({"/": "<p>x"}))) == "x"
            break
        except RendererUnavailable:
            await anyio.sleep(0.05)
    assert renderer.lost_threads == 0
    assert not jvm_tools.end_thread("no page's thread")


async def test_requests_of_a_page_are_bounded():
    code = "for (var i = 0; i < 30; i++) get('/d.json?' + i, function () { say(1) })"
    site = Site({"/": script(code), "/d.json": "1"})
    rendering = await render(site, max_page_requests=10)
    assert text(rendering).count("1") == 9
    assert len(site.requests) == 10


async def test_a_worker_whose_script_does_not_come_is_told_by_an_event():
    code = "try { new Worker('/w.js').onerror = function (e) { say(e.type) }; say('made') } catch (e) { say('thrown') }"
    site = Site({"/": script(code)})
    assert text(await render(site, max_page_requests=1)) == "made error"


async def test_an_application_that_does_not_stop_when_told_to_is_not_waited_for():
    async def stubborn(request):
        with anyio.CancelScope(shield=True):
            await anyio.sleep(5.0)
        return OriginResponse(200, (), b"")

    ask = "var r = new XMLHttpRequest(); r.open('GET', '/never.txt', false); r.send()"
    await render(script(""))  # this may be the first test, and the JVM is to start
    began = anyio.current_time()
    rendering = await render(
        Site({"/": script(f"say('before'); {ask}") + ANOTHER, "/never.txt": stubborn}), deadline=1.5
    )
    assert anyio.current_time() - began < 4
    assert text(rendering).startswith("before")
    assert rendering.snapshot.incomplete


async def test_threads_of_requests_that_nobody_can_end_are_counted_until_they_come_back():
    released = anyio.Event()

    async def stubborn(request):
        with anyio.CancelScope(shield=True):
            await released.wait()
        return OriginResponse(200, (), b"")

    renderer = HtmlUnitRenderer(SETTINGS.changed(max_lost_threads=1))
    ask = "var r = new XMLHttpRequest(); r.open('GET', '/never.txt', false); r.send()"
    request = RenderRequest(SITE, SETTINGS.changed(deadline=0.3))
    with suppress(RenderTimeout):
        await renderer.render(request, Site({"/": script(ask), "/never.txt": stubborn}))
    while renderer.lost_threads < 1:  # noqa: ASYNC110 - once it has been waited for in vain for a while
        await anyio.sleep(0.05)
    with pytest.raises(RendererUnavailable, match="or requests, that do not end"):
        await renderer.render(request, Site({"/": START}))
    released.set()
    while renderer.lost_threads:  # noqa: ASYNC110 - Java learns it a moment later
        await anyio.sleep(0.05)
    assert (await renderer.render(RenderRequest(SITE, SETTINGS), Site({"/": START}))).snapshot.status == 200


async def test_a_large_response_is_cut_and_told():
    site = Site({"/": script("get('/big.txt', function () { say('no') }).onerror = function () { say('failed') }")})

    async def big(request):
        return OriginResponse(200, (("content-type", "text/plain"),), b"x" * 100, failure="too_large: cut")

    site.pages["/big.txt"] = big
    rendering = await render(site)
    assert (text(rendering), rendering.snapshot.incomplete) == ("failed", ("response_cut",))


async def test_a_document_that_breaks_off_is_shown_as_far_as_it_goes():
    page = OriginResponse(200, (("content-type", "text/html"),), b"<p>begin<div>mid", failure="the application failed")
    rendering = await render(page)
    assert (text(rendering), rendering.snapshot.incomplete) == ("begin mid", ("response_broken",))
