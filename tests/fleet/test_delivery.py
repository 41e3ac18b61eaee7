"""Jobs come to workers, and results back, whatever ends in between."""

import json
import time

import anyio
import pytest

from fleet.conftest import KEY, URL, shows
from starlette_ajaxcrawl import (
    FakeRenderer,
    LogEntry,
    RendererBusy,
    RenderError,
    RendererUnavailable,
    Rendering,
    RenderRequest,
    RenderTimeout,
    SettingsError,
    Snapshot,
    __version__,
)
from starlette_ajaxcrawl.fleet import broker, jobs, renderer
from starlette_ajaxcrawl.fleet.broker import NAMES, POISON, PRIORITIES, queue_name

pytestmark = pytest.mark.anyio


def waiting_jobs(redis):
    with redis.client() as client:
        return sum(client.xlen(queue_name(priority)) for priority in PRIORITIES)


async def until(condition):
    with anyio.fail_after(60):
        while not condition():  # noqa: ASYNC110 - nothing tells
            await anyio.sleep(0.01)


async def test_a_worker_renders_and_nothing_is_left_in_the_queue(fleet, redis):
    async with fleet.working() as _:
        assert await fleet.ask() == b"<p>shown"
    assert waiting_jobs(redis) == 0


async def test_many_renders_are_shared_by_the_workers(fleet, redis):
    one, other = shows(), shows()
    bodies = []

    async def ask(number):
        bodies.append(await fleet.ask(f"http://shop.example/#!/{number}"))

    async with fleet.working(one), fleet.working(other), anyio.create_task_group() as group:
        for number in range(40):
            group.start_soon(ask, number)
    asked = [[request.url for request in each.requests] for each in (one, other)]
    assert len(bodies) == 40
    assert sorted(asked[0] + asked[1]) == sorted(f"http://shop.example/#!/{number}" for number in range(40))
    assert all(asked)


async def test_a_snapshot_is_as_old_as_the_sites_clock_says_whatever_the_workers_does(fleet):
    slow = Snapshot(URL, "html", 200, (), b"<p>shown", time.time() - 600)
    before = time.time()
    async with fleet.working(FakeRenderer(lambda url: Rendering(slow))):
        rendering = await fleet.renderer.render(RenderRequest(URL, fleet.settings), None)
    assert before <= rendering.snapshot.created <= time.time()


async def test_errors_come_as_the_renderer_raised_them(fleet):
    log = (LogEntry("error", "script", "odd"),)
    async with fleet.working(FakeRenderer(lambda url: RenderTimeout(url, "too slow", log))):
        with pytest.raises(RenderTimeout) as caught:
            await fleet.ask()
    assert (caught.value.url, caught.value.reason, caught.value.log) == (URL, "too slow", log)


async def test_the_job_of_a_worker_that_has_died_is_taken_over_within_its_lease(fleet, redis):
    async with anyio.create_task_group() as group:
        bodies = []

        async def ask():
            bodies.append(await fleet.ask())

        group.start_soon(ask)
        await fleet.dies_with()
        async with fleet.working(lease=0.3):
            with anyio.fail_after(20):
                while not bodies:  # noqa: ASYNC110 - it ends with the group
                    await anyio.sleep(0.01)
    assert bodies == [b"<p>shown"]
    assert waiting_jobs(redis) == 0


async def test_a_job_that_takes_longer_than_a_lease_stays_with_its_worker(fleet, redis):
    done = anyio.Event()
    slow, other = FakeRenderer(lambda url: "<p>slow", wait=done), shows("other")
    async with fleet.working(slow, lease=0.4) as worker, anyio.create_task_group() as group:
        bodies = []

        def heard():
            with redis.client() as client:
                return client.zscore(f"{NAMES}workers", worker._broker.consumer_name)

        async def ask():
            bodies.append(await fleet.ask())

        group.start_soon(ask)
        await until(lambda: slow.requests)
        begun = heard()
        async with fleet.working(other, lease=0.4):
            await until(lambda: heard() > begun + 1000)  # milliseconds, far more than a lease
        done.set()
    assert bodies == [b"<p>slow"]
    assert other.requests == []


async def test_a_job_that_workers_have_died_with_is_given_up_and_its_page_kills_no_more_for_a_while(fleet, redis):
    rendered = shows()

    async def ask():
        with pytest.raises(RenderError, match="given up: workers have ended"):
            await fleet.ask()

    async with anyio.create_task_group() as group:
        group.start_soon(ask)
        await fleet.dies_with()
        await fleet.dies_with()
        async with fleet.working(rendered, lease=0.3):
            await until(lambda: not waiting_jobs(redis))
            await ask()
            assert await fleet.ask(f"{URL}other") == b"<p>shown"
    assert [request.url for request in rendered.requests] == [f"{URL}other"]
    with redis.client() as client:
        notes = [note for _, note in client.xrange(POISON)]
    assert {note[b"url"] for note in notes} == {URL.encode()}


async def test_a_worker_that_is_told_to_end_hands_back_what_it_does_not_get_done(fleet):
    never = FakeRenderer(lambda url: "<p>never", wait=anyio.Event())
    async with anyio.create_task_group() as group:
        bodies = []

        async def ask():
            bodies.append(await fleet.ask())

        group.start_soon(ask)
        async with fleet.working(never, lease=60.0, grace=0.1):
            await until(lambda: never.requests)
        async with fleet.working(lease=60.0):
            with anyio.fail_after(20):  # well below the lease
                while not bodies:  # noqa: ASYNC110 - it ends with the group
                    await anyio.sleep(0.01)
    assert bodies == [b"<p>shown"]


async def test_a_worker_that_is_told_to_end_twice_hands_back_at_once(fleet):
    never = FakeRenderer(lambda url: "<p>never", wait=anyio.Event())
    bodies = []

    async def ask():
        bodies.append(await fleet.ask())

    async with anyio.create_task_group() as group:
        group.start_soon(ask)
        with anyio.fail_after(60):
            async with fleet.working(never, lease=60.0, grace=60.0) as worker:
                await until(lambda: never.requests)
                worker.stop()
        async with fleet.working(lease=60.0):
            await until(lambda: bodies)
    assert bodies == [b"<p>shown"]


async def test_a_worker_that_is_told_to_end_does_so_where_redis_is_away(fleet, server, redis):
    done = anyio.Event()
    renderer = FakeRenderer(lambda url: "<p>kept", wait=done)
    try:
        async with anyio.create_task_group() as group:
            group.start_soon(fleet.ask)
            with anyio.fail_after(60):
                async with fleet.working(renderer, grace=0.1):
                    await until(lambda: renderer.requests)
                    server.kill()
                    done.set()
            group.cancel_scope.cancel()
    finally:
        await anyio.to_thread.run_sync(server.start)


async def test_what_nobody_waits_for_any_more_is_not_rendered(fleet, redis):
    never = FakeRenderer(lambda url: "<p>never", wait=anyio.Event())
    with anyio.move_on_after(0.2):
        await fleet.ask()
    assert waiting_jobs(redis) == 0
    async with fleet.working(never, lease=0.4):
        async with anyio.create_task_group() as group:
            group.start_soon(fleet.ask)
            await until(lambda: never.requests)
            group.cancel_scope.cancel()
        await until(lambda: never.cancelled)


async def test_a_full_queue_is_said_at_once(fleet, redis):
    fleet.renderer = renderer.FleetRenderer(fleet.changed(max_queued_renders=2))
    async with anyio.create_task_group() as group:
        group.start_soon(fleet.ask)
        group.start_soon(fleet.ask)
        await until(lambda: waiting_jobs(redis) == 2)
        with anyio.fail_after(20), pytest.raises(RendererBusy, match="2 renders wait in the fleet"):
            await fleet.ask()
        group.cancel_scope.cancel()


async def test_without_a_worker_the_answer_is_an_error_at_once(fleet, redis):
    redis.empty()
    with anyio.fail_after(20), pytest.raises(RendererUnavailable, match="no worker: start one with"):
        await fleet.ask()


async def test_where_no_worker_answers_that_is_an_error_in_time(fleet, monkeypatch):
    for name in ("LEASE", "QUEUE_SECONDS"):
        monkeypatch.setattr(renderer, name, 0.1)
    with pytest.raises(RendererUnavailable, match="no worker has answered within 0 s"):
        await fleet.ask(deadline=0.1)


async def test_a_redis_that_is_away_is_an_error_and_one_that_comes_back_has_lost_nothing(fleet, server, redis):
    done = anyio.Event()
    async with (
        fleet.working(FakeRenderer(lambda url: "<p>kept", wait=done)) as worker,
        anyio.create_task_group() as group,
    ):
        bodies = []

        async def ask():
            bodies.append(await fleet.ask())

        group.start_soon(ask)
        await until(lambda: worker._running)
        server.kill()
        with pytest.raises(RendererUnavailable, match="Redis cannot be asked"):
            await fleet.ask()
        done.set()
        await anyio.to_thread.run_sync(server.start)
    assert bodies == [b"<p>kept"]


async def test_a_worker_of_another_version_says_so(fleet, monkeypatch):
    monkeypatch.setattr(jobs.Job, "__init__", _with(jobs.Job.__init__, version="0.0"))
    rendered = shows()
    async with fleet.working(rendered):
        with pytest.raises(RendererUnavailable, match=r"the worker has version .* the site has 0\.0"):
            await fleet.ask()
    assert rendered.requests == []


async def test_a_worker_whose_limits_a_job_exceeds_says_so(fleet):
    rendered = shows()
    async with fleet.working(rendered):
        with pytest.raises(RendererUnavailable, match="no jobs that are good for more than 600 s: lower deadline"):
            await fleet.ask(deadline=1000)
    assert rendered.requests == []


def _with(method, **changes):
    def changed(self, *arguments, **named):
        method(self, *arguments, **{**named, **changes})

    return changed


async def test_what_is_not_signed_or_comes_twice_or_late_is_not_rendered(fleet, redis):
    rendered = shows()
    async with fleet.working(rendered, lease=0.2):  # it looks as often for what nobody has told it of
        await fleet.ask()
        broker = fleet.broker()
        now = await broker.now()
        good = {"id": "1", "url": URL, "settings": "{}", "headers": (), "origin": "http://127.0.0.1:9", "waiter": "w"}
        job = jobs.Job(**good, expires=now + 60, site_expires=0.0)
        late = jobs.Job(**good, expires=now - 1, site_expires=0.0)
        signed = jobs.job_text(KEY, job)
        first = signed.replace(URL, "http://evil.example/")
        texts = [first, jobs.job_text("another-key-of-sixteen", job), jobs.job_text(KEY, late)]
        for text in (*texts, "", "x", signed, signed):
            await send(broker, text)
            await until(lambda: not waiting_jobs(redis))
        await send(broker, signed, "2")
        await until(lambda: not waiting_jobs(redis))
        with redis.client() as client:
            client.xadd(queue_name("crawler"), {"data": b"\xff no job"})
            client.xadd(queue_name("crawler"), {"other": b"x"})
            client.xadd(queue_name("crawler"), {"data": b'{"task_id": "7"}'})
            other = {"task_id": "8", "task_name": "another", "labels": {}, "args": [], "kwargs": {}}
            client.xadd(queue_name("crawler"), {"data": json.dumps(other)})
        await until(lambda: not waiting_jobs(redis))
        assert await broker.redis.exists(f"{NAMES}done:1")
        await broker.shutdown()
        assert await fleet.ask() == b"<p>shown"
    assert len(rendered.requests) == 3  # asked, the one that is signed, once, and asked again


async def send(broker, text, number="1"):
    from taskiq.kicker import AsyncKicker

    labels = {"priority": "crawler", "site": "http://127.0.0.1:9", "page": "p", "url": URL, "version": __version__}
    await AsyncKicker("ajaxcrawl.render", broker, labels).with_task_id(number).kiq(text)


async def test_a_result_of_someone_else_counts_as_none(fleet):
    async with fleet.working(key="another-key-of-sixteen"):
        with anyio.move_on_after(0.5) as scope:
            await fleet.ask()
    assert scope.cancelled_caught  # the worker takes no job of ours
    job = jobs.Job("1", URL, "{}", (), "http://x", "w", 0.0, 0.0)
    fields = jobs.result_fields("another-key-of-sixteen", "1", RenderError(URL, "x"))
    for key in (KEY, "another-key-of-sixteen"):
        found = {name.encode(): value for name, value in fields.items()}
        outcome = jobs.to_outcome(key, job, found)
        assert outcome.reason == (
            "x" if key != KEY else "what came from the fleet is no result: a result is not signed with the fleet's key"
        )
    assert "another job's" in jobs.to_outcome(key, jobs.Job("2", URL, "{}", (), "", "w", 0.0, 0.0), found).reason


async def test_a_fleet_needs_an_origin_and_a_key(fleet):
    with pytest.raises(SettingsError, match="fleet_origin must be set"):
        fleet.changed(fleet_origin=None)
    with pytest.raises(SettingsError, match="fleet_key must be set"):
        fleet.changed(fleet_key=None)
    with pytest.raises(SettingsError, match="renderer must be"):
        fleet.changed(renderer="taskiq+http://x")


async def test_a_job_that_is_sent_twice_as_the_answer_has_not_come_is_in_the_queue_once(fleet, redis):
    broker = fleet.broker()
    for _ in range(2):
        await send(broker, "x", "1")
    assert waiting_jobs(redis) == 1
    await broker.withdraw("1")
    await broker.withdraw("1")
    assert waiting_jobs(redis) == 0
    with redis.client() as client:
        assert not client.keys("*sent*")
        assert not client.keys("*sites*")
    await broker.shutdown()


async def test_a_site_without_a_worker_of_its_version_is_told_at_once_which_there_are(fleet, monkeypatch):
    monkeypatch.setattr(broker, "__version__", "0.0")
    with anyio.fail_after(20), pytest.raises(RendererUnavailable, match=rf"has version {__version__} .* site has 0\.0"):
        await fleet.ask()


async def test_while_a_fleet_is_updated_jobs_wait_for_a_worker_of_their_version(fleet, redis):
    old, new = shows("old"), shows("new")
    bodies = []

    async def ask():
        bodies.append(await fleet.ask())

    def the_old_worker_has_looked():
        with redis.client() as client:
            return any(group["pending"] for group in client.xinfo_groups(queue_name("crawler")))

    async with fleet.working(old, version="0.0"), anyio.create_task_group() as group:
        group.start_soon(ask)
        await until(lambda: waiting_jobs(redis))
        await until(the_old_worker_has_looked)
        async with fleet.working(new):
            await until(lambda: bodies)
    assert (bodies, old.requests) == ([b"<p>new"], [])
