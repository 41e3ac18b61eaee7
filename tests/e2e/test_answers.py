"""Statuses, headers, canonical links, cookies and encodings of snapshots, through a real server."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode

import pytest
from apps.site import ENCODED, WORDS
from crawled import crawled
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from starlette_ajaxcrawl import AjaxCrawlMiddleware

if TYPE_CHECKING:
    from chromium import Chromium
    from crawled import Crawled


def meta(site: Crawled, head: str = "", code: int = 200, *, state: str = "", header: list[str] | None = None) -> str:
    query = urlencode({"head": head, "code": code, "header": header or []}, doseq=True, quote_via=quote)
    return f"/meta?{query}{state}"


@pytest.mark.parametrize("code", [200, 404, 410, 403, 500, 503])
def test_the_documents_own_status_is_the_snapshots(site: Crawled, code: int) -> None:
    response = site.crawl(f"/status/{code}#!/x")
    assert response.status_code == code
    assert f"Written by a script at /status/{code}#!/x" in response.text


@pytest.mark.parametrize("name", ["prerender-status-code", "render:status_code", "ajaxcrawl-status-code"])
def test_a_meta_sets_the_status(site: Crawled, name: str) -> None:
    response = site.crawl(meta(site, f'<meta name="{name}" content="404">'))
    assert (response.status_code, "Written by a script" in response.text) == (404, True)


def test_a_redirecting_status_meta_takes_its_location_from_a_header_meta(site: Crawled) -> None:
    head = '<meta name="prerender-status-code" content="301"><meta name="prerender-header" content="Location: /b">'
    response = site.crawl(meta(site, head))
    assert (response.status_code, response.headers["location"]) == (301, site.url("/b"))


@pytest.mark.parametrize("name", ["prerender-header", "ajaxcrawl-header"])
def test_a_meta_sets_a_header_on_the_safe_list(site: Crawled, name: str) -> None:
    head = f'<meta name="{name}" content="X-Robots-Tag: noarchive"><meta name="{name}" content="Set-Cookie: a=b">'
    response = site.crawl(meta(site, head))
    assert response.headers["x-robots-tag"] == "noarchive"
    assert "set-cookie" not in response.headers


def test_the_documents_own_robots_language_and_link_headers_are_kept(site: Crawled) -> None:
    header = ["X-Robots-Tag: noindex", "Content-Language: de", "Link: </s.css>; rel=preload", "X-Secret: 1"]
    response = site.crawl(meta(site, header=header))
    assert response.headers["x-robots-tag"] == "noindex"
    assert response.headers["content-language"] == "de"
    assert "rel=preload" in response.headers["link"]
    assert "x-secret" not in response.headers


def canonical(response_text: str) -> list[str]:
    return re.findall(r'<link[^>]*rel="?canonical"?[^>]*>', response_text)


def test_the_pretty_url_is_the_canonical_link_in_head_and_header(site: Crawled) -> None:
    response = site.crawl("/hashchange/#!/ä b")
    want = site.url("/hashchange/#!/%C3%A4%20b")
    assert canonical(response.text) == [f'<link rel="canonical" href="{want}">']
    assert response.headers["link"] == f'<{want}>; rel="canonical"'


def test_an_author_who_says_what_is_canonical_is_believed(site: Crawled) -> None:
    in_page = site.crawl(meta(site, '<link rel="canonical" href="/mine">'))
    assert len(canonical(in_page.text)) == 1
    assert "canonical" not in in_page.headers.get("link", "")
    in_header = site.crawl(meta(site, header=['Link: </mine>; rel="canonical"']))
    assert canonical(in_header.text) == []
    assert in_header.headers["link"].count("canonical") == 1


def test_only_a_page_that_is_found_has_a_canonical_link(site: Crawled) -> None:
    response = site.crawl("/status/404")
    assert canonical(response.text) == []
    assert "link" not in response.headers


def test_the_url_asked_for_is_canonical_after_replace_state(site: Crawled) -> None:
    response = site.crawl("/links/moved.html#!/state")
    assert canonical(response.text) == [f'<link rel="canonical" href="{site.url("/links/moved.html#!/state")}">']


def test_a_snapshot_keeps_what_is_data_and_drops_what_is_code(site: Crawled) -> None:
    html = site.crawl("/jsonld/").text
    assert '<script type="application/ld+json">{"@context": "https://schema.org", "@type": "Product",' in html
    assert '"name": "Tea </ & ü"}</script>' in html
    assert '{"@type": "Offer", "price": "5"}</script>' in html
    assert '<script type="text/x-template" id="tpl"><b>{{ x }}</b></script>' in html
    for gone in ("importmap", "modulepreload", "app.js", "noscript", "No scripts", 'name="fragment"', "document.title"):
        assert gone not in html
    assert "<title>module ran</title>" in html
    assert 'href="app.css"' in html
    assert html.startswith("<!doctype html>") or html.startswith("<!DOCTYPE html>")
    assert "<!--comment-->" in html
    assert 'data-seen="a&quot;b&amp;c<d"' in html or 'data-seen="a&quot;b&amp;c&lt;d"' in html
    assert '1 &lt; 2 &amp; "3"&nbsp;4<br>5</p>' in html
    assert "CDATA" not in html
    assert "<?xml" not in html


def test_comments_go_if_so_asked(chromium: Chromium) -> None:
    with crawled(chromium, comments=False) as site:
        assert "<!--" not in site.crawl("/jsonld/").text


def test_style_sheets_may_be_left_alone(chromium: Chromium) -> None:
    with crawled(chromium, css=False) as site:
        assert "by linked sheet" in site.crawl("/cssom/").text


@pytest.mark.parametrize("name", ENCODED)
def test_any_encoding_is_read_as_chromium_reads_it_and_served_in_utf_8(site: Crawled, name: str) -> None:
    response = site.crawl(f"/encoding/{name}")
    assert response.headers["content-type"].lower().replace(" ", "") == "text/html;charset=utf-8"
    html = response.content.decode()
    live = site.live(f"/encoding/{name}")
    shown = site.chromium.shown(site.ugly(f"/encoding/{name}"), response.content)
    assert (shown.title, shown.words) == (live.title, live.words)
    assert WORDS[ENCODED[name][0]] in live.text
    assert shown.links == live.links, "queries of links stay in the page's own encoding"
    assert len(re.findall(r"<meta[^>]*charset", html)) <= 1


def test_headers_are_a_browsers_and_none_of_the_crawlers(site: Crawled) -> None:
    sent = {
        "Cookie": "crawler=1",
        "Authorization": "Basic eDp5",
        "If-None-Match": '"x"',
        "If-Modified-Since": "Thu, 01 Jan 1970 00:00:00 GMT",
        "Range": "bytes=0-9",
        "User-Agent": "SomeBot/1.0",
        "X-Ajaxcrawl-Render": "1",
        "From": "bot@example.com",
    }
    response = site.crawl("/headers", headers=sent)
    assert response.status_code == 200
    page = response.text.lower()
    for name in ("cookie:", "authorization", "if-none-match", "if-modified-since", "range:", "somebot", "from:"):
        assert name not in page
    assert "mozilla/5.0" in page
    assert "accept: text/html" in page
    assert "accept-language: en-us" in page
    assert "x-ajaxcrawl-render: 1" in page


def test_the_apps_cookies_stay_inside_the_render(site: Crawled) -> None:
    response = site.crawl("/cookies/", headers={"Cookie": "crawler=1"})
    assert "set-cookie" not in response.headers
    assert "secret=value" in response.text
    assert "crawler" not in response.text


@pytest.mark.parametrize("kind", ["json", "text", "xml", "image"])
def test_a_document_that_is_not_html_passes_through(site: Crawled, kind: str) -> None:
    plain = site.client.get(f"/document/{kind}")
    response = site.crawl(f"/document/{kind}")
    assert (response.status_code, response.content) == (200, plain.content)
    assert response.headers["content-type"] == plain.headers["content-type"]


def test_xhtml_is_a_page_too(site: Crawled) -> None:
    response = site.crawl("/document/xhtml")
    assert response.headers["content-type"].startswith("text/html")
    assert re.search(r'<p id="t">\d+ written</p>', response.text)


def test_a_missing_page_of_a_static_mount_is_a_404(site: Crawled) -> None:
    assert site.crawl("/no-such-page#!/x").status_code == 404


def test_ready_flags_end_the_wait(site: Crawled) -> None:
    for name in ("true", "prerender"):
        assert '<p id="t">ready now</p>' in site.crawl(f"/ready/{name}.html").text


def test_a_page_that_is_not_ready_is_waited_for_to_the_end(site: Crawled) -> None:
    assert "shown at two seconds" in site.crawl("/ready/false.html").text


def test_a_selector_ends_the_wait(site: Crawled) -> None:
    html = site.crawl("/selector/").text
    assert "here it is" in html
    assert "too late" not in html


def test_other_methods_and_other_queries_reach_the_app(site: Crawled) -> None:
    assert site.client.post("/data/price?_escaped_fragment_=/x", content=b"id=4").text.count("4.50") == 1
    for query in ("__escaped_fragment__=x", "x_escaped_fragment_=x", "a=_escaped_fragment_=x"):
        assert site.client.get(f"/data/echo?{query}").text == f"GET {query}"


def test_bad_escapes_are_a_400(site: Crawled) -> None:
    for value in ("%zz", "%C3%28", "%"):
        response = site.client.get(f"/hashchange/?_escaped_fragment_={value}")
        assert response.status_code == 400
        assert "Traceback" not in response.text


def test_head_has_the_headers_of_get_and_no_body(site: Crawled) -> None:
    get, head = site.crawl("/hashchange/#!/x"), site.crawl("/hashchange/#!/x", "HEAD")
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers["content-length"] == get.headers["content-length"]
    assert head.headers["link"] == get.headers["link"]


def test_an_application_that_is_started_anew_renders_anew() -> None:
    page = "<p></p><script>document.querySelector('p').append(location.hash)</script>"
    app = Starlette(
        routes=[Route("/", lambda request: HTMLResponse(page))], middleware=[Middleware(AjaxCrawlMiddleware)]
    )
    for state in ("one", "two"):
        with TestClient(app) as client:
            assert f"<p>#!{state}</p>" in client.get(f"/?_escaped_fragment_={state}").text
