"""The lifespan of an application that has nothing to do at its start."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import Receive, Send


async def live(receive: Receive, send: Send) -> None:
    """Answer the server at both ends of its life; returns at the second."""
    for end in ("startup", "shutdown"):
        await receive()
        await send({"type": f"lifespan.{end}.complete"})
