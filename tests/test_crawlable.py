"""CrawlableHTML: which pages say that scripts build them, and what becomes of their answers."""

from __future__ import annotations

import gzip
from typing import Any

import anyio
import pytest
from asgi_calls import Exchange, call
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import FileResponse, HTMLResponse
from starlette.routing import Mount, Route

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, CrawlableHTML, FakeRenderer, Settings, SettingsError
from starlette_ajaxcrawl.opt_in import META

pytestmark = pytest.mark.anyio

PAGE = b"<!doctype html><html><head><title>a"
OPTED = PAGE.replace(b"<head>", b"<head>" + META.encode())


class Answer:
    """An application that answers in ``chunks`` and keeps the scope."""

    def __init__(self, *chunks: bytes, status: int = 200, content_type: str = "text/html", **headers: str) -> None:
        self.chunks, self.status = chunks or (PAGE,), status
        given = {"content-type": content_type, **{name.replace("_", "-"): value for name, value in headers.items()}}
        self.headers = [(name.encode(), value.encode()) for name, value in given.items()]
        self.scope: Any = None

    async def __call__(self, scope, receive, send) -> None:
        self.scope = scope
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        for chunk in self.chunks:
            await send({"type": "http.response.body", "body": chunk, "more_body": True})
        await send({"type": "http.response.body"})


async def opt_in(answer: Answer, target: str = "/shop/a", **more: Any) -> Exchange:
    return await call(CrawlableHTML(answer, ["/shop/*"]), target, **more)


async def test_named_paths_get_the_meta_and_no_others() -> None:
    assert (await opt_in(Answer())).body == OPTED
    assert (await opt_in(Answer(), "/about")).body == PAGE
    assert (await call(CrawlableHTML(Answer()), "/shop/a")).body == PAGE
    assert (await opt_in(Answer(), method="POST")).body == PAGE


@pytest.mark.parametrize(
    "answer",
    [
        Answer(status=404),
        Answer(status=206),
        Answer(content_type="application/json"),
        Answer(content_type="application/xhtml+xml"),
        Answer(x_ajaxcrawl="hit"),
        Answer(gzip.compress(PAGE), content_encoding="gzip"),
        Answer(content_encoding="br"),
    ],
)
async def test_all_but_plain_pages_stay_as_they_are(answer: Answer, caplog) -> None:
    exchange = await opt_in(answer)
    assert exchange.body == b"".join(answer.chunks)
    assert exchange.messages[0]["headers"] == answer.headers
    assert len(caplog.records) == any(name == b"content-encoding" for name, _ in answer.headers)


async def test_length_and_tag_are_true_of_what_is_sent() -> None:
    answer = Answer(content_length=str(len(PAGE)), etag='"a"', accept_ranges="bytes", repr_digest="sha-256=:x:")
    exchange = await opt_in(answer)
    assert exchange.headers == {"content-type": "text/html", "etag": 'W/"a"', "content-length": str(len(OPTED))}
    head = await opt_in(answer, method="HEAD")
    assert (head.status, head.body, head.headers) == (200, b"", {"content-type": "text/html", "etag": 'W/"a"'})
    unchanged = await opt_in(Answer(status=304, etag='"a"'))
    assert unchanged.headers["etag"] == 'W/"a"'
    twice = await opt_in(Answer(OPTED, content_length=str(len(OPTED))))
    assert (twice.body, twice.headers["content-length"]) == (OPTED, str(len(OPTED)))


async def test_the_application_is_asked_for_whole_plain_pages() -> None:
    answer = Answer()
    headers = [(b"accept-encoding", b"gzip"), (b"range", b"bytes=0-1"), (b"if-range", b'"a"'), (b"cookie", b"a=b")]
    await opt_in(answer, headers=headers)
    assert [name for name, _ in answer.scope["headers"]] == [b"host", b"cookie"]
    await opt_in(answer, "/about", headers=headers)
    assert len(answer.scope["headers"]) == 5


async def test_only_the_beginning_is_held_back() -> None:
    pieces = [PAGE[n : n + 1] for n in range(len(PAGE))]
    exchange = await opt_in(Answer(*pieces, b"the rest", b"", b"more"))
    assert exchange.body == OPTED + b"the restmore"
    go_on = anyio.Event()

    async def slow(scope, receive, send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/html")]})
        await send({"type": "http.response.body", "body": PAGE, "more_body": True})
        await go_on.wait()
        await send({"type": "http.response.body", "body": b"late"})

    received: list[bytes] = []

    async def send(message) -> None:
        received.append(message.get("body", b""))
        if b"".join(received) == OPTED:
            go_on.set()

    with anyio.fail_after(5):
        scope = {"type": "http", "method": "GET", "path": "/shop/a", "headers": []}
        await CrawlableHTML(slow, ["/shop/*"])(scope, None, send)
    assert b"".join(received) == OPTED + b"late"


async def test_a_page_without_a_head_that_never_comes_goes_out_at_its_end() -> None:
    assert (await opt_in(Answer(b"<!-- "))).body.endswith(b"<!-- ")
    assert (await opt_in(Answer(b""))).body == b""


async def test_routes_are_named_as_url_for_names_them(tmp_path) -> None:
    (tmp_path / "a.html").write_bytes(PAGE)
    page = lambda request: HTMLResponse(PAGE)  # noqa: E731
    routes = [
        Route("/", page, name="home"),
        Route("/products/{id:int}", page, name="product"),
        Route("/products/new", page, name="new"),
        Mount("/shop", routes=[Route("/{name}", page, name="item")], name="shop"),
        Mount("/plain", routes=[Route("/{name}", page, name="about")]),
        Route("/file", lambda request: FileResponse(tmp_path / "a.html"), name="file"),
    ]
    names = ["home", "product", "shop:item", "about", "file"]
    app = Starlette(routes=routes, middleware=[Middleware(CrawlableHTML, routes=names)])
    opted = ["/", "/products/2", "/shop/a", "/plain/a", "/file"]
    for path in [*opted, "/products/new", "/nowhere", "/products/x"]:
        exchange = await call(app, path, extensions={"http.response.pathsend": {}})
        assert (META.encode() in exchange.body) == (path in opted), path


async def test_a_snapshot_is_never_told_to_be_one_to_make() -> None:
    crawl = AjaxCrawl(Settings(_env_file=None), renderer=FakeRenderer())
    outside = CrawlableHTML(AjaxCrawlMiddleware(Answer(), crawl), ["*"])
    assert (await call(outside, "/shop/a?_escaped_fragment_=")).body == PAGE
    assert (await call(outside, "/shop/a")).body == OPTED


async def test_other_connections_pass() -> None:
    seen = []

    async def app(scope, receive, send) -> None:
        seen.append(scope["type"])

    await CrawlableHTML(app, ["*"])({"type": "websocket", "path": "/"}, None, None)
    await CrawlableHTML(app, ["*"])({"type": "lifespan"}, None, None)
    assert seen == ["websocket", "lifespan"]


@pytest.mark.parametrize("routes", ["home", [1], [""]])
def test_routes_that_are_no_list_of_texts_are_refused(routes: Any) -> None:
    with pytest.raises(SettingsError, match="routes must be a list"):
        CrawlableHTML(Answer(), routes)
