"""States that the server writes itself, through the middleware."""

import re
from pathlib import Path

import anyio
import pytest
from asgi_calls import call
from bare_site import Site, from_application
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, FakeRenderer, Settings, SettingsError, Snapshots
from starlette_ajaxcrawl.server_snapshots import DOCUMENT_HEADERS

pytestmark = pytest.mark.anyio
PAGE = "/?_escaped_fragment_="


README = Path(__file__).parents[1] / "README.md"


def around(snapshots: Snapshots, site=None, **settings) -> AjaxCrawlMiddleware:
    renderer = FakeRenderer(lambda url: f"rendered {url}")
    return AjaxCrawlMiddleware(
        site or Site(), AjaxCrawl(Settings(_environment=False, **settings), renderer=renderer, snapshots=snapshots)
    )


def giving(response) -> Snapshots:
    """A home page that gives ``response``, or what it returns."""
    snapshots = Snapshots()

    @snapshots.page("/")
    async def home(request):
        return response(request) if not isinstance(response, Response) and callable(response) else response

    return snapshots


async def test_states_and_pages_are_matched_by_starlettes_convertors_and_all_else_is_rendered():
    snapshots = Snapshots()

    @snapshots.state("/shop", "/products/{id:int}")
    async def product(request, id):
        return HTMLResponse(f"product {id + 1} {request.query_params.get('lang')} {request.url.path}")

    @snapshots.state("/{place}/map", "{rest:path}")
    async def place(request, place, rest):
        return HTMLResponse(f"{place}: {rest}")

    @snapshots.page("/about/{name}")
    async def about(request, name):
        return HTMLResponse(f"about {name} {request.path_params}")

    @snapshots.page("/about/nobody")
    async def never(request):
        raise AssertionError("the first that matches answers")

    middleware = around(snapshots)
    for ugly, body in {
        "/shop?lang=en&_escaped_fragment_=/products/41": "product 42 en /shop",
        "/d%C3%BCne/map?_escaped_fragment_=a/b%20%C3%A9": "düne: a/b é",
        "/about/nobody?_escaped_fragment_=": "about nobody {'name': 'nobody'}",
        "/shop?_escaped_fragment_=/products/41%0A": "rendered http://example.com/shop#!/products/41\n",
        "/shop?_escaped_fragment_=/products/x": "rendered http://example.com/shop#!/products/x",
        "/shop?_escaped_fragment_=products/1": "rendered http://example.com/shop#!products/1",
        "/about/x?_escaped_fragment_=y": "rendered http://example.com/about/x#!y",
    }.items():
        exchange = await call(middleware, ugly)
        assert (exchange.status, exchange.body.decode()) == (200, body)


async def test_the_answer_has_the_headers_and_the_keeping_of_a_rendered_one():
    made = []

    def make(request):
        made.append(request)
        headers = {"x-robots-tag": "noarchive", "set-cookie": "a=b", "x-own": "c", "cache-control": "max-age=7"}
        return HTMLResponse("<p>ü", headers=headers)

    middleware = around(giving(make))
    first = await call(middleware, PAGE, headers=[(b"cookie", b"secret=1"), (b"x-forwarded-for", b"1.2.3.4")])
    assert first.headers["x-ajaxcrawl"] == "miss"
    assert first.headers["content-type"] == "text/html; charset=utf-8"
    assert first.headers["link"] == '<http://example.com/>; rel="canonical"'
    assert (first.headers["x-robots-tag"], first.headers["cache-control"]) == ("noarchive", "max-age=7")
    assert not {"set-cookie", "x-own"} & first.headers.keys()
    second = await call(middleware, PAGE, headers=[(b"if-none-match", first.headers["etag"].encode())])
    assert (second.status, second.headers["x-ajaxcrawl"], len(made)) == (304, "hit", 1)
    assert (await call(middleware, PAGE, method="HEAD")).body == b""
    (request,) = made
    assert (request.method, dict(request.headers)["x-ajaxcrawl-render"], request.cookies) == ("GET", "1", {})
    assert "x-forwarded-for" not in request.headers


@pytest.mark.parametrize(
    ("response", "status", "body", "headers"),
    [
        (PlainTextResponse("a<b", 404), 404, "<!DOCTYPE html><pre>a&lt;b</pre>", {}),
        (lambda: StreamingResponse(["a", "b"], media_type="text/html"), 200, "ab", {}),
        (FileResponse(__file__, media_type="text/html"), 200, Path(__file__).read_text(), {}),
        (Response("ü".encode("latin-1"), media_type="text/html; charset=iso-8859-1"), 200, "ü", {}),
        (Response(status_code=410), 410, "", {}),
        (HTMLResponse("<link rel=canonical href=/x>"), 200, "<link rel=canonical href=/x>", {"link": None}),
        (RedirectResponse("/b?c=é#!/d e", 301), 301, "", {"location": "http://example.com/b?c=%C3%A9#!/d%20e"}),
        (RedirectResponse("/b?_escaped_fragment_=/d"), 307, "", {"location": "http://example.com/b#!/d"}),
        (HTTPException(404, "no <such> page"), 404, "<!DOCTYPE html><title>no &lt;such&gt; page</title>", {}),
    ],
)
async def test_any_response_becomes_a_snapshot(response, status, body, headers):
    def give(request):
        if isinstance(response, Exception):
            raise response
        return response if isinstance(response, Response) else response()  # a stream can be read once

    exchange = await call(around(giving(give)), PAGE)
    assert exchange.status == status
    assert exchange.body.decode().startswith(body)
    assert {name: exchange.headers.get(name) for name in headers} == headers


async def test_what_is_not_html_is_left_to_the_application_and_none_to_the_renderer():
    exchange = await call(around(giving(JSONResponse({}))), "/?a=b&_escaped_fragment_=")
    assert from_application(exchange)["query"] == "a=b"
    exchange = await call(around(giving(lambda request: None)), PAGE)
    assert exchange.body == b"rendered http://example.com/"


@pytest.mark.parametrize(
    ("response", "settings", "words"),
    [
        (lambda request: 1 / 0, {}, "ZeroDivisionError"),
        (lambda request: "text", {}, "server-side snapshot failed"),
        (HTMLResponse("x" * 2000), {"max_snapshot_bytes": 1000}, "max_snapshot_bytes"),
        (Response("x", media_type="text/html; charset=none"), {}, "charset is unknown"),
        (RedirectResponse("ftp://x/"), {}, "no pretty HTTP URL"),
        (HTMLResponse("<p>", 999), {}, "999 is not the status of a response"),
    ],
)
async def test_a_failure_is_a_503_without_a_stack_and_a_line_in_the_log(caplog, response, settings, words):
    exchange = await call(around(giving(response), **settings), PAGE)
    assert (exchange.status, b"Error" in exchange.body) == (503, False)
    assert words in caplog.text


async def test_a_handler_that_does_not_end_is_ended_at_the_deadline():
    snapshots = Snapshots()
    ended = anyio.Event()

    @snapshots.page("/")
    async def home(request):
        try:
            await anyio.sleep_forever()
        finally:
            ended.set()

    assert (await call(around(snapshots, deadline=0.05), PAGE)).status == 503
    with anyio.fail_after(5):
        await ended.wait()


async def test_paths_are_those_of_the_application_where_it_is_mounted():
    inner = Starlette(
        middleware=[
            Middleware(
                AjaxCrawlMiddleware,
                AjaxCrawl(
                    Settings(_environment=False),
                    renderer=FakeRenderer({}),
                    snapshots=giving(lambda request: HTMLResponse(f"{request.url} {type(request.app).__name__}")),
                ),
            )
        ]
    )
    exchange = await call(Starlette(routes=[Mount("/sub", inner)]), "/sub/?_escaped_fragment_=")
    assert exchange.body == b"http://example.com/sub/ Starlette"


async def test_variants_reach_the_handler():
    snapshots = giving(lambda request: HTMLResponse(request.headers.get("accept-language", "none")))
    middleware = around(snapshots, vary_on=["Accept-Language"])
    for language in ("de", "fr"):
        exchange = await call(middleware, PAGE, headers=[(b"accept-language", language.encode())])
        assert exchange.body == language.encode()


async def test_what_the_readme_shows_works():
    (shown,) = [
        block
        for block in re.findall(r"^```python\n(.*?)^```$", README.read_text(), re.MULTILINE | re.DOTALL)
        if "Snapshots()" in block
    ]
    names: dict = {"products": {2: "Tea"}}
    exec(shown, names)
    crawl = names["crawl"]
    middleware = AjaxCrawlMiddleware(Site(), crawl)
    exchange = await call(middleware, "/shop?_escaped_fragment_=/products/2")
    assert exchange.body == b"<!doctype html><h1>Tea</h1><!-- a snapshot -->"
    assert (await call(middleware, "/shop?_escaped_fragment_=/products/3")).status == 404
    assert (await call(middleware, "/old?_escaped_fragment_=/x")).status == 301


def test_wrong_declarations_are_errors_at_once():
    snapshots = Snapshots()
    with pytest.raises(SettingsError, match="id is in the path and in the state"):
        snapshots.state("/{id}", "{id}")
    with pytest.raises(SettingsError, match="no path of Starlette's"):
        snapshots.page("/{id:nothing}")
    with pytest.raises(SettingsError, match="async function"):
        snapshots.page("/")(lambda request: None)


def test_the_headers_that_are_kept_are_those_of_rendered_documents():
    java = Path(__file__).parents[1] / "java/src/main/java/ajaxcrawl/DocumentHeaders.java"
    (listed,) = re.findall(r"KEPT = Set\.of\((.*?)\);", java.read_text(), re.DOTALL)
    assert set(re.findall(r'"([^"]+)"', listed)) == DOCUMENT_HEADERS
