"""What the middleware answers where there is no snapshot: bad requests, and errors of the renderer."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

import anyio
import pytest
from asgi_calls import call, client_that_stays
from bare_site import HTML, PRETTY, UGLY, Site, around, from_application, snapshot
from hypothesis import given
from hypothesis import strategies as st

from starlette_ajaxcrawl import (
    FakeRenderer,
    RendererBusy,
    RendererUnavailable,
    RenderTimeout,
    SnapshotTooLarge,
    UrlError,
)

if TYPE_CHECKING:
    pass

pytestmark = pytest.mark.anyio

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
