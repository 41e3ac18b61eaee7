"""What Prometheus is told of a fleet; each web process says the same of it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator

from anyio import move_on_after
from prometheus_client import Metric
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily
from prometheus_client.registry import Collector

from ..errors import RendererUnavailable
from .broker import LEASE
from .report import FleetReport

PATIENCE = 2.0  # seconds; who asks gives up after ten
NAME = "ajaxcrawl_fleet_"


class FleetMetrics(Collector):
    """Shows what ``update`` has found last, of the workers those that live."""

    def __init__(self, ask: Callable[[], Awaitable[FleetReport]]) -> None:
        self._ask = ask
        self._report: FleetReport | None = None

    async def update(self) -> None:
        """Ask the fleet; called before each time that metrics are shown."""
        self._report = None
        with move_on_after(PATIENCE):
            try:
                self._report = await self._ask()
            except RendererUnavailable:
                return

    def describe(self) -> list[Metric]:
        """Nothing: what there is depends on the fleet."""
        return []

    def collect(self) -> Iterator[Metric]:
        """The metrics."""
        report = self._report
        yield GaugeMetricFamily(f"{NAME}up", "Whether the fleet's Redis answers.", float(report is not None))
        if report is None:
            return
        jobs = GaugeMetricFamily(f"{NAME}jobs", "Jobs in the queues.", labels=["priority", "state"])
        oldest = GaugeMetricFamily(f"{NAME}oldest_job_seconds", "Age of the oldest job.", labels=["priority"])
        for priority, queue in report.queues.items():
            jobs.add_metric([priority, "waiting"], queue.waiting)
            jobs.add_metric([priority, "running"], queue.running)
            oldest.add_metric([priority], queue.oldest)
        renders = CounterMetricFamily(f"{NAME}renders", "Renders that have ended.", labels=["worker", "outcome"])
        for labels, count in report.outcomes.items():
            renders.add_metric(labels, count)
        alive = [worker for worker in report.workers if worker.heard <= LEASE]
        yield from (jobs, oldest, renders)
        yield GaugeMetricFamily(f"{NAME}workers", "Workers that live.", len(alive))
        yield GaugeMetricFamily(f"{NAME}places", "Renders that they do at once.", sum(each.places for each in alive))
        yield CounterMetricFamily(f"{NAME}takeovers", "Jobs taken from dead workers.", report.takeovers)
        yield CounterMetricFamily(f"{NAME}poison", "Jobs given up as they kill workers.", report.poison)
