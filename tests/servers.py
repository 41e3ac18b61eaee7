"""Real servers for tests, each in a thread of its own on a free port."""

from __future__ import annotations

import asyncio
import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Literal

import hypercorn.asyncio
import hypercorn.config
import hypercorn.trio
import trio
import uvicorn

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import ASGIApp


@contextmanager
def uvicorn_running(app: ASGIApp, **config: Any) -> Iterator[str]:
    """Serves ``app`` by uvicorn; gives its base URL once it is up. ``config`` is uvicorn's."""
    listener = socket.create_server(("127.0.0.1", 0))
    up = threading.Event()

    class Announced(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            up.set()

    server = Announced(uvicorn.Config(app, log_level="error", **config))
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    try:
        assert up.wait(20), "uvicorn did not start"
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join(20)
        listener.close()


@contextmanager
def hypercorn_running(app: ASGIApp, backend: Literal["asyncio", "trio"], **config: Any) -> Iterator[str]:
    """Serves ``app`` by hypercorn on asyncio or trio; gives its base URL once it is up. ``config`` is hypercorn's."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.setblocking(False)
    port = listener.getsockname()[1]
    settings = hypercorn.config.Config.from_mapping(bind=[f"fd://{listener.detach()}"], errorlog=None, **config)
    stop = threading.Event()

    async def on_asyncio() -> None:
        await hypercorn.asyncio.serve(app, settings, shutdown_trigger=lambda: asyncio.to_thread(stop.wait))

    async def on_trio() -> None:
        await hypercorn.trio.serve(app, settings, shutdown_trigger=lambda: trio.to_thread.run_sync(stop.wait))

    def serve() -> None:
        asyncio.run(on_asyncio()) if backend == "asyncio" else trio.run(on_trio)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        # the socket listens already: clients wait in its backlog until the server is up
        yield f"http://127.0.0.1:{port}"
    finally:
        stop.set()
        thread.join(20)
