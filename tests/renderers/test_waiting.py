"""How long a page is waited for: page time, the ready flag, the selector, the deadline."""

import anyio
import pytest
from rendering import SITE, Site, render, response, script, text

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    """What happens here happens in Java: test_htmlunit.py is for both event loops."""
    return "asyncio"


CLOCKS = ["page", "wall"]
TICKS = "var n = 0; setInterval(function () { say(++n) }, 200); "
"""A page that never rests."""


def ready_at_two(act: str) -> str:
    """A page that does ``act`` with its second tick; the third comes long after, however slow the machine."""
    return (
        f"var n = 0; function tick() {{ say(++n); if (n == 2) {{ {act} }} setTimeout(tick, n < 2 ? 200 : 6000) }}"
        "setTimeout(tick, 200);"
    )


@pytest.mark.parametrize("clock", CLOCKS)
async def test_timers_beyond_the_wait_are_left_and_that_is_complete(clock):
    page = script("setTimeout(function () { say('in') }, 300); setTimeout(function () { say('out') }, 12000)")
    rendering = await render(page, clock=clock, wait_for_background_javascript=2.0)
    assert (text(rendering), rendering.snapshot.incomplete) == ("in", ())


async def test_a_page_that_never_rests_ends_with_its_page_time():
    rendering = await render(script(TICKS), wait_for_background_javascript=1.0)
    assert (text(rendering), rendering.snapshot.incomplete) == ("1 2 3 4 5", ())


@pytest.mark.parametrize("clock", CLOCKS)
async def test_only_jobs_that_start_early_are_waited_for(clock):
    page = script(
        "setTimeout(function () { say(1); setTimeout(function () { say(2) }, 200) }, 300);"
        "setTimeout(function () { say('late') }, 12000)"
    )
    rendering = await render(page, clock=clock, wait_for_background_javascript_starting_before=1.0)
    assert text(rendering) == "1 2"


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("flag", ["ajaxcrawlReady", "prerenderReady"])
async def test_a_ready_flag_that_turns_true_ends_the_wait(flag, clock):
    page = script(f"{flag} = false;" + ready_at_two(f"say('ready'); {flag} = true"))
    rendering = await render(page, clock=clock, wait_for_background_javascript=12.0)
    assert (text(rendering), rendering.snapshot.incomplete) == ("1 2 ready", ())


async def test_a_true_ready_flag_needs_no_false_before_it():
    rendering = await render(script("prerenderReady = true; setTimeout(function () { say('late') }, 10)"))
    assert text(rendering) == ""


@pytest.mark.parametrize("clock", CLOCKS)
async def test_a_ready_flag_that_stays_false_holds_and_is_told(clock):
    page = script("prerenderReady = false; setTimeout(function () { say('late') }, 500)")
    rendering = await render(
        page, clock=clock, wait_for_background_javascript=2.0, wait_for_background_javascript_starting_before=0.2
    )
    assert (text(rendering), rendering.snapshot.incomplete) == ("late", ("ready_flag",))


async def test_the_first_flag_that_is_a_boolean_counts():
    page = script(
        "ajaxcrawlReady = 'x'; prerenderReady = false; setTimeout(function () { ajaxcrawlReady = true }, 100);"
        "setTimeout(function () { say('late') }, 300)"
    )
    rendering = await render(page)
    assert (text(rendering), rendering.snapshot.incomplete) == ("", ())


async def test_a_flag_whose_getter_fails_is_no_flag():
    page = script(
        "Object.defineProperty(window, 'prerenderReady', { get: function () { throw Error('no') } }); say('on')"
    )
    rendering = await render(page)
    assert (text(rendering), rendering.snapshot.incomplete) == ("on", ())
    assert "no" in rendering.log[0].message


@pytest.mark.parametrize("clock", CLOCKS)
async def test_an_element_that_comes_ends_the_wait(clock):
    page = script(ready_at_two("x.className = 'there'"))
    rendering = await render(page, clock=clock, wait_for_selector="p.there", wait_for_background_javascript=12.0)
    assert (text(rendering), rendering.snapshot.incomplete) == ("1 2", ())


async def test_an_element_that_never_comes_is_told():
    rendering = await render(script(TICKS), wait_for_selector="#never", wait_for_background_javascript=1.0)
    assert (text(rendering), rendering.snapshot.incomplete) == ("1 2 3 4 5", ("selector",))


async def test_flag_and_element_are_both_waited_for():
    page = script(
        "prerenderReady = false; setTimeout(function () { x.className = 'there'; say('there') }, 300);"
        "setTimeout(function () { say('ready'); prerenderReady = true }, 600);"
        "setTimeout(function () { say('late') }, 900)"
    )
    assert text(await render(page, wait_for_selector=".there")) == "there ready"


@pytest.mark.parametrize("clock", CLOCKS)
async def test_at_the_deadline_what_is_there_is_taken(clock):
    page = script("say('there'); setTimeout(function () { while (true) {} }, 10)")
    rendering = await render(page, clock=clock, deadline=3.0, wait_for_background_javascript=2.0)
    assert (rendering.snapshot.kind, text(rendering)) == ("html", "there")
    assert rendering.snapshot.incomplete == ("deadline",)
    assert any(entry.kind == "limit" for entry in rendering.log)


@pytest.mark.parametrize("clock", CLOCKS)
async def test_a_request_that_is_open_at_the_deadline_is_told(clock):
    async def endless(request):
        await anyio.sleep(60)
        return response("1")

    site = Site({"/": script("say('there'); get('/endless', say)"), "/endless": endless})
    began = anyio.current_time()
    rendering = await render(site, clock=clock, deadline=3.0, wait_for_background_javascript=2.0)
    assert text(rendering) == "there"
    assert "request_open" in rendering.snapshot.incomplete
    assert anyio.current_time() - began < 10


async def test_async_and_deferred_scripts_find_what_stands_after_them_and_write_nothing():
    page = (
        "<!doctype html><head><script async src=a.js></script><script>var said = ['inline']</script></head>"
        "<body><p id=x></p><script defer src=d.js></script><script>said.push('last')</script>"
    )
    code = (
        "document.write('never');"
        "said.push(document.currentScript.src, [...document.scripts].filter((script) => script.src).length);"
    )
    ready = (
        "document.addEventListener('DOMContentLoaded', () => { document.getElementById('x').append(said.join(' ')) })"
    )
    site = Site({"/": page, "/a.js": code + ready, "/d.js": code})
    assert text(await render(site)) == f"inline last {SITE}/d.js 2 {SITE}/a.js 2"
