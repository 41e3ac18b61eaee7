"""What a worker asks the site for, and what the site takes for a worker's request."""

import time

import anyio
import httpx
import pytest
from servers import uvicorn_running
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from fleet.conftest import KEY
from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, FakeRenderer, OriginRequest, Settings
from starlette_ajaxcrawl.fleet.origin import HttpOrigin, transport
from starlette_ajaxcrawl.fleet.signing import MARKER, NotSigned, marked_page, marker

pytestmark = pytest.mark.anyio

PAGE = "https://shop.example/a?b=c#!/é x"
LIMIT = 1000


@pytest.fixture
def anyio_backend():
    return "asyncio"


async def about(request: Request) -> Response:
    said = {
        "method": request.method,
        "url": str(request.url),
        "headers": dict(request.headers),
        "extension": (request.scope.get("extensions") or {}).get("ajaxcrawl"),
        "body": (await request.body()).decode(),
    }
    return JSONResponse(said)


async def slow(request: Request) -> Response:
    while not await request.is_disconnected():  # noqa: ASYNC110 - nothing else tells
        await anyio.sleep(0.02)
    return Response()


async def events(request: Request) -> Response:
    async def endless():
        while not await request.is_disconnected():
            yield b"data: x\n\n"
            await anyio.sleep(0.02)

    return StreamingResponse(endless(), media_type="text/event-stream")


async def big(request: Request) -> Response:
    return PlainTextResponse("x" * (LIMIT + 1))


async def away(request: Request) -> Response:
    return RedirectResponse("/about", 307)


async def back(request: Request) -> Response:
    """As proxies do that want https, without a cookie, and applications, with one."""
    response = RedirectResponse("/back", 302)
    if "cookie" in request.headers:
        response.set_cookie("seen", "1")
    return response


ROUTES = [Route(f"/{view.__name__}", view, methods=["GET", "POST"]) for view in (about, slow, events, big, away, back)]


@pytest.fixture(scope="module")
def site():
    settings = Settings(_env_file=None, _environment=False, fleet_key=KEY)
    crawl = AjaxCrawl(settings, renderer=FakeRenderer(lambda url: "<p>a snapshot"))
    with uvicorn_running(AjaxCrawlMiddleware(Starlette(routes=ROUTES), crawl)) as url:
        yield url


async def ask(site, path, *, timeout=20.0, method="GET", body=b"", headers=(), destination="empty"):
    async with transport() as connections:
        mark = marker(KEY, PAGE, time.time() + 60)
        origin = HttpOrigin(connections, site, mark, (("accept-language", "de"),), LIMIT)
        request = OriginRequest(method, f"https://shop.example{path}", tuple(headers), body, destination)
        return await origin.fetch(request, timeout=timeout)


async def test_a_workers_request_is_to_the_application_as_one_of_its_own_pages(site):
    sent = (("sec-fetch-dest", "script"), ("accept-language", "fr"), ("x-own", "ä"), ("accept-encoding", "br"))
    response = await ask(site, "/about?q=1", method="POST", body=b"data", headers=sent)
    said = httpx.Response(200, content=response.body).json()
    assert (response.status, response.failure) == (200, None)
    assert (said["method"], said["url"], said["body"]) == ("POST", "https://shop.example/about?q=1", "data")
    assert said["extension"] == {"url": PAGE, "destination": "script"}
    assert MARKER not in dict(response.headers)
    headers = said["headers"]
    assert (headers["host"], headers["accept-language"], headers["x-own"]) == ("shop.example", "de", "ä")
    assert headers["x-ajaxcrawl-render"] == "1"
    assert MARKER not in headers


async def test_an_ugly_url_of_a_page_is_the_applications(site):
    response = await ask(site, "/about?_escaped_fragment_=/a")
    assert "url" in httpx.Response(200, content=response.body).json()


@pytest.mark.parametrize(
    ("path", "failure", "status"),
    [("/slow", "timeout: ", 0), ("/events", "event_stream: ", 200), ("/big", "too_large: ", 200)],
)
async def test_what_does_not_come_whole_is_told(site, path, failure, status):
    response = await ask(site, path, timeout=1.0 if path == "/slow" else 20.0)
    assert response.failure.startswith(failure)
    assert response.status == status
    assert len(response.body) <= LIMIT


async def test_redirects_and_other_files_come_as_they_are(site):
    response = await ask(site, "/away")
    assert (response.status, dict(response.headers)["location"]) == (307, "/about")
    response = await ask(site, "/big", destination="document")  # text is not rendered, so it is not read
    assert (response.status, response.body, response.failure) == (200, b"", None)


async def test_a_document_that_is_redirected_to_itself_is_a_failure_and_no_snapshot(site):
    response = await ask(site, "/back", destination="document")
    assert response.failure.startswith("broken: it redirects the page to itself")
    response = await ask(site, "/back", destination="document", headers=[("cookie", "a=b")])
    assert (response.status, response.failure) == (302, None)


async def test_connections_are_kept_for_other_pages_cookies_are_not_and_one_that_the_server_closes_is_replaced():
    asked = []

    async def answer(stream):
        async with stream:
            while True:
                try:
                    request = await stream.receive()
                except anyio.EndOfStream:
                    return
                asked.append(request.lower())
                if len(asked) == 3:
                    return  # as one that has waited for as long as it does
                await stream.send(b"HTTP/1.1 200 OK\r\nset-cookie: a=b\r\ncontent-length: 0\r\n\r\n")

    opened = []
    async with anyio.create_task_group() as group, transport() as connections:
        listener = await anyio.create_tcp_listener(local_host="127.0.0.1")

        async def serve(stream):
            opened.append(stream)
            await answer(stream)

        group.start_soon(listener.serve, serve)
        base = f"http://127.0.0.1:{listener.extra(anyio.abc.SocketAttribute.local_port)}"
        for _ in range(3):
            origin = HttpOrigin(connections, base, "", (), LIMIT)
            response = await origin.fetch(OriginRequest("GET", "http://shop.example/", (), b"", "empty"), timeout=20)
            assert (response.status, response.failure) == (200, None)
        group.cancel_scope.cancel()
    assert (len(asked), len(opened)) == (4, 2)
    assert not any(b"cookie" in request for request in asked)


async def test_a_site_that_is_not_there_is_a_failure():
    response = await ask("http://127.0.0.1:9", "/")
    assert (response.status, response.failure) == (0, "broken: ConnectError")


async def test_a_marker_that_is_not_signed_is_no_marker(site):
    now = time.time()
    forged = [
        "",
        "x",
        marker("another-key-of-sixteen", PAGE, now + 60),
        marker(KEY, PAGE, now - 60),
        marker(KEY, PAGE, now + 60).replace("shop", "evil"),
    ]
    async with httpx.AsyncClient(base_url=site) as client:
        for value in forged:
            with pytest.raises(NotSigned):
                marked_page(KEY, value, now)
            said = (await client.get("/about", headers={MARKER: value, "x-ajaxcrawl-render": "1"})).json()
            assert said["extension"] is None
            assert not {MARKER, "x-ajaxcrawl-render"} & said["headers"].keys()
            ugly = await client.get("/about?_escaped_fragment_=/a", headers={MARKER: value})
            assert ugly.text == "<p>a snapshot"
    assert marked_page(KEY, marker(KEY, PAGE, now + 60), now) == PAGE
