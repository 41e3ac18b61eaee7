"""The service where something fails: who is told, what is logged, and what the next request finds."""

import logging
from collections import defaultdict

import anyio
import pytest
from service_calls import URL, BrokenStore, Clock, NoOrigin, ask, make, page, until

from starlette_ajaxcrawl.errors import (
    RendererBusy,
    RenderError,
    RendererUnavailable,
    RenderTimeout,
    UrlError,
)
from starlette_ajaxcrawl.page_log import LogEntry
from starlette_ajaxcrawl.renderers.fake import FakeRenderer
from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.snapshot import INCOMPLETE, Rendering, Snapshot
from starlette_ajaxcrawl.stores import MemoryStore

pytestmark = pytest.mark.anyio


@pytest.fixture
def clock() -> Clock:
    return Clock()


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


async def test_what_is_kept_is_given_while_nothing_can_be_written(clock, monkeypatch):
    async def full(key, seconds):
        raise OSError("disk full")

    store = MemoryStore(1 << 20)
    await store.put("kept", page())
    monkeypatch.setattr(store, "acquire", full)
    service = make(FakeRenderer(lambda url: page()), clock, store)
    assert (await service.get(ask(), "new", NoOrigin())).outcome == "miss"
    assert (await service.get(ask(), "kept", NoOrigin())).outcome == "hit"


def test_the_settings_that_the_log_says_to_raise_are_there():
    named = {advice.removeprefix("raise ") for advice in INCOMPLETE.values() if advice.startswith("raise ")}
    assert named <= set(Settings.model_fields)
    assert [reason for reason, advice in INCOMPLETE.items() if not advice.startswith("raise ")] == ["response_broken"]


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
    assert [record.levelname for record in caplog.records] == ["WARNING"] * 11 + ["INFO"]
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


async def test_what_is_more_than_the_renderer_takes_is_refused_before_anything_is_made_for_it(clock, caplog):
    renderer = FakeRenderer(lambda url: page(created=clock.now), wait=anyio.Event())
    renderer.capacity = 2
    store = MemoryStore(1 << 20)
    await store.put("stale", page(body=b"old"))
    clock.now += 100
    service = make(renderer, clock, store)
    request = ask(Settings(_environment=False, max_age=60, stale_while_revalidate=10, stale_if_error=600))
    outcomes: dict[str, list[str]] = defaultdict(list)

    async def one(key: str) -> None:
        try:
            outcomes[(await service.get(request, key, NoOrigin())).outcome].append(key)
        except RendererBusy:
            outcomes["busy"].append(key)

    async with anyio.create_task_group() as group:
        for number in range(5):  # all of them before the first render begins
            group.start_soon(one, f"{number}")
        await anyio.wait_all_tasks_blocked()
        assert len(outcomes["busy"]) == 3
        (rendered, *_) = {"0", "1", "2", "3", "4"}.difference(outcomes["busy"])
        for key in (rendered, "stale"):
            group.start_soon(one, key)
        await anyio.wait_all_tasks_blocked()
        assert outcomes["stale"] == ["stale"]
        with pytest.raises(RendererBusy):
            service.check_room(request, "another")
        service.check_room(request, rendered)
        renderer.wait.set()
    assert (len(outcomes["miss"]), outcomes["shared"]) == (2, [rendered])
    assert [record.getMessage() for record in caplog.records] == [
        f"No snapshot: 2 renders run or wait already (max_queued_renders): {URL!r}"
    ]
    assert (await service.get(request, "another", NoOrigin())).outcome == "miss"


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
