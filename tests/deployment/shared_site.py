"""A site whose workers share a store. Its renders take their time, and are noted in a file, a line for each."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import anyio
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, FakeRenderer, Settings, keeping

keeping.LEASE = float(os.environ["LEASE"])
keeping.RENEW_EVERY = keeping.LEASE / 3

RENDERS = Path(os.environ["RENDERS"])


def noted(url: str) -> int:
    """How many renders there were by now."""
    with RENDERS.open("a") as file:
        file.write(f"{os.getpid()} {url}\n")
    return len(RENDERS.read_text().splitlines())


async def page(url: str) -> str:
    if noted(url) == 1 and "dies" in url:
        os.kill(os.getpid(), signal.SIGKILL)
    await anyio.sleep(0.5)
    return f"<p>{url} by {os.getpid()}"


app = AjaxCrawlMiddleware(
    Starlette(routes=[Route("/process", lambda request: PlainTextResponse(str(os.getpid())))]),
    AjaxCrawl(Settings(_environment=False, store=os.environ["STORE"]), renderer=FakeRenderer(page)),
)
