"""An archive that the workers of a fleet render."""

import itertools
from contextlib import closing
from dataclasses import replace
from functools import partial
from types import SimpleNamespace

import anyio
import pytest
from archive_runs import BASE, archive

from fleet.conftest import waiting
from starlette_ajaxcrawl import FakeRenderer, RendererUnavailable, RenderRequest, Settings
from starlette_ajaxcrawl.archive import fleet as archive_fleet
from starlette_ajaxcrawl.archive import run
from starlette_ajaxcrawl.archive.fleet import FleetPages
from starlette_ajaxcrawl.archive.manifest import Manifest
from starlette_ajaxcrawl.fleet.renderer import FleetRenderer

pytestmark = pytest.mark.anyio

STATES = [f"/#!/{number}" for number in range(12)]


@pytest.fixture(autouse=True)
def soon(monkeypatch):
    """Pauses that are no longer than a test."""
    monkeypatch.setattr(archive_fleet, "PAUSE", 0.05)
    monkeypatch.setattr(run, "COUNTED", 0.1)


def archiving(fleet, folder, most=64, say=print):
    """One run over an archive of all states."""
    pages = FleetPages(fleet.renderer, fleet.renderer, most, say)
    return partial(archive, folder, pages, STATES, places=pages.places)


def kept(folder):
    with closing(Manifest(folder, read_only=True)) as manifest:
        return {row["url"]: row["outcome"] for row in manifest.rows()}


async def test_all_workers_render_it_each_state_once(fleet, tmp_path):
    begun, both = set(), anyio.Event()

    def worker(name):
        async def page(url):
            begun.add(name)
            if len(begun) == 2:
                both.set()
            await both.wait()
            return "<p>shown"

        return FakeRenderer(page)

    one, other = worker("one"), worker("other")
    async with fleet.working(one), fleet.working(other):
        with waiting(60)():
            progress = await archiving(fleet, tmp_path)()
    assert progress.completed == len(STATES)
    assert kept(tmp_path) == {f"{BASE}{state}": "completed" for state in STATES}
    assert sorted(request.url for request in [*one.requests, *other.requests]) == sorted(kept(tmp_path))


async def test_it_waits_for_a_worker_to_come_and_for_room_in_the_queue(redis, fleet, tmp_path):
    redis.empty()  # nobody has ever heard of a worker
    fleet.renderer = FleetRenderer(fleet.changed(max_queued_renders=1))
    done = []

    async def archived(folder):
        done.append(await archiving(fleet, folder)())

    with waiting(60)():
        async with anyio.create_task_group() as group:
            group.start_soon(archived, tmp_path / "early")
            with pytest.raises(RendererUnavailable, match="has no worker"):
                await fleet.ask()
            async with fleet.working(), fleet.working(), anyio.create_task_group() as both:
                both.start_soon(archived, tmp_path / "late")
                both.start_soon(until, lambda: len(done) == 2)
    assert {progress.completed for progress in done} == {len(STATES)}


async def until(condition):
    while not condition():  # noqa: ASYNC110 - nothing tells
        await anyio.sleep(0.02)


async def test_without_a_worker_it_says_so_once_ends_in_time_and_the_next_run_goes_on(
    redis, fleet, tmp_path, monkeypatch
):
    redis.empty()
    monkeypatch.setattr(archive_fleet, "PATIENCE", 0.1)
    said = []
    with pytest.raises(RendererUnavailable, match="start one with starlette-ajaxcrawl worker"):
        await archiving(fleet, tmp_path, say=said.append)()
    assert said == ["the fleet has no worker: start one with starlette-ajaxcrawl worker; waiting up to 0 s"]
    async with fleet.working():
        with waiting(60)():
            progress = await archiving(fleet, tmp_path)()
    assert progress.completed == len(STATES)


async def test_a_page_that_nobody_has_answered_in_time_is_sent_again_while_others_are_answered(monkeypatch):
    clock = itertools.count(step=0.8 * archive_fleet.PATIENCE)
    monkeypatch.setattr(archive_fleet, "anyio", SimpleNamespace(current_time=lambda: next(clock), sleep=anyio.sleep))
    late = RenderRequest(f"{BASE}/#!/late", Settings(_environment=False))
    tries = 0

    async def page(url):
        nonlocal tries
        if url == late.url and (tries := tries + 1) < 4:
            await pages.render(replace(late, url=f"{BASE}/#!/other"), None)
            raise RendererUnavailable(url, "no worker has answered")
        return "<p>shown"

    pages = FleetPages(FakeRenderer(page), None, 1)
    assert (await pages.render(late, None)).snapshot.body == b"<p>shown"
    assert tries == 4
