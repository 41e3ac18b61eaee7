"""The middleware by ASGI alone: what it answers, what it passes on, and what it leaves untouched."""

from __future__ import annotations

import json
import sys
from subprocess import run
from typing import TYPE_CHECKING

import anyio
import pytest
from asgi_calls import call, client_that_stays, http_scope
from bare_site import HTML, PRETTY, UGLY, Site, around, from_application, snapshot
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.testclient import TestClient

from starlette_ajaxcrawl import (
    AjaxCrawl,
    AjaxCrawlMiddleware,
    FakeRenderer,
    MemoryStore,
    Origin,
    OriginRequest,
    Rendering,
    RenderRequest,
    Settings,
    SettingsError,
)

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send

pytestmark = pytest.mark.anyio

# -- what is answered


async def test_an_ugly_url_is_answered_with_the_snapshot_of_its_pretty_url() -> None:
    site = Site()
    exchange = await call(around(site), UGLY)
    assert (exchange.status, exchange.body) == (200, HTML.encode())
    assert exchange.headers["content-type"] == "text/html; charset=utf-8"
    assert exchange.headers["content-length"] == str(len(HTML))
    assert exchange.headers["x-ajaxcrawl"] == "miss"
    assert site.scopes == []


async def test_the_outcome_says_whether_the_snapshot_was_kept() -> None:
    middleware = around(Site())
    outcomes = [(await call(middleware, UGLY)).headers["x-ajaxcrawl"] for _ in range(2)]
    assert outcomes == ["miss", "hit"]


async def test_head_is_answered_without_a_body() -> None:
    exchange = await call(around(Site()), UGLY, method="HEAD")
    assert (exchange.status, exchange.body) == (200, b"")
    assert exchange.headers["content-length"] == str(len(HTML))


async def test_a_snapshot_that_the_client_has_is_not_sent_again() -> None:
    middleware = around(Site())
    tag = (await call(middleware, UGLY)).headers["etag"]
    exchange = await call(middleware, UGLY, headers=[(b"if-none-match", tag.encode())])
    assert (exchange.status, exchange.body) == (304, b"")


async def test_the_documents_status_and_redirects_are_the_answer() -> None:
    gone = around(Site(), {PRETTY: snapshot(status=410)})
    moved = around(
        Site(), {PRETTY: snapshot(kind="redirect", status=301, headers=(("location", "http://example.com/b#!/c"),))}
    )
    assert (await call(gone, UGLY)).status == 410
    exchange = await call(moved, UGLY)
    assert (exchange.status, exchange.headers["location"]) == (301, "http://example.com/b#!/c")


async def test_the_renderer_gets_the_settings_of_the_path() -> None:
    renderer = FakeRenderer({PRETTY: HTML})
    await call(around(Site(), renderer, overrides={"/shop*": {"deadline": 7.0}}), UGLY)
    assert [(request.url, request.settings.deadline) for request in renderer.requests] == [(PRETTY, 7.0)]


async def test_a_page_reaches_its_own_site_below_the_middleware() -> None:
    site = Site()
    exchange = await call(around(site, FakeRenderer()), UGLY)
    assert json.loads(exchange.body) == {"path": "/shop", "query": "lang=en", "method": "GET", "body": ""}
    assert "ajaxcrawl" in site.scopes[0]["extensions"]
    assert (b"x-ajaxcrawl-render", b"1") in site.scopes[0]["headers"]


# -- what is passed on


@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
async def test_everyone_elses_request_is_passed_on_untouched(method: str) -> None:
    seen: list[tuple[object, ...]] = []

    async def site(*arguments: object) -> None:
        seen.append(arguments)

    async def send(message: Message) -> None: ...

    scope, receive = http_scope("/shop?__escaped_fragment__=1", method=method), client_that_stays()
    before = dict(scope)
    await around(site)(scope, receive, send)
    assert all(got is given for got, given in zip(seen[0], (scope, receive, send), strict=True))
    assert scope == before


async def test_other_methods_for_an_ugly_url_are_passed_on() -> None:
    exchange = await call(around(Site()), UGLY, method="POST", receive=client_that_stays(b"form"))
    assert from_application(exchange)["query"] == "lang=en&_escaped_fragment_=/products/2"
    assert from_application(exchange)["body"] == "form"


async def test_what_is_excluded_is_passed_on_as_sent() -> None:
    for settings in ({"exclude": ("/shop",)}, {"include": ("/other*",)}, {"exclude_states": ("/products*",)}):
        exchange = await call(around(Site(), **settings), UGLY)
        assert from_application(exchange)["query"] == "lang=en&_escaped_fragment_=/products/2"


async def test_a_document_that_is_not_html_is_passed_on_without_the_token() -> None:
    site = Site()
    middleware = around(site, {PRETTY: snapshot(kind="other")})
    exchange = await call(middleware, UGLY, headers=[(b"range", b"bytes=0-1")], receive=client_that_stays(b"sent"))
    assert from_application(exchange) == {"path": "/shop", "query": "lang=en", "method": "GET", "body": "sent"}
    assert (b"range", b"bytes=0-1") in site.scopes[0]["headers"]
    assert site.scopes[0]["raw_path"] == b"/shop"


async def test_a_streamed_response_passes_undelayed() -> None:
    more = anyio.Event()

    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"first", "more_body": True})
        await more.wait()
        await send({"type": "http.response.body", "body": b"last"})

    bodies: list[bytes] = []

    async def send(message: Message) -> None:
        bodies.append(message.get("body", b""))
        if message.get("body") == b"first":
            more.set()  # the rest comes only once the first part is here

    with anyio.fail_after(5):
        await around(site)(http_scope("/"), client_that_stays(), send)
    assert bodies == [b"", b"first", b"last"]


# -- the marker header


@pytest.mark.parametrize("name", [b"x-ajaxcrawl-render", b"x_ajaxcrawl_render", b"x-ajaxcrawl_render"])
@pytest.mark.parametrize("kind", ["http", "websocket"])
async def test_the_marker_of_the_pages_own_requests_is_stripped_from_outside(name: bytes, kind: str) -> None:
    seen: list[Scope] = []

    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope)

    headers = [(b"host", b"example.com"), (name, b"1"), (b"accept", b"*/*"), (name, b"0")]
    scope = {**http_scope("/"), "type": kind, "headers": headers}
    await around(site)(scope, client_that_stays(), None)
    assert seen[0]["headers"] == [(b"host", b"example.com"), (b"accept", b"*/*")]
    assert len(headers) == 4


async def test_the_marker_is_stripped_where_an_excluded_request_is_passed_on() -> None:
    site = Site()
    await call(around(site, exclude=("*",)), UGLY, headers=[(b"x-ajaxcrawl-render", b"1")])
    assert site.scopes[0]["headers"] == [(b"host", b"example.com")]


async def test_two_middlewares_around_one_application_render_once() -> None:
    site = Site()
    inner_renderer, outer_renderer = FakeRenderer(), FakeRenderer()
    exchange = await call(around(around(site, inner_renderer), outer_renderer), UGLY)
    assert json.loads(exchange.body)["query"] == "lang=en"
    assert (len(outer_renderer.requests), len(inner_renderer.requests)) == (1, 0)


async def test_a_page_that_asks_for_an_ugly_url_of_its_own_site_starts_no_render() -> None:
    class Curious(FakeRenderer):
        async def render(self, request: RenderRequest, origin: Origin) -> Rendering:
            response = await origin.fetch(
                OriginRequest("GET", "http://example.com" + UGLY, (), b"", "empty"), timeout=5
            )
            self.responses.append(response)
            return await super().render(request, origin)

    renderer = Curious({PRETTY: HTML})
    # two of them: the inner one sees what the outer one's page asks for
    await call(around(around(Site(), renderer), renderer), UGLY)
    assert len(renderer.requests) == 1
    assert json.loads(renderer.responses[0].body)["query"] == "lang=en&_escaped_fragment_=/products/2"


async def test_several_middlewares_share_one_crawl() -> None:
    crawl = AjaxCrawl(Settings(_env_file=None), renderer=FakeRenderer({PRETTY: HTML}))
    first, second = AjaxCrawlMiddleware(Site(), crawl), AjaxCrawlMiddleware(Site(), crawl)
    assert (await call(first, UGLY)).headers["x-ajaxcrawl"] == "miss"
    assert (await call(second, UGLY)).headers["x-ajaxcrawl"] == "hit"


# -- how it is made


def test_crawl_and_settings_exclude_each_other() -> None:
    with pytest.raises(SettingsError, match="either crawl or settings"):
        AjaxCrawlMiddleware(Site(), AjaxCrawl(renderer=FakeRenderer({})), settings=Settings())


def test_a_middleware_makes_a_crawl_of_its_own_settings() -> None:
    settings = Settings(_env_file=None, max_age=5.0)
    assert AjaxCrawlMiddleware(Site(), settings=settings).crawl.settings is settings


async def test_a_wrong_environment_fails_the_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AJAXCRAWL_MAX_AGE", "abc")
    app = Starlette(middleware=[Middleware(AjaxCrawlMiddleware)])  # makes its middleware at the lifespan's startup
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "lifespan.startup"}

    async def send(message: Message) -> None:
        sent.append(message)

    with pytest.raises(SettingsError, match="AJAXCRAWL_MAX_AGE"):
        await app({"type": "lifespan", "app": app, "state": {}}, receive, send)
    (failed,) = sent
    assert failed["type"] == "lifespan.startup.failed"
    assert "AJAXCRAWL_MAX_AGE" in failed["message"]
    assert "'abc'" in failed["message"]
    with pytest.raises(SettingsError, match="AJAXCRAWL_MAX_AGE"):
        await AjaxCrawlMiddleware(Site())(http_scope("/"), receive, send)


def test_a_wrong_environment_fails_a_test_client_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AJAXCRAWL_MAX_AGE", "abc")
    app = Starlette(middleware=[Middleware(AjaxCrawlMiddleware)])
    with pytest.raises(SettingsError, match="AJAXCRAWL_MAX_AGE"), TestClient(app):
        pass


async def test_without_any_argument_the_settings_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AJAXCRAWL_ON_ERROR", "pass")
    assert AjaxCrawlMiddleware(Site()).crawl.settings.on_error == "pass"


async def test_a_store_of_ones_own_is_used() -> None:
    store = MemoryStore(1 << 20)
    crawl = AjaxCrawl(Settings(_env_file=None), renderer=FakeRenderer({PRETTY: HTML}), store=store)
    await call(AjaxCrawlMiddleware(Site(), crawl), UGLY)
    kept = await store.get(PRETTY)
    assert kept is not None
    assert kept.body == HTML.encode()


def test_importing_the_package_starts_no_jvm_and_loads_no_framework() -> None:
    script = "import starlette_ajaxcrawl, sys; print(sorted({'jpype', 'starlette', 'typer'} & set(sys.modules)))"
    assert run([sys.executable, "-c", script], capture_output=True, check=True, text=True).stdout == "[]\n"
