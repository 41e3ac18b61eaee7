"""No page reaches an address inside, however it is written; and none has the site make a snapshot inside a snapshot."""

import http.server
import json
import socket
import threading
from contextlib import contextmanager

import anyio
import httpx
import pytest
from page_site import OUT, Site, render
from servers import uvicorn_running
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, Settings
from starlette_ajaxcrawl.renderers.htmlunit import HtmlUnitRenderer

HOSTS = [
    *("127.0.0.1", "127.1", "2130706433", "0x7f000001", "0x7f.1", "017700000001", "0177.0.0.1", "0", "0.0.0.0"),
    *("127.0.0.1.", "%31%32%37.0.0.1", "１２７.０.０.１", "127。0。0。1", "12\t7.0.0.1", "loc\nalhost"),
    *("localhost", "LOCALHOST", "ⓛocalhost"),
    *("[::]", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[64:ff9b::127.0.0.1]", "[fe80::1]"),
    *("site.example@127.0.0.1", "a:b@localhost", "site.example:80@127.0.0.1", "127.0.0.1\\@site.example@127.0.0.1"),
    *("169.254.169.254", "2852039166", "[fd00:ec2::254]"),
]
EVERY_WAY = """<script>
var frame = document.body.appendChild(document.createElement('iframe'));
frame.name = 'frame';
URLS.forEach(function (url) {
    ['script', 'iframe', 'img', 'link', 'object', 'embed'].forEach(function (tag) {
        var element = document.createElement(tag);
        if (tag === 'link') { element.rel = 'stylesheet'; }
        element[tag === 'link' ? 'href' : tag === 'object' ? 'data' : 'src'] = url;
        document.body.appendChild(element);
    });
    var style = document.createElement('style');
    style.textContent = '@import "' + url + '";';
    document.head.appendChild(style);
    try { var r = new XMLHttpRequest(); r.open('GET', url, false); r.send(); say(r.responseText); } catch (e) { }
    try { fetch(url).then(function (r) { return r.text(); }).then(say, function () { }); } catch (e) { }
    try { navigator.sendBeacon(url, 'x'); } catch (e) { }
    try { new EventSource(url); } catch (e) { }
    try { new WebSocket(url.replace('http', 'ws')); } catch (e) { }
    try { frame.contentWindow.location = url; } catch (e) { }
    ['get', 'post'].forEach(function (method) {
        var form = document.createElement('form');
        form.target = 'frame';
        form.action = url;
        form.method = method;
        form.innerHTML = '<input name=_escaped_fragment_ value="/x">';
        document.body.appendChild(form).submit();
    });
});
say('all tried');
</script>"""


class EveryAddress(http.server.ThreadingHTTPServer):
    address_family = socket.AF_INET6
    daemon_threads = True


@contextmanager
def leaking():
    """A server at every address of this machine; gives its port and the requests that came."""
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.headers["host"] + self.path)
            self.send_response(200)
            self.send_header("Access-Control-Allow-Origin", "*")
            self.end_headers()
            self.wfile.write(b"say('LEAK')")

        do_POST = do_HEAD = do_OPTIONS = do_GET  # noqa: N815 - http.server's names

        def log_message(self, *arguments):
            pass

    with EveryAddress(("::", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
        thread.start()
        yield server.server_address[1], asked
        server.shutdown()
        thread.join()


@pytest.mark.anyio
async def test_an_address_inside_is_refused_in_every_form_and_on_every_way():
    with leaking() as (port, asked):
        await anyio.to_thread.run_sync(httpx.get, f"http://127.0.0.1:{port}/there")
        assert asked == [f"127.0.0.1:{port}/there"]
        urls = [f"http://{host}:{port}/x" for host in HOSTS]
        site = Site(EVERY_WAY.replace("URLS", json.dumps(urls)), r=RedirectResponse(urls[0]))
        page = await render(
            site,
            external_hosts=("*",),
            max_page_requests=5000,
            deadline=29.0,
            javascript_timeout=28.0,
        )
        assert len(asked) == 1
        assert page.said == "all tried"
        refused = {request.url.split("/")[2] for request in page.rendering.requests if request.outcome == "blocked"}
        assert {f"127.0.0.1:{port}", f"[::1]:{port}", f"[::ffff:7f00:1]:{port}", f"0.0.0.0:{port}"} <= refused


def test_no_page_has_its_own_site_make_snapshots_in_circles():
    """The site may be asked under another name, as sites are that list their own host; only ugly URLs go round."""
    rendered = []

    class Counted(HtmlUnitRenderer):
        async def render(self, request, origin):
            rendered.append(request.url)
            return await super().render(request, origin)

    async def app(scope, receive, send):
        request = Request(scope, receive)
        port = request.url.port
        if request.url.path == "/to-ugly":
            response = RedirectResponse(f"http://localhost:{port}/?_escaped_fragment_=/redirected")
        else:
            host = f"http://localhost:{port}"
            urls = [f"{host}/?_escaped_fragment_=/x", f"{host}/?a&_escaped_fragment_", f"{host}/to-ugly", "/to-ugly"]
            urls += [f"{host}/", "?_escaped_fragment_=/own", f"http://LOCALHOST:{port}/?_escaped_fragment_=/y"]
            response = HTMLResponse(f"{OUT}{EVERY_WAY.replace('URLS', json.dumps(urls))}<p>shown")
        await response(scope, receive, send)

    settings = Settings(
        _env_file=None, external_hosts=("*",), private_hosts=("*",), deadline=60.0, javascript_timeout=40.0
    )
    with uvicorn_running(AjaxCrawlMiddleware(app, AjaxCrawl(settings, renderer=Counted(settings)))) as url:
        snapshot = httpx.get(f"{url}/?_escaped_fragment_=/start", timeout=100)
    assert snapshot.status_code == 200
    assert "all tried;" in snapshot.text
    assert rendered == [f"{url}/#!/start"]
