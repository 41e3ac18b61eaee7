"""Pages that load once and are shown in one state after the other."""

import anyio
import pytest
from rendering import RENDERER, SETTINGS, SITE, Site, render, text

from starlette_ajaxcrawl import RenderError, RenderRequest, SnapshotTooLarge

pytestmark = pytest.mark.anyio

PAGE = """<!doctype html><title>t</title><h1></h1><p id=data></p><p id=kept></p><script>
var seen = 0, timer = 0
function show() {
    var state = decodeURIComponent(location.hash.slice(2))
    clearTimeout(timer)
    document.querySelector('h1').textContent = state
    var request = new XMLHttpRequest()
    request.open('GET', '/data.txt?' + encodeURIComponent(state))
    request.onload = function () { document.getElementById('data').textContent = request.responseText }
    request.send()
    timer = setTimeout(function () { document.title = 'late ' + state }, 500)
    if (state === 'endless') while (true) {}
    if (state === 'away') location.href = '/elsewhere'
    if (state === 'error') missing()
    for (var i = 0; state === 'requests' && i < 9; i++) fetch('/data.txt?' + i)
    if (state === 'big') document.getElementById('kept').textContent = new Array(5000).join('big')
    else document.getElementById('kept').textContent = ''
}
addEventListener('hashchange', show)
show()
</script>"""
LIMITS = SETTINGS.changed(
    deadline=30, javascript_timeout=2, max_page_requests=8, max_snapshot_bytes=9000, modern_javascript=False
)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def site() -> Site:
    return Site({"/": PAGE, "/data.txt": "data"})


def ask(state: str, settings=LIMITS) -> RenderRequest:
    return RenderRequest(f"{SITE}/#!{state}", settings)


async def test_each_state_is_as_in_a_page_of_its_own_and_the_document_is_loaded_once():
    states = ["a", "b c", "é&c", "a", "error", "d"]
    alone = {state: (await render(site(), f"/#!{state}", settings=LIMITS)).snapshot for state in states}
    asked = site()
    async with RENDERER.reuse(ask("a"), asked) as show:
        for number, state in enumerate(states):
            rendering = await show(ask(state))
            shown = rendering.snapshot
            assert (shown.url, shown.status, shown.kind) == (f"{SITE}/#!{state}", 200, "html")
            assert shown.body == alone[state].body, state
            assert f"late {state}".replace("&", "&amp;").encode() in shown.body
            assert not shown.incomplete
            assert len(rendering.requests) == (1 if number else 2)
            assert [entry.kind for entry in rendering.log] == (["script"] if state == "error" else [])
    assert asked.paths.count("/") == 1
    assert len(asked.paths) == 1 + len(states)


async def test_the_limits_hold_for_each_state_and_what_is_over_them_ends_its_own_page_only():
    lost = RENDERER.lost_threads  # by other tests, whose event loops have ended
    for state, reason in [("endless", "javascript_timeout"), ("big", ""), ("away", "redirect")]:
        async with RENDERER.reuse(ask("a"), site()) as show:
            for ordinary in "abcdefghij":  # more requests in all than one state may make
                assert not (await show(ask(ordinary))).snapshot.incomplete
            if state == "big":
                with pytest.raises(SnapshotTooLarge):
                    await show(ask(state))
            else:
                shown = (await show(ask(state))).snapshot
                assert reason in (*shown.incomplete, shown.kind)
    async with RENDERER.reuse(ask("a"), site()) as show:
        await show(ask("a"))
        assert "have made" not in str((await show(ask("b"))).log)
        assert "max_page_requests" in str((await show(ask("requests"))).log)
    assert RENDERER.lost_threads <= lost


async def test_another_document_is_refused():
    async with RENDERER.reuse(ask("a"), site()) as show:
        await show(ask("a"))
        with pytest.raises(RenderError, match="another document"):
            await show(RenderRequest(f"{SITE}/b#!a", LIMITS))


async def test_a_state_that_nobody_waits_for_ends_and_its_page_with_it():
    async with RENDERER.reuse(ask("a"), site()) as show:
        await show(ask("a"))
        with anyio.move_on_after(0.3) as scope:
            await show(ask("endless", LIMITS))
        assert scope.cancelled_caught
    assert "late b" in (await render(site(), "/#!b", settings=LIMITS)).snapshot.body.decode()
    assert text(await render(site(), "/#!c", settings=LIMITS)) == "c data"
