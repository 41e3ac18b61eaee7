"""What commands work on: a URL, or an ASGI application to be imported and run in this process."""

from __future__ import annotations

import importlib
import logging
import sys
import traceback
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import anyio

from ..crawl import AjaxCrawl
from ..errors import SettingsError, UrlError
from ..middleware import AjaxCrawlMiddleware
from ..origin import ASGIApp, InProcessOrigin, Message, page_scope
from ..renderers.base import Origin, OriginRequest, OriginResponse
from ..scheme import to_pretty
from ..settings import Settings
from ..snapshot import RenderRequest
from .exits import CommandError, Exit, printable

logger = logging.getLogger(__name__)

DEFAULT_SITE = "http://localhost"  # what an application is called where `site_url` says nothing

WRAPPED = ("app", "asgi_app", "middleware_stack")
"""Attributes in which applications and middlewares keep what they hand requests to."""
MAX_LAYERS = 100  # an object that has every attribute has no innermost layer


class Elsewhere:
    """The origin of a site that runs elsewhere: answers nothing, so that everything goes by HTTP (see ``origins``)."""

    async def fetch(self, request: OriginRequest, *, timeout: float) -> OriginResponse:
        """Leave the request to the server in ``origins``."""
        return OriginResponse(404, (), b"", failure="outside: there is no application in this process")


def usage_error(message: str) -> CommandError:
    """The error for arguments that cannot be."""
    return CommandError(message, Exit.USAGE)


def is_url(target: str) -> bool:
    """Whether ``target`` is a URL rather than ``module:app``."""
    return target.lower().startswith(("http://", "https://"))


def url_request(target: str, settings: Settings) -> tuple[RenderRequest, Origin]:
    """The render of a page that another server has; ``target`` is its pretty or ugly URL."""
    url = _pretty(target)
    try:
        parts = urlsplit(url)
        settings = settings.changed(origins={"/": f"{parts.scheme}://{parts.netloc}", **settings.origins})
    except (SettingsError, ValueError):
        raise usage_error(f"{target!r} is not a URL of a page") from None
    return RenderRequest(url, settings.for_path(unquote(parts.path) or "/")), Elsewhere()


def app_request(app: ASGIApp, path: str, state: dict[str, Any], settings: Settings) -> tuple[RenderRequest, Origin]:
    """The render of a page of ``app``; ``path`` is a pretty or ugly URL without scheme and host."""
    if not path.startswith("/"):
        raise usage_error(f'the path must begin with "/", got {path!r}')
    site = settings.site_url or DEFAULT_SITE
    url = _pretty(site + path)
    settings = settings.for_path(unquote(path.partition("#")[0].partition("?")[0]))
    return RenderRequest(url, settings), InProcessOrigin(app, page_scope(url, state), url, settings)


def load_app(target: str) -> ASGIApp:
    """Import ``module:app`` (``module:make_app()`` calls a factory) as Python in the current folder would."""
    module_name, colon, attribute = target.partition(":")
    name = attribute.removesuffix("()")
    if not colon or not all(part.isidentifier() for part in f"{module_name}.{name}".split(".")):
        raise usage_error(f"TARGET must be a URL beginning with http:// or https://, or module:app, got {target!r}")
    folder = str(Path.cwd())
    if folder not in sys.path:
        sys.path.insert(0, folder)
    try:
        module: Any = importlib.import_module(module_name)
        found = module
        for part in name.split("."):
            if not hasattr(found, part):
                raise usage_error(f"module {module_name!r} ({getattr(module, '__file__', 'built in')}) has no {name!r}")
            found = getattr(found, part)
        if attribute.endswith("()"):
            found = found()
    except CommandError:
        raise
    except (Exception, SystemExit) as error:
        raise usage_error(f"cannot import {target!r}: {_in_one_line(error)}") from error
    if not callable(found):
        raise usage_error(f"{target!r} is not an ASGI application but {type(found).__name__}")
    return found  # type: ignore[no-any-return] # callable is all that can be told of an ASGI application


def settings_of(app: ASGIApp) -> Settings | None:
    """The settings of ``crawl_of(app)``; None without one."""
    crawl = crawl_of(app)
    return None if crawl is None else crawl.settings


def crawl_of(app: ASGIApp) -> AjaxCrawl | None:
    """That of the outermost ``AjaxCrawlMiddleware`` that ``app`` hands its requests to; None without one.

    Applications that make their middleware late have it once their lifespan runs. One around a mounted application is
    not found: it holds for some paths only.
    """
    layers: list[Any] = [app]
    for layer in layers:
        if isinstance(layer, AjaxCrawlMiddleware):
            return layer.crawl
        if len(layers) < MAX_LAYERS:
            layers += (inner for name in WRAPPED if callable(inner := getattr(layer, name, None)))
    return None


@asynccontextmanager
async def lifespan(app: ASGIApp) -> AsyncIterator[dict[str, Any]]:
    """Run ``app``'s lifespan around the block, if it has one; gives the state it set up."""
    state: dict[str, Any] = {}
    started, stop, stopped = anyio.Event(), anyio.Event(), anyio.Event()
    failures: list[str] = []
    asked = False

    async def receive() -> Message:
        nonlocal asked
        if asked:
            await stop.wait()
            return {"type": "lifespan.shutdown"}
        asked = True
        return {"type": "lifespan.startup"}

    async def send(message: Message) -> None:
        if message["type"].endswith(".failed"):
            failures.append((str(message.get("message", "")).strip().splitlines() or ["no reason given"])[-1])
        (started if message["type"].startswith("lifespan.startup") else stopped).set()

    async def run() -> None:
        try:
            await app(
                {"type": "lifespan", "asgi": {"version": "3.0", "spec_version": "2.0"}, "state": state}, receive, send
            )
        except Exception as error:  # before any answer this says that the application has no lifespan
            logger.info("The application's lifespan ended: %s", _in_one_line(error))
        started.set()
        stopped.set()

    async with anyio.create_task_group() as group:
        group.start_soon(run)
        await started.wait()
        raised: Exception | None = None
        try:
            if failures:
                raise CommandError(f"the application does not start: {failures[0]}", Exit.FAILED)
            yield state
        except Exception as error:  # raised after the task group, which would wrap it
            raised = error
        finally:
            stop.set()
            with anyio.CancelScope(shield=True), anyio.move_on_after(5):
                await stopped.wait()
            group.cancel_scope.cancel()
    if raised is not None:
        raise raised


def _pretty(url: str) -> str:
    try:
        return to_pretty(url)
    except UrlError as error:
        raise usage_error(str(error)) from None


def _in_one_line(error: BaseException) -> str:
    frames = traceback.extract_tb(error.__traceback__)
    where = f" ({frames[-1].filename}:{frames[-1].lineno})" if frames and "importlib" not in frames[-1].filename else ""
    return printable(f"{type(error).__name__}: {error}{where}")
