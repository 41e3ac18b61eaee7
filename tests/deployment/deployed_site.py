"""A site for real servers in processes of their own: ``app``, and ``plain``, the same without snapshots."""

from __future__ import annotations

import os
import sys
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import anyio
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from starlette_ajaxcrawl import AjaxCrawlMiddleware, Settings
from starlette_ajaxcrawl.renderers import jvm

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

TELL = "var r = new XMLHttpRequest(); r.open('GET', '/begun', false); r.send()"
PAGES = {
    "quick": "document.querySelector('p').textContent = 'state ' + location.hash",
    "modern": "class A { static #text = `state ${location.hash}`; static get text() { return A.#text } }"
    "document.querySelector('p').textContent = A.text;",
    "spinning": f"{TELL}; while (true) {{ }}",
    "unstoppable": f"{TELL}; Array.prototype.indexOf.call({{length: Math.pow(2, 53) - 1}}, 1)",
}


def say(words: str) -> None:
    sys.stderr.write(f"site: {words}\n")
    sys.stderr.flush()


async def page(request: Request) -> Response:
    script = PAGES[request.path_params["name"]]
    return HTMLResponse(f"<!doctype html><title>A page</title><p>nothing yet</p><script>{script}</script>")


async def begun(request: Request) -> Response:
    say("render begun")
    return PlainTextResponse("")


async def process(request: Request) -> Response:
    return PlainTextResponse(str(os.getpid()))


async def never_ending(request: Request) -> Response:
    say("never ending")
    await anyio.sleep_forever()
    raise AssertionError


@asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[None]:
    yield
    say("lifespan shutdown")


ROUTES = [
    Route("/begun", begun),
    Route("/process", process),
    Route("/never-ending", never_ending),
    Route("/{name}", page),
]


def site(**settings: object) -> Starlette:
    middleware = Middleware(AjaxCrawlMiddleware, settings=Settings(_env_file=None, **settings))
    return Starlette(routes=ROUTES, lifespan=lifespan, middleware=[middleware])


plain = Starlette(routes=ROUTES, lifespan=lifespan)
LONG = {"deadline": 40.0, "javascript_timeout": 40.0, "max_concurrent_renders": 2}
app = site(**LONG)
warm = site(**LONG, warm_up=True)


def __getattr__(name: str) -> Starlette:
    if name == "with_a_jvm_at_import":  # what a script that does too much at import time does to its workers
        jvm.ensure_started(Settings(_env_file=None))
        return app
    raise AttributeError(name)
