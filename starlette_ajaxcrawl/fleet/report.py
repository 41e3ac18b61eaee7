"""FleetReport: how a fleet is just now, for people, scripts and metrics."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .broker import FleetBroker


@dataclass(frozen=True)
class Queue:
    """Jobs of one priority; ``oldest`` is the age of the one that was sent first, in seconds, 0 where there is none."""

    waiting: int
    running: int
    oldest: float


@dataclass(frozen=True)
class Running:
    """What a worker does: the pretty URL, for so many seconds."""

    url: str
    priority: str
    seconds: float


@dataclass(frozen=True)
class WorkerReport:
    """A worker. ``id`` is its own, ``name`` may be that of several; it was heard of ``heard`` seconds ago."""

    id: str
    name: str
    version: str
    places: int
    seconds: float
    heard: float
    leaving: bool
    key: str
    running: tuple[Running, ...]


@dataclass(frozen=True)
class FleetReport:
    """``queues`` are by priority, ``outcomes`` by a worker's name and what renders came to; all counts from the start.

    ``takeovers``: jobs that were taken from dead workers; ``poison``: those that were given up as they killed workers.
    """

    queues: dict[str, Queue]
    workers: tuple[WorkerReport, ...]
    outcomes: dict[tuple[str, str], int]
    takeovers: int
    poison: int


async def report(broker: FleetBroker) -> FleetReport:
    """Raises what redis raises."""
    text = await broker.run("report")
    found: dict[str, Any] = json.loads(text.decode("utf-8", "replace"))
    now = found["now"]
    running = [
        (worker, Running(url, priority, _seconds(now - since))) for worker, url, priority, since in found["running"]
    ]
    counts = dict(found["counts"] or [])
    queues = {}
    for priority, length, oldest in found["queues"]:
        busy = sum(job.priority == priority for _, job in running)
        queues[priority] = Queue(max(0, length - busy), busy, _seconds(now - oldest))
    return FleetReport(
        queues,
        tuple(_worker(now, worker, [job for name, job in running if name == worker[0]]) for worker in found["workers"]),
        {_name_and_outcome(key): int(count) for key, count in found["outcomes"]},
        int(counts.get("takeovers", 0)),
        int(counts.get("poison", 0)),
    )


def _worker(now: float, found: tuple[str, float, str, int], running: list[Running]) -> WorkerReport:
    name, heard, about_text, draining = found
    try:
        about = json.loads(about_text)
    except ValueError:  # it has come just now
        about = {}
    return WorkerReport(
        name,
        str(about.get("name", "")),
        str(about.get("version", "")),
        int(about.get("places", 0)),
        float(about.get("up", 0.0)) + _seconds(now - heard),
        _seconds(now - heard),
        bool(about.get("leaving", False)) or bool(draining),
        str(about.get("key", "")),
        tuple(sorted(running, key=lambda job: -job.seconds)),
    )


def _name_and_outcome(key: str) -> tuple[str, str]:
    name, _, outcome = key.rpartition(" ")
    return name, outcome


def _seconds(milliseconds: float) -> float:
    return max(0.0, milliseconds / 1000)
