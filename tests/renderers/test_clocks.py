"""The page clock and the wall clock: both give the same text, the page clock without waiting."""

import anyio
import pytest
from rendering import START, Site, render, response, script, text

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    """What happens here happens in Java: test_htmlunit.py is for both event loops."""
    return "asyncio"


CLOCKS = ["page", "wall"]
WAIT = 4.0


async def slow(request):
    await anyio.sleep(0.7)
    return response('"slow"', content_type="application/json")


async def later(request):
    """A response that is the later the greater the number in the query."""
    number = int(request.url.rpartition("?")[2])
    await anyio.sleep(number * 0.3)
    return response(str(number), content_type="application/json")


PAGES = {
    "a chain of timers": (
        "setTimeout(function () { say(1); setTimeout(function () { say(2) }, 300) }, 400)",
        "1 2",
    ),
    "an interval that clears itself": (
        "var n = 0, i = setInterval(function () { say(++n); if (n == 4) clearInterval(i) }, 60)",
        "1 2 3 4",
    ),
    "a cleared timer": ("clearTimeout(setTimeout(function () { say('no') }, 50)); say('yes')", "yes"),
    "timers that come no sooner than asked, by either clock": (
        "var early = 0, left = 60; function set(wait) { var now = performance.now(), date = Date.now();"
        "setTimeout(function () { early += performance.now() - now < wait || Date.now() - date < wait;"
        "if (!--left) say(early) }, wait) }"
        "for (var n = 0; n < 60; n++) { set(20 + n % 30); for (var i = 0; i < 2000; i++); }",
        "0",
    ),
    "arguments of timers": ("setTimeout(function (a, b) { say(a + b) }, 10, 'x', 'y')", "xy"),
    "code as text": ("setTimeout('say(' + 1 + ')'); setTimeout('say(2)', 60)", "1 2"),
    "a call": ("get('/data.json', say); say('sent')", 'sent "data"'),
    "handlers set after send": (
        "var r = new XMLHttpRequest(); r.open('GET', '/data.json'); r.send();"
        "r.onreadystatechange = function () { if (r.readyState == 4) say('ready') };"
        "r.onload = function () { say(r.responseText) }; r.onloadend = function () { say('end') }",
        'ready "data" end',
    ),
    "a chain of calls": (
        "var n = 0; function go() { get('/data.json', function () { say(++n); if (n < 12) go() }) } go()",
        "1 2 3 4 5 6 7 8 9 10 11 12",
    ),
    "recursive polling": (
        "var n = 0; function poll() { get('/data.json', function () { say(++n); if (n < 3) setTimeout(poll, 200) }) }"
        "poll()",
        "1 2 3",
    ),
    "a request slower than the page's timers": (
        "setTimeout(function () { say('loading') }, 100); get('/slow', say);"
        "setTimeout(function () { say('late') }, 1500)",
        'loading "slow" late',
    ),
    "a timer that waits for a slow request": (
        "var data; get('/slow', function (t) { data = t });"
        "(function look() { data ? say(data) : setTimeout(look, 50) })()",
        '"slow"',
    ),
    "two requests at once": (
        "get('/later?2', say); get('/later?1', function (t) { say(t); get('/later?0', say) })",
        "1 0 2",
    ),
    "calls in flight together, and timers between their responses": (
        "get('/later?5', say); setTimeout(function () { say('timer') }, 800); get('/later?0', function (t) { say(t);"
        "fetch('//elsewhere.example').catch(function () { say('refused') }) })",
        "0 refused timer 5",
    ),
    "a slow call that is aborted": (
        "var r = get('/later?3', function () { say('no') }); r.onabort = function () { say('aborted') };"
        "setTimeout(function () { r.abort() }, 200)",
        "aborted",
    ),
    "a slow call with a timeout of its own": (
        "var r = new XMLHttpRequest(); r.open('GET', '/later?5'); r.timeout = 500; r.send();"
        "r.ontimeout = function () { say('timeout') }; setTimeout(function () { say('timer') }, 250)",
        "timer timeout",
    ),
    "fetch and promises": (
        "fetch('/data.json').then(function (r) { return r.json() }).then(say, function (e) { say('failed ' + e) })",
        "data",
    ),
    "a synchronous call": (
        "var r = new XMLHttpRequest(); r.open('GET', '/data.json', false); r.send(); say(r.responseText)",
        '"data"',
    ),
    "an aborted call": (
        "var r = get('/data.json', function () { say('no') }); r.onabort = function () { say('aborted') }; r.abort()",
        "aborted",
    ),
    "microtasks go before tasks": (
        "setTimeout(function () { say('task') }); Promise.resolve().then(function () { say('microtask') }); say('now')",
        "now microtask task",
    ),
    "frames": (
        "var n = 0; requestAnimationFrame(function f(t) { if (++n < 5) requestAnimationFrame(f); else say(n) });"
        "var no = requestAnimationFrame(function () { say('no') }); cancelAnimationFrame(no);"
        "requestIdleCallback(function (d) { say(d.didTimeout) })",
        "false 5",
    ),
    "frames of frames are cancelled too": (
        "requestAnimationFrame(function () { cancelAnimationFrame(b) });"
        "var b = requestAnimationFrame(function () { say('no') });"
        "requestAnimationFrame(function (t) { say(typeof t) })",
        "number",
    ),
    "a timer in a frame": (
        "onload = function () { f.contentWindow.setTimeout(function () { say('from the frame') }, 100) }",
        "from the frame",
    ),
    "an error ends its own job only": (
        "setTimeout(function () { throw Error('x') }, 10); setTimeout(function () { say('on') }, 60)",
        "on",
    ),
    "text written after the load": ("setTimeout(function () { document.write('<body>new') }, 100)", "new"),
    "a worker": (
        "var w = new Worker('/worker.js'); w.onmessage = function (e) { say(e.data) }; w.postMessage('ping')",
        "ping pong",
    ),
    "hashchange and popstate": (
        "onhashchange = function () { say('hash ' + location.hash) }; onpopstate = function () { say('pop') };"
        "setTimeout(function () { location.hash = '#!/a' }, 50); setTimeout(function () { history.back() }, 100)",
        "pop hash #!/a pop hash",
    ),
}


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("name", PAGES)
async def test_both_clocks_give_the_same_text(name, clock):
    code, expected = PAGES[name]
    site = Site(
        {
            "/": script(code),
            "/data.json": '"data"',
            "/slow": slow,
            "/later": later,
            "/worker.js": "onmessage = function (e) { postMessage(e.data + ' pong') }",
        }
    )
    shown = text(await render(site, clock=clock, wait_for_background_javascript=WAIT))
    assert shown == expected


async def test_page_time_costs_no_time():
    code = "var t = Date.now(); setTimeout(function () { setTimeout(function () { say(Date.now() - t) }, 4000) }, 5000)"
    began = anyio.current_time()
    rendering = await render(script(code))
    assert text(rendering) == "9000"
    assert anyio.current_time() - began < 8


async def test_a_rendering_says_when_each_request_was_made_and_how_long_the_page_s_clock_ran():
    site = Site({"/": script("get('/slow', function () { setTimeout(say, 3000) })"), "/slow": slow})
    rendering = await render(site)
    document, call = rendering.requests
    assert 0 <= document.started <= document.started + document.seconds <= call.started < 10
    assert 3 <= rendering.page_seconds < 10
    assert (await render(site, clock="wall", wait_for_background_javascript=0.0)).page_seconds is None


async def test_wall_time_is_waited_for():
    began = anyio.current_time()
    shown = text(await render(script("setTimeout(function () { say('on') }, 1200)"), clock="wall"))
    assert shown == "on"
    assert anyio.current_time() - began > 1.2


async def test_renders_on_both_clocks_go_on_side_by_side():
    page = script("get('/data.json', say); setTimeout(function () { say('on') }, 500)")
    site = Site({"/": page, "/data.json": "1"})
    shown = []

    async def one(clock):
        rendering = await render(site, clock=clock, wait_for_background_javascript=WAIT)
        shown.append(sorted(text(rendering).split()))

    async with anyio.create_task_group() as group:
        for number in range(8):
            group.start_soon(one, CLOCKS[number % 2])
    assert shown == [["1", "on"]] * 8


@pytest.mark.parametrize("clock", CLOCKS)
async def test_calls_of_the_load_are_waited_for_beyond_the_wait(clock):
    site = Site({"/": script("get('/slow', say)"), "/slow": slow})
    assert text(await render(site, clock=clock, wait_for_background_javascript=0.0)) == '"slow"'


async def test_async_calls_queue_with_the_timers():
    code = "get('/a.json', say); setTimeout(function () { say('timer') }, 0); get('/b.json', say)"
    site = Site({"/": script(code), "/a.json": "a", "/b.json": "b"})
    assert text(await render(site)) == "a b timer"
    assert text(await render(site, ajax_controller="async")) == "a timer b"


async def test_timers_that_set_timers_take_four_milliseconds_from_the_sixth_on():
    code = "var n = 0; (function f() { if (performance.now() < 1000) { n++; setTimeout(f, 0) } else say(n) })()"
    assert 200 < int(text(await render(script(code)))) < 300


async def test_calls_that_send_calls_without_end_use_up_page_time():
    site = Site({"/": script("(function go() { get('/data.json', go) })()"), "/data.json": "1"})
    rendering = await render(site, max_page_requests=50)
    assert rendering.snapshot.kind == "html"
    assert len(site.requests) == 50


async def test_a_delay_of_zero_goes_before_a_delay_of_one():
    code = "setTimeout(function () { say(1) }, 1); setTimeout(function () { say(0) }); setTimeout(say, -5, -5)"
    assert text(await render(script(code))) == "0 -5 1"


TIME = """
var w = window, d = new Date();
function X() { return Reflect.construct(Date, arguments, X) }
X.prototype = Object.create(Date.prototype);
say(d instanceof Date && d.constructor === Date && new X() instanceof X);
say(Date.name + Date.length + typeof Date() + Date.UTC(2000, 0) + new Date(0).toISOString() + Date.parse('1970-01-01'));
say(String(Date).replace(/\\s+/g, ' '));
say(Object.keys(w).indexOf('Date'));
function ordered(a, b, c) { return a <= b && b <= c }
say(ordered(Date.now(), +new X(), Date.now()) && ordered(Date.now(), w.f.contentWindow.Date.now(), Date.now()));
say(ordered(Date.now(), Math.floor(performance.timeOrigin + performance.now()), Date.now()));
say(new Date(2020, 5, 1, 12).getTimezoneOffset());
"""


@pytest.mark.parametrize("clock", CLOCKS)
async def test_date_and_performance_tell_one_time_and_look_like_the_browsers(clock):
    assert text(await render(script(TIME), clock=clock, wait_for_background_javascript=0.5)) == (
        "true Date7string9466848000001970-01-01T00:00:00.000Z0 function Date() { [native code] } -1 true true 0"
    )


async def test_page_time_begins_at_wall_time():
    import time

    shown = float(text(await render(script("say(performance.timeOrigin); say('')"))))
    assert abs(shown / 1000 - time.time()) < 60


async def test_all_clocks_follow_page_time():
    code = """var t = Date.now(), p = performance.now(), frame;
    requestAnimationFrame(function (at) { frame = at });
    setTimeout(function () {
      document.onclick = function (e) { say(e.timeStamp); say(e.timeStamp) };
      document.body.click();
      say(Date.now() - t); say(performance.now() - p); say(frame); say(new Date() - t)
    }, 2500)"""
    assert text(await render(script(code))) == "2500 2500 2500 2500 16 2500"


async def test_a_script_that_waits_for_the_clock_ends():
    code = "var n = 0, t = Date.now() + 250; while (Date.now() < t) n++; say(n > 1000); say(performance.now() >= 250)"
    rendering = await render(script(code))
    assert (text(rendering), rendering.snapshot.incomplete) == ("true true", ())


async def test_the_time_zone_and_the_locale_are_those_of_the_settings():
    code = "say(new Date(2020, 0, 1).getTimezoneOffset()); say(navigator.language)"
    site = Site({"/": script(code)})
    assert text(await render(site, time_zone="Asia/Tokyo", locale="de-AT")) == "-540 de-AT"
    assert dict(site.requests[0].headers)["accept-language"] == "de-AT,de;q=0.9"


@pytest.mark.parametrize("browser", ["chrome", "firefox", "edge"])
async def test_each_browser_says_its_name(browser):
    agent = text(await render(script("say(navigator.userAgent)"), browser=browser))
    assert {"chrome": "Chrome/", "firefox": "Firefox/", "edge": "Edg/"}[browser] in agent


async def test_events_say_whether_scripts_dispatched_them():
    code = """document.onclick = function (e) { say(e.isTrusted) };
    onload = function (e) { say(e.isTrusted); document.dispatchEvent(new Event('click')) }"""
    assert text(await render(START + f"<script>{code}</script>")) == "true false"
