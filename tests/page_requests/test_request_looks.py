"""Requests look as a browser's do: headers, bodies, cookies; nothing in them is the crawler's."""

import json

import pytest
from page_site import OUT, SITE, Site, render, script
from starlette.responses import HTMLResponse

pytestmark = pytest.mark.anyio


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


async def test_bytes_are_sent_as_they_are():
    site = Site(
        """<script>
        function post(url, body) { var call = new XMLHttpRequest(); call.open('POST', url); call.send(body); }
        var bytes = new Uint8Array([0, 1, 128, 200, 255]);
        post('buffer', bytes.buffer); post('view', bytes.subarray(1, 4));
        post('blob', new Blob([bytes], {type: 'a/b'}));
        fetch('fetch', {method: 'POST', body: bytes});
        </script>"""
    )
    await render(site)
    assert site.body("/buffer") == site.body("/blob") == site.body("/fetch") == bytes([0, 1, 128, 200, 255])
    assert site.body("/view") == bytes([1, 128, 200])
    assert site.asked("/blob").headers["content-type"] == "a/b"
    assert "content-type" not in site.asked("/buffer").headers


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
