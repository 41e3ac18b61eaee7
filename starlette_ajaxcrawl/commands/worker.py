"""``starlette-ajaxcrawl worker``: renders for the sites of a fleet."""

from __future__ import annotations

import logging
import re
import signal
import socket
from contextlib import suppress
from typing import TYPE_CHECKING, Annotated

import anyio
import typer

from ..renderers.process.renderer import ProcessRenderer
from ..settings import Settings
from .exits import CommandError, Exit
from .fleet import Broker, key_of
from .target import usage_error

if TYPE_CHECKING:
    from ..fleet.worker import Worker

EPILOG = """\
Sites send their renders to workers where their setting renderer is taskiq+ and the same URL. Settings come from \
AJAXCRAWL_… variables and .env: fleet_key must be that of the sites; those of a single render come with it.

SIGTERM and SIGINT end a worker once it has rendered what it has; what takes longer than --grace goes back to the \
queue, after a second signal at once.

Exit codes:

0: it was told to end

2: wrong arguments or settings

3: the extra [fleet] is not installed
"""


def worker(
    broker: Broker,
    concurrency: Annotated[int | None, typer.Option(min=1, help="Renders at once.", show_default="cores")] = None,
    grace: Annotated[float, typer.Option(min=0, help="Seconds that renders have to end in.")] = 30.0,
    name: Annotated[
        str | None, typer.Option(help="What metrics call it; several may have one name.", show_default="the host's")
    ] = None,
) -> None:
    """Render for the sites of a fleet, until told to end."""
    logging.basicConfig(format="%(levelname)s: %(message)s", level=logging.INFO)
    try:
        from ..fleet.broker import FleetBroker
        from ..fleet.worker import Worker
    except ImportError as error:
        raise CommandError("workers need starlette-ajaxcrawl[fleet]", Exit.UNAVAILABLE) from error
    settings = Settings()
    key = key_of(settings)
    label = re.sub(r"[^\w.-]", "-", socket.gethostname()) if name is None else name
    if not re.fullmatch(r"[\w.-]{1,100}", label):
        raise usage_error("--name takes up to 100 letters, digits, dots and dashes")
    at_once = concurrency or settings.max_concurrent_renders
    settings = settings.changed(max_concurrent_renders=at_once, max_queued_renders=at_once)

    async def run() -> None:
        try:
            its_broker = FleetBroker(broker, name=label)
        except ValueError as error:
            raise usage_error(f"--broker is no URL of a Redis server: {error}") from None
        its_worker = Worker(its_broker, ProcessRenderer(settings), key, concurrency=at_once, grace=grace)
        async with anyio.create_task_group() as group:
            group.start_soon(_stop_at_signals, its_worker)
            await its_worker.run()
            group.cancel_scope.cancel()

    with suppress(KeyboardInterrupt):
        anyio.run(run)


async def _stop_at_signals(worker: Worker) -> None:
    with anyio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async for _ in signals:
            worker.stop()
