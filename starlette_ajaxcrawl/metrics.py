"""Prometheus metrics of a crawl. Needs the extra [metrics] (prometheus-client)."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, make_asgi_app
from prometheus_client.multiprocess import MultiProcessCollector

from .events import Answered, Event, Rendered
from .renderers.base import Load, Measured

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from .crawl import AjaxCrawl
    from .fleet.metrics import FleetMetrics

RENDER_BUCKETS = (0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 60.0)  # seconds; deadline is 20
ANSWER_BUCKETS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.05, 0.2, 1.0, 5.0, 20.0)
PHASES = ("wait", "fetch", "script", "serialise")


def _load(crawl: AjaxCrawl) -> Load:
    return crawl.renderer.load() if isinstance(crawl.renderer, Measured) else Load(0, 0)


GAUGES: dict[str, tuple[str, Callable[[AjaxCrawl], float]]] = {
    "renders_in_flight": ("Renders that run, wait, or are being kept.", lambda crawl: crawl.service.in_flight),
    "renders_running": ("Renders that have a place.", lambda crawl: _load(crawl).running),
    "renders_waiting": ("Renders that wait for a place.", lambda crawl: _load(crawl).waiting),
    "lost_threads": ("Threads that pages have taken for good.", lambda crawl: _load(crawl).lost_threads),
    "heap_used_bytes": ("Java's heap in use.", lambda crawl: _load(crawl).heap_used or 0),
    "heap_max_bytes": ("What Java's heap may grow to.", lambda crawl: _load(crawl).heap_max or 0),
}


class Metrics:
    """Counts what happens to ``crawl`` in metrics that ``registry`` has.

    Where several processes share a folder ``PROMETHEUS_MULTIPROC_DIR``, gauges are as of the last event of each
    process, and added up over those that live.
    """

    def __init__(self, crawl: AjaxCrawl, registry: CollectorRegistry | None) -> None:
        self._crawl = crawl
        self._shared = "PROMETHEUS_MULTIPROC_DIR" in os.environ
        of: Any = {"namespace": "ajaxcrawl", "registry": registry}
        self._renders = Counter("renders", "Renders that have ended.", ["outcome"], **of)
        self._seconds = Histogram("render_seconds", "How long renders took.", buckets=RENDER_BUCKETS, **of)
        self._phases = Histogram(
            "render_phase_seconds", "How long their phases took.", ["phase"], buckets=RENDER_BUCKETS, **of
        )
        self._requests = Counter("page_requests", "Requests of pages while they were rendered.", ["outcome"], **of)
        self._answers = Counter("answers", "Answers to crawlers and bots.", ["outcome", "client"], **of)
        self._answering = Histogram(
            "answer_seconds", "How long answers took.", ["outcome"], buckets=ANSWER_BUCKETS, **of
        )
        self._gauges = [
            (Gauge(name, meaning, multiprocess_mode="livesum", **of), value)
            for name, (meaning, value) in GAUGES.items()
        ]
        if not self._shared:
            for gauge, value in self._gauges:
                gauge.set_function(partial(value, crawl))
        crawl.observe(self)

    def __call__(self, event: Event) -> None:
        """Count ``event``."""
        if isinstance(event, Answered):
            self._answers.labels(event.outcome, "bot" if event.bot else "crawler").inc()
            self._answering.labels(event.outcome).observe(event.seconds)
        elif isinstance(event, Rendered):
            self._renders.labels(event.outcome).inc()
            self._seconds.observe(event.seconds)
            if event.rendering is not None:
                for phase in PHASES:
                    self._phases.labels(phase).observe(getattr(event.rendering.timings, phase))
                for request in event.rendering.requests:
                    self._requests.labels(request.outcome).inc()
        if self._shared:
            for gauge, value in self._gauges:
                gauge.set(value(self._crawl))


def metrics(crawl: AjaxCrawl, registry: CollectorRegistry | None = None) -> ASGIApp:
    """An ASGI application that shows the metrics of ``crawl`` to Prometheus, to be mounted where the site wants it.

    They are added to ``registry``, which may hold others; without one they have a registry of their own. With
    ``PROMETHEUS_MULTIPROC_DIR`` set, it shows those of all processes that share the folder.
    """
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        Metrics(crawl, None)
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    else:
        registry = CollectorRegistry() if registry is None else registry
        Metrics(crawl, registry)
    return _Shown(registry, _fleet(crawl, registry))


def _fleet(crawl: AjaxCrawl, registry: CollectorRegistry) -> FleetMetrics | None:
    """What shows the fleet in ``registry``, where the renders of ``crawl`` are done by one."""
    ask = getattr(crawl.renderer, "report", None)
    if ask is None:
        return None
    from .fleet.metrics import FleetMetrics  # taskiq is loaded only where it is used

    fleet = FleetMetrics(ask)
    registry.register(fleet)
    return fleet


class _Shown:
    """An ASGI application that is an object: Starlette's routes take functions for something else."""

    def __init__(self, registry: CollectorRegistry, fleet: FleetMetrics | None) -> None:
        self._app = make_asgi_app(registry)
        self._fleet = fleet

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._fleet is not None:
            await self._fleet.update()
        await self._app(scope, receive, send)
