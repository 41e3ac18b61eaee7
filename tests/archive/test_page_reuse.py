"""States that share a page: what is compared, and what comes of pages that are not alike or end early."""

from collections import Counter
from contextlib import asynccontextmanager

import pytest
from archive_runs import BASE, archive

from starlette_ajaxcrawl import FakeRenderer, RenderError, Snapshot
from starlette_ajaxcrawl.stores.archive import ArchiveStore

pytestmark = pytest.mark.anyio

JOBS = {"max_concurrent_renders": 2}


class Page(FakeRenderer):
    """Renders ``page(url)``; in a page that is shown again ``shown(url, number)``, the ``number``th time."""

    def __init__(self, shown=lambda url, number: url, page=lambda url: url) -> None:
        super().__init__(page)
        self._shown = shown
        self.loads = 0
        self.again = 0

    @asynccontextmanager
    async def reuse(self, first, origin):
        number = 0
        self.loads += 1

        async def show(request):
            nonlocal number
            number += 1
            if number == 1:
                return await self.render(request, origin)
            self.again += 1
            return await FakeRenderer(lambda url: self._shown(url, number)).render(request, origin)

        yield show


async def bodies(folder, count: int, path: str = "/") -> Counter:
    """What the archive has, with the number of each state taken out."""
    store = ArchiveStore(folder)
    found = [(await store.get(f"{BASE}{path}#!{number}")).body.decode() for number in range(count)]
    await store.close()
    return Counter(body.replace(f"{BASE}{path}#!{number}", "own") for number, body in enumerate(found))


async def run(folder, renderer, count: int, **settings):
    states = [f"/#!{number}" for number in range(count)]
    return await archive(folder, renderer, states, reuse_page=True, settings={**JOBS, **settings})


async def test_states_of_a_document_share_a_page_and_a_few_are_compared(tmp_path):
    renderer = Page()
    done = await run(tmp_path, renderer, 400)
    assert (done.completed, done.failed) == (400, 0)
    assert await bodies(tmp_path, 400) == {"own": 400}
    assert len(renderer.requests) < 50  # pages that were loaded for them, and samples
    assert renderer.again > 360


async def test_a_document_whose_sample_differs_is_rendered_fresh_and_nothing_shown_is_kept(tmp_path):
    renderer = Page(lambda url, number: f"{url} after {number - 1} others")
    assert (await run(tmp_path, renderer, 100)).completed == 100
    assert await bodies(tmp_path, 100) == {"own": 100}
    assert renderer.again < 20  # two runs of a few, one a job


async def test_a_page_that_wears_out_late_is_found(tmp_path):
    renderer = Page(lambda url, number: url if number < 30 else f"{url} worn out")
    await run(tmp_path, renderer, 200, max_concurrent_renders=1)
    assert await bodies(tmp_path, 200) == {"own": 200}
    assert 60 < renderer.again < 120


async def test_a_state_that_leaves_the_page_as_it_was_is_looked_at(tmp_path):
    canonical = '<link rel="canonical" href="{}">'.format
    before = []

    def shown(url: str, number: int) -> str:
        if url.endswith("#!37"):  # no route of the page's
            return before[-1].replace(canonical(before[-2]), canonical(url))
        before[:] = [url, canonical(url) + url]
        return before[-1]

    renderer = Page(shown, lambda url: canonical(url) + ("not found" if url.endswith("#!37") else url))
    await run(tmp_path, renderer, 60, max_concurrent_renders=1)
    store = ArchiveStore(tmp_path)
    found = [(await store.get(f"{BASE}/#!{number}")).body.decode() for number in range(60)]
    await store.close()
    assert [number for number, body in enumerate(found) if body.endswith("not found")] == [37]


@pytest.mark.parametrize("end", ["error", "incomplete", "redirect"])
async def test_a_state_that_ends_its_page_is_rendered_in_another(tmp_path, end):
    def shown(url: str, number: int):
        if not url.endswith("#!7"):
            return url
        if end == "error":
            return RenderError(url, "bad")
        kind, incomplete = ("html", ("deadline",)) if end == "incomplete" else ("redirect", ())
        return Snapshot(url, kind, 200, (), b"bad", 1.0, incomplete)

    renderer = Page(shown)
    assert (await run(tmp_path, renderer, 60)).completed == 60
    assert await bodies(tmp_path, 60) == {"own": 60}
    assert renderer.again > 40


async def test_pages_that_keep_ending_are_not_tried_on_and_on(tmp_path):
    renderer = Page(lambda url, number: RenderError(url, "bad"))
    assert (await run(tmp_path, renderer, 100)).completed == 100
    assert await bodies(tmp_path, 100) == {"own": 100}
    assert renderer.again < 20


async def test_a_state_that_fails_fails_alone(tmp_path):
    bad = lambda url: RenderError(url, "bad") if url.endswith("#!9") else url  # noqa: E731
    done = await run(tmp_path, Page(lambda url, number: bad(url), bad), 50)
    assert (done.completed, done.failed) == (49, 1)


async def test_plain_pages_and_the_wall_clock_have_pages_of_their_own(tmp_path):
    renderer = Page()
    await archive(tmp_path / "a", renderer, [f"/{number}" for number in range(20)], reuse_page=True)
    await archive(
        tmp_path / "b",
        renderer,
        [f"/#!{number}" for number in range(20)],
        reuse_page=True,
        settings={"clock": "wall", "wait_for_background_javascript": 1},
    )
    assert renderer.loads == 0
