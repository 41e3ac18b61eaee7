"""The health endpoint: alive, ready, and never a way to keep the renderer busy."""

from __future__ import annotations

import json
from typing import Any

import anyio
import pytest
from asgi_calls import call
from service_calls import Clock, until

from starlette_ajaxcrawl import AjaxCrawl, FakeRenderer, RendererBusy, RendererUnavailable, Settings
from starlette_ajaxcrawl.events import Rendered
from starlette_ajaxcrawl.readiness import FRESH, SITE, WORKS, Health
from starlette_ajaxcrawl.stores import MemoryStore

pytestmark = pytest.mark.anyio

GOOD = WORKS.decode()
URL = f"{SITE}/"


def made(pages: Any, clock: Clock, **more: Any) -> tuple[Health, AjaxCrawl]:
    crawl = AjaxCrawl(Settings(_env_file=None), renderer=FakeRenderer(pages, call_origin=True, **more))
    return Health(crawl, clock), crawl


async def ask(health: Health, path: str = "/health") -> tuple[int, dict[str, Any]]:
    exchange = await call(health, path)
    assert exchange.headers["cache-control"] == "no-store"
    return exchange.status, json.loads(exchange.body)


async def test_it_is_ready_where_a_render_works() -> None:
    health, crawl = made({URL: GOOD}, Clock())
    assert await ask(health) == (200, {"alive": True, "ready": True, "reasons": [], "seconds_ago": 0.0})
    assert [request.url for request in crawl.renderer.requests] == [URL]


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        (RendererUnavailable(URL, "there is no Java"), "there is no Java"),
        (RendererBusy(URL, "64 renders wait"), "64 renders wait"),
        ("<p>nothing</p>", "the page's script did not do its work"),
        (KeyError("a bug"), "the renderer failed: KeyError"),
    ],
)
async def test_it_is_503_with_the_reason_where_none_works(page: Any, reason: str) -> None:
    health, _ = made({URL: page}, Clock())
    status, found = await ask(health)
    assert (status, found["alive"], found["ready"], found["reasons"]) == (503, True, False, [reason])
    assert await ask(health, "/health/live") == (200, {"alive": True})
    assert (await ask(health, "/health/ready"))[0] == 503


async def test_however_many_ask_one_page_is_rendered_at_once_and_seldom() -> None:
    clock = Clock()
    health, crawl = made({URL: GOOD}, clock, wait=anyio.Event())
    async with anyio.create_task_group() as group:
        for _ in range(50):
            group.start_soon(ask, health)
        await until(lambda: crawl.renderer.requests)
        crawl.renderer.wait.set()
    for _ in range(10):
        await ask(health)
    assert len(crawl.renderer.requests) == 1
    clock.now += FRESH
    assert (await ask(health))[1]["seconds_ago"] == FRESH  # given at once, and checked behind it
    with anyio.fail_after(5):
        while (await ask(health))[1]["seconds_ago"]:
            await anyio.lowlevel.checkpoint()
    assert len(crawl.renderer.requests) == 2


async def test_a_page_that_was_rendered_for_somebody_spares_the_check() -> None:
    health, crawl = made({URL: RendererUnavailable(URL, "gone")}, Clock())
    crawl.observers.tell(Rendered("http://a/", "k", 0, 1, "render_timeout"))
    crawl.observers.tell(Rendered("http://a/", "k", 0, 1, "complete"))
    assert (await ask(health))[0] == 200
    assert crawl.renderer.requests == []


async def test_a_crowd_does_not_make_it_unready() -> None:
    clock = Clock()
    pages: dict[str, Any] = {URL: GOOD}
    health, crawl = made(pages, clock)
    await ask(health)
    pages[URL] = RendererBusy(URL, "64 renders wait")
    clock.now += FRESH
    await ask(health)
    await until(lambda: len(crawl.renderer.requests) == 2)
    assert (await ask(health))[0] == 200


async def test_an_archive_is_ready_without_a_renderer() -> None:
    class Archive(MemoryStore):
        read_only = True

    renderer = FakeRenderer({URL: RendererUnavailable(URL, "there is no Java")})
    crawl = AjaxCrawl(Settings(_env_file=None), renderer=renderer, store=Archive(1 << 20))
    assert (await ask(Health(crawl)))[0] == 200


async def test_a_renderer_that_asks_the_site_itself_is_taken_by_its_word() -> None:
    settings = Settings(_env_file=None, site_url="https://shop.example")
    crawl = AjaxCrawl(settings, renderer=FakeRenderer({"https://shop.example/": "<p>the shop"}))
    assert (await ask(Health(crawl)))[0] == 200


async def test_only_get_and_head_are_answered() -> None:
    health, _ = made({URL: GOOD}, Clock())
    assert (await call(health, "/health", method="POST")).status == 405
    head = await call(health, "/health", method="HEAD")
    assert (head.status, head.body) == (200, b"")
