"""Calls an app through the in-process origin, and remembers what it was asked."""

from anyio import fail_after
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route

from starlette_ajaxcrawl.origin import InProcessOrigin
from starlette_ajaxcrawl.renderers.base import OriginRequest
from starlette_ajaxcrawl.settings import Settings

SITE = "http://site.example"
LIMIT = 100_000
SETTINGS = Settings(_environment=False, max_response_bytes=LIMIT)


def outer_scope(path="/", **more):
    """The scope of a crawler's request, as a server makes it."""
    headers = [(b"host", b"site.example"), (b"cookie", b"who=crawler"), (b"authorization", b"Basic c2VjcmV0")]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.4"},
        "http_version": "1.1",
        "server": ("10.0.0.1", 8000),
        "client": ("203.0.113.9", 4711),
        "scheme": "http",
        "method": "GET",
        "root_path": "",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"_escaped_fragment_=",
        "headers": headers,
        "state": {"database": "opened at startup"},
        "extensions": {"http.response.pathsend": {}, "http.response.trailers": {}},
    }
    return {**scope, **more}


def asking(path="/", method="GET", *, headers=(), body=b"", destination="empty"):
    return OriginRequest(method, SITE + path, tuple(headers), body, destination)


async def fetch(app, path="/", *, scope=None, settings=SETTINGS, timeout=5.0, **request):
    origin = InProcessOrigin(app, scope or outer_scope(), f"{SITE}/#!/state", settings)
    with fail_after(10):
        return await origin.fetch(asking(path, **request), timeout=timeout)


class Seen:
    """An app that remembers the scope and body of its last request."""

    async def __call__(self, scope, receive, send):
        self.scope = scope
        self.body = await Request(scope, receive).body()
        await PlainTextResponse("seen")(scope, receive, send)

    def header(self, name):
        values = [value for key, value in self.scope["headers"] if key == name.encode()]
        assert len(values) <= 1
        return values[0].decode() if values else None


def app_of(endpoint, **more):
    return Starlette(routes=[Route("/{rest:path}", endpoint, methods=["GET", "POST"])], **more)


def without_error_page(endpoint):
    async def app(scope, receive, send):
        response = endpoint(Request(scope, receive))
        await response(scope, receive, send)

    return app
