"""The service: fresh snapshots out of the store, one render however many ask, and nothing left behind."""

import logging
from dataclasses import replace

import anyio
import pytest

from starlette_ajaxcrawl.errors import (
    RendererBusy,
    RenderError,
    RendererUnavailable,
    RenderTimeout,
    StoreError,
    UrlError,
)
from starlette_ajaxcrawl.renderers.base import OriginRequest, OriginResponse
from starlette_ajaxcrawl.renderers.fake import FakeRenderer
from starlette_ajaxcrawl.service import SnapshotService
from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.snapshot import LogEntry, Rendering, RenderRequest, Snapshot
from starlette_ajaxcrawl.stores import MemoryStore

pytestmark = pytest.mark.anyio

URL = "http://site.example/#!/a"
NOW = 1_000_000.0


class NoOrigin:
    async def fetch(self, request: OriginRequest, *, timeout: float) -> OriginResponse:
        raise AssertionError("not asked")


class Clock:
    def __init__(self) -> None:
        self.now = NOW

    def __call__(self) -> float:
        return self.now


class BrokenStore(MemoryStore):
    def __init__(self) -> None:
        super().__init__(1 << 20)
        self.asked = 0

    async def get(self, key):
        self.asked += 1
        raise StoreError("gone")

    async def put(self, key, snapshot):
        self.asked += 1
        raise OSError("disk full")


class SlowStore(MemoryStore):
    """Answers the first look only when told, with what it held when it was asked."""

    def __init__(self) -> None:
        super().__init__(1 << 20)
        self.looks = 0
        self.looking = anyio.Event()
        self.answer = anyio.Event()

    async def get(self, key):
        self.looks += 1
        found = await super().get(key)
        if self.looks == 1:
            self.looking.set()
            await self.answer.wait()
        return found


def page(url: str = URL, **changes) -> Snapshot:
    return replace(Snapshot(url, "html", 200, (), b"<p>a", NOW), **changes)


def ask(settings: Settings | None = None, url: str = URL) -> RenderRequest:
    return RenderRequest(url, settings or Settings())


async def until(condition) -> None:
    with anyio.fail_after(5):
        while not condition():
            await anyio.lowlevel.checkpoint()


@pytest.fixture
def clock() -> Clock:
    return Clock()


def make(renderer: FakeRenderer, clock: Clock, store=None) -> SnapshotService:
    return SnapshotService(renderer, MemoryStore(1 << 20) if store is None else store, clock)


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


async def test_a_render_that_fails_fails_for_all_who_wait_and_the_next_request_tries_anew(clock):
    outcomes: list[Exception | Snapshot] = [RendererUnavailable(URL, "no Java"), page()]
    renderer = FakeRenderer(lambda url: outcomes[len(renderer.requests) - 1], wait=anyio.Event())
    service = make(renderer, clock)
    errors = []

    async def one() -> None:
        with pytest.raises(RendererUnavailable) as caught:
            await service.get(ask(), "k", NoOrigin())
        errors.append(caught.value.reason)

    async with anyio.create_task_group() as group:
        for _ in range(5):
            group.start_soon(one)
        await anyio.wait_all_tasks_blocked()
        renderer.wait.set()
    assert errors == ["no Java"] * 5
    assert (await service.get(ask(), "k", NoOrigin())).outcome == "miss"


async def test_a_fault_of_the_renderer_becomes_a_render_error_and_is_logged_with_its_stack(clock, caplog):
    service = make(FakeRenderer(lambda url: ZeroDivisionError("oops")), clock)
    with pytest.raises(RenderError, match="the renderer failed") as caught:
        await service.get(ask(), "k", NoOrigin())
    assert caught.value.url == URL
    assert "oops" not in str(caught.value)
    assert "ZeroDivisionError: oops" in caplog.text


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


async def test_a_store_that_fails_costs_renders_and_one_log_line_a_minute(clock, caplog):
    renderer = FakeRenderer(lambda url: page())
    service = make(renderer, clock, BrokenStore())
    for _ in range(3):
        assert (await service.get(ask(), "k", NoOrigin())).outcome == "miss"
        await until(lambda: not service.in_flight)
    assert len(caplog.records) == 1
    assert "gone" in caplog.text
    clock.now += 61
    await service.get(ask(), "k", NoOrigin())
    assert len(caplog.records) == 2


async def test_incomplete_snapshots_are_given_but_not_kept_and_the_log_names_the_setting_to_raise(clock, caplog):
    renderer = FakeRenderer(lambda url: page(incomplete=("ready_flag",)))
    service = make(renderer, clock)
    for _ in range(2):
        answer = await service.get(ask(), "k", NoOrigin())
        assert (answer.outcome, answer.snapshot.incomplete) == ("miss", ("ready_flag",))
        await until(lambda: not service.in_flight)
    assert "raise wait_for_background_javascript" in caplog.text
    assert URL in caplog.text


async def test_script_errors_of_the_page_are_logged_on_one_line_each_and_bounded(clock, caplog):
    log = [LogEntry("error", "script", f"boom\n{number}", "http://site.example/a.js", number) for number in range(30)]
    log.append(LogEntry("info", "console", "hello"))
    service = make(FakeRenderer(lambda url: Rendering(page(), tuple(log))), clock)
    with caplog.at_level(logging.INFO):
        await service.get(ask(), "k", NoOrigin())
    assert len(caplog.records) == 11
    assert "20 more" in caplog.text
    assert "hello" not in caplog.text
    assert all("\n" not in record.getMessage() for record in caplog.records)


@pytest.mark.parametrize("kind", [RendererBusy, RendererUnavailable])
async def test_what_fails_every_render_is_logged_once_a_minute(kind, clock, caplog):
    service = make(FakeRenderer(lambda url: kind(url, "down")), clock)
    for key in ("a", "b", "c"):
        with pytest.raises(kind):
            await service.get(ask(), key, NoOrigin())
    assert [record.getMessage() for record in caplog.records] == [f"No snapshot: down: {URL!r}"]
    clock.now += 60
    with pytest.raises(kind):
        await service.get(ask(), "a", NoOrigin())
    assert len(caplog.records) == 2


async def test_a_failed_render_is_logged_with_the_errors_of_the_page(clock, caplog):
    log = (LogEntry("error", "script", "boom", "http://site.example/a.js", 3), LogEntry("info", "console", "hello"))
    service = make(FakeRenderer({URL: RenderTimeout(URL, "late", log)}), clock)
    with pytest.raises(RenderTimeout):
        await service.get(ask(), "k", NoOrigin())
    assert [record.getMessage() for record in caplog.records] == [
        f"No snapshot: late: {URL!r}",
        f"Error in {URL!r}: script: 'boom' at 'http://site.example/a.js':3",
    ]


async def test_what_is_no_url_to_the_renderer_is_the_clients_fault_and_not_logged(clock, caplog):
    service = make(FakeRenderer({URL: UrlError(URL, "no URL")}), clock)
    with pytest.raises(UrlError):
        await service.get(ask(), "k", NoOrigin())
    assert caplog.records == []


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
