"""Renders under way, and those who wait for them."""

from __future__ import annotations

from dataclasses import dataclass, field

import anyio

from .keeping import Lease
from .snapshot import Answer, RenderRequest


@dataclass(eq=False, slots=True)
class Flight:
    """A render under way and those who wait for it. ``answer`` or ``error`` stands once ``done`` is set.

    ``forced``: it renders though a fresh snapshot is kept. ``behind``: it goes on where nobody waits. ``lease`` is what
    it renders under, once it does.
    """

    request: RenderRequest
    forced: bool = False
    behind: bool = False
    waiting: int = 0
    lease: Lease | None = None
    scope: anyio.CancelScope = field(default_factory=anyio.CancelScope)
    done: anyio.Event = field(default_factory=anyio.Event)
    answer: Answer | None = None
    error: Exception | None = None

    async def land(self, outcome: str) -> Answer:
        """The answer, once it is there; the last who stops waiting ends the render."""
        self.waiting += 1
        try:
            await self.done.wait()
        finally:
            self.waiting -= 1
            if not self.waiting and not self.behind and not self.done.is_set():
                self.scope.cancel()
        if self.answer is None:
            assert self.error is not None
            raise self.error.with_traceback(None)  # else each waiter's frames pile up on it
        if outcome == "shared" and self.answer.outcome == "miss":
            return Answer(self.answer.snapshot, "shared", self.answer.rendering)
        return self.answer

    def end(self, error: Exception) -> None:
        """End at once, with ``error`` for all who wait."""
        self.error = error
        self.done.set()
        self.scope.cancel()
