"""Runs what a command does on an event loop that signals always reach."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeVar

import anyio

T = TypeVar("T")

AWAKE = 0.25  # seconds


def run_interruptibly(work: Callable[..., Awaitable[T]], *arguments: object) -> T:
    """What ``work`` returns; Ctrl-C ends it, whenever it comes.

    Python sees to a signal between two of its own instructions: one that comes just as the event loop falls asleep
    would wait for what wakes that next, which may be a page's deadline.
    """

    async def awake() -> T:
        _wake(asyncio.get_running_loop())
        return await work(*arguments)

    return anyio.run(awake)


def _wake(loop: asyncio.AbstractEventLoop) -> None:
    loop.call_later(AWAKE, _wake, loop)
