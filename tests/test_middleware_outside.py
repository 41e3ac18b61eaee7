"""What stands outside of the middleware: headers that it sets survive, and nothing is compressed twice."""

import gzip

import anyio
import pytest
from asgi_calls import call
from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.sessions import SessionMiddleware
from starlette.responses import HTMLResponse
from starlette.routing import Route

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, FakeRenderer, Settings

pytestmark = pytest.mark.anyio

BODY = "<p>" + "long " * 1000
UGLY = "/?_escaped_fragment_=/a"
SECURITY = {"strict-transport-security": "max-age=9", "content-security-policy": "default-src 'self'"}


class Secure:
    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        async def send_with_headers(message):
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(SECURITY)
            await send(message)

        await self.app(scope, receive, send_with_headers)


def page(request):
    request.session["seen"] = True
    headers = {"set-cookie": "a=b", "connection": "x-hop", "x-hop": "1", "x-frame-options": "DENY"}
    return HTMLResponse(BODY, headers=headers)


def site() -> Starlette:
    crawl = AjaxCrawl(Settings(_environment=False), renderer=FakeRenderer())
    outside = [Middleware(Secure), Middleware(GZipMiddleware, minimum_size=1), Middleware(SessionMiddleware, "secret")]
    return Starlette(routes=[Route("/", page)], middleware=[*outside, Middleware(AjaxCrawlMiddleware, crawl)])


@pytest.mark.parametrize("accepted", [b"gzip", b"zstd, gzip", b"identity"])
async def test_headers_from_outside_survive_and_nothing_is_compressed_twice(accepted):
    app = site()
    headers = [(b"accept-encoding", accepted)]
    for outcome in ("miss", "hit"):
        answer = await call(app, UGLY, headers=headers)
        assert answer.headers["x-ajaxcrawl"] == outcome
        assert SECURITY.items() <= answer.headers.items()
        assert answer.headers["x-frame-options"] == "DENY"
        assert not {"set-cookie", "connection", "x-hop"} & answer.headers.keys()
        assert answer.headers["content-length"] == str(len(answer.body))
        if accepted == b"gzip":
            assert gzip.decompress(answer.body).decode() == BODY
            assert answer.headers["content-encoding"] == "gzip"
        await anyio.lowlevel.checkpoint()
    asked = [*headers, (b"if-none-match", answer.headers["etag"].encode())]
    known = await call(app, UGLY, headers=asked)
    assert (known.status, known.body) == (304, b"")
    assert SECURITY.items() <= known.headers.items()
    head = await call(app, UGLY, method="HEAD", headers=headers)
    assert (head.body, head.headers["content-length"]) == (b"", answer.headers["content-length"])
