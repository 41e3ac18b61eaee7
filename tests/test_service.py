"""The service: fresh snapshots out of the store, one render however many ask, and nothing left behind."""

from dataclasses import replace

import anyio
import pytest
from service_calls import URL, BrokenStore, Clock, NoOrigin, SlowStore, ask, make, page, until

from starlette_ajaxcrawl.errors import (
    RendererBusy,
    RenderError,
)
from starlette_ajaxcrawl.renderers.fake import FakeRenderer
from starlette_ajaxcrawl.settings import Settings

pytestmark = pytest.mark.anyio


@pytest.fixture
def clock() -> Clock:
    return Clock()


async def test_a_page_is_rendered_once_and_then_found_until_it_is_too_old(clock):
    renderer = FakeRenderer(lambda url: page(created=clock.now))
    service = make(renderer, clock)
    settings = Settings(max_age=100)
    first = await service.get(ask(settings), "k", NoOrigin())
    clock.now += 99
    second = await service.get(ask(settings), "k", NoOrigin())
    clock.now += 2
    third = await service.get(ask(settings), "k", NoOrigin())
    assert [answer.outcome for answer in (first, second, third)] == ["miss", "hit", "miss"]
    assert second.snapshot == first.snapshot
    assert first.rendering is not None
    assert second.rendering is None
    assert len(renderer.requests) == 2


async def test_what_is_kept_is_found_without_a_render_and_only_while_it_is_fresh(clock):
    renderer = FakeRenderer(lambda url: page(created=clock.now))
    service = make(renderer, clock)
    request = ask(Settings(max_age=60))
    assert await service.kept(request, "k") is None
    made = await service.get(request, "k", NoOrigin())
    assert await service.kept(request, "k") == replace(made, outcome="hit", rendering=None)
    clock.now += 61
    assert await service.kept(request, "k") is None
    assert len(renderer.requests) == 1


async def test_fifty_requests_at_once_for_one_cold_url_make_one_render(clock):
    renderer = FakeRenderer(lambda url: page(), wait=anyio.Event())
    service = make(renderer, clock)
    answers = []

    async def one() -> None:
        answers.append(await service.get(ask(), "k", NoOrigin()))

    async with anyio.create_task_group() as group:
        for _ in range(50):
            group.start_soon(one)
        await anyio.wait_all_tasks_blocked()
        renderer.wait.set()
    assert len(renderer.requests) == 1
    assert sorted(answer.outcome for answer in answers) == ["miss"] + ["shared"] * 49
    assert {answer.snapshot.body for answer in answers} == {b"<p>a"}


async def test_requests_for_other_keys_do_not_wait_for_each_other(clock):
    never = anyio.Event()

    async def pages(url: str) -> str:
        if url == URL:
            await never.wait()
        return "<p>b"

    renderer = FakeRenderer(pages)
    service = make(renderer, clock)
    async with anyio.create_task_group() as group:
        group.start_soon(service.get, ask(), "a", NoOrigin())
        await until(lambda: renderer.requests)
        answer = await service.get(ask(url=URL + "b"), "b", NoOrigin())
        assert answer.snapshot.body == b"<p>b"
        group.cancel_scope.cancel()


async def test_max_age_zero_renders_for_each_request_but_shares_a_render_in_flight(clock):
    renderer = FakeRenderer(lambda url: page(), wait=anyio.Event())
    store = BrokenStore()
    service = make(renderer, clock, store)
    fresh = ask(Settings(max_age=0))
    async with anyio.create_task_group() as group:
        for _ in range(3):
            group.start_soon(service.get, fresh, "k", NoOrigin())
        await anyio.wait_all_tasks_blocked()
        renderer.wait.set()
    assert len(renderer.requests) == 1
    assert (await service.get(fresh, "k", NoOrigin())).outcome == "miss"
    assert len(renderer.requests) == 2
    assert store.asked == 0


async def test_the_render_goes_on_when_the_one_who_began_it_leaves_and_others_wait(clock):
    renderer = FakeRenderer(lambda url: page(), wait=anyio.Event())
    service = make(renderer, clock)
    answers = []

    async def leader(*, task_status=anyio.TASK_STATUS_IGNORED) -> None:
        with anyio.CancelScope() as scope:
            task_status.started(scope)
            await service.get(ask(), "k", NoOrigin())

    async def follower() -> None:
        answers.append(await service.get(ask(), "k", NoOrigin()))

    async with anyio.create_task_group() as group:
        scope = await group.start(leader)
        await until(lambda: renderer.requests)
        group.start_soon(follower)
        await anyio.wait_all_tasks_blocked()
        scope.cancel()
        await anyio.wait_all_tasks_blocked()
        renderer.wait.set()
    assert [answer.outcome for answer in answers] == ["shared"]
    assert renderer.cancelled == []


async def test_the_render_ends_when_nobody_waits_any_more_and_the_next_request_begins_anew(clock):
    renderer = FakeRenderer(lambda url: page(), wait=anyio.Event())
    service = make(renderer, clock)
    async with anyio.create_task_group() as group:
        for _ in range(3):
            group.start_soon(service.get, ask(), "k", NoOrigin())
        await until(lambda: renderer.requests)
        await anyio.wait_all_tasks_blocked()
        group.cancel_scope.cancel()
    renderer.wait.set()
    answer = await service.get(ask(), "k", NoOrigin())  # comes while the first render is still being cancelled
    assert answer.outcome == "miss"
    assert len(renderer.requests) == 2
    await until(lambda: renderer.cancelled)
    assert len(renderer.cancelled) == 1


async def test_a_snapshot_kept_meanwhile_is_found_rather_than_rendered_again(clock):
    renderer = FakeRenderer(lambda url: page())
    store = SlowStore()
    service = make(renderer, clock, store)
    answers = []

    async def slow() -> None:
        answers.append(await service.get(ask(), "k", NoOrigin()))

    async with anyio.create_task_group() as group:
        group.start_soon(slow)
        await store.looking.wait()
        assert (await service.get(ask(), "k", NoOrigin())).outcome == "miss"
        await until(lambda: not service.in_flight)
        store.answer.set()
    assert [answer.outcome for answer in answers] == ["hit"]
    assert len(renderer.requests) == 1


async def test_closing_ends_renders_at_once_and_refuses_requests_until_opened_again(clock):
    renderer = FakeRenderer(lambda url: page(), wait=anyio.Event())
    service = make(renderer, clock)
    errors = []

    async def one() -> None:
        with pytest.raises(RendererBusy, match="stopping"):
            await service.get(ask(), "k", NoOrigin())
        errors.append(1)

    async with anyio.create_task_group() as group:
        group.start_soon(one)
        group.start_soon(one)
        await until(lambda: renderer.requests)
        service.close()
    assert errors == [1, 1]
    await until(lambda: renderer.cancelled)
    with pytest.raises(RendererBusy):
        await service.get(ask(), "k", NoOrigin())
    service.open()
    renderer.wait.set()
    assert (await service.get(ask(), "k", NoOrigin())).outcome == "miss"


async def test_no_render_is_left_behind(clock):
    renderer = FakeRenderer({URL: "<p>a"})
    service = make(renderer, clock)
    await service.get(ask(), "a", NoOrigin())
    with pytest.raises(RenderError):
        await service.get(ask(url=URL + "?"), "b", NoOrigin())
    await until(lambda: not service.in_flight)
