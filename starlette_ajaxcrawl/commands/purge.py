"""``starlette-ajaxcrawl purge`` and ``refresh``: kept snapshots are forgotten, or rendered anew."""

from __future__ import annotations

import http.client
import json
import urllib.error
import urllib.request
from typing import Annotated, Any

import anyio
import typer

from ..crawl import AjaxCrawl
from ..errors import StoreError, UrlError
from ..renderers.fake import FakeRenderer
from ..settings import Settings
from .exits import CommandError, Exit, printable
from .target import is_url, lifespan, load_app, settings_of, usage_error

EPILOG = """\
The store is that of the settings: of module:app with --app, else of AJAXCRAWL_… variables and .env. With --server a \
running server is asked, by admin_token from the same settings; snapshots in memory:// are reached in no other way.

Exit codes: 0: done. 1: the store or the server could not do it. 2: wrong arguments or settings.
"""
TIMEOUT = 60  # seconds; longer than any render

App = Annotated[str, typer.Option(help="module:app whose settings hold.", show_default=False)]
Server = Annotated[str, typer.Option(help="Base URL of a running server to be asked.", show_default=False)]


def purge(
    url: Annotated[str, typer.Argument(help="Page to be forgotten; pretty or ugly.", show_default=False)] = "",
    prefix: Annotated[str, typer.Option(help="Forget all pages whose URL begins so.", show_default=False)] = "",
    everything: Annotated[bool, typer.Option("--all", help="Forget all pages.")] = False,
    app: App = "",
    server: Server = "",
) -> None:
    """Forget kept snapshots: they are rendered anew at the next request."""
    given: dict[str, Any] = {"url": url, "prefix": prefix, "everything": everything}
    asked = {name: value for name, value in given.items() if value}
    if len(asked) != 1:
        raise usage_error("give one of URL, --prefix and --all")
    settings = anyio.run(_settings, app)
    if server:
        answer = _ask(server, "purge", asked, settings)
    elif settings.store == "memory://":
        raise usage_error("snapshots in memory:// are in the server's process: give --server")
    else:
        answer = {"purged": anyio.run(_purge, asked, settings)}
    typer.echo(f"{answer['purged']} purged")


def refresh(
    url: Annotated[str, typer.Argument(help="Page to be rendered; pretty or ugly.", show_default=False)],
    server: Server,
    app: App = "",
) -> None:
    """Have a running server render a page now, and keep that."""
    answer = _ask(server, "refresh", {"url": url}, anyio.run(_settings, app))
    typer.echo(printable(f"{answer['status']} {answer['url']}"))


async def _settings(target: str) -> Settings:
    if not target:
        return Settings()
    app = load_app(target)
    found = settings_of(app)
    if found is None:
        async with lifespan(app):
            found = settings_of(app)
    return found or Settings()


async def _purge(asked: dict[str, Any], settings: Settings) -> int:
    crawl = AjaxCrawl(settings, renderer=FakeRenderer({}))
    try:
        return await crawl.purge(**asked)
    except UrlError as error:
        raise usage_error(str(error)) from error
    except StoreError as error:
        raise CommandError(f"the store fails: {error}", Exit.FAILED) from error
    finally:
        await crawl.store.close()


def _ask(server: str, action: str, asked: dict[str, Any], settings: Settings) -> dict[str, Any]:
    if not is_url(server):
        raise usage_error(f"--server must be a URL, got {server!r}")
    if settings.admin_token is None:
        raise usage_error("admin_token is not set")
    request = urllib.request.Request(  # noqa: S310 - http or https, see above
        f"{server.rstrip('/')}/_ajaxcrawl/{action}",
        json.dumps(asked).encode(),
        {"authorization": f"Bearer {settings.admin_token.get_secret_value()}", "content-type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as response:  # noqa: S310 - as above
            return dict(json.load(response))
    except urllib.error.HTTPError as error:
        with error:
            try:
                reason = json.load(error)["error"]
            except (ValueError, TypeError, KeyError):
                reason = error.reason
        raise CommandError(printable(f"{error.code}: {reason}"), Exit.FAILED) from error
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise CommandError(printable(f"{server} cannot be asked: {error}"), Exit.FAILED) from error
