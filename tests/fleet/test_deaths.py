"""Jobs that workers die with: which are rendered again, and which are given up."""

import anyio
import pytest

from fleet.conftest import URL
from fleet.test_order import until_waiting
from starlette_ajaxcrawl import FakeRenderer
from starlette_ajaxcrawl.fleet.deaths import Deaths

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize(
    ("alone", "together", "others", "given_up"),
    [
        (0, 5, 0, False),  # others were there each time
        (1, 2, 0, False),
        (2, 3, 0, True),
        (2, 3, 3, False),  # workers die without it, too
        (4, 5, 50, True),
    ],
)
def test_a_job_is_given_up_where_workers_have_died_with_it_alone_and_hardly_without(alone, together, others, given_up):
    assert Deaths(alone, together, others).are_of_the_job == given_up


class Watched(FakeRenderer):
    """Renders a page once its event is set; notes what else was being rendered when each began."""

    def __init__(self, *held: str) -> None:
        super().__init__(lambda url: "<p>shown")
        self.running: list[str] = []
        self.beside: dict[str, list[str]] = {}
        self.may_end = {url: anyio.Event() for url in held}

    async def render(self, request, origin):
        self.beside[request.url] = list(self.running)
        self.running.append(request.url)
        try:
            if request.url in self.may_end:
                await self.may_end[request.url].wait()
            return await super().render(request, origin)
        finally:
            self.running.remove(request.url)


async def until(condition):
    with anyio.fail_after(60):
        while not await condition():  # noqa: ASYNC110 - nothing tells
            await anyio.sleep(0.01)


async def test_jobs_that_a_worker_has_died_with_are_rendered_again_one_at_a_time(fleet):
    renderer = Watched()
    async with anyio.create_task_group() as group:
        for number in range(3):
            group.start_soon(fleet.ask, f"{URL}{number}")
        await until_waiting(fleet, 3)
        await fleet.dies_with(jobs=3)
        async with fleet.working(renderer, places=3, lease=0.3):

            async def all_are_done():
                return len(renderer.requests) == 3

            await until(all_are_done)
    assert list(renderer.beside.values()) == [[], [], []]
    report = await fleet.renderer.report()
    assert (report.takeovers, report.poison) == (3, 0)


async def test_a_busy_worker_makes_room_for_a_job_that_another_has_died_with(fleet):
    first, second, suspect = (f"{URL}{name}" for name in ("first", "second", "suspect"))
    renderer = Watched(first, second)

    async def both_run():
        return len(renderer.running) == 2

    async def is_taken_over():
        return (await fleet.renderer.report()).takeovers

    async def it_is_rendered():
        return suspect in renderer.beside

    async with fleet.working(renderer, places=2, lease=0.3), anyio.create_task_group() as group:
        group.start_soon(fleet.ask, first)
        group.start_soon(fleet.ask, second)
        await until(both_run)
        group.start_soon(fleet.ask, suspect)
        await until_waiting(fleet, 1)
        await fleet.dies_with()
        renderer.may_end[first].set()
        await until(is_taken_over)
        group.start_soon(fleet.ask, f"{URL}later")
        await until_waiting(fleet, 2)
        renderer.may_end[second].set()
        await until(it_is_rendered)
    assert renderer.beside[suspect] == []
