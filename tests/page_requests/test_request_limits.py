"""What is endless, huge, late, too much or broken."""

import time

import anyio
import pytest
from page_site import OUT, SITE, Endless, Site, render, script
from starlette.responses import StreamingResponse

pytestmark = pytest.mark.anyio


async def test_an_endless_response_is_cut_at_its_limit_and_its_task_cancelled():
    endless = Endless("text/plain", b"x" * 1000)
    site = Site(
        """<script>var call = new XMLHttpRequest(); call.open('GET', 'endless'); call.send();
        call.onload = function () { say('load') }; call.onerror = function () { say('error') };</script>""",
        endless=lambda request: endless,
    )
    page = await render(site, max_response_bytes=50_000)
    await endless.wait_until_left()
    assert page.said == "error"
    assert page.snapshot.incomplete == ("response_cut",)
    assert page.outcome(f"{SITE}/endless") == "cut"
    assert "max_response_bytes" in page.log("was cut").message


async def test_an_endless_document_is_shown_as_far_as_it_came():
    site = Site()
    endless = Endless("text/html", OUT.encode() + b"<p>shown</p>")
    site.paths["/"] = lambda request: endless
    page = await render(site, max_response_bytes=5_000)
    assert "<p>shown</p>" in page.html
    assert page.snapshot.incomplete == ("response_cut",)


async def test_a_huge_script_is_not_run():
    site = Site("<script src=a.js onerror=say('error')></script>", a__js=script("say('ran');//" + "x" * 60_000))
    page = await render(site, max_response_bytes=50_000)
    assert page.said == "error"


async def test_a_stream_of_events_does_not_make_a_page_incomplete():
    async def events():
        while True:
            yield b"data: 1\n\n"
            await anyio.sleep(0.01)

    site = Site(
        """<script>say('page');
        fetch('events').then(function (r) { return r.body.getReader().read() }).then(function (piece) {
          say('open'); if (new TextDecoder().decode(piece.value).startsWith('data: 1')) { say('told') } })</script>""",
        events=lambda request: StreamingResponse(events(), media_type="text/event-stream"),
    )
    page = await render(site)
    assert page.said == "page;open;told"
    assert page.snapshot.incomplete == ()
    assert page.log("stream of events").level == "info"


async def test_a_request_that_is_never_answered_makes_a_page_incomplete():
    async def never(scope, receive, send):
        await anyio.sleep_forever()

    await render(Site("<script>fetch('/')</script>"), deadline=30.0)  # a cold JVM alone may need the time given below
    site = Site("<p>shown<script>fetch('never').then(say)</script>", never=lambda request: never)
    started = time.perf_counter()
    page = await render(site, deadline=4.0)
    assert time.perf_counter() - started < 10
    assert "shown" in page.html
    assert "request_open" in page.snapshot.incomplete


async def test_requests_beyond_the_limit_are_refused():
    site = Site(
        """<script>var failed = 0; for (var i = 0; i < 30; i++) { var call = new XMLHttpRequest();
        call.open('GET', 'a' + i); call.onerror = function () { failed++ }; call.send() }
        setTimeout(function () { say(failed) }, 3000)</script>"""
    )
    page = await render(site, max_page_requests=11)
    assert len(site.requests) == 11
    assert page.said == "20"
    assert "max_page_requests" in page.rendering.log[0].message
    assert page.snapshot.incomplete == ()


async def test_an_exception_of_the_app_is_a_500_for_the_page(caplog):
    def broken(request):
        raise ValueError

    site = Site("<script>fetch('broken').then(function (r) { say(r.status) })</script>", broken=broken)
    assert (await render(site)).said == "500"
    assert len(caplog.records) == 1


async def test_a_response_that_ends_early_is_an_error_for_scripts():
    async def broken(scope, receive, send):
        await send({"type": "http.response.start", "status": 200})
        await send({"type": "http.response.body", "body": b"half", "more_body": True})

    site = Site(
        "<script>fetch('broken').then(say, function () { say('error') })</script>", broken=lambda request: broken
    )
    page = await render(site)
    assert page.said == "error"
    assert page.outcome(f"{SITE}/broken") == "cut"
    assert page.snapshot.incomplete == ()


async def test_a_document_that_is_not_html_is_left_unread():
    endless = Endless("application/pdf", b"%PDF")
    site = Site()
    site.paths["/"] = lambda request: endless
    page = await render(site)
    assert page.snapshot.kind == "other"
    await endless.wait_until_left()


async def test_a_document_to_be_saved_is_not_rendered():
    site = Site()
    site.paths["/"].headers["content-disposition"] = "Attachment; filename=a.html"
    assert (await render(site)).snapshot.kind == "other"
