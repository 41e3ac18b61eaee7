"""``starlette-ajaxcrawl fleet``: what the workers of a fleet do, and how many jobs wait."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import anyio
import typer
from rich.box import SIMPLE_HEAD
from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from .. import __version__
from ..settings import Settings
from .exits import CommandError, Exit, printable
from .target import usage_error

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from ..fleet.broker import FleetBroker
    from ..fleet.report import FleetReport, WorkerReport

EPILOG = """\
In a terminal the view goes on until Ctrl-C; elsewhere it is printed once. fleet_key comes from AJAXCRAWL_… variables \
and .env.

A worker that is drained takes no more jobs; it ends when it has rendered what it has, or after its --grace.

Exit codes:

0: all is said, or the worker has ended

1: there is no such worker, it has another fleet_key, or was lost

2: wrong arguments or settings

3: Redis cannot be asked, or the extra [fleet] is not installed
"""
EVERY = 1.0  # seconds

Broker = Annotated[
    str,
    typer.Option(
        envvar="FLEET_BROKER",  # it may have a password, and who lists processes sees arguments
        help="URL of the fleet's Redis server, such as redis://localhost/0.",
    ),
]


def fleet(
    broker: Broker,
    drain: Annotated[str, typer.Option(metavar="WORKER", help="Have this worker end.", show_default=False)] = "",
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for scripts, once.")] = False,
) -> None:
    """Show the workers of a fleet, what each does, and what waits; or have one end."""
    try:
        from redis.exceptions import AuthenticationError, RedisError

        from ..fleet.broker import FleetBroker
    except ImportError as error:
        raise CommandError("fleets need starlette-ajaxcrawl[fleet]", Exit.UNAVAILABLE) from error
    key = key_of(Settings())

    @asynccontextmanager
    async def asked() -> AsyncIterator[FleetBroker]:
        try:
            its_broker = FleetBroker(broker)
        except ValueError as error:
            raise usage_error(f"--broker is no URL of a Redis server: {error}") from None
        try:
            yield its_broker
        except AuthenticationError as error:
            raise CommandError(f"Redis lets nobody in with the URL of --broker: {error}", Exit.UNAVAILABLE) from None
        except (RedisError, OSError) as error:
            raise CommandError(f"Redis cannot be asked: {error}", Exit.UNAVAILABLE) from None
        finally:
            await its_broker.shutdown()

    async def run() -> None:
        async with asked() as its_broker:
            if drain:
                await _drain(its_broker, key, drain)
            elif as_json:
                await _print_json(its_broker, key)
            else:
                await _show(its_broker, key)

    with suppress(KeyboardInterrupt):
        anyio.run(run)


def key_of(settings: Settings) -> str:
    """The fleet's key. Raises the command's error where it is not set."""
    if settings.fleet_key is None:
        raise usage_error("fleet_key is not set")
    return settings.fleet_key.get_secret_value()


async def _print_json(broker: FleetBroker, key: str) -> None:
    from ..fleet.report import report

    found = await report(broker)
    outcomes = [{"worker": name, "outcome": what, "count": count} for (name, what), count in found.outcomes.items()]
    workers = []
    for worker in found.workers:
        about = asdict(worker)
        about["same_key"] = about.pop("key") == _mark(key, worker)
        workers.append(about)
    typer.echo(json.dumps({**asdict(found), "workers": workers, "outcomes": outcomes}, indent=2))


async def _show(broker: FleetBroker, key: str) -> None:
    from redis.exceptions import RedisError

    from ..fleet.report import report

    console = Console(highlight=False)
    if not console.is_terminal:
        console.print(view(await report(broker), key))
        return
    shown = view(await report(broker), key)
    with Live(shown, console=console, auto_refresh=False) as live:
        while True:
            await anyio.sleep(EVERY)
            note = ""
            try:
                shown = view(await report(broker), key)
            except (RedisError, OSError) as error:
                note = f"Redis cannot be asked just now: {error}"
            live.update(Group(shown, Text(note, "yellow")), refresh=True)


async def _drain(broker: FleetBroker, key: str, wanted: str) -> None:
    from ..fleet.broker import LEASE
    from ..fleet.control import drain_text
    from ..fleet.report import report

    workers = (await report(broker)).workers
    found = [worker for worker in workers if wanted in (worker.id, worker.name)]
    if len(found) != 1:
        names = ", ".join(worker.id for worker in found or workers) or "none"
        raise CommandError(f"{'several are' if found else 'no worker is'} called {wanted}: {names}", Exit.FAILED)
    worker = found[0]
    if worker.key not in ("", _mark(key, worker)):
        raise CommandError(f"{worker.id} has another fleet_key, and obeys nobody with this one", Exit.FAILED)
    await broker.run("drain", worker.id, drain_text(key, worker.id))
    typer.echo(f"{worker.id} takes no more jobs")
    while left := [each for each in (await report(broker)).workers if each.id == worker.id]:
        if left[0].heard > LEASE:
            raise CommandError(f"{worker.id} was not heard of for {left[0].heard:.0f} s", Exit.FAILED)
        await anyio.sleep(EVERY / 4)
    typer.echo(f"{worker.id} has ended")


def view(report: FleetReport, key: str) -> RenderableType:
    """The tables of a fleet."""
    queues = Table("queue", "waiting", "running", "oldest", box=SIMPLE_HEAD)
    for priority, queue in report.queues.items():
        queues.add_row(priority, str(queue.waiting), str(queue.running), _time(queue.oldest))
    workers = Table("worker", "up", "renders", "for", "queue", "page", box=SIMPLE_HEAD)
    for worker in report.workers:
        jobs: list[Any] = [(_time(job.seconds), job.priority, job.url) for job in worker.running]
        places = f"{len(jobs)} of {worker.places}"
        for number, job in enumerate(jobs or [("", "", "")]):
            about = ("", "", "") if number else (worker.id, _time(worker.seconds), places)
            workers.add_row(*(Text(printable(cell)) for cell in (*about, *job)))
    done = sum(report.outcomes.values())
    summary = f"{done} renders have ended, {report.takeovers} were taken from dead workers, {report.poison} given up"
    return Group(queues, workers, *(Text(printable(note), "yellow") for note in _notes(report, key)), Text(summary))


def _notes(report: FleetReport, key: str) -> Iterator[str]:
    from ..fleet.broker import LEASE

    if not report.workers:
        yield "There is no worker: start one with starlette-ajaxcrawl worker."
    for worker in report.workers:
        if worker.heard > LEASE:
            yield f"{worker.id} was not heard of for {_time(worker.heard)}."
        elif worker.leaving:
            yield f"{worker.id} takes no more jobs."
        if worker.key and worker.key != _mark(key, worker):
            yield f"{worker.id} has another fleet_key than is set here."
        if worker.version and worker.version != __version__:
            yield f"{worker.id} is of version {worker.version}, this is {__version__}."


def _mark(key: str, worker: WorkerReport) -> str:
    from ..fleet.control import fingerprint

    return fingerprint(key, worker.id)


def _time(seconds: float) -> str:
    if seconds < 60:
        return f"{seconds:.1f} s"
    minutes = round(seconds / 60)
    return f"{minutes} min" if minutes < 120 else f"{minutes / 60:.0f} h"
