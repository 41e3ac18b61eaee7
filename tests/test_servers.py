"""Through real servers: where the application is mounted, old and new HTTP, trio, and clients that go away."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import anyio
import httpx
import pytest
from servers import hypercorn_running, uvicorn_running
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.base import BaseHTTPMiddleware, RequestResponseEndpoint
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from starlette_ajaxcrawl import (
    AjaxCrawl,
    AjaxCrawlMiddleware,
    FakeRenderer,
    Origin,
    RendererUnavailable,
    Rendering,
    RenderRequest,
    Settings,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from starlette.types import ASGIApp


async def page(request: Request) -> Response:
    said = {"path": request.url.path, "query": request.url.query, "root": request.scope.get("root_path")}
    return HTMLResponse(json.dumps(said))


def crawl(renderer: FakeRenderer | None = None, **settings: object) -> AjaxCrawl:
    return AjaxCrawl(Settings(_env_file=None, **settings), renderer=renderer or FakeRenderer())


def small_site(its_crawl: AjaxCrawl) -> Starlette:
    return Starlette(routes=[Route("/{path:path}", page)], middleware=[Middleware(AjaxCrawlMiddleware, its_crawl)])


def asked_over(raw: bytes, url: str) -> bytes:
    """The whole answer to ``raw``, sent as it is; the server must close the connection."""
    address = urlsplit(url)
    with socket.create_connection((address.hostname, address.port), 20) as connection:
        connection.sendall(raw)
        return b"".join(iter(lambda: connection.recv(65536), b""))


def test_it_works_around_a_static_mount_at_the_root(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<!DOCTYPE html><title>home</title>")
    (tmp_path / "a b.html").write_text("<!DOCTYPE html><title>spaced</title>")
    (tmp_path / "robots.txt").write_text("User-agent: *")
    its_crawl = crawl()
    app = Starlette(
        routes=[Mount("/", StaticFiles(directory=tmp_path, html=True))],
        middleware=[Middleware(AjaxCrawlMiddleware, its_crawl)],
    )
    with uvicorn_running(app) as url, httpx.Client(base_url=url) as client:
        assert client.get("/?_escaped_fragment_=/a").text == "<!DOCTYPE html><title>home</title>"
        assert client.get("/a%20b.html?_escaped_fragment_=").text == "<!DOCTYPE html><title>spaced</title>"
        assert client.get("/none?_escaped_fragment_=").status_code == 404
        plain = client.get("/robots.txt")
        assert (plain.text, "x-ajaxcrawl" in plain.headers) == ("User-agent: *", False)
    assert [request.url for request in its_crawl.renderer.requests][:2] == [f"{url}/#!/a", f"{url}/a%20b.html"]


def test_it_works_inside_a_mount() -> None:
    its_crawl = crawl()
    app = Starlette(routes=[Mount("/inner", AjaxCrawlMiddleware(Starlette(routes=[Route("/a b", page)]), its_crawl))])
    with uvicorn_running(app) as url:
        said = httpx.get(f"{url}/inner/a%20b?x=1&_escaped_fragment_=/s").json()
    assert said == {"path": "/inner/a b", "query": "x=1", "root": "/inner"}
    assert its_crawl.renderer.requests[0].url == f"{url}/inner/a%20b?x=1#!/s"


@pytest.mark.parametrize("server", ["uvicorn", "hypercorn"])
def test_behind_a_proxy_that_strips_a_prefix_the_public_path_counts(server: str) -> None:
    its_crawl = crawl()
    app = small_site(its_crawl)
    running = (
        uvicorn_running(app, root_path="/app")
        if server == "uvicorn"
        else hypercorn_running(app, "asyncio", root_path="/app")
    )
    with running as url:
        plain = httpx.get(f"{url}/shop?x=1").json()
        said = httpx.get(f"{url}/shop?x=1&_escaped_fragment_=/s").json()
    assert its_crawl.renderer.requests[0].url == f"{url}/app/shop?x=1#!/s"
    assert said == plain  # the page's own requests look to the application as people's do


def test_it_works_among_other_middleware_that_wraps_receive_and_send() -> None:
    async def dispatch(request: Request, call_next: RequestResponseEndpoint) -> Response:
        response = await call_next(request)
        response.headers["x-seen"] = request.url.query
        return response

    its_crawl = crawl(FakeRenderer(lambda url: RendererUnavailable(url, "no Java")), on_error="pass")
    around = Middleware(BaseHTTPMiddleware, dispatch=dispatch)
    own = Middleware(AjaxCrawlMiddleware, its_crawl)
    app = Starlette(routes=[Route("/{path:path}", page)], middleware=[around, Middleware(GZipMiddleware), own, around])
    with uvicorn_running(app) as url:
        passed_on = httpx.get(f"{url}/shop?_escaped_fragment_=/s")
        its_crawl.renderer.pages = None
        its_crawl.renderer.call_origin = True
        rendered = httpx.get(f"{url}/shop?_escaped_fragment_=/s")
    assert (passed_on.json(), "x-ajaxcrawl" in passed_on.headers) == (rendered.json(), False)
    assert rendered.headers["x-ajaxcrawl"] == "miss"
    assert rendered.headers["x-seen"] == "_escaped_fragment_=/s"


def test_the_crawl_lives_inside_the_lifespan_where_the_framework_holds_the_middleware() -> None:
    its_crawl = crawl(warm_up=True)
    with uvicorn_running(small_site(its_crawl)):
        assert (its_crawl.renderer.started, its_crawl.renderer.closed) == (1, 0)
    assert its_crawl.renderer.closed == 1


def test_a_client_of_http_1_0_without_a_host_gets_a_snapshot() -> None:
    its_crawl = crawl()
    with uvicorn_running(small_site(its_crawl)) as url:
        answer = asked_over(b"GET /shop?_escaped_fragment_=/s HTTP/1.0\r\n\r\n", url)
    assert b" 200 " in answer.partition(b"\r\n")[0]
    assert its_crawl.renderer.requests[0].url == f"{url}/shop#!/s"


@pytest.mark.parametrize(
    "host", [b"evil.com", b"evil.com:80", b"a b", b"\xe4", b"", b"localhost\xff", b"127.0.0.1, evil.com"]
)
def test_forged_hosts_get_a_clear_answer_and_render_nothing(host: bytes) -> None:
    its_crawl = crawl(allowed_hosts=("127.0.0.1",))
    with uvicorn_running(small_site(its_crawl)) as url:
        head = b"GET /?_escaped_fragment_=/s HTTP/1.1\r\nConnection: close\r\nHost: " + host + b"\r\n\r\n"
        assert b" 400 " in asked_over(head, url).partition(b"\r\n")[0]
        assert httpx.get(f"{url}/?_escaped_fragment_=/s").status_code == 200
    assert len(its_crawl.renderer.requests) == 1


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
@pytest.mark.parametrize("http2", [False, True])
def test_hypercorn_serves_snapshots_on_both_event_loops_by_http_1_and_2(backend: str, *, http2: bool) -> None:
    its_crawl = crawl()
    with (
        hypercorn_running(small_site(its_crawl), backend) as url,
        httpx.Client(base_url=url, http1=not http2, http2=http2, timeout=20) as client,
    ):
        response = client.get("/shop?_escaped_fragment_=/s")
        assert response.http_version == ("HTTP/2" if http2 else "HTTP/1.1")
        assert response.json()["path"] == "/shop"
        assert response.headers["x-ajaxcrawl"] == "miss"
        assert client.get("/shop?_escaped_fragment_=%zz").status_code == 400
        assert "x-ajaxcrawl" not in client.get("/shop").headers
    assert its_crawl.renderer.requests[0].url == f"{url}/shop#!/s"


class Endless(FakeRenderer):
    """Renders until it is cancelled; tells other threads of both."""

    def __init__(self) -> None:
        super().__init__({})
        self.begun, self.ended = threading.Event(), threading.Event()

    async def render(self, request: RenderRequest, origin: Origin) -> Rendering:
        self.begun.set()
        try:
            await anyio.sleep_forever()
        finally:
            self.ended.set()


@contextmanager
def served(app: ASGIApp, server: str) -> Iterator[str]:
    with uvicorn_running(app) if server == "uvicorn" else hypercorn_running(app, server) as url:
        yield url


@pytest.mark.parametrize("server", ["uvicorn", "asyncio", "trio"])
def test_a_client_that_hangs_up_frees_its_place(server: str) -> None:
    renderer = Endless()
    with served(small_site(crawl(renderer)), server) as url:
        address = urlsplit(url)
        with socket.create_connection((address.hostname, address.port)) as connection:
            connection.sendall(b"GET /?_escaped_fragment_=/s HTTP/1.1\r\nHost: a\r\n\r\n")
            assert renderer.begun.wait(20)
            assert not renderer.ended.is_set()
        assert renderer.ended.wait(20)
