"""What comes of the app's answer, and of its failures."""

import gzip

import pytest
from anyio import Event, fail_after, sleep_forever
from origin_calls import LIMIT, SITE, app_of, fetch, without_error_page
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse

pytestmark = pytest.mark.anyio


async def test_headers_come_in_lower_case_each_as_often_as_sent():
    async def app(scope, receive, send):
        headers = [(b"Set-Cookie", b"a=1"), (b"set-cookie", b"b=2"), (b"X-Name", " ä ".encode("latin-1"))]
        await send({"type": "http.response.start", "status": 201, "headers": headers})
        await send({"type": "http.response.body", "body": b"a", "more_body": True})
        await send({"type": "http.response.body", "body": b"b"})

    response = await fetch(app)
    assert (response.status, response.body) == (201, b"ab")
    assert response.headers == (("set-cookie", "a=1"), ("set-cookie", "b=2"), ("x-name", "ä"))


async def test_a_redirect_is_given_back():
    response = await fetch(app_of(lambda request: RedirectResponse("/b")), "/a", destination="document")
    assert response.status == 307
    assert ("location", "/b") in response.headers


async def test_a_compressed_body_is_decoded():
    app = app_of(lambda request: HTMLResponse("é" * 40_000), middleware=[Middleware(GZipMiddleware)])
    response = await fetch(app)
    assert response.body.decode() == "é" * 40_000
    assert not {"content-encoding", "content-length"} & dict(response.headers).keys()


async def test_a_large_compressed_body_is_decoded():
    body = bytes(range(256)) * 300
    packed = gzip.compress(body, 0)
    response = await fetch(app_of(lambda request: Response(packed, headers={"content-encoding": "gzip"})))
    assert response.body == body


async def test_a_body_that_inflates_beyond_the_limit_is_cut():
    packed = gzip.compress(bytes(100 * LIMIT))
    response = await fetch(app_of(lambda request: Response(packed, headers={"content-encoding": "gzip"})))
    assert len(response.body) == LIMIT
    assert response.failure.startswith("too_large")


async def test_a_body_in_an_unknown_encoding_is_a_failure():
    response = await fetch(app_of(lambda request: Response(b"x", headers={"content-encoding": "rot13"})))
    assert (response.status, response.body) == (200, b"")
    assert response.failure == "broken: content-encoding 'rot13' cannot be decoded here"


@pytest.mark.parametrize("status", [204, 304])
async def test_responses_that_have_no_body_have_none(status):
    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": status})
        await send({"type": "http.response.body", "body": b"junk"})

    response = await fetch(app)
    assert (response.status, response.body) == (status, b"")


async def test_head_gives_headers_alone():
    app = app_of(lambda request: HTMLResponse("<p>text</p>"), middleware=[Middleware(GZipMiddleware, minimum_size=1)])
    response = await fetch(app, method="HEAD")
    assert (response.status, response.body, response.failure) == (200, b"", None)
    assert ("content-type", "text/html; charset=utf-8") in response.headers


async def test_a_document_that_is_not_html_is_left_after_its_headers():
    left = Event()

    async def endless():
        try:
            while True:
                yield b"%PDF"
        finally:
            left.set()

    app = app_of(lambda request: StreamingResponse(endless(), media_type="application/pdf"))
    response = await fetch(app, destination="document")
    assert (response.status, response.body, response.failure) == (200, b"", None)
    with fail_after(5):
        await left.wait()


@pytest.mark.parametrize("media_type", ["text/html; charset=x", "application/xhtml+xml", "TEXT/HTML", None])
async def test_an_html_document_is_read(media_type):
    response = await fetch(app_of(lambda request: Response("<p>", media_type=media_type)), destination="document")
    assert response.body == b"<p>"


async def test_a_document_to_be_saved_is_left_after_its_headers():
    headers = {"content-disposition": "attachment; filename=a.html"}
    response = await fetch(app_of(lambda request: HTMLResponse("<p>", headers=headers)), destination="document")
    assert (response.body, response.failure) == (b"", None)


async def test_other_destinations_may_have_any_type():
    response = await fetch(app_of(lambda request: Response(b"\0", media_type="image/png")), destination="image")
    assert response.body == b"\0"


async def test_of_an_event_stream_comes_what_it_tells_at_once():
    left = Event()

    async def events():
        try:
            yield b"data: 1\n\n"
            await sleep_forever()
        finally:
            left.set()

    app = app_of(lambda request: StreamingResponse(events(), media_type="text/event-stream"))
    response = await fetch(app)
    assert (response.status, response.body) == (200, b"data: 1\n\n")
    assert response.failure.startswith("event_stream")
    with fail_after(5):
        await left.wait()


async def test_an_event_stream_that_ends_comes_whole():
    async def events():
        yield b"data: 1\n\n"
        yield b"data: 2\n\n"

    response = await fetch(app_of(lambda request: StreamingResponse(events(), media_type="text/event-stream")))
    assert (response.body, response.failure) == (b"data: 1\n\ndata: 2\n\n", None)


async def test_an_event_stream_is_no_script():
    async def events():
        await sleep_forever()
        yield b""

    app = app_of(lambda request: StreamingResponse(events(), media_type="text/event-stream"))
    response = await fetch(app, destination="script")
    assert (response.body, response.failure[:12]) == (b"", "event_stream")


async def test_an_exception_is_a_500_and_logged_once(logged):
    def endpoint(request):
        raise ValueError("wrong")

    response = await fetch(without_error_page(endpoint))
    assert (response.status, response.body) == (500, b"Internal Server Error")
    assert response.failure is None
    assert [record.exc_info[0] for record in logged.records] == [ValueError]
    assert f"GET {SITE}/" in logged.records[0].getMessage()


async def test_an_error_page_of_the_app_is_the_answer_and_its_exception_is_logged(logged):
    def endpoint(request):
        raise ValueError("wrong")

    app = app_of(endpoint, exception_handlers={500: lambda request, error: HTMLResponse("<h1>Sorry", 500)})
    response = await fetch(app)
    assert (response.status, response.body) == (500, b"<h1>Sorry")
    with fail_after(5):
        await logged.one.wait()


async def test_an_exception_after_the_headers_leaves_a_part(logged):
    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"half", "more_body": True})
        raise KeyError("gone")

    response = await fetch(app)
    assert (response.status, response.body) == (200, b"half")
    assert response.failure == "broken: KeyError in the application"


async def test_an_app_that_sends_nothing_is_a_500():
    async def app(scope, receive, send):
        pass

    assert (await fetch(app)).status == 500


@pytest.mark.parametrize("status", [0, 103, 600, 999])
async def test_a_status_that_no_server_would_send_is_a_500(status, logged):
    response = await fetch(Response("page", status))

    assert (response.status, response.body) == (500, b"Internal Server Error")
    assert str(logged.records[0].exc_info[1]) == f"{status} is not the status of a response"


async def test_an_app_that_ends_early_leaves_a_part():
    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200})

    assert (await fetch(app)).failure == "broken: the application ended too early"


@pytest.mark.parametrize(
    "messages",
    [
        [{"type": "http.response.body", "body": b"x"}],
        [{"type": "http.response.pathsend", "path": "/etc/passwd"}],
        [{"type": "websocket.accept"}],
    ],
)
async def test_messages_out_of_turn_are_errors_of_the_app(messages):
    async def app(scope, receive, send):
        for message in messages:
            await send(message)

    assert (await fetch(app)).status == 500


async def test_a_second_start_is_an_error_of_the_app():
    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200})
        await send({"type": "http.response.start", "status": 200})

    assert (await fetch(app)).failure == "broken: RuntimeError in the application"


async def test_a_message_after_the_end_raises_in_the_app():
    raised = Event()

    async def app(scope, receive, send):
        await PlainTextResponse("x")(scope, receive, send)
        with pytest.raises(RuntimeError, match="after the response was complete"):
            await send({"type": "http.response.body", "body": b"y"})
        raised.set()

    assert (await fetch(app)).body == b"x"
    with fail_after(5):
        await raised.wait()
