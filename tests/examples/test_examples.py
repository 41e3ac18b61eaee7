"""Each example runs under the server it names, and its snapshots show what Chromium shows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest
from servers import hypercorn_running, uvicorn_running

from examples import fastapi_site, quart_site, starlette_site
from starlette_ajaxcrawl import to_ugly

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chromium import Chromium

PAGES = {
    "starlette": ["/", "/#!/", "/#!/products/2", "/#!/products/3", "/#!/brewing", "/#!/nowhere", "/opening-hours"],
    "quart": ["/", "/#!eagle-ridge", "/#!old-mill", "/#!no such", "/weather"],
    "fastapi": ["/", "/acts/north-ferry", "/stages/Meadow"],
}
CASES = [(name, path) for name, paths in PAGES.items() for path in paths]


@pytest.fixture(scope="module")
def sites() -> Iterator[dict[str, str]]:
    quart: Any = quart_site.app
    with (
        uvicorn_running(starlette_site.app) as starlette_url,
        uvicorn_running(fastapi_site.app) as fastapi_url,
        hypercorn_running(quart, "asyncio") as quart_url,
    ):
        yield {"starlette": starlette_url, "quart": quart_url, "fastapi": fastapi_url}


@pytest.mark.parametrize(("name", "path"), CASES)
def test_its_snapshot_shows_what_people_see(name: str, path: str, sites: dict[str, str], chromium: Chromium) -> None:
    url = sites[name] + path
    response = httpx.get(to_ugly(url), timeout=60)
    assert response.status_code == 200, response.text
    shown, live = chromium.shown(to_ugly(url), response.content), chromium.live([url], settled=600)[url]
    assert (shown.title, shown.words, shown.links) == (live.title, live.words, live.links)
    assert shown.scripts == 0


def test_the_tea_shop_is_empty_without_scripts(sites: dict[str, str]) -> None:
    assert "Jade Dew" not in httpx.get(sites["starlette"] + "/").text


def test_an_act_that_does_not_play_is_a_404_for_crawlers(sites: dict[str, str]) -> None:
    response = httpx.get(to_ugly(sites["fastapi"] + "/acts/nobody"), timeout=60)
    assert (response.status_code, "Nobody of that name" in response.text) == (404, True)


def test_settings_of_the_quart_app_come_from_its_config() -> None:
    quart: Any = quart_site.app
    assert quart.asgi_app.crawl.settings.wait_for_background_javascript == 5.0
