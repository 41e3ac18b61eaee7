"""Prometheus metrics, and the dashboard that shows them."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from unittest.mock import AsyncMock

import pytest
from asgi_calls import call
from bare_site import PRETTY, UGLY, Site, around, snapshot
from prometheus_client import CollectorRegistry
from prometheus_client.parser import text_string_to_metric_families

from starlette_ajaxcrawl import AjaxCrawl, FakeRenderer, PageRequest, Rendering, RenderTimeout, Settings, Timings
from starlette_ajaxcrawl.fleet.metrics import FleetMetrics
from starlette_ajaxcrawl.fleet.report import FleetReport, Queue
from starlette_ajaxcrawl.metrics import Metrics, metrics
from starlette_ajaxcrawl.renderers.base import Load
from starlette_ajaxcrawl.renderers.htmlunit import HtmlUnitRenderer

pytestmark = pytest.mark.anyio

ROOT = Path(__file__).resolve().parent.parent
DASHBOARD = ROOT / "docs" / "grafana-dashboard.json"
REQUESTS = (PageRequest("GET", "http://example.com/a.js", 200, 10, 0.1, "ok"),) * 2 + (
    PageRequest("GET", "http://ads.example/", 0, 0, 0.0, "blocked"),
)


class Busy(FakeRenderer):
    def load(self) -> Load:
        return Load(2, 5, 1, 100_000_000, 512_000_000)


async def shown(app) -> dict[str, float]:
    exchange = await call(app, "/metrics")
    assert exchange.status == 200
    return samples(exchange.body.decode())


def samples(text: str) -> dict[str, float]:
    return {
        sample.name + "".join(f" {name}={value}" for name, value in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_renders_and_answers_are_counted_by_how_they_went() -> None:
    page = Rendering(snapshot(created=time.time()), requests=REQUESTS, timings=Timings(0.1, 0.2, 0.3, 0.4))
    middleware = around(Site(), Busy({PRETTY: page}), bots="known")
    app = metrics(middleware.crawl)
    await call(middleware, UGLY)
    await call(middleware, UGLY)
    await call(middleware, "/a?_escaped_fragment_=")
    found = await shown(app)
    assert found["ajaxcrawl_renders_total outcome=complete"] == 1
    assert found["ajaxcrawl_renders_total outcome=render_error"] == 1
    assert found["ajaxcrawl_render_seconds_count"] == 2
    assert [found[f"ajaxcrawl_render_phase_seconds_sum phase={name}"] for name in ("wait", "fetch", "script")] == [
        0.1,
        0.2,
        0.3,
    ]
    assert found["ajaxcrawl_page_requests_total outcome=ok"] == 2
    assert found["ajaxcrawl_page_requests_total outcome=blocked"] == 1
    assert found["ajaxcrawl_answers_total client=crawler outcome=miss"] == 1
    assert found["ajaxcrawl_answers_total client=crawler outcome=hit"] == 1
    assert found["ajaxcrawl_answers_total client=crawler outcome=error"] == 1
    assert found["ajaxcrawl_answer_seconds_count outcome=hit"] == 1
    gauges = ("renders_in_flight", "renders_running", "renders_waiting", "lost_threads", "heap_used_bytes")
    assert [found[f"ajaxcrawl_{name}"] for name in gauges] == [0, 2, 5, 1, 100_000_000]


async def test_they_go_into_a_registry_of_the_sites_own() -> None:
    registry = CollectorRegistry()
    middleware = around(Site(), {PRETTY: RenderTimeout(PRETTY, "slow")})
    Metrics(middleware.crawl, registry)
    await call(middleware, UGLY)
    assert registry.get_sample_value("ajaxcrawl_renders_total", {"outcome": "render_timeout"}) == 1
    assert registry.get_sample_value("ajaxcrawl_heap_used_bytes") == 0


def test_a_renderer_that_has_not_begun_has_no_load() -> None:
    assert HtmlUnitRenderer(Settings(_env_file=None)).load() == Load(0, 0)


PROCESS = """
import anyio, sys
sys.path[:0] = [{tests!r}, {root!r}]
from asgi_calls import call
from bare_site import UGLY, Site, around
from starlette_ajaxcrawl.metrics import metrics
async def main():
    middleware = around(Site())
    app = metrics(middleware.crawl)
    await call(middleware, UGLY)
    print((await call(app, "/")).body.decode())
anyio.run(main)
"""


def test_processes_that_share_a_folder_show_what_all_have_counted(tmp_path: Path) -> None:
    code = PROCESS.format(tests=str(ROOT / "tests"), root=str(ROOT))
    environment = {**os.environ, "PROMETHEUS_MULTIPROC_DIR": str(tmp_path)}
    outputs = [
        subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert [samples(one)["ajaxcrawl_renders_total outcome=complete"] for one in outputs] == [1, 2]


async def test_the_dashboard_asks_for_metrics_that_there_are() -> None:
    dashboard = json.loads(DASHBOARD.read_text())
    expressions = [target["expr"] for panel in dashboard["panels"] for target in panel.get("targets", ())]
    crawl = AjaxCrawl(Settings(_env_file=None), renderer=FakeRenderer())
    registry = CollectorRegistry()
    metrics(crawl, registry)
    report = FleetReport({"crawler": Queue(1, 1, 2.0)}, (), {("host", "complete"): 1}, 0, 0)
    fleet = FleetMetrics(AsyncMock(return_value=report))
    await fleet.update()
    registry.register(fleet)
    there: set[str] = set()
    for family in registry.collect():
        suffixes = {"counter": ("_total",), "histogram": ("_bucket", "_sum", "_count")}.get(family.type, ("",))
        there |= {family.name + suffix for suffix in suffixes}
    asked = {name for expression in expressions for name in re.findall(r"ajaxcrawl_\w+", expression)}
    assert asked <= there
    assert {re.sub("_(bucket|sum|count|total)$", "", name) for name in there} == {
        re.sub("_(bucket|sum|count|total)$", "", name) for name in asked
    }, "each is shown somewhere"
    places = [panel["gridPos"] for panel in dashboard["panels"]]
    assert len({(place["x"], place["y"]) for place in places}) == len(places)
    assert len({panel["id"] for panel in dashboard["panels"]}) == len(places)
