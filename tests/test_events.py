"""Observers: they are told of each answer and each render that has ended, and are never felt."""

from __future__ import annotations

import logging
import time

import anyio
import pytest
from asgi_calls import call
from bare_site import HTML, PRETTY, UGLY, Site, around, snapshot
from service_calls import until

from starlette_ajaxcrawl import Answered, FakeRenderer, Rendered, Rendering, RenderTimeout, Timings

pytestmark = pytest.mark.anyio


async def test_each_render_and_each_answer_is_told() -> None:
    made = Rendering(snapshot(created=time.time()), timings=Timings(fetch=0.25))
    middleware = around(Site(), {PRETTY: made})
    events: list = []
    middleware.crawl.observe(events.append)
    await call(middleware, UGLY)
    tag = (await call(middleware, UGLY)).headers["etag"]
    await call(middleware, UGLY, headers=[(b"if-none-match", tag.encode())])
    rendered, *answered = events
    assert (rendered.url, rendered.key, rendered.outcome, rendered.reason) == (PRETTY, PRETTY, "complete", "")
    assert rendered.rendering == made
    assert rendered.seconds < 60 < rendered.started
    assert [(one.url, one.outcome, one.status, one.bot) for one in answered] == [
        (PRETTY, "miss", 200, False),
        (PRETTY, "hit", 200, False),
        (PRETTY, "hit", 304, False),
    ]
    assert all(0 <= one.seconds < 60 for one in answered)


@pytest.mark.parametrize(
    ("page", "settings", "rendered", "answered"),
    [
        (snapshot(incomplete=("deadline", "heap")), {}, ("incomplete", "deadline, heap"), ("miss", 200)),
        (RenderTimeout(PRETTY, "too slow"), {}, ("render_timeout", "too slow"), ("error", 503)),
        (RenderTimeout(PRETTY, "too slow"), {"on_error": "pass"}, ("render_timeout", "too slow"), ("passed", 0)),
        (ValueError("a bug"), {}, ("render_error", "the renderer failed"), ("error", 503)),
        (snapshot(kind="other"), {}, ("complete", ""), ("passed", 0)),
    ],
)
async def test_outcomes_say_how_renders_and_answers_went(page, settings, rendered, answered) -> None:
    middleware = around(Site(), {PRETTY: page}, **settings)
    events: list = []
    middleware.crawl.observe(events.append)
    await call(middleware, UGLY)
    first, second = events
    assert (first.outcome, first.reason) == rendered
    assert (first.error is None) == (first.rendering is not None)
    assert (second.outcome, second.status) == answered


async def test_a_render_that_nobody_waits_for_any_more_is_told_as_cancelled() -> None:
    renderer = FakeRenderer({PRETTY: HTML}, wait=anyio.Event())
    middleware = around(Site(), renderer)
    events: list = []
    middleware.crawl.observe(events.append)
    async with anyio.create_task_group() as group:
        group.start_soon(call, middleware, UGLY)
        await until(lambda: renderer.requests)
        group.cancel_scope.cancel()
    await until(lambda: events)
    assert [(event.outcome, event.error) for event in events] == [("cancelled", None)]


async def test_an_observer_that_raises_is_logged_and_the_others_are_told_all_the_same(caplog) -> None:
    middleware = around(Site())
    events: list = []

    def broken(event: object) -> None:
        raise KeyError("a bug")

    middleware.crawl.observe(broken)
    middleware.crawl.observe(events.append)
    with caplog.at_level(logging.ERROR):
        assert (await call(middleware, UGLY)).status == 200
    assert [type(event) for event in events] == [Rendered, Answered]
    assert [record.getMessage() for record in caplog.records] == [
        "An observer failed at Rendered",
        "An observer failed at Answered",
    ]


async def test_an_observer_is_told_nothing_once_it_is_ended() -> None:
    middleware = around(Site())
    events: list = []
    stop = middleware.crawl.observe(events.append)
    middleware.crawl.observe(events.append)
    await call(middleware, UGLY)
    stop()
    stop()
    await call(middleware, UGLY)
    assert len(events) == 5
