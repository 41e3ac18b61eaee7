"""Everything that a page asks for reaches the app, and its answers the page."""

import gzip

import brotli
import pytest
import zstandard
from page_site import OUT, SITE, Site, render, script
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse, Response

pytestmark = pytest.mark.anyio


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


async def test_a_call_that_names_a_user_logs_in_where_it_is_asked_to():
    def door(request):
        login = request.headers.get("authorization")
        return PlainTextResponse(login or "none", 200 if login else 401, {"www-authenticate": 'Basic realm="x"'})

    site = Site(
        """<script>
        function get(user, password) {
          var call = new XMLHttpRequest();
          call.open('GET', 'door', true, user, password);
          call.onload = function () { say(call.status + ' ' + call.responseText) };
          call.send();
        }
        get(); get('us', 'pä');</script>""",
        door=door,
    )
    page = await render(site)
    assert page.said == "401 none;200 Basic dXM6cMOk"
