"""The middleware by ASGI alone: what it answers, what it passes on, and what it leaves untouched."""

from __future__ import annotations

import json
import logging
import sys
from dataclasses import replace
from subprocess import run
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from asgi_calls import Exchange, call, client_that_stays, http_scope
from hypothesis import given
from hypothesis import strategies as st
from starlette.applications import Starlette
from starlette.middleware import Middleware

from starlette_ajaxcrawl import (
    AjaxCrawl,
    AjaxCrawlMiddleware,
    FakeRenderer,
    MemoryStore,
    Origin,
    OriginRequest,
    RendererBusy,
    RendererUnavailable,
    Rendering,
    RenderRequest,
    RenderTimeout,
    Settings,
    SettingsError,
    Snapshot,
    SnapshotTooLarge,
    UrlError,
)

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send

pytestmark = pytest.mark.anyio

UGLY = "/shop?lang=en&_escaped_fragment_=/products/2"
PRETTY = "http://example.com/shop?lang=en#!/products/2"
HTML = "<!DOCTYPE html><title>Products</title>"


class Site:
    """A bare application that says what it was asked and keeps every scope."""

    def __init__(self) -> None:
        self.scopes: list[Scope] = []

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.scopes.append(scope)
        message = await receive()
        said = {"path": scope["path"], "query": scope["query_string"].decode("latin-1"), "method": scope["method"]}
        said["body"] = message["body"].decode()
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/html")]})
        await send({"type": "http.response.body", "body": json.dumps(said).encode()})


def around(site: Any, pages: Any = None, **settings: Any) -> AjaxCrawlMiddleware:
    """A middleware around ``site``, with a renderer (or the pages of one) and settings."""
    renderer = pages if hasattr(pages, "render") else FakeRenderer({PRETTY: HTML} if pages is None else pages)
    return AjaxCrawlMiddleware(site, AjaxCrawl(Settings(_env_file=None, **settings), renderer=renderer))


def from_application(exchange: Exchange) -> dict[str, str]:
    """What the site says it was asked; fails for an answer of the middleware's."""
    assert exchange.headers == {"content-type": "text/html"}
    return json.loads(exchange.body)


def snapshot(**changes: Any) -> Snapshot:
    return replace(Snapshot(PRETTY, "html", 200, (), HTML.encode(), 0.0), **changes)


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


# -- bad requests


@pytest.mark.parametrize(
    "target",
    [
        "/?_escaped_fragment_=%zz",
        "/?_escaped_fragment_=%ff",
        "/?_escaped_fragment_&_escaped_fragment_",
        "/../?_escaped_fragment_=",
    ],
)
async def test_a_url_that_the_scheme_cannot_map_is_a_bad_request(target: str) -> None:
    site = Site()
    exchange = await call(around(site), target)
    assert exchange.status == 400
    assert exchange.headers["content-type"] == "text/plain; charset=utf-8"
    assert exchange.body.endswith(b"\n")
    assert site.scopes == []


@pytest.mark.parametrize("host", [b"evil.com", b"\xff", b"example.com\xc3\xa4", b"a b", None])
async def test_a_forged_or_bad_host_is_a_bad_request_for_ugly_urls_only(host: bytes | None) -> None:
    middleware = around(Site(), allowed_hosts=("example.com",))
    exchange = await call(middleware, UGLY, host=host, server=None)
    assert exchange.status == 400
    assert b"Host" in exchange.body
    assert from_application(await call(middleware, "/shop", host=host, server=None))["path"] == "/shop"


async def test_without_a_host_header_the_servers_address_is_the_site() -> None:
    renderer = FakeRenderer(lambda url: HTML)
    await call(around(Site(), renderer), UGLY, host=None, http_version="1.0")
    assert renderer.requests[0].url == PRETTY.replace("example.com", "127.0.0.1:8000")


# -- no snapshot


FAILURES = [
    RendererUnavailable(PRETTY, "no Java"),
    RendererBusy(PRETTY, "the queue is full"),
    RenderTimeout(PRETTY, "secret detail"),
    SnapshotTooLarge(PRETTY, "secret detail"),
    ZeroDivisionError("secret detail"),
]


@pytest.mark.parametrize("error", FAILURES, ids=lambda error: type(error).__name__)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_an_error_is_answered_503_without_internals(error: Exception, method: str) -> None:
    exchange = await call(around(Site(), {PRETTY: error}), UGLY, method=method)
    assert exchange.status == 503
    assert int(exchange.headers["retry-after"]) > 0
    assert exchange.headers["content-type"] == "text/plain; charset=utf-8"
    assert b"secret" not in exchange.body
    assert b"Traceback" not in exchange.body
    assert (len(exchange.body) > 0) == (method == "GET")


async def test_a_url_that_is_none_to_the_renderer_is_a_bad_request_too() -> None:
    for on_error in ("503", "pass"):
        answer = await call(around(Site(), {PRETTY: UrlError(PRETTY, "no such host")}, on_error=on_error), UGLY)
        assert (answer.status, answer.body) == (400, b"no such host\n")


@pytest.mark.parametrize("error", FAILURES, ids=lambda error: type(error).__name__)
async def test_an_error_passes_the_request_on_without_the_token_where_so_set(error: Exception) -> None:
    middleware = around(Site(), {PRETTY: error}, on_error="pass")
    exchange = await call(middleware, UGLY, receive=client_that_stays(b"sent"))
    assert from_application(exchange) == {"path": "/shop", "query": "lang=en", "method": "GET", "body": "sent"}


async def test_a_failure_outside_the_renderer_is_answered_and_logged_with_the_pretty_url(
    caplog: pytest.LogCaptureFixture,
) -> None:
    middleware = around(Site())

    async def get(*_: object) -> None:
        raise KeyError("secret detail")

    middleware.crawl.service.get = get
    exchange = await call(middleware, UGLY)
    assert exchange.status == 503
    assert b"secret" not in exchange.body
    (record,) = [record for record in caplog.records if record.name == "starlette_ajaxcrawl.middleware"]
    assert record.levelno == logging.ERROR
    assert PRETTY in record.getMessage()
    assert record.exc_info is not None


async def test_an_incomplete_snapshot_is_served_and_says_so_and_the_log_names_the_setting(
    caplog: pytest.LogCaptureFixture,
) -> None:
    middleware = around(Site(), {PRETTY: snapshot(incomplete=("selector",))})
    for _ in range(2):
        exchange = await call(middleware, UGLY)
        assert (exchange.status, exchange.headers["x-ajaxcrawl-complete"]) == (200, "false")
        assert exchange.headers["x-ajaxcrawl"] == "miss"  # never kept
    assert "wait_for_background_javascript" in caplog.text
    assert PRETTY in caplog.text


async def test_an_incomplete_snapshot_is_503_where_so_set() -> None:
    middleware = around(Site(), {PRETTY: snapshot(incomplete=("deadline",))}, on_timeout="503")
    exchange = await call(middleware, UGLY)
    assert exchange.status == 503
    assert "retry-after" in exchange.headers


@given(
    path=st.binary(max_size=12).map(lambda raw: raw.replace(b"?", b"")) | st.just(b"/x"),
    query=st.lists(st.binary(max_size=4) | st.sampled_from([b"_escaped_fragment_=", b"&", b"%", b"%C3"])).map(b"".join),
    host=st.just(b"example.com") | st.binary(max_size=6),
    method=st.sampled_from(["GET", "HEAD"]),
)
def test_whatever_the_bytes_the_answer_is_a_snapshot_or_a_bad_request(
    path: bytes, query: bytes, host: bytes, method: str
) -> None:
    async def answer() -> int:
        target = path + b"?_escaped_fragment_=" + query
        return (await call(around(Site(), lambda url: HTML), target, host=host, method=method)).status

    assert anyio.run(answer) in (200, 400)


# -- a client that goes away


async def test_a_client_that_goes_away_frees_its_place() -> None:
    renderer = FakeRenderer({PRETTY: HTML}, wait=anyio.Event())
    messages: list[Message] = [{"type": "http.disconnect"}, {"type": "http.request", "body": b""}]

    async def receive() -> Message:
        while not renderer.requests:
            await anyio.lowlevel.checkpoint()
        return messages.pop()

    exchange = await call(around(Site(), renderer), UGLY, receive=receive)
    with anyio.fail_after(5):
        while not renderer.cancelled:
            await anyio.lowlevel.checkpoint()
    assert exchange.messages == []


async def test_a_render_goes_on_while_another_client_waits_for_it() -> None:
    finish = anyio.Event()
    renderer = FakeRenderer({PRETTY: HTML}, wait=finish)
    middleware = around(Site(), renderer)
    exchanges: list[Exchange] = []

    async def stay() -> None:
        exchanges.append(await call(middleware, UGLY))

    async def receive() -> Message:
        while not renderer.requests:
            await anyio.lowlevel.checkpoint()
        await anyio.wait_all_tasks_blocked()
        return {"type": "http.disconnect"}

    async with anyio.create_task_group() as group:
        group.start_soon(stay)
        gone = await call(middleware, UGLY, receive=receive)
        finish.set()
    assert gone.messages == []
    assert exchanges[0].body == HTML.encode()
    assert renderer.cancelled == []


# -- other protocols


async def test_web_sockets_pass_through() -> None:
    seen: list[tuple[object, ...]] = []

    async def site(*arguments: object) -> None:
        seen.append(arguments)

    scope = {"type": "websocket", "path": "/", "query_string": b"_escaped_fragment_=", "headers": []}
    receive, send = client_that_stays(), client_that_stays()
    await around(site)(scope, receive, send)
    assert all(got is given for got, given in zip(seen[0], (scope, receive, send), strict=True))


async def test_protocols_of_the_future_pass_through() -> None:
    seen: list[Scope] = []

    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope)

    scope = {"type": "webtransport"}
    await around(site)(scope, client_that_stays(), None)
    assert seen[0] is scope


class Lived:
    """Runs a lifespan: startup, then shutdown; ``events`` tells what came when."""

    def __init__(self) -> None:
        self.renderer = FakeRenderer({})
        self.events: list[str] = []
        self.crawl = AjaxCrawl(Settings(_env_file=None, warm_up=True), renderer=self.renderer)
        self.unsent = [{"type": "lifespan.shutdown"}, {"type": "lifespan.startup"}]

    async def receive(self) -> Message:
        return self.unsent.pop()

    async def send(self, message: Message) -> None:
        self.events.append(f"{message['type']} started={self.renderer.started} closed={self.renderer.closed}")

    async def around(self, site: Any) -> None:
        await AjaxCrawlMiddleware(site, self.crawl)({"type": "lifespan", "state": {}}, self.receive, self.send)


async def test_the_crawl_starts_and_ends_inside_the_applications_lifespan() -> None:
    lived = Lived()

    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        assert await receive() == {"type": "lifespan.startup"}
        assert lived.renderer.started == 0
        await send({"type": "lifespan.startup.complete"})
        assert await receive() == {"type": "lifespan.shutdown"}
        assert lived.renderer.closed == 0
        await send({"type": "lifespan.shutdown.complete"})

    await lived.around(site)
    assert lived.events == [
        "lifespan.startup.complete started=1 closed=0",
        "lifespan.shutdown.complete started=1 closed=1",
    ]


async def test_an_application_that_fails_to_start_starts_no_renderer() -> None:
    lived = Lived()

    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "lifespan.startup.failed", "message": "no database"})
        raise OSError("no database")

    with pytest.raises(OSError, match="no database"):
        await lived.around(site)
    assert lived.events == ["lifespan.startup.failed started=0 closed=0"]
    assert lived.renderer.started == 0


async def test_an_application_without_lifespan_says_so_as_servers_expect() -> None:
    lived = Lived()

    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        raise ValueError("http only")

    with pytest.raises(ValueError, match="http only"):
        await lived.around(site)
    assert (lived.events, lived.renderer.started) == ([], 1)


async def test_an_application_that_ignores_lifespan_gets_a_started_crawl_too() -> None:
    lived = Lived()

    async def site(scope: Scope, receive: Receive, send: Send) -> None: ...

    await lived.around(site)
    assert (lived.events, lived.renderer.started) == ([], 1)


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

    await app({"type": "lifespan", "app": app, "state": {}}, receive, send)
    (failed,) = sent
    assert failed["type"] == "lifespan.startup.failed"
    assert "AJAXCRAWL_MAX_AGE" in failed["message"]
    assert "'abc'" in failed["message"]
    with pytest.raises(SettingsError, match="AJAXCRAWL_MAX_AGE"):
        await AjaxCrawlMiddleware(Site())(http_scope("/"), receive, send)


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
