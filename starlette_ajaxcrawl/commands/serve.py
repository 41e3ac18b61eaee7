"""``starlette-ajaxcrawl serve``: a site in any language, or a built front end, with snapshots for crawlers."""

from __future__ import annotations

import logging
import os
import socket
from asyncio import CancelledError
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any
from urllib.parse import urlsplit

import typer

from ..crawl import AjaxCrawl
from ..crawlable import CrawlableHTML
from ..errors import without_passwords
from ..health import Verdict, check_java
from ..inspector import inspector
from ..readiness import health
from ..setting_types import path_pattern
from ..settings import Settings
from .exits import CommandError, Exit
from .target import usage_error

if TYPE_CHECKING:
    from starlette.routing import BaseRoute
    from starlette.types import ASGIApp

EPILOG = """\
All other settings come from AJAXCRAWL_… variables and .env. Needs more packages: \
pip install "starlette-ajaxcrawl\\[serve]".

Exit codes: 1: it cannot start (the address is in use, say). 2: wrong arguments or settings. 130: Ctrl-C.
"""
INSPECTOR = "/_inspector"
HEALTH = "/_ajaxcrawl/health"
METRICS = "/_ajaxcrawl/metrics"
STOP_AFTER = 5  # seconds that connections may take to end by themselves
LEVELS = ("critical", "error", "warning", "info", "debug")


def serve(
    upstream: Annotated[
        str, typer.Option(help="Base URL of the server to stand in front of, as http://127.0.0.1:3000.")
    ] = "",
    static: Annotated[str, typer.Option(help="Folder of a built front end to serve.")] = "",
    history: Annotated[
        bool, typer.Option("--history", help="With --static: paths that no file has show index.html.")
    ] = False,
    opt_in: Annotated[
        str, typer.Option(help="Paths of pages that scripts build, as /products/*: they get the opt-in meta.")
    ] = "",
    host: Annotated[str, typer.Option(help="Address to listen at; 0.0.0.0 for all.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen at; 0 for any that is free.", min=0, max=65535)] = 8000,
    bots: Annotated[
        str, typer.Option(help="Give snapshots of plain URLs to bots: known, or patterns; see the setting bots.")
    ] = "",
    store: Annotated[str, typer.Option(help="Where snapshots are kept; see the setting store.")] = "",
    inspector_token: Annotated[
        str,
        typer.Option(
            envvar="INSPECTOR_TOKEN", help=f"Have the inspector at {INSPECTOR}/, for those who know the token."
        ),
    ] = "",
    metrics: Annotated[
        bool, typer.Option("--metrics", help=f"Have metrics for Prometheus at {METRICS}; needs the extra \\[metrics].")
    ] = False,
    trust: Annotated[
        str,
        typer.Option(help="Proxies in front whose Forwarded and X-Forwarded-… are believed: addresses, networks."),
    ] = "",
    keep_host: Annotated[
        bool | None,
        typer.Option(
            "--keep-host/--own-host",
            help="Send the upstream the Host that was asked for, or its own; by default its own if its name is public.",
        ),
    ] = None,
    timeout: Annotated[float, typer.Option(help="Seconds that the upstream may take to answer.", min=0.1)] = 60.0,
    log_level: Annotated[str, typer.Option(help=f"{', '.join(LEVELS)}; info shows each request.")] = "warning",
) -> None:
    """Serve a site that runs elsewhere, or a built front end, and give crawlers snapshots of its pages."""
    if bool(upstream) == bool(static):
        raise usage_error("give either --upstream URL or --static FOLDER")
    if history and not static:
        raise usage_error("--history goes with --static")
    if log_level not in LEVELS:
        raise usage_error(f"--log-level must be one of {', '.join(LEVELS)}, got {log_level!r}")
    logging.basicConfig(format="%(levelname)s: %(message)s", level=log_level.upper())
    changes: dict[str, Any] = {name: value for name, value in (("bots", bots), ("store", store)) if value}
    try:
        import uvicorn

        from ..serve import Front, Proxy, StaticSite
    except ImportError as error:
        raise usage_error(f'{error.name} is missing: pip install "starlette-ajaxcrawl[serve]"') from None
    settings = Settings().changed(**changes)
    try:
        site: ASGIApp
        if upstream:
            proxy = Proxy(upstream, timeout=timeout, keep_host=keep_host)
            site, settings = proxy, _reaching(proxy.upstream, settings)
        else:
            site = StaticSite(Path(static), history)
        crawl = AjaxCrawl(settings)
        if opt_in:
            site = CrawlableHTML(site, [path_pattern(one) for one in _listed(opt_in)])
        app = Front(site, crawl, routes=_routes(crawl, inspector_token, metrics), trusted=_listed(trust))
    except ValueError as error:
        raise usage_error(str(error)) from None
    if not settings.renderer.startswith("taskiq+"):
        java = check_java(settings)
        if java.verdict is Verdict.WRONG:
            typer.echo(f"warning: no snapshots can be rendered: {java.found}. {java.advice}", err=True)
    listener = _listen(host, port)
    address = _address(host, listener)

    class Announcing(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            await super().startup(sockets)
            if not self.should_exit:
                _announce(address, upstream or static, settings, inspector_token)

    logging.getLogger("uvicorn.error").addFilter(_is_a_fault)
    server = Announcing(
        uvicorn.Config(
            app,
            log_config=None,
            log_level=log_level,
            proxy_headers=False,  # Front sees to them
            server_header=False,  # the upstream has its own
            date_header=False,
            timeout_graceful_shutdown=STOP_AFTER,
        )
    )
    try:
        server.run(sockets=[listener])
    except KeyboardInterrupt:
        raise typer.Exit(Exit.INTERRUPTED) from None
    if not server.started:
        raise CommandError("the server does not start", Exit.FAILED)


def _is_a_fault(record: logging.LogRecord) -> bool:
    """False for what uvicorn calls an error and is none: the upstream refuses a WebSocket, Ctrl-C ends a stream."""
    if record.exc_info and isinstance(record.exc_info[1], CancelledError):
        return False
    return not str(record.msg).startswith(("ASGI callable returned without completing handshake", "Cancel %s running"))


def _listed(text: str) -> list[str]:
    return [one.strip() for one in text.split(",") if one.strip()]


def _reaching(upstream: str, settings: Settings) -> Settings:
    """Pages may name the server they come from by its own address: they may ask for that, too."""
    server = urlsplit(upstream).netloc
    return settings.changed(
        external_hosts=(*settings.external_hosts, server), private_hosts=(*settings.private_hosts, server)
    )


def _routes(crawl: AjaxCrawl, token: str, with_metrics: bool) -> list[BaseRoute]:
    from starlette.routing import Mount, Route

    routes: list[BaseRoute] = [Route(HEALTH + "{rest:path}", health(crawl))]
    if with_metrics:
        try:
            from ..metrics import metrics
        except ImportError as error:
            raise usage_error(f'{error.name} is missing: pip install "starlette-ajaxcrawl[metrics]"') from None
        routes.append(Route(METRICS, metrics(crawl)))
    if token:
        routes.append(Mount(INSPECTOR, inspector(crawl, token=token)))
    return routes


def _listen(host: str, port: int) -> socket.socket:
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        return socket.create_server(address[:2], family=family, backlog=2048)
    except OSError as error:
        reason = error.strerror if isinstance(error, socket.gaierror) else os.strerror(error.errno or 0)
        raise CommandError(f"cannot listen at {host}, port {port}: {reason}", Exit.FAILED) from None


def _address(host: str, listener: socket.socket) -> str:
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)  # noqa: S104 - for people to open
    return f"http://{name}:{listener.getsockname()[1]}"


def _announce(address: str, shown: str, settings: Settings, inspector_token: str) -> None:
    bots = ", ".join(settings.bots) or "none (--bots known)"
    lines = [
        f"{address}/ shows {shown}",
        f"Crawlers get snapshots: {address}/?_escaped_fragment_=",
        f"Bots that get snapshots of plain URLs: {bots}",
        f"Snapshots are kept in {without_passwords(settings.store)}, for {settings.max_age:g} s",
        f"Inspector: {address}{INSPECTOR}/" if inspector_token else "Inspector: off (--inspector-token)",
        f"Health, for probes: {address}{HEALTH}",
        "Ctrl-C ends it.",
    ]
    typer.echo("\n".join(lines))
