"""Renders pages of a small site of a test's own, and remembers what its app was asked."""

import http.server
import threading
from contextlib import contextmanager

from anyio import Event, fail_after
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from starlette_ajaxcrawl.origin import InProcessOrigin
from starlette_ajaxcrawl.renderers.htmlunit import HtmlUnitRenderer
from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.snapshot import RenderRequest

SITE = "http://site.example"
OUT = "<pre id=out></pre><script>function say(x) { document.getElementById('out').textContent += x + ';' }</script>"


class Site:
    """An app of ``path=response`` (or a function of the request that makes one); remembers what it was asked."""

    def __init__(self, page="", **paths):
        self.paths = {"/": HTMLResponse(OUT + page), **{"/" + name.replace("__", "."): r for name, r in paths.items()}}
        self.requests = []
        self.bodies = []

    async def __call__(self, scope, receive, send):
        request = Request(scope, receive)
        self.requests.append(request)
        self.bodies.append(await request.body())
        response = self.paths.get(request.url.path, PlainTextResponse("Not Found", 404))
        if callable(response) and not isinstance(response, Response):
            response = response(request)
        await response(scope, receive, send)

    def asked(self, path):
        """The last request for ``path``."""
        return next(request for request in reversed(self.requests) if request.url.path == path)

    def body(self, path):
        return self.bodies[self.requests.index(self.asked(path))]

    def times(self, path):
        return sum(request.url.path == path for request in self.requests)


class Rendered:
    def __init__(self, rendering):
        self.rendering = rendering
        self.snapshot = rendering.snapshot
        self.html = rendering.snapshot.body.decode()

    @property
    def said(self):
        return self.html.partition('<pre id="out">')[2].partition("</pre>")[0].rstrip(";")

    def log(self, text):
        """The only line of the log with ``text`` in it."""
        (entry,) = [entry for entry in self.rendering.log if text in entry.message]
        return entry

    def outcome(self, url):
        return next(request.outcome for request in self.rendering.requests if request.url == url)


def crawlers_scope(**more):
    headers = [
        (b"host", b"site.example"),
        (b"user-agent", b"crawler/1.0"),
        (b"cookie", b"who=crawler"),
        (b"authorization", b"Basic c2VjcmV0"),
        (b"if-none-match", b'"x"'),
        (b"if-modified-since", b"Mon, 01 Jan 2024 00:00:00 GMT"),
        (b"range", b"bytes=0-1"),
        (b"accept-encoding", b"identity"),
        (b"x-forwarded-for", b"203.0.113.9"),
    ]
    scope = {"type": "http", "scheme": "http", "path": "/", "raw_path": b"/", "root_path": "", "query_string": b""}
    return {**scope, "headers": headers, "server": ("127.0.0.1", 80), **more}


async def render(site, url=SITE + "/#!/state", scope=None, **settings):
    made = Settings(_environment=False, **settings)
    origin = InProcessOrigin(site, scope or crawlers_scope(), url, made)
    with fail_after(30):
        return Rendered(await HtmlUnitRenderer(made).render(RenderRequest(url, made), origin))


def script(text, **headers):
    return Response(text, media_type="text/javascript", headers=headers)


class Endless:
    """A response without an end; ``left`` is set when its task ends."""

    def __init__(self, media_type, chunk):
        self.media_type, self.chunk, self.left = media_type, chunk, Event()

    async def __call__(self, scope, receive, send):
        headers = [(b"content-type", self.media_type.encode())]
        try:
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            while True:
                await send({"type": "http.response.body", "body": self.chunk, "more_body": True})
        finally:
            self.left.set()

    async def wait_until_left(self):
        with fail_after(5):
            await self.left.wait()


@contextmanager
def serving(answer):
    """Another server; ``answer(path, headers)`` gives status, headers, body. Gives its port and the paths asked for."""
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"  # keeps its connections open, as servers do

        def do_GET(self):
            asked.append((self.path, {name.lower(): value for name, value in self.headers.items()}))
            status, headers, body = answer(self.path)
            self.send_response(status)
            for name, value in {"Content-Length": str(len(body)), **headers}.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *arguments):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        try:
            yield server.server_address[1], asked
        finally:
            server.shutdown()
            thread.join()
