"""What crosses between Java and the event loop: heads, headers, answers that do not come."""

import logging
import os
import sys
from subprocess import run

import anyio
import pytest
from anyio import to_thread
from rendering import RENDERER

from starlette_ajaxcrawl.renderers import bridge
from starlette_ajaxcrawl.renderers.base import OriginRequest, OriginResponse
from starlette_ajaxcrawl.renderers.bridge import OriginBridge, format_headers, java_reply, parse_head

pytestmark = pytest.mark.anyio

HEAD = b"POST http://x/a?b HTTP/1.1\r\nAccept: */*\r\nSec-Fetch-Dest: script\r\nX: a:b \xe4\r\n"


async def test_a_head_becomes_a_request():
    assert parse_head(HEAD, b"body") == OriginRequest(
        "POST",
        "http://x/a?b",
        (("accept", "*/*"), ("sec-fetch-dest", "script"), ("x", "a:b ä")),
        b"body",
        "script",
    )
    assert parse_head(b"GET http://x/ HTTP/1.1\r\n", b"") == OriginRequest("GET", "http://x/", (), b"", "empty")


async def test_headers_become_lines_and_none_can_add_a_line():
    assert format_headers((("a", "b"), ("c", "d\r\ne: f\x85"))) == b"a: b\r\nc: d  e: f\x85\r\n"
    assert format_headers((("a", "€"),)) == b"a: ?\r\n"


class Failing:
    async def fetch(self, request, *, timeout):
        raise ValueError("a secret")


class Endless:
    async def fetch(self, request, *, timeout):
        await anyio.sleep_forever()


async def test_an_origin_that_raises_fails_without_its_reason(caplog):
    with caplog.at_level(logging.ERROR):
        answer = await to_thread.run_sync(OriginBridge(Failing()).answer, HEAD, b"", 5.0)
    assert answer == OriginResponse(0, (), b"", failure="the origin failed: ValueError")
    assert "a secret" in caplog.text


async def test_an_origin_without_end_is_given_up_after_its_time(monkeypatch):
    monkeypatch.setattr(bridge, "SLACK", 0.0)
    answer = await to_thread.run_sync(OriginBridge(Endless()).answer, HEAD, b"", 0.05)
    assert answer.failure == "timeout: no response in time"


@pytest.mark.parametrize(
    "response",
    [
        OriginResponse(201, (("a", "b"),), b"\x00\xff"),
        OriginResponse(200, (), b"x", failure="too_large: ä"),
        OriginResponse(0, (), b"", failure="timeout"),
    ],
)
async def test_java_gets_a_value_for_every_answer(response):
    class Fixed:
        async def fetch(self, request, *, timeout):
            assert timeout == 2.5
            return response

    await RENDERER.start()
    reply = await to_thread.run_sync(java_reply, OriginBridge(Fixed()), HEAD, b"", 2500)
    assert (reply.status(), bytes(reply.headers()), bytes(reply.body())) == (
        response.status,
        format_headers(response.headers),
        response.body,
    )
    assert (None if reply.failure() is None else str(reply.failure())) == response.failure


async def test_a_stopped_bridge_ends_what_runs_and_answers_no_more():
    one = OriginBridge(Endless())
    answers = []

    async def ask():
        answers.append(await to_thread.run_sync(one.answer, HEAD, b"", 60.0))

    async with anyio.create_task_group() as group:
        group.start_soon(ask)
        while not one._scopes:
            await anyio.lowlevel.checkpoint()
        one.stop()
    await ask()
    assert [answer.failure for answer in answers] == ["the render was stopped"] * 2


async def test_an_event_loop_that_has_ended_answers_no_more():
    made = []
    with anyio.from_thread.start_blocking_portal() as portal:

        async def make():
            made.append(OriginBridge(Endless()))

        portal.call(make)
    assert made[0].answer(HEAD, b"", 1.0).failure.startswith("no answer: ")


CALLS = """if True:
    import gc, anyio
    from rendering import render

    def types():
        return sum(isinstance(thing, type) for thing in gc.get_objects())

    async def grown():
        ask = "var r = new XMLHttpRequest(); r.open('GET', '/', false); r.send()"
        page = f"<script>for (var i = 0; i < 20; i++) {{ {ask} }}</script>"
        await render(page)
        before = types()
        for _ in range(4):
            await render(page)
        return types() - before

    print(anyio.run(grown))"""


def test_calls_from_java_leave_nothing_behind():
    """JPype makes a type for each thread that Python has not kept a state for, and it stays.

    In a process of its own: calls that other tests left behind hold threads that would be kept.
    """
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = run([sys.executable, "-c", CALLS], env=environment, capture_output=True, text=True, timeout=120, check=False)
    assert int(done.stdout or 99) < 10, done.stderr
