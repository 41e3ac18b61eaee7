"""The page's requests when a crawler asks a real server: what the app below is asked, and what it is spared."""

import http.client
import threading
from urllib.parse import urlsplit

import pytest
from servers import hypercorn_running, uvicorn_running
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse
from starlette.routing import Mount, Route

from starlette_ajaxcrawl import AjaxCrawlMiddleware, Settings

PAGE = """<!doctype html><title>t</title><p id=out></p><script>
var call = new XMLHttpRequest();
call.open('GET', 'data.json');
call.onload = function () { document.getElementById('out').textContent = JSON.parse(call.responseText).text };
call.send();
</script>"""


class Site:
    """A page that calls for data, and what its app was asked."""

    def __init__(self):
        self.requests = []

    def page(self, request):
        self.requests.append(request)
        return HTMLResponse(PAGE)

    def data(self, request):
        self.requests.append(request)
        return JSONResponse({"text": "data " * 200}, headers={"cache-control": "no-store"})

    def routes(self):
        return [Route("/", self.page), Route("/data.json", self.data)]

    def app(self, *middleware):
        return Starlette(routes=self.routes(), middleware=list(middleware))


def settings(**more):
    return Settings(_environment=False, max_age=0, **more)


def ask(base, target, headers=()):
    """One request as a crawler sends it; status, headers, body."""
    connection = http.client.HTTPConnection(urlsplit(base).netloc, timeout=60)
    connection.request("GET", target, headers=dict(headers))
    response = connection.getresponse()
    body = response.read().decode()
    connection.close()
    return response.status, response.headers, body


CRAWLERS = {
    "User-Agent": "crawler/1.0",
    "Cookie": "session=crawlers",
    "Authorization": "Basic c2VjcmV0",
    "Proxy-Authorization": "Basic c2VjcmV0",
    "If-None-Match": '"anything"',
    "If-Modified-Since": "Mon, 01 Jan 2024 00:00:00 GMT",
    "Range": "bytes=0-10",
    "Accept-Encoding": "identity",
    "Accept-Language": "xx",
    "Referer": "http://crawler.example/",
    "X-Forwarded-For": "203.0.113.9",
    "X-Ajaxcrawl-Render": "1",
}


def test_nothing_of_the_crawlers_request_reaches_the_app():
    site = Site()
    with uvicorn_running(AjaxCrawlMiddleware(site.app(), settings=settings())) as base:
        status, _, body = ask(base, "/?_escaped_fragment_=/a", CRAWLERS)
        host = urlsplit(base).netloc
    assert status == 200
    assert "data data" in body
    document, call = site.requests
    for request in site.requests:
        assert not set(request.headers.values()) & (set(CRAWLERS.values()) - {"1"})
        assert not {"cookie", "authorization", "range", "if-none-match", "x-forwarded-for"} & set(request.headers)
        assert request.headers["host"] == host
        assert "Chrome/" in request.headers["user-agent"]
        assert request.headers["x-ajaxcrawl-render"] == "1"
        assert request.scope["query_string"] == b""
    assert call.headers["referer"] == f"http://{host}/"
    assert document.headers["sec-fetch-dest"] == "document", "127.0.0.1 is a secure context"
    assert call.headers["sec-fetch-site"] == "same-origin"


def test_compressed_bodies_are_read_and_the_snapshot_is_plain():
    site = Site()
    app = AjaxCrawlMiddleware(site.app(Middleware(GZipMiddleware, minimum_size=10)), settings=settings())
    with uvicorn_running(app) as base:
        _, headers, body = ask(base, "/?_escaped_fragment_=", {"Accept-Encoding": "gzip"})
    assert headers["Content-Encoding"] is None
    assert "data data" in body


def test_a_mounted_app_asks_below_its_mount():
    site = Site()
    app = Starlette(routes=[Mount("/shop", AjaxCrawlMiddleware(site.app(), settings=settings()))])
    with uvicorn_running(app) as base:
        _, _, body = ask(base, "/shop/?_escaped_fragment_=/a")
    assert "data data" in body
    assert [request.scope["path"] for request in site.requests] == ["/shop/", "/shop/data.json"]


def test_a_root_path_of_the_server_is_kept():
    site = Site()
    with uvicorn_running(AjaxCrawlMiddleware(site.app(), settings=settings()), root_path="/behind") as base:
        _, _, body = ask(base, "/?_escaped_fragment_=/a")
    assert "data data" in body
    assert [request.scope["root_path"] for request in site.requests] == ["/behind", "/behind"]


@pytest.mark.parametrize("backend", ["asyncio", "trio"])
def test_hypercorn_answers_a_pages_calls(backend):
    site = Site()
    with hypercorn_running(AjaxCrawlMiddleware(site.app(), settings=settings()), backend) as base:
        _, _, body = ask(base, "/?_escaped_fragment_=/a")
    assert "data data" in body
    assert len(site.requests) == 2


def test_an_endless_response_ends_with_its_page_and_harms_nobody():
    ended = threading.Event()

    async def endless(scope, receive, send):
        if scope["path"] == "/plain":
            await PlainTextResponse("plain")(scope, receive, send)
            return
        if scope["path"] != "/data.json":
            await HTMLResponse(PAGE + "<p>shown</p>")(scope, receive, send)
            return
        try:
            await send({"type": "http.response.start", "status": 200})
            while True:
                await send({"type": "http.response.body", "body": b"x" * 1000, "more_body": True})
        finally:
            ended.set()

    with uvicorn_running(AjaxCrawlMiddleware(endless, settings=settings(max_response_bytes=100_000))) as base:
        status, headers, body = ask(base, "/?_escaped_fragment_=/a")
        assert ended.wait(5)
        assert ask(base, "/plain")[2] == "plain"
    assert status == 200
    assert "shown" in body
    assert headers["X-Ajaxcrawl-Complete"] == "false"


def test_a_page_that_asks_for_its_own_snapshot_gets_the_page():
    asked = []

    def page(request):
        asked.append(request.scope["query_string"])
        return HTMLResponse(PAGE.replace("data.json", "/?_escaped_fragment_=/b").replace("JSON.parse", "String"))

    app = Starlette(routes=[Route("/", page)])
    with uvicorn_running(AjaxCrawlMiddleware(app, settings=settings())) as base:
        status, _, _ = ask(base, "/?_escaped_fragment_=/a")
    assert status == 200
    assert asked == [b"", b"_escaped_fragment_=/b"]
