"""The in-process origin: what the app is asked, what comes of its answer, and what becomes of its task."""

import contextlib
import gzip
import json
import logging
from contextvars import ContextVar

import anyio
import pytest
from anyio import Event, fail_after, sleep_forever
from starlette.applications import Starlette
from starlette.background import BackgroundTask
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route

from starlette_ajaxcrawl.origin import InProcessOrigin
from starlette_ajaxcrawl.renderers.base import OriginRequest
from starlette_ajaxcrawl.settings import Settings

pytestmark = pytest.mark.anyio

SITE = "http://site.example"
LIMIT = 100_000
SETTINGS = Settings(_environment=False, max_response_bytes=LIMIT)


def outer_scope(path="/", **more):
    """The scope of a crawler's request, as a server makes it."""
    headers = [(b"host", b"site.example"), (b"cookie", b"who=crawler"), (b"authorization", b"Basic c2VjcmV0")]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "server": ("10.0.0.1", 8000),
        "client": ("203.0.113.9", 4711),
        "scheme": "http",
        "method": "GET",
        "root_path": "",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"_escaped_fragment_=",
        "headers": headers,
        "state": {"database": "opened at startup"},
        "extensions": {"http.response.pathsend": {}, "http.response.trailers": {}},
    }
    return {**scope, **more}


def asking(path="/", method="GET", *, headers=(), body=b"", destination="empty"):
    return OriginRequest(method, SITE + path, tuple(headers), body, destination)


async def fetch(app, path="/", *, scope=None, settings=SETTINGS, timeout=5.0, **request):
    origin = InProcessOrigin(app, scope or outer_scope(), f"{SITE}/#!/state", settings)
    with fail_after(10):
        return await origin.fetch(asking(path, **request), timeout=timeout)


class Logged(logging.Handler):
    """Remembers the errors that the origin logs; ``one`` is set by the first."""

    def __init__(self):
        super().__init__(logging.ERROR)
        self.one = Event()
        self.records = []

    def emit(self, record):
        self.records.append(record)
        self.one.set()


@pytest.fixture
async def logged():
    handler = Logged()
    logger = logging.getLogger("starlette_ajaxcrawl.origin")
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)


class Seen:
    """An app that remembers the scope and body of its last request."""

    async def __call__(self, scope, receive, send):
        self.scope = scope
        self.body = await Request(scope, receive).body()
        await PlainTextResponse("seen")(scope, receive, send)

    def header(self, name):
        values = [value for key, value in self.scope["headers"] if key == name.encode()]
        assert len(values) <= 1
        return values[0].decode() if values else None


def app_of(endpoint, **more):
    return Starlette(routes=[Route("/{rest:path}", endpoint, methods=["GET", "POST"])], **more)


# What the app is asked


async def test_the_scope_is_that_of_a_request_to_the_same_server():
    seen = Seen()
    outer = outer_scope()
    response = await fetch(seen, "/a%2Fb/%C3%A4?x=%zz&y=+", scope=outer)
    assert (response.status, response.body, response.failure) == (200, b"seen", None)
    scope = seen.scope
    assert scope["type"] == "http"
    assert scope["http_version"] == "1.1"
    assert scope["asgi"] == {"version": "3.0", "spec_version": "2.4"}
    assert scope["server"] == ("10.0.0.1", 8000)
    assert scope["scheme"] == "http"
    assert scope["method"] == "GET"
    assert scope["root_path"] == ""
    assert scope["path"] == "/a/b/ä"
    assert scope["raw_path"] == b"/a%2Fb/%C3%A4"
    assert scope["query_string"] == b"x=%zz&y=+"
    assert scope["state"] == {"database": "opened at startup"}
    assert scope["state"] is not outer["state"]


async def test_nothing_of_the_crawler_is_passed_on():
    seen = Seen()
    outer = outer_scope(session={"user": "crawler"}, user=object(), auth=object(), endpoint=object())
    await fetch(seen, scope=outer)
    assert seen.header("cookie") is None
    assert seen.header("authorization") is None
    assert seen.scope["client"] == ("127.0.0.1", 0)
    assert seen.scope["session"] == {}
    assert not {"user", "auth", "endpoint"} & set(seen.scope)


async def test_an_anonymous_user_is_passed_on():
    from starlette.authentication import AuthCredentials, UnauthenticatedUser

    seen = Seen()
    await fetch(seen, scope=outer_scope(user=UnauthenticatedUser(), auth=AuthCredentials()))
    assert seen.scope["user"].is_authenticated is False
    assert seen.scope["auth"].scopes == []


async def test_an_app_can_tell_a_render_from_a_visitor():
    seen = Seen()
    await fetch(seen, destination="script", headers=[("x-ajaxcrawl-render", "0")])
    assert seen.header("x-ajaxcrawl-render") == "1"
    assert seen.scope["extensions"] == {"ajaxcrawl": {"url": f"{SITE}/#!/state", "destination": "script"}}


async def test_headers_are_those_of_the_request_with_the_hosts_name_and_what_can_be_decoded():
    seen = Seen()
    headers = [("accept", "text/css"), ("host", "forged.example"), ("accept-encoding", "x"), ("connection", "close")]
    await fetch(seen, headers=headers)
    assert seen.header("accept") == "text/css"
    assert seen.header("host") == "site.example"
    assert seen.header("accept-encoding") == "gzip, deflate, br, zstd"
    assert seen.header("connection") is None


async def test_sec_fetch_headers_are_sent_all_or_none():
    seen = Seen()
    await fetch(seen, headers=[("sec-fetch-dest", "script")])
    assert seen.header("sec-fetch-dest") is None
    await fetch(seen, headers=[("sec-fetch-dest", "script"), ("sec-fetch-mode", "no-cors")])
    assert seen.header("sec-fetch-dest") == "script"


async def test_a_body_is_sent():
    seen = Seen()
    await fetch(seen, "/form", method="POST", body=b"a=1", headers=[("content-length", "3")])
    assert seen.scope["method"] == "POST"
    assert seen.body == b"a=1"


async def test_a_user_in_the_url_is_no_part_of_the_host():
    seen = Seen()
    origin = InProcessOrigin(seen, outer_scope(), SITE, SETTINGS)
    await origin.fetch(OriginRequest("GET", "https://me:pw@site.example:8443", (), b"", "empty"), timeout=5)
    assert seen.header("host") == "site.example:8443"
    assert (seen.scope["scheme"], seen.scope["path"]) == ("https", "/")


async def test_an_ugly_url_asked_by_a_page_reaches_the_app_as_it_is():
    seen = Seen()
    await fetch(seen, "/?_escaped_fragment_=/a")
    assert seen.scope["query_string"] == b"_escaped_fragment_=/a"


async def test_an_app_starts_with_an_empty_context():
    who: ContextVar[str] = ContextVar("who", default="nobody")
    who.set("the crawler's request")

    async def app(scope, receive, send):
        await PlainTextResponse(who.get())(scope, receive, send)

    assert (await fetch(app)).body == b"nobody"


# Mounted apps


@pytest.mark.parametrize(
    ("outer", "path", "expected"),
    [
        # as ASGI says: the path holds the prefix
        ({"path": "/sub/page", "raw_path": b"/sub/page"}, "/sub/a%20b", ("/sub/a b", b"/sub/a%20b")),
        # a proxy has stripped the prefix, raw_path goes with path
        ({"path": "/page", "raw_path": b"/page"}, "/sub/a%20b", ("/a b", b"/a%20b")),
        # the framework has stripped it from path alone
        ({"path": "/page", "raw_path": b"/sub/page"}, "/sub/a%20b", ("/a b", b"/sub/a%20b")),
        # no raw_path at all
        ({"path": "/page", "raw_path": None}, "/sub", ("/", b"/sub")),
        ({"path": "/page", "raw_path": b"/page?x"}, "/sub/", ("/", b"/")),
    ],
)
async def test_paths_below_a_mount(outer, path, expected):
    seen = Seen()
    await fetch(seen, path, scope=outer_scope(**{**outer, "root_path": "/sub"}))
    assert (seen.scope["path"], seen.scope["raw_path"]) == expected
    assert seen.scope["root_path"] == "/sub"


@pytest.mark.parametrize("path", ["/", "/other", "/subway"])
async def test_paths_above_a_mount_are_not_the_apps(path):
    response = await fetch(Seen(), path, scope=outer_scope("/sub/a", root_path="/sub"))
    assert response.status == 404
    assert response.failure.startswith("outside")


async def test_an_app_inside_a_starlette_mount_finds_its_routes():
    origins = []

    async def page(request):
        return JSONResponse({"who": request.path_params, "url": str(request.url)})

    inner = Starlette(routes=[Route("/page", page)])

    async def middleware(scope, receive, send):
        origins.append(InProcessOrigin(inner, scope, SITE, SETTINGS))
        await inner(scope, receive, send)

    app = Starlette(routes=[Mount("/{tenant}", app=middleware)])
    await fetch(app, "/acme/page")
    with fail_after(5):
        response = await origins[0].fetch(asking("/acme/page"), timeout=5)
    assert json.loads(response.body) == {"who": {"tenant": "acme"}, "url": f"{SITE}/acme/page"}


# What comes of the answer


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


async def test_an_event_stream_is_not_waited_for():
    left = Event()

    async def events():
        try:
            yield b"data: 1\n\n"
            await sleep_forever()
        finally:
            left.set()

    app = app_of(lambda request: StreamingResponse(events(), media_type="text/event-stream"))
    response = await fetch(app)
    assert response.failure.startswith("event_stream")
    with fail_after(5):
        await left.wait()


# Failures of the app


async def test_an_exception_is_a_500_and_logged_once(logged):
    def endpoint(request):
        raise ValueError("wrong")

    response = await fetch(without_error_page(endpoint))
    assert (response.status, response.body) == (500, b"Internal Server Error")
    assert response.failure is None
    assert [record.exc_info[0] for record in logged.records] == [ValueError]
    assert f"GET {SITE}/" in logged.records[0].getMessage()


def without_error_page(endpoint):
    async def app(scope, receive, send):
        response = endpoint(Request(scope, receive))
        await response(scope, receive, send)

    return app


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


# Limits, and what becomes of the app's task


async def test_an_endless_response_is_cut_at_its_limit_and_its_task_cancelled():
    cancelled = Event()

    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200})
        try:
            while True:
                await send({"type": "http.response.body", "body": b"x" * 999, "more_body": True})
        finally:
            cancelled.set()

    response = await fetch(app)
    assert len(response.body) == LIMIT
    assert response.failure.startswith("too_large")
    with fail_after(5):
        await cancelled.wait()


async def test_a_huge_response_is_cut():
    response = await fetch(app_of(lambda request: Response(bytes(LIMIT + 1))))
    assert len(response.body) == LIMIT
    assert response.failure == f"too_large: more than {LIMIT} bytes"


async def test_a_response_of_just_the_limit_is_whole():
    response = await fetch(app_of(lambda request: Response(bytes(LIMIT))))
    assert (len(response.body), response.failure) == (LIMIT, None)


async def test_a_slow_response_is_a_timeout_and_its_task_cancelled():
    cancelled = Event()

    async def app(scope, receive, send):
        try:
            await sleep_forever()
        finally:
            cancelled.set()

    response = await fetch(app, timeout=0.05)
    assert response.status == 0
    assert response.failure.startswith("timeout")
    with fail_after(5):
        await cancelled.wait()


async def test_a_response_that_stops_midway_is_a_timeout_with_a_part():
    async def app(scope, receive, send):
        await send({"type": "http.response.start", "status": 200})
        await send({"type": "http.response.body", "body": b"half", "more_body": True})
        await sleep_forever()

    response = await fetch(app, timeout=0.05)
    assert (response.status, response.body) == (200, b"half")
    assert response.failure.startswith("timeout")


async def test_an_app_that_swallows_its_cancellation_holds_nobody_up():
    released = Event()

    async def app(scope, receive, send):
        with contextlib.suppress(BaseException):
            await sleep_forever()
        with anyio.CancelScope(shield=True):
            await released.wait()

    response = await fetch(app, timeout=0.05)
    assert response.failure.startswith("timeout")
    released.set()


async def test_an_app_that_is_left_is_told_so():
    told = Event()

    async def app(scope, receive, send):
        assert (await receive())["type"] == "http.request"
        await send({"type": "http.response.start", "status": 200})
        try:
            await sleep_forever()
        except BaseException:
            with anyio.CancelScope(shield=True):
                assert await receive() == {"type": "http.disconnect"}
                with pytest.raises(OSError, match="the client has gone"):
                    await send({"type": "http.response.body", "body": b""})
                told.set()
            raise

    await fetch(app, timeout=0.05)
    with fail_after(5):
        await told.wait()


async def test_an_error_of_an_app_that_is_left_is_not_logged(logged):
    ended = Event()

    async def app(scope, receive, send):
        try:
            await sleep_forever()
        except BaseException:
            ended.set()
            raise ValueError from None

    await fetch(app, timeout=0.05)
    with fail_after(5):
        await ended.wait()
    await anyio.sleep(0.01)
    assert not logged.records


async def test_receive_waits_for_the_end_of_the_response():
    messages = []

    async def app(scope, receive, send):
        messages.append(await receive())
        with anyio.move_on_after(0.02) as waiting:
            messages.append(await receive())
        assert waiting.cancelled_caught
        await PlainTextResponse("x")(scope, receive, send)

    await fetch(app)
    assert [message["type"] for message in messages] == ["http.request"]


async def test_background_tasks_are_neither_waited_for_nor_cancelled():
    may_end, ended = Event(), Event()

    async def background():
        await may_end.wait()
        ended.set()

    app = app_of(lambda request: PlainTextResponse("x", background=BackgroundTask(background)))
    assert (await fetch(app)).body == b"x"
    assert not ended.is_set()
    may_end.set()
    with fail_after(5):
        await ended.wait()


async def test_an_exception_in_a_background_task_is_logged(logged):
    def background():
        raise ValueError("late")

    app = app_of(lambda request: PlainTextResponse("x", background=BackgroundTask(background)))
    assert (await fetch(app)).body == b"x"
    with fail_after(5):
        await logged.one.wait()
    assert logged.records[0].exc_info[0] is ValueError


async def test_a_cancelled_fetch_cancels_the_apps_task():
    started, cancelled = Event(), Event()

    async def app(scope, receive, send):
        started.set()
        try:
            await sleep_forever()
        finally:
            cancelled.set()

    async with anyio.create_task_group() as group:
        group.start_soon(fetch, app)
        with fail_after(5):
            await started.wait()
            group.cancel_scope.cancel()
    with fail_after(5):
        await cancelled.wait()


async def test_middleware_of_every_kind_works_below():
    async def dispatch(request, call_next):
        response = await call_next(request)
        response.headers["x-seen"] = request.session.get("who", "nobody")
        return response

    middleware = [
        Middleware(SessionMiddleware, secret_key="x"),
        Middleware(BaseHTTPMiddleware, dispatch=dispatch),
        Middleware(GZipMiddleware, minimum_size=1),
    ]
    response = await fetch(app_of(lambda request: HTMLResponse("<p>hi"), middleware=middleware))
    assert response.body == b"<p>hi"
    assert ("x-seen", "nobody") in response.headers


async def test_many_requests_at_once():
    async def endpoint(request):
        await anyio.sleep(0.01)
        return PlainTextResponse(request.url.path)

    origin = InProcessOrigin(app_of(endpoint), outer_scope(), SITE, SETTINGS)
    answers = {}

    async def ask(path):
        answers[path] = (await origin.fetch(asking(path), timeout=5)).body.decode()

    async with anyio.create_task_group() as group:
        for number in range(50):
            group.start_soon(ask, f"/{number}")
    assert answers == {f"/{number}": f"/{number}" for number in range(50)}
