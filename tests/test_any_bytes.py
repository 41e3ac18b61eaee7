"""Every byte in path, query and state, through the real renderer: a snapshot or a clear refusal, never a fault."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING
from urllib.parse import quote_from_bytes

import anyio.from_thread
import pytest
from asgi_calls import Exchange, call
from hypothesis import example, given, settings
from hypothesis import strategies as st

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, Settings
from starlette_ajaxcrawl.renderers.htmlunit import HtmlUnitRenderer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from starlette.types import Receive, Scope, Send

PAGE = b"""<!DOCTYPE html><title>t</title><p id=p>not rendered</p>
<script>document.getElementById('p').textContent = 'rendered'</script>"""


async def site(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/html")]})
    await send({"type": "http.response.body", "body": PAGE})


@contextmanager
def asking() -> Iterator[Callable[..., Exchange]]:
    """A function that asks a site with a real renderer, all from one event loop."""
    # the first render of a JVM takes seconds on a busy machine
    its_settings = Settings(_env_file=None, max_age=0, deadline=50, javascript_timeout=30)
    middleware = AjaxCrawlMiddleware(site, AjaxCrawl(its_settings, renderer=HtmlUnitRenderer(its_settings)))
    with anyio.from_thread.start_blocking_portal() as portal:
        yield lambda target, **scope: portal.call(lambda: call(middleware, target, **scope))
        portal.call(middleware.crawl.shutdown)


@pytest.fixture(scope="module")
def ask() -> Iterator[Callable[..., Exchange]]:
    with asking() as function:
        yield function


def check(exchange: Exchange) -> None:
    assert exchange.status in (200, 400), (exchange.status, exchange.body)
    if exchange.status == 200:
        assert b'<p id="p">rendered</p>' in exchange.body
        exchange.body.decode()


def test_every_byte_of_a_state(ask: Callable[..., Exchange]) -> None:
    for first in range(0, 0x80, 8):
        raw = bytes(range(first, first + 8))
        check(ask(b"/?_escaped_fragment_=/" + quote_from_bytes(raw, safe="").encode()))
        check(ask(b"/?_escaped_fragment_=/" + raw.replace(b"%", b"").replace(b"&", b"")))
    for high in range(0x80, 0x100):
        assert ask(b"/?_escaped_fragment_=/%%%02X" % high).status == 400
        assert ask(b"/?_escaped_fragment_=/%c" % high).status == 400


def test_every_byte_of_a_path_and_of_a_query(ask: Callable[..., Exchange]) -> None:
    for byte in range(0x100):
        answers = [ask(b"/a%cb?_escaped_fragment_=" % byte)] if byte != ord("?") else []
        answers += [ask(b"/?x=%c&_escaped_fragment_=" % byte)] if byte != ord("&") else []
        for answer in answers:
            check(answer)
            assert answer.status == 400 or 0x20 < byte < 0x7F
    for first in range(0, 0x100, 8):
        escapes = quote_from_bytes(bytes(range(first, first + 8)), safe="").encode()
        check(ask(b"/%s?x=%s&_escaped_fragment_=" % (escapes, escapes)))


@settings(max_examples=100)
@given(
    path=st.text(st.characters(), max_size=6).map(lambda text: text.encode("utf-8", "surrogatepass"))
    | st.binary(max_size=6),
    query=st.binary(max_size=6) | st.sampled_from([b"%", b"%zz", b"a=%ff", b"&&", b"?"]),
    state=st.text(st.characters(exclude_categories=["Cs"]), max_size=8),
    host=st.sampled_from(
        [b"example.com", b"[::1]:8000", b"1.2.3.4.5", b"a..b", b"-", b"xn--", b"localhost", b"a.", b"_a.-b", b"xn--a"]
    ),
    method=st.sampled_from(["GET", "HEAD"]),
)
@example(path=b"//example.org/x", query=b"", state="/", host=b"example.com", method="GET")
def test_anything_in_every_place_at_once(
    ask: Callable[..., Exchange], path: bytes, query: bytes, state: str, host: bytes, method: str
) -> None:
    value = quote_from_bytes(state.encode(), safe="/").encode()
    target = b"/" + path.replace(b"?", b"") + b"?" + query.replace(b"&", b"") + b"&_escaped_fragment_=" + value
    exchange = ask(target, host=host, method=method)
    assert exchange.status in (200, 400)
