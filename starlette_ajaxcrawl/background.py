"""Tasks that outlive the request that starts them, and calls from other threads, on asyncio and on trio."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import copy_context
from functools import partial
from typing import Any

import anyio
from anyio.lowlevel import current_token

_running: set[asyncio.Task[None]] = set()  # asyncio itself keeps weak references only


def spawn(work: Callable[[], Coroutine[Any, Any, None]]) -> Callable[[], object]:
    """Run ``work`` in a task of its own that ends with the event loop at the latest; the result cancels it.

    ``work`` must not raise. A task group would be the usual owner, but without a lifespan there is none that outlives a
    request, and a task that swallows its cancellation would hold its group for good.
    """
    if _is_asyncio():
        task = asyncio.get_running_loop().create_task(work())
        _running.add(task)
        task.add_done_callback(_running.discard)
        return task.cancel
    import trio

    scope = trio.CancelScope()

    async def cancellable() -> None:
        with scope:
            await work()

    trio.lowlevel.spawn_system_task(cancellable, context=copy_context())
    return scope.cancel


def _is_asyncio() -> bool:
    try:
        return anyio.get_cancelled_exc_class() is asyncio.CancelledError
    except RuntimeError:  # in a callback of asyncio's there is no task by which to know it
        return True


def this_loop() -> Callable[[Callable[[], object]], None]:
    """A function for any thread that has the event loop which runs now call another soon, unless it has ended."""
    native: Any = current_token().native_token
    call = getattr(native, "run_sync_soon", None)  # trio's
    if call is None:
        # else it would be called in the context of the other thread, where no event loop is known
        call = partial(native.call_soon_threadsafe, context=copy_context())

    def soon(callback: Callable[[], object]) -> None:
        with suppress(RuntimeError):
            call(callback)

    return soon
