"""Whether a fleet will render for this site: what ``doctor`` says of Redis and the workers."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import anyio
import httpx
from redis.exceptions import RedisError

from .. import __version__
from ..health import Finding, Verdict
from .broker import LEASE, FleetBroker
from .control import fingerprint
from .report import FleetReport, WorkerReport, report
from .signing import MARKER, marker, proof

if TYPE_CHECKING:
    from ..settings import Settings

PATIENCE = 10.0  # seconds


def check_fleet(settings: Settings) -> Iterator[Finding]:
    """What ``renderer`` names, and who works there."""

    async def ask() -> tuple[FleetReport, dict[str, object]]:
        broker = FleetBroker(settings.renderer.removeprefix("taskiq+"))
        try:
            with anyio.fail_after(PATIENCE):
                return await report(broker), await broker.redis.info("memory")
        finally:
            await broker.shutdown()

    try:
        found, memory = anyio.run(ask)
    except (RedisError, OSError) as error:  # a timeout is one, too
        said = str(error) or f"no answer within {PATIENCE:.0f} s"
        advice = "Start the server, or correct renderer; it must be reached from here and from the workers."
        yield Finding("Redis", Verdict.WRONG, f"it cannot be asked: {said}", advice)
        return
    policy = str(memory.get("maxmemory_policy", "noeviction"))
    if memory.get("maxmemory") and policy != "noeviction":
        advice = "Set maxmemory-policy to noeviction, or give snapshots a server of their own."
        yield Finding("Redis", Verdict.WARNING, f"it drops jobs where memory is short ({policy})", advice)
    else:
        yield Finding("Redis", Verdict.OK, "it answers")
    yield _workers(settings, [worker for worker in found.workers if worker.heard <= LEASE])
    yield _origin(settings)


def _workers(settings: Settings, workers: list[WorkerReport]) -> Finding:
    assert settings.fleet_key is not None
    key = settings.fleet_key.get_secret_value()
    if not workers:
        advice = "Start one with starlette-ajaxcrawl worker: --broker is renderer without taskiq+."
        return Finding("Workers", Verdict.WRONG, "there is none", advice)
    faults: list[tuple[Callable[[WorkerReport], bool], str, str]] = [
        (
            lambda worker: worker.key in ("", fingerprint(key, worker.id)),
            "another fleet_key",
            "Set the same fleet_key for sites and workers, and start both anew.",
        ),
        (
            lambda worker: worker.version in ("", __version__),
            f"another version than {__version__}",
            "Install the same version for sites and workers: jobs of another are refused.",
        ),
    ]
    for is_right, what, advice in faults:
        wrong = [worker.id for worker in workers if not is_right(worker)]
        if wrong:
            verdict = Verdict.WRONG if len(wrong) == len(workers) else Verdict.WARNING
            return Finding("Workers", verdict, f"{', '.join(wrong)} have {what}", advice)
    places = sum(worker.places for worker in workers)
    return Finding("Workers", Verdict.OK, f"{len(workers)}, with room for {places} renders at once")


def _origin(settings: Settings) -> Finding:
    """Whether what answers at ``fleet_origin`` is a site with the key."""
    assert settings.fleet_key is not None
    assert settings.fleet_origin is not None
    subject, key, base = "Origin", settings.fleet_key.get_secret_value(), settings.fleet_origin
    mark = marker(key, f"{base}/", time.time() + PATIENCE)
    try:
        answer = httpx.get(f"{base}/", headers={MARKER: mark}, timeout=PATIENCE, trust_env=False)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        advice = "Start the site, or correct fleet_origin: workers ask there for what pages load."
        return Finding(subject, Verdict.WARNING, f"{base} cannot be asked: {error}", advice)
    if answer.headers.get(MARKER) != proof(key, mark):
        advice = "fleet_origin must be the application with the middleware, or a balancer before several with one key."
        return Finding(subject, Verdict.WRONG, f"what answers at {base} is no site with this fleet_key", advice)
    return Finding(subject, Verdict.OK, f"the site answers at {base}")
