"""The client while its answer is in the making: notices when it goes away, keeps what it sent meanwhile."""

from __future__ import annotations

import logging
from collections import deque
from typing import TYPE_CHECKING, TypeVar

import anyio
from anyio.lowlevel import checkpoint

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Sequence

    from starlette.types import Message, Receive

logger = logging.getLogger(__name__)

T = TypeVar("T")

KEPT_BYTES = 64 * 1024  # a GET has no body worth the name; the rest of a larger one stays where it is


class ClientGone(Exception):
    """The client has closed its connection."""


class Client:
    """Stands in for ``receive``: watch it by ``wait_for``, then hand ``receive`` to whoever answers."""

    def __init__(self, receive: Receive) -> None:
        self._receive = receive
        self._kept: deque[Message] = deque()
        self._gone = False

    async def receive(self) -> Message:
        """The client's next message, as if nobody had watched."""
        return self._kept.popleft() if self._kept else await self._receive()

    def give_back(self, messages: Sequence[Message]) -> None:
        """Have ``receive`` give ``messages`` again, ahead of what else there is."""
        self._kept.extendleft(reversed(messages))

    async def wait_for(self, make: Callable[[], Awaitable[T]]) -> T:
        """What ``make`` gives or raises; cancels it and raises ``ClientGone`` when the client goes first."""
        made: list[T] = []
        failed: Exception | None = None
        async with anyio.create_task_group() as group:
            group.start_soon(self._watch, group.cancel_scope)
            try:
                made.append(await make())
            except Exception as error:  # raised below, where no task group wraps it
                failed = error
            group.cancel_scope.cancel()
        if failed is not None:
            raise failed
        if not made:
            raise ClientGone
        return made[0]

    async def _watch(self, scope: anyio.CancelScope) -> None:
        """Cancel ``scope`` at the disconnect; stop watching where the request is none that can be watched."""
        size = 0
        more = True
        try:
            while size <= KEPT_BYTES:
                message = await self._receive()
                if message["type"] == "http.disconnect":
                    scope.cancel()
                    return
                self._kept.append(message)
                if not more:
                    return  # a server that sends something after the end of the request might do so for ever
                more = message.get("more_body", False)
                size += len(message.get("body", b"")) + 64
                await checkpoint()  # a server that never waits must not keep the loop
        except Exception:
            logger.debug("the client cannot be watched", exc_info=True)
