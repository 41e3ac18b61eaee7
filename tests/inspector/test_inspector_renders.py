"""The inspector's list of renders: what it shows, how it is narrowed, kept in bounds and live."""

from __future__ import annotations

import re
import time
from html import unescape

import pytest
from inspected import logged_in, rendering, site, text

from starlette_ajaxcrawl import Answered, Rendered
from starlette_ajaxcrawl.inspector.filters import number, seconds, size
from starlette_ajaxcrawl.inspector.renders import Filter, Renders

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    """Nothing here waits for anything but the application."""
    return "asyncio"


async def test_the_list_shows_what_was_rendered_and_can_be_narrowed() -> None:
    async with logged_in(site()) as client:
        for state in ("/one", "/late", "/cut", "/moved"):
            await client.get("/", params={"_escaped_fragment_": state})
        await client.get("/", params={"_escaped_fragment_": "/one"})

        async def listed(**wanted: str) -> list[str]:
            answer = await client.get("/_inspector/recent", params=wanted)
            return re.findall(r'<a id="render-\d+" href="render[^"]+">([^<]+)', answer.text)

        assert await listed() == ["/#!/moved", "/#!/cut", "/#!/late", "/#!/one"]
        assert await listed(text="ONE") == ["/#!/one"]
        assert await listed(outcome="failed") == ["/#!/late"]
        assert await listed(outcome="incomplete") == ["/#!/cut"]
        assert await listed(outcome="errors") == ["/#!/cut", "/#!/late", "/#!/one"]
        assert await listed(slower="1") == []
        assert await listed(slower="nonsense", outcome="nonsense") == await listed()
        home = await client.get("/_inspector/")
        assert re.findall(r'<option value="(http[^"]+)"', home.text)[0] == "http://example.com/#!/moved"
        assert "Renders 4 Failed or cut 2" in text(home)
        assert "From the store 1 of 5" in text(home)
        (link,) = re.findall(r'href="(render[^"]+)">/#!/one', home.text)
        render = await client.get(f"/_inspector/{unescape(link)}")
    assert "http://example.com/#!/one" in text(render)
    # strangers chose this URL: its page is shown when asked for
    assert 'id="live"' not in render.text
    assert 'id="show-live"' in render.text


async def test_live_lists_are_sent_when_something_is_new_and_stay_with_their_worker() -> None:
    async with logged_in(site()) as client:
        home = await client.get("/_inspector/")
        poll = dict(re.findall(r'<input type="hidden" name="(worker|seen|as_of)" value="([^"]*)"', home.text))
        assert (await client.get("/_inspector/recent", params=poll)).status_code == 204
        other = await client.get("/_inspector/recent", params={**poll, "worker": "1-1"})
        assert (other.status_code, other.headers["connection"]) == (204, "close")
        long_ago = {**poll, "worker": "1-1", "as_of": str(time.time() - 60)}
        assert poll["worker"] in (await client.get("/_inspector/recent", params=long_ago)).text
        await client.get("/", params={"_escaped_fragment_": "/new"})
        assert "/#!/new" in (await client.get("/_inspector/recent", params=poll)).text
        paused = await client.get("/_inspector/", params={"live": "0"})
    assert "every 2s" in home.text
    assert "every 2s" not in paused.text


async def test_a_render_of_another_worker_is_looked_for_by_new_connections() -> None:
    async with logged_in(site()) as client:
        answer = await client.get("/_inspector/render?worker=1-1&id=3")
        assert (answer.headers["refresh"], answer.headers["connection"]) == (
            "0; url=render?worker=1-1&id=3&try=1",
            "close",
        )
        last = await client.get("/_inspector/render?worker=1-1&id=3&try=12")
        assert (last.status_code, "refresh" in last.headers) == (404, False)
        worker = re.findall(r"Worker (\S+),", (await client.get("/_inspector/")).text)[0]
        gone = await client.get(f"/_inspector/render?worker={worker}&id=99")
        assert (gone.status_code, "refresh" in gone.headers) == (404, False)


def test_what_is_remembered_is_bounded_in_count_and_in_bytes() -> None:
    def told(state: str, body: str = "") -> Rendered:
        url = f"http://example.com/#!/{state}"
        return Rendered(url, url, time.time(), 0.5, "complete", rendering=rendering(url, body))

    few = Renders(max_renders=3)
    for state in "abcde":
        few(told(state))
    few(Answered("http://example.com/", "hit", 200, 0.0))
    assert [render.event.url[-1] for render in few.recent()] == ["e", "d", "c"]
    assert (few.seen, few.answers["hit"], few.get(1)) == (5, 1, None)
    small = Renders(max_bytes=200_000)
    for state in "abcde":
        small(told(state, "x" * 60_000))
    assert [render.event.url[-1] for render in small.recent()] == ["e", "d", "c"]
    small(told("huge", "x" * 300_000))
    assert len(small.recent(Filter("huge"))) == 0
    assert len(small.recent()) == 3


@pytest.mark.parametrize(
    ("value", "written"),
    [
        (0, "0 ms"),
        (0.34, "340 ms"),
        (0.9996, "1.0 s"),
        (2.34, "2.3 s"),
        (99.97, "100 s"),
        (600, "10 min"),
        (1e6, "12 days"),
    ],
)
def test_times_are_written_short(value, written) -> None:
    assert seconds(value) == written


@pytest.mark.parametrize(("value", "written"), [(0, "0 B"), (999, "999 B"), (3500, "3.4 KiB"), (16 * 2**20, "16 MiB")])
def test_sizes_are_written_short(value, written) -> None:
    assert size(value) == written


@pytest.mark.parametrize("text", ["nan", "inf", "-1", "x", "", None, "1e99"])
def test_numbers_of_a_query_are_numbers(text) -> None:
    assert number(text) == 0.0
