"""What a page asks for while it is rendered, and how: real pages in HtmlUnit, a real app below, real servers beside."""

import gzip
import http.server
import json
import threading
import time
from contextlib import contextmanager

import anyio
import brotli
import pytest
import zstandard
from anyio import Event, fail_after
from starlette.requests import Request
from starlette.responses import (
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)

from starlette_ajaxcrawl.origin import InProcessOrigin
from starlette_ajaxcrawl.renderers.htmlunit import HtmlUnitRenderer
from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.snapshot import RenderRequest

pytestmark = pytest.mark.anyio

SITE = "http://site.example"
OUT = "<pre id=out></pre><script>function say(x) { document.getElementById('out').textContent += x + ';' }</script>"


@pytest.fixture
def anyio_backend():
    return "asyncio"


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


@contextmanager
def serving(answer):
    """Another server; ``answer(path, headers)`` gives status, headers, body. Gives its port and the paths asked for."""
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
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


# Every kind of request


@pytest.mark.parametrize("clock", ["page", "wall"])
@pytest.mark.parametrize("ajax_controller", ["nicely_resynchronizing", "async"])
async def test_sub_resources_calls_and_frames_reach_the_app(clock, ajax_controller):
    site = Site(
        """<link rel=stylesheet href=a.css><script src=a.js></script><iframe src=frame></iframe>
        <script>
        var call = new XMLHttpRequest(); call.open('GET', 'xhr?q=%20+'); call.send();
        call.onload = function () { say(call.responseText) };
        fetch('fetch', {method: 'POST', body: 'sent'}).then(function (r) { return r.text() }).then(say);
        </script><style>@import 'b.css';</style>""",
        a__css=Response("#out { color: rgb(1, 2, 3) }", media_type="text/css"),
        b__css=Response("", media_type="text/css"),
        a__js=script("say('script')"),
        frame=HTMLResponse("<script>parent.say('frame')</script>"),
        xhr=lambda request: PlainTextResponse(f"xhr {request.scope['query_string'].decode()}"),
        fetch=PlainTextResponse("fetch"),
    )
    page = await render(site, clock=clock, ajax_controller=ajax_controller, wait_for_background_javascript=5.0)
    assert set(page.said.split(";")) == {"script", "frame", "xhr q=%20+", "fetch"}
    assert site.asked("/fetch").method == "POST"
    assert site.body("/fetch") == b"sent"
    destinations = {r.url.path: r.scope["extensions"]["ajaxcrawl"]["destination"] for r in site.requests}
    assert destinations == {
        "/": "document",
        "/a.css": "style",
        "/a.js": "script",
        "/frame": "iframe",
        "/xhr": "empty",
        "/fetch": "empty",
    } | ({"/b.css": "style"} if "/b.css" in destinations else {})
    assert page.rendering.requests[0].outcome == "ok"
    assert page.snapshot.incomplete == ()


async def test_redirects_are_followed_for_everything_but_the_document():
    site = Site(
        """<script src=old.js></script><iframe src=old></iframe><script>
        var call = new XMLHttpRequest(); call.open('GET', 'old.txt'); call.send();
        call.onload = function () { say(call.responseText + ' ' + call.responseURL) };</script>""",
        old__js=RedirectResponse("/new.js", 301),
        new__js=script("say('script')"),
        old=RedirectResponse("new", 302),
        new=HTMLResponse("<script>parent.say('frame')</script>"),
        old__txt=RedirectResponse(SITE + "/new.txt", 307),
        new__txt=PlainTextResponse("text"),
    )
    page = await render(site)
    assert set(page.said.split(";")) == {"script", "frame", f"text {SITE}/new.txt"}


async def test_redirects_in_circles_end():
    site = Site(
        """<script>var call = new XMLHttpRequest(); call.open('GET', 'round'); call.send();
        call.onerror = function () { say('error') };</script>
        <script src=round onerror="say('script error')"></script>""",
        round=RedirectResponse("/round", 302),
    )
    page = await render(site)
    assert set(page.said.split(";")) == {"error", "script error"}
    assert site.times("/round") == 42
    assert page.snapshot.incomplete == ()


ENCODERS = {"gzip": gzip.compress, "br": brotli.compress, "zstd": zstandard.compress}


@pytest.mark.parametrize("encoding", ENCODERS)
async def test_compressed_bodies_are_read(encoding):
    def packed(text, media_type):
        return Response(
            ENCODERS[encoding](text.encode()), media_type=media_type, headers={"content-encoding": encoding}
        )

    site = Site(a__js=packed("say('ä')", "text/javascript; charset=utf-8"))
    site.paths["/"] = packed(OUT + "<script src=a.js></script>", "text/html; charset=utf-8")
    assert (await render(site)).said == "ä"


async def test_any_content_type_reaches_the_page():
    site = Site(
        """<script>
        function get(path) { var call = new XMLHttpRequest(); call.open('GET', path, false); call.send(); return call }
        say(JSON.parse(get('json').responseText).a); say(get('xml').responseXML.documentElement.textContent);
        say(get('none').responseText); say(get('missing').status + get('missing').statusText);
        say(get('missing').getResponseHeader('X-Name')); say(get('latin').responseText);
        say(get('unknown').responseText);</script>""",
        json=JSONResponse({"a": "ä"}),
        xml=Response("<a>ö</a>", media_type="application/xml"),
        none=Response(b"bytes"),
        missing=PlainTextResponse("", 404, headers={"x-name": "value"}),
        latin=Response("ü".encode("latin-1"), media_type="text/plain; charset=iso-8859-1"),
        unknown=Response("plain", headers={"content-type": "text/plain; charset=no-such-thing"}),
    )
    assert (await render(site)).said == "ä;ö;bytes;404Not Found;value;ü;plain"


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        ("ä".encode("latin-1"), "text/html; charset=ISO-8859-1"),
        ("ä".encode(), "text/html; charset=utf-8"),
        (b"\xef\xbb\xbf" + "ä".encode(), "text/html; charset=iso-8859-1"),
        ("ä".encode("utf-16"), "text/html"),
        ("ä".encode(), "text/html; charset=utf8"),
        (b"<meta charset=utf-8>" + "ä".encode(), "text/html; charset=nonsense"),
        (b"<meta charset=windows-1252>\xe4", "text/html"),
    ],
)
async def test_documents_are_decoded_as_they_say(body, content_type):
    site = Site()
    site.paths["/"] = Response(body, headers={"content-type": content_type})
    page = await render(site)
    assert "ä" in page.html
    assert page.snapshot.status == 200


# How requests look


async def test_the_document_is_asked_for_as_chrome_asks_and_nothing_of_the_crawler_is_passed_on():
    site = Site()
    await render(site, url=f"{SITE}/?a=%2F&b#!/state")
    (request,) = site.requests
    headers = dict(request.headers)
    assert "Chrome/" in headers.pop("user-agent")
    assert headers.pop("accept").startswith("text/html,application/xhtml+xml,application/xml;q=0.9,")
    assert headers == {
        "host": "site.example",
        "upgrade-insecure-requests": "1",
        "accept-encoding": "gzip, deflate, br, zstd",
        "accept-language": "en-US,en;q=0.9",
        "x-ajaxcrawl-render": "1",
    }
    assert request.scope["query_string"] == b"a=%2F&b"


async def test_a_secure_page_sends_fetch_metadata_and_client_hints():
    site = Site("<script src=a.js></script>")
    await render(site, url="https://site.example/")
    document, sub = site.requests[0].headers, site.asked("/a.js").headers
    assert [document[f"sec-fetch-{name}"] for name in ("dest", "mode", "site", "user")] == [
        "document",
        "navigate",
        "none",
        "?1",
    ]
    assert [sub[f"sec-fetch-{name}"] for name in ("dest", "mode", "site")] == ["script", "no-cors", "same-origin"]
    assert "sec-fetch-user" not in sub
    assert "Google Chrome" in sub["sec-ch-ua"]
    assert sub["referer"] == "https://site.example/"
    assert site.requests[0].url.scheme == "https"


async def test_firefox_looks_like_firefox():
    site = Site("<script src=a.js></script>")
    await render(site, browser="firefox", locale="de-DE")
    headers = site.asked("/a.js").headers
    assert "Firefox/" in headers["user-agent"]
    assert headers["accept-language"].startswith("de-DE,de;")
    assert "sec-ch-ua" not in headers


async def test_calls_carry_what_the_page_sets_and_no_more():
    site = Site(
        """<script>
        var call = new XMLHttpRequest(); call.open('POST', 'plain'); call.send('{}');
        call = new XMLHttpRequest(); call.open('POST', 'json');
        call.setRequestHeader('Content-Type', 'application/json');
        call.setRequestHeader('X-Requested-With', 'XMLHttpRequest');
        call.setRequestHeader('X-Ajaxcrawl-Render', '0'); call.send('{"a": "ä"}');
        </script>"""
    )
    await render(site)
    plain, sent = site.asked("/plain").headers, site.asked("/json").headers
    assert plain["accept"] == "*/*"
    assert plain["content-type"] == "text/plain;charset=UTF-8"
    assert plain["content-length"] == "2"
    assert plain["origin"] == SITE
    assert plain["referer"] == f"{SITE}/"
    assert "x-requested-with" not in plain
    assert sent["content-type"] == "application/json"
    assert sent["x-requested-with"] == "XMLHttpRequest"
    assert sent["x-ajaxcrawl-render"] == "1"
    assert json.loads(site.body("/json")) == {"a": "ä"}


async def test_forms_are_sent_as_their_encoding_says():
    site = Site(
        """<script>
        var fields = new FormData(); fields.append('a', 'ä b');
        fields.append('f', new File(['data'], 'n.txt', {type: 'text/x'}));
        var call = new XMLHttpRequest(); call.open('POST', 'multipart'); call.send(fields);
        call = new XMLHttpRequest(); call.open('POST', 'encoded'); call.send(new URLSearchParams({a: 'ä b', c: 'd'}));
        </script>"""
    )
    await render(site)
    boundary = site.asked("/multipart").headers["content-type"].partition("multipart/form-data; boundary=")[2]
    parts = site.body("/multipart").decode().split(f"--{boundary}")
    assert 'name="a"\r\n\r\nä b\r\n' in parts[1]
    assert 'name="f"; filename="n.txt"\r\nContent-Type: text/x\r\n\r\ndata\r\n' in parts[2]
    assert site.body("/encoded") == b"a=%C3%A4+b&c=d"
    assert site.asked("/encoded").headers["content-type"] == "application/x-www-form-urlencoded;charset=UTF-8"


async def test_cookies_are_the_pages_own():
    def document(request):
        response = HTMLResponse(
            OUT + "<script>document.cookie = 'c=3'; say(document.cookie)</script><script src=a.js></script>"
        )
        response.set_cookie("a", "1")
        response.set_cookie("b", "2", httponly=True)
        response.set_cookie("safe", "4", secure=True)
        response.set_cookie("elsewhere", "5", path="/deep/")
        response.set_cookie("foreign", "6", domain="other.example")
        response.set_cookie("gone", "7", max_age=0)
        return response

    site = Site()
    site.paths["/"] = document
    page = await render(site)
    assert page.said == "a=1; c=3"
    assert site.asked("/a.js").headers["cookie"] == "a=1; b=2; c=3"
    assert not [name for name, _ in page.snapshot.headers if name == "set-cookie"]
    await render(site)
    assert "cookie" not in site.requests[-2].headers, "each render has cookies of its own"


async def test_scripts_set_cookies_of_their_own_site_alone():
    def document(request):
        cookies = [
            "a=1",
            "b=2; domain=other.example",
            "c=3; domain=example",
            "d=4; httponly",
            "only=5",
            "e=6; path=/deep",
        ]
        lines = "".join(f"document.cookie = '{cookie}';" for cookie in cookies)
        gone = "document.cookie = 'f=7'; document.cookie = 'f=; expires=Thu, 01 Jan 1970 00:00:00 GMT';"
        response = HTMLResponse(f"{OUT}<script>{lines}{gone}say(document.cookie)</script><script src=a.js></script>")
        response.set_cookie("only", "server", httponly=True)
        return response

    site = Site()
    site.paths["/"] = document
    assert (await render(site, url="https://site.example/")).said == "a=1"
    assert site.asked("/a.js").headers["cookie"] == "only=server; a=1"


async def test_cookies_of_a_host_without_a_dot_are_kept():
    site = Site("<script src=a.js></script>")
    site.paths["/"].set_cookie("a", "1")
    await render(site, url="http://app:8000/")
    assert site.asked("/a.js").headers["cookie"] == "a=1"
    assert site.asked("/a.js").headers["host"] == "app:8000"


async def test_cookies_reach_scripts_of_a_host_without_a_dot():
    site = Site("<script>say(document.cookie)</script>")
    site.paths["/"].set_cookie("a", "1")
    assert (await render(site, url="http://app:8000/")).said == "a=1"


async def test_https_and_http_are_one_site():
    site = Site("<script src='https://site.example/a.js'></script>", a__js=script("say('script')"))
    assert (await render(site)).said == "script"
    assert site.asked("/a.js").url.scheme == "https"


async def test_a_page_may_ask_for_its_own_ugly_url_without_going_in_circles():
    site = Site(
        """<script>var call = new XMLHttpRequest(); call.open('GET', '/?_escaped_fragment_=/a', false); call.send();
        say(call.status);</script>"""
    )
    assert (await render(site)).said == "200"
    assert [request.scope["query_string"] for request in site.requests] == [b"", b"_escaped_fragment_=/a"]


# Limits


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


async def test_an_endless_response_is_cut_at_its_limit_and_its_task_cancelled():
    endless = Endless("text/plain", b"x" * 1000)
    site = Site(
        """<script>var call = new XMLHttpRequest(); call.open('GET', 'endless'); call.send();
        call.onload = function () { say('load') }; call.onerror = function () { say('error') };</script>""",
        endless=lambda request: endless,
    )
    page = await render(site, max_response_bytes=50_000)
    await endless.wait_until_left()
    assert page.said == "error"
    assert page.snapshot.incomplete == ("response_cut",)
    assert page.outcome(f"{SITE}/endless") == "cut"
    assert "max_response_bytes" in page.log("was cut").message


async def test_an_endless_document_is_shown_as_far_as_it_came():
    site = Site()
    endless = Endless("text/html", OUT.encode() + b"<p>shown</p>")
    site.paths["/"] = lambda request: endless
    page = await render(site, max_response_bytes=5_000)
    assert "<p>shown</p>" in page.html
    assert page.snapshot.incomplete == ("response_cut",)


async def test_a_huge_script_is_not_run():
    site = Site("<script src=a.js onerror=say('error')></script>", a__js=script("say('ran');//" + "x" * 60_000))
    page = await render(site, max_response_bytes=50_000)
    assert page.said == "error"


async def test_a_stream_of_events_does_not_make_a_page_incomplete():
    async def events():
        while True:
            yield b"data: 1\n\n"
            await anyio.sleep(0.01)

    site = Site(
        """<script>say('page');
        fetch('events').then(function () { say('open') }, function () { say('closed') })</script>""",
        events=lambda request: StreamingResponse(events(), media_type="text/event-stream"),
    )
    page = await render(site)
    assert page.said == "page;closed"
    assert page.snapshot.incomplete == ()
    assert page.log("stream of events").level == "info"


async def test_a_request_that_is_never_answered_makes_a_page_incomplete():
    async def never(scope, receive, send):
        await anyio.sleep_forever()

    await render(Site("<script>fetch('/')</script>"), deadline=30.0)  # a cold JVM alone may need the time given below
    site = Site("<p>shown<script>fetch('never').then(say)</script>", never=lambda request: never)
    started = time.perf_counter()
    page = await render(site, deadline=4.0)
    assert time.perf_counter() - started < 10
    assert "shown" in page.html
    assert "request_open" in page.snapshot.incomplete


async def test_requests_beyond_the_limit_are_refused():
    site = Site(
        """<script>var failed = 0; for (var i = 0; i < 30; i++) { var call = new XMLHttpRequest();
        call.open('GET', 'a' + i); call.onerror = function () { failed++ }; call.send() }
        setTimeout(function () { say(failed) }, 3000)</script>"""
    )
    page = await render(site, max_page_requests=11)
    assert len(site.requests) == 11
    assert page.said == "20"
    assert "max_page_requests" in page.rendering.log[0].message
    assert page.snapshot.incomplete == ()


async def test_an_exception_of_the_app_is_a_500_for_the_page(caplog):
    def broken(request):
        raise ValueError

    site = Site("<script>fetch('broken').then(function (r) { say(r.status) })</script>", broken=broken)
    assert (await render(site)).said == "500"
    assert len(caplog.records) == 1


async def test_a_response_that_ends_early_is_an_error_for_scripts():
    async def broken(scope, receive, send):
        await send({"type": "http.response.start", "status": 200})
        await send({"type": "http.response.body", "body": b"half", "more_body": True})

    site = Site(
        "<script>fetch('broken').then(say, function () { say('error') })</script>", broken=lambda request: broken
    )
    page = await render(site)
    assert page.said == "error"
    assert page.outcome(f"{SITE}/broken") == "cut"
    assert page.snapshot.incomplete == ()


async def test_a_document_that_is_not_html_is_left_unread():
    endless = Endless("application/pdf", b"%PDF")
    site = Site()
    site.paths["/"] = lambda request: endless
    page = await render(site)
    assert page.snapshot.kind == "other"
    await endless.wait_until_left()


async def test_a_document_to_be_saved_is_not_rendered():
    site = Site()
    site.paths["/"].headers["content-disposition"] = "Attachment; filename=a.html"
    assert (await render(site)).snapshot.kind == "other"


# Where requests may go


async def test_other_hosts_are_not_asked_unless_listed():
    with serving(lambda path: (200, {"Content-Type": "text/javascript"}, b"say('foreign')")) as (port, asked):
        site = Site(
            f"""<script src="http://localhost:{port}/a.js" onerror="say('script')"></script>
            <img src="http://localhost:{port}/a.png"><iframe src="http://localhost:{port}/frame"></iframe>
            <link rel=stylesheet href="http://localhost:{port}/a.css">
            <script>fetch('http://localhost:{port}/b').then(say, function () {{ say('call') }})</script>"""
        )
        page = await render(site)
        assert set(page.said.split(";")) == {"script", "call"}
        assert asked == []
        assert page.outcome(f"http://localhost:{port}/a.js") == "blocked"
        entries = [entry for entry in page.rendering.log if f"localhost:{port}" in entry.message]
        assert all("external_hosts" in entry.message for entry in entries)
        assert page.snapshot.incomplete == ()


async def test_listed_hosts_are_asked():
    with serving(lambda path: (200, {"Content-Type": "text/javascript"}, b"say('foreign')")) as (port, asked):
        site = Site(f"<script src='http://localhost:{port}/a.js'></script>")
        site.paths["/"].set_cookie("own", "1")
        page = await render(site, external_hosts=("localhost",), private_hosts=("localhost",))
        assert page.said == "foreign"
        ((path, headers),) = asked
        assert path == "/a.js"
        assert headers["referer"] == f"{SITE}/"
        assert not {"cookie", "x-ajaxcrawl-render", "authorization", "if-none-match", "range"} & headers.keys()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "2130706433", "127.1"])
async def test_a_listed_host_at_a_private_address_is_refused(host):
    with serving(lambda path: (200, {"Content-Type": "text/javascript"}, b"say('foreign')")) as (port, asked):
        site = Site(f"<script src='http://{host}:{port}/a.js' onerror=say('error')></script>")
        page = await render(site, external_hosts=("*",))
        assert page.said == "error"
        assert asked == []
        assert "private_hosts" in page.log("is at 127.0.0.1").message


async def test_a_redirect_to_a_private_address_is_refused():
    with serving(lambda path: (302, {"Location": f"http://127.0.0.1:{port}/secret"}, b"")) as (port, asked):
        site = Site(
            f"<script src='http://localhost:{port}/a.js' onerror=say('error')></script><iframe src=metadata></iframe>",
            metadata=RedirectResponse("http://169.254.169.254/latest/meta-data/"),
        )
        page = await render(site, external_hosts=("*",), private_hosts=("localhost",))
        assert page.said == "error"
        assert [path for path, _ in asked] == ["/a.js"]
        assert page.log("127.0.0.1 is at").kind == "blocked"
        assert page.log("169.254.169.254 is at").kind == "blocked"


@pytest.mark.parametrize("url", ["file:///etc/passwd", "jar:file:///etc/passwd!/", "ftp://localhost/etc/passwd"])
async def test_other_schemes_are_never_loaded(url):
    site = Site(
        f"""<iframe src="{url}" id=f></iframe><script src="{url}"></script><link rel=stylesheet href="{url}">
        <script>
        try {{ var call = new XMLHttpRequest(); call.open('GET', '{url}', false); call.send(); say(call.responseText) }}
        catch (e) {{ say('refused') }}
        call = new XMLHttpRequest(); call.open('GET', '{url}'); call.send();
        call.onload = function () {{ say(call.responseText) }};
        fetch('{url}').then(function (r) {{ return r.text() }}).then(say, function () {{}});
        setTimeout(function () {{
            try {{ say(document.getElementById('f').contentDocument.body.textContent) }} catch (e) {{}} }}, 50);
        </script>"""
    )
    page = await render(site, external_hosts=("*",))
    assert "root:" not in page.html
    assert page.snapshot.kind == "html"


async def test_data_urls_are_loaded():
    site = Site(
        """<script src="data:text/javascript,say('script')"></script>
        <iframe src="data:text/html,<script>parent.postMessage('x','*')</script>"></iframe>
        <script>fetch('data:text/plain,call').then(function (r) { return r.text() }).then(say)</script>"""
    )
    assert (await render(site)).said == "script;call"


async def test_analytics_are_not_asked_by_default_but_a_sites_own_script_is():
    site = Site(
        """<script src="https://www.google-analytics.com/analytics.js" onerror="say('error')"></script>
        <script src=analytics.js></script>""",
        analytics__js=script("say('own')"),
    )
    page = await render(site, external_hosts=("*",))
    assert page.said == "error;own"
    assert page.outcome("https://www.google-analytics.com/analytics.js") == "blocked"
    assert page.log("block_urls").level == "info"


async def test_patterns_of_the_settings_are_not_asked():
    site = Site(
        "<script src='/track?id=1' onerror=say('error')></script><script src=a.js></script>", a__js=script("say(1)")
    )
    page = await render(site, block_urls=("default", "/track"))
    assert page.said == "error;1"
    assert site.times("/track") == 0


async def test_a_path_that_another_server_answers_is_asked_there():
    with serving(lambda path: (200, {"Content-Type": "text/javascript"}, b"say('static')")) as (port, asked):
        site = Site("<script src=/static/a.js?v=1></script>")
        page = await render(site, origins={"/static": f"http://127.0.0.1:{port}"})
        assert page.said == "static"
        assert site.times("/static/a.js") == 0
        ((path, headers),) = asked
        assert path == "/static/a.js?v=1"
        assert headers["host"] == "site.example"


async def test_a_mounted_app_answers_below_its_mount_and_another_server_above():
    with serving(lambda path: (200, {"Content-Type": "text/javascript"}, b"say('above')")) as (port, _):
        site = Site("<script src=/app/a.js></script><script src=/a.js></script>")
        site.paths = {"/app/": site.paths["/"], "/app/a.js": script("say('below')")}
        scope = crawlers_scope(root_path="/app", path="/app/", raw_path=b"/app/")
        page = await render(site, f"{SITE}/app/#!/a", scope)
        assert page.said == "below"
        assert "origins" in page.log("Outside").message
        page = await render(site, f"{SITE}/app/#!/a", scope, origins={"/": f"http://127.0.0.1:{port}"})
        assert page.said == "below;above"
