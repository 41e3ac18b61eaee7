"""Serves an application of this process to people's browser, on a port of this machine."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Iterator, MutableMapping
from contextlib import asynccontextmanager, contextmanager
from typing import Any

import anyio
import uvicorn

from ..origin import ASGIApp


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config) -> None:
        super().__init__(config)
        self.up = anyio.Event()

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.up.set()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Signals are the command's."""
        yield


@asynccontextmanager
async def serving(app: ASGIApp, state: MutableMapping[str, Any]) -> AsyncIterator[str]:
    """Within the block ``app``, whose lifespan gave ``state``, has the address that this gives: scheme, host, port."""

    async def with_state(scope: Any, receive: Any, send: Any) -> None:
        await app({**scope, "state": dict(state)}, receive, send)

    listener = socket.create_server(("127.0.0.1", 0))
    server = _Server(uvicorn.Config(with_state, lifespan="off", log_config=None, timeout_graceful_shutdown=1))
    raised: Exception | None = None
    async with anyio.create_task_group() as group:
        group.start_soon(server.serve, [listener])
        await server.up.wait()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        except Exception as error:  # raised after the task group, which would wrap it
            raised = error
        finally:
            server.should_exit = True
    if raised is not None:
        raise raised
