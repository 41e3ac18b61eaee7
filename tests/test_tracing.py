"""OpenTelemetry: a span for each render, and for what is in it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from asgi_calls import call
from bare_site import PRETTY, UGLY, Site, around, snapshot
from opentelemetry import trace
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from starlette_ajaxcrawl import PageRequest, Rendering, RenderTimeout, Timings

pytestmark = pytest.mark.anyio

PAGE = Rendering(
    snapshot(),
    requests=(
        PageRequest("GET", "http://example.com/a.js", 200, 10, 0.1, "ok", 0.05),
        PageRequest("POST", "http://example.com/api", 0, 0, 0.2, "failed", 0.2),
    ),
    timings=Timings(0.25, 0.5, 1.0, 0.125),
)


@pytest.fixture
def spans(monkeypatch) -> InMemorySpanExporter:
    exporter = InMemorySpanExporter()
    provider = TracerProvider()
    provider.add_span_processor(SimpleSpanProcessor(exporter))
    monkeypatch.setattr(trace, "get_tracer", provider.get_tracer)  # a provider can be set once a process
    return exporter


async def test_a_render_holds_its_phases_and_the_page_its_requests(spans: InMemorySpanExporter) -> None:
    await call(around(Site(), {PRETTY: PAGE}), UGLY)
    by_name = {span.name: span for span in spans.get_finished_spans()}
    render, page = by_name["ajaxcrawl.render"], by_name["ajaxcrawl.page"]
    assert render.attributes == {
        "url.full": PRETTY,
        "ajaxcrawl.outcome": "complete",
        "http.response.status_code": 200,
    }
    parents = {name: span.parent and span.parent.span_id for name, span in by_name.items()}
    assert parents == {
        "ajaxcrawl.render": None,
        "ajaxcrawl.wait": render.context.span_id,
        "ajaxcrawl.page": render.context.span_id,
        "ajaxcrawl.serialise": render.context.span_id,
        "GET": page.context.span_id,
        "POST": page.context.span_id,
    }
    seconds = {
        name: ((span.start_time - render.start_time) / 1e9, (span.end_time - span.start_time) / 1e9)
        for name, span in by_name.items()
    }
    assert seconds["ajaxcrawl.wait"] == pytest.approx((0, 0.25), abs=1e-3)
    assert seconds["ajaxcrawl.page"] == pytest.approx((0.25, 1.5), abs=1e-3)
    assert seconds["POST"] == pytest.approx((0.45, 0.2), abs=1e-3)
    assert seconds["ajaxcrawl.serialise"] == pytest.approx((1.75, 0.125), abs=1e-3)
    assert by_name["POST"].status.status_code is trace.StatusCode.ERROR
    assert by_name["GET"].attributes["url.full"] == "http://example.com/a.js"


async def test_a_render_that_fails_is_an_error_below_the_span_of_the_request(spans: InMemorySpanExporter) -> None:
    middleware = around(Site(), {PRETTY: RenderTimeout(PRETTY, "too slow")})
    with trace.get_tracer("server").start_as_current_span("GET /shop") as request:
        await call(middleware, UGLY)
    (render, _) = spans.get_finished_spans()
    assert render.parent.span_id == request.get_span_context().span_id
    assert (render.status.status_code, render.status.description) == (trace.StatusCode.ERROR, "too slow")
    assert render.attributes["ajaxcrawl.reason"] == "too slow"


def test_without_the_package_there_are_none() -> None:
    code = (
        "import sys; sys.modules['opentelemetry'] = None\n"
        "from starlette_ajaxcrawl import AjaxCrawl, FakeRenderer, Settings\n"
        "print(bool(AjaxCrawl(Settings(_env_file=None), renderer=FakeRenderer()).observers))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
