"""Limits of a response, and what becomes of the app's task."""

import contextlib

import anyio
import pytest
from anyio import CancelScope, Event, fail_after, get_cancelled_exc_class, sleep_forever
from anyio.lowlevel import checkpoint
from origin_calls import LIMIT, SETTINGS, SITE, app_of, asking, fetch, outer_scope
from starlette.background import BackgroundTask
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from starlette_ajaxcrawl.origin import MAX_ABANDONED, InProcessOrigin

pytestmark = pytest.mark.anyio


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


async def test_calls_that_ignore_their_cancellation_are_few(caplog):
    released, called = Event(), 0

    async def app(scope, receive, send):
        nonlocal called
        called += 1
        while not released.is_set():
            with contextlib.suppress(get_cancelled_exc_class()), CancelScope(shield=True):
                await released.wait()

    for _ in range(MAX_ABANDONED):
        assert (await fetch(app, timeout=0.01)).failure.startswith("timeout: no whole response")
    assert "16 calls of the application go on" in caplog.text
    assert "16 calls of the application go on" in (await fetch(app)).failure
    assert called == MAX_ABANDONED
    released.set()
    while (await fetch(app_of(lambda request: Response("again")))).body != b"again":
        await checkpoint()


async def test_a_huge_response_is_cut():
    response = await fetch(app_of(lambda request: Response(bytes(LIMIT + 1))))
    assert len(response.body) == LIMIT
    assert response.failure == f"too_large: more than {LIMIT} bytes"


async def test_huge_headers_are_cut():
    response = await fetch(app_of(lambda request: Response("x", headers={"content-type": "a/b", "x": "y" * LIMIT})))
    assert (response.status, response.headers, response.body) == (200, (("content-type", "a/b"),), b"")
    assert response.failure == f"too_large: headers of more than {LIMIT} bytes"


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
