"""What the command doctor says of a fleet."""

import pytest
from anyio.to_thread import run_sync
from servers import uvicorn_running
from starlette.applications import Starlette

from fleet.conftest import Fleet
from fleet.test_command import the_worker
from starlette_ajaxcrawl import AjaxCrawlMiddleware, health
from starlette_ajaxcrawl.fleet import doctor
from starlette_ajaxcrawl.health import Verdict

pytestmark = pytest.mark.anyio


async def findings(settings):
    return [
        (finding.subject, finding.verdict, finding.found)
        for finding in await run_sync(lambda: list(health.examine(settings)))
    ]


async def test_redis_and_workers_are_looked_at_and_java_is_not(fleet, redis):
    redis_is_well = ("Redis", Verdict.OK, "it answers")
    found = await findings(fleet.settings)
    assert found[:2] == [redis_is_well, ("Workers", Verdict.WRONG, "there is none")]
    async with fleet.working(places=3):
        await the_worker(fleet)
        right = ("Workers", Verdict.OK, "1, with room for 3 renders at once")
        assert (await findings(fleet.settings))[:2] == [redis_is_well, right]


async def test_what_answers_at_fleet_origin_shows_that_it_is_the_site(fleet):
    def origin(url):
        return next(found for found in doctor.check_fleet(fleet.changed(fleet_origin=url)) if found.subject == "Origin")

    async def asked(url):
        found = await run_sync(origin, url)
        return found.verdict, found.found

    settings = fleet.changed(renderer="htmlunit")
    verdict, said = await asked("http://127.0.0.1:9")
    assert (verdict, said.partition(": ")[0]) == (Verdict.WARNING, "http://127.0.0.1:9 cannot be asked")
    with uvicorn_running(AjaxCrawlMiddleware(Starlette(), settings=settings), lifespan="off") as url:
        assert await asked(url) == (Verdict.OK, f"the site answers at {url}")
    with uvicorn_running(Starlette()) as url:
        assert await asked(url) == (Verdict.WRONG, f"what answers at {url} is no site with this fleet_key")


async def test_workers_with_another_key_or_version_are_named(fleet, monkeypatch):
    async with fleet.working():
        worker = await the_worker(fleet)
        others = fleet.changed(fleet_key="another-key-of-sixteen")
        assert (await findings(others))[1] == ("Workers", Verdict.WRONG, f"{worker.id} have another fleet_key")
        monkeypatch.setattr(doctor, "__version__", "0.0")
        found = (await findings(fleet.settings))[1]
        assert found == ("Workers", Verdict.WRONG, f"{worker.id} have another version than 0.0")


async def test_a_redis_that_is_away_or_drops_jobs_is_said(fleet, redis):
    ((subject, verdict, said),) = await findings(Fleet("redis://127.0.0.1:1/0").settings)
    assert (subject, verdict) == ("Redis", Verdict.WRONG)
    assert said.startswith("it cannot be asked: ")
    with redis.client() as client:
        try:
            client.config_set("maxmemory", "1gb")
            client.config_set("maxmemory-policy", "allkeys-lru")
            found = (await findings(fleet.settings))[0]
        finally:
            client.config_set("maxmemory", 0)
            client.config_set("maxmemory-policy", "noeviction")
    assert found == ("Redis", Verdict.WARNING, "it drops jobs where memory is short (allkeys-lru)")
