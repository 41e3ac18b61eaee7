"""What Prometheus sees of a fleet."""

import pytest
from asgi_calls import call
from prometheus_client.parser import text_string_to_metric_families

from fleet.conftest import URL, shows
from fleet.test_order import waiting_in
from starlette_ajaxcrawl import AjaxCrawl
from starlette_ajaxcrawl.fleet.renderer import FleetRenderer
from starlette_ajaxcrawl.metrics import metrics

pytestmark = pytest.mark.anyio


async def shown(app):
    text = (await call(app, "/metrics")).body.decode()
    return {
        (
            sample.name.removeprefix("ajaxcrawl_fleet_"),
            *(value for _, value in sorted(sample.labels.items())),
        ): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name.startswith("ajaxcrawl_fleet")
    }


async def test_queues_and_renders_by_worker_and_outcome_are_shown(fleet):
    app = metrics(AjaxCrawl(fleet.settings, renderer=fleet.renderer))
    async with waiting_in(fleet, URL, "archive") as archived:
        found = await shown(app)
        assert (found["up",], found["jobs", "archive", "waiting"], found["jobs", "crawler", "waiting"]) == (1, 1, 0)
        assert 0 < found["oldest_job_seconds", "archive"] < 60
        assert found["workers",] == 0
        async with fleet.working(shows(), name="host-a"):
            await fleet.ask()
            await archived.wait()
    found = await shown(app)
    assert found["jobs", "archive", "waiting"] == found["takeovers_total",] == found["poison_total",] == 0
    assert found["renders_total", "complete", "host-a"] == 2


async def test_a_redis_that_is_away_is_shown(fleet):
    away = FleetRenderer(fleet.changed(renderer="taskiq+redis://127.0.0.1:1/0"))
    assert await shown(metrics(AjaxCrawl(fleet.settings, renderer=away))) == {("up",): 0}
    await away.close()
