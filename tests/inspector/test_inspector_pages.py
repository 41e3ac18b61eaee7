"""What the inspector shows, asked for as a browser without scripts asks."""

from __future__ import annotations

import re
import time
from html import unescape
from urllib.parse import quote

import fastapi
import pytest
import quart
from asgi_calls import call
from inspected import HOSTILE, TOKEN, browsing, logged_in, page, rendering, site, text
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Mount, Route

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, FakeRenderer, MemoryStore, Settings
from starlette_ajaxcrawl.inspector import inspector
from starlette_ajaxcrawl.stores.base import ReadOnlyStore

pytestmark = pytest.mark.anyio

A = "/_inspector/report?url=/%23!/a"


@pytest.fixture
def anyio_backend() -> str:
    """Nothing here waits for anything but the application."""
    return "asyncio"


async def test_a_report_says_what_a_crawler_gets_and_how_it_came_about() -> None:
    async with logged_in(site()) as client:
        shell = await client.get("/_inspector/page?url=/%23!/a")
        first, second = await client.get(A), await client.get(A)
        crawler = await client.get("/?_escaped_fragment_=/a", headers={"accept-encoding": "identity"})
    assert 'hx-get="report?url=/%23%21/a"' in shell.text
    for answer, outcome in ((first, "miss: rendered now"), (second, "hit: kept")):
        said = text(answer)
        assert f"http://example.com/#!/a Refresh Purge Open the page in a new tab {outcome} status 200" in said
        assert "TypeError: </td><img src=x onerror=alert(1)>" in said
        assert "GET /api/slow 200 99 B 400 ms 1.5 s" in said
        assert "deadline 1.8 s of 20.0 s" in said
        assert "wait_for_background_javascript 3.5 s of 10.0 s" in said
        assert "max_page_requests 3 of 200" in said
        assert "State fresh: given as it is" in said
        assert "Fresh for 60 min" in said
        assert "Tea and coffee for crawlers in the shadow" in said
        assert "unseen" not in said
    assert crawler.headers["etag"] in text(second)
    assert crawler.headers["x-ajaxcrawl"] == "hit"


@pytest.mark.parametrize("url", ["/#!/a", "#!/a", "http://example.com/#!/a", "/?_escaped_fragment_=/a", " /#!/a "])
async def test_a_page_may_be_named_in_any_way(url) -> None:
    app = site()
    async with logged_in(app) as client:
        answer = await client.get("/_inspector/report", params={"url": url})
    assert answer.status_code == 200
    assert [request.url for request in app.state.crawl.renderer.requests] == ["http://example.com/#!/a"]


@pytest.mark.parametrize(
    "url", ["", "ftp://example.com/", "nothing", "http://other.example/", "file:///etc/passwd", "//x"]
)
async def test_what_is_no_page_of_the_site_is_said_and_asked_of_nobody(url) -> None:
    app = site(site_url="http://example.com", external_hosts=["*"])
    async with logged_in(app) as client:
        answers = [
            await client.get(f"/_inspector/{path}", params={"url": url}) for path in ("page", "report", "snapshot")
        ]
        answers += [await client.post(f"/_inspector/{path}", data={"url": url}) for path in ("refresh", "purge")]
    assert {answer.status_code for answer in answers} == {400}
    assert 'aria-invalid="true"' in answers[0].text
    assert app.state.crawl.renderer.requests == []


async def test_what_pages_say_is_never_markup() -> None:
    async with logged_in(site()) as client:
        report = await client.get(A)
        await client.get("/", params={"_escaped_fragment_": HOSTILE})
        answers = [report, await client.get("/_inspector/"), await client.get("/_inspector/", params={"text": HOSTILE})]
        answers.append(await client.get("/_inspector/page", params={"url": HOSTILE}))
        answers.append(await client.get("/_inspector/report", params={"url": f"/#!{HOSTILE}"}))
        answers.append(await client.post("/_inspector/difference", data={"people": HOSTILE, "crawlers": ""}))
        answers.append(await client.get("/_inspector/login", params={"next": HOSTILE}))
    for answer in answers:
        assert "<img" not in answer.text
        assert "alert(2)</script>" not in answer.text
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert re.search(r"script-src 'nonce-[\w-]{20,}'", policy)
        assert "frame-ancestors 'none'" in policy
    assert HOSTILE[:20] in text(report)


async def test_no_page_loads_anything_from_elsewhere() -> None:
    async with logged_in(site()) as client:
        pages = [await client.get(f"/_inspector/{path}") for path in ("", "page?url=/%23!/a", "login")]
        files = {name for page in pages for name in re.findall(r'(?:src|href)="(static/[^"]+)"', page.text)}
        loaded = re.findall(r'<(?:script|link)[^>]*(?:src|href)="([^"]+)"', "".join(page.text for page in pages))
        assert set(loaded) <= files
        for name in files:
            answer = await client.get(f"/_inspector/{name}")
            assert answer.status_code == 200
            assert "immutable" in answer.headers["cache-control"]
        assert (await client.get("/_inspector/static/../app.py")).status_code == 404


async def test_a_snapshot_is_shown_as_a_document_that_can_do_nothing() -> None:
    async with logged_in(site()) as client:
        report = await client.get(A)
        (source,) = re.findall(
            r'<iframe title="The snapshot[^"]*" src="([^"]+)" sandbox="allow-same-origin"', report.text
        )
        shown = await client.get(f"/_inspector/{unescape(source)}")
        kept = await client.get("/_inspector/snapshot?url=/%23!/a")
    for answer in (shown, kept):
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("sandbox allow-same-origin; default-src 'none'; script-src 'none'; ")
        assert '<head><base href="http://example.com/"><meta charset' in answer.text
        assert answer.headers["referrer-policy"] == "strict-origin"


@pytest.mark.parametrize(
    ("head", "base"),
    [
        ("<head><base href='/deep/'>", "http://example.com/deep/"),
        ("<head><base target=x><base href=up/><base href=/no>", "http://example.com/shop/up/"),
        ("<HEAD class='x'>", "http://example.com/shop/list?q=%22&amp;x"),
        ("", "http://example.com/shop/list?q=%22&amp;x"),
    ],
)
async def test_links_of_a_snapshot_lead_to_where_they_do_on_its_page(head, base) -> None:
    app = site(lambda url: rendering(url, f"<html>{head}<body><a href=x>x</a>"))
    async with logged_in(app) as client:
        url = 'http://example.com/shop/list?q="&x#!/a'
        await client.get("/_inspector/report", params={"url": url})
        shown = await client.get("/_inspector/snapshot", params={"url": url})
    assert re.findall(r"<base href=\"([^\"]+)\">", shown.text)[0] == base


async def test_renders_that_went_wrong_say_why_and_what_to_do() -> None:
    async with logged_in(site()) as client:
        late = text(await client.get("/_inspector/report?url=/%23!/late"))
        cut = text(await client.get("/_inspector/report?url=/%23!/cut"))
        moved = text(await client.get("/_inspector/report?url=/%23!/moved"))
    assert "No snapshot: the page did not end in time" in late
    assert "it hangs" in late
    assert "status 503" in late
    assert "Not complete: deadline. What to do: raise deadline (it is 20.0 s)." in cut
    assert "A redirect, to http://example.com/#!/new" in moved


async def test_a_failure_that_is_left_to_the_application_is_said_to_be() -> None:
    async with logged_in(site(on_error="pass")) as client:
        late = text(await client.get("/_inspector/report?url=/%23!/late"))
    assert "/#!/late Refresh Purge Open the page in a new tab passed to the application" in late
    assert "The application answers." in late


async def test_refresh_renders_anew_and_purge_forgets() -> None:
    app = site()
    async with logged_in(app) as client:
        await client.get(A)
        refreshed = await client.post("/_inspector/refresh", data={"url": "/#!/a"}, headers={"hx-request": "true"})
        assert "Rendered anew just now." in refreshed.text
        assert len(app.state.crawl.renderer.requests) == 2
        without_scripts = await client.post("/_inspector/refresh", data={"url": "/#!/a"})
        assert without_scripts.headers["location"] == "page?url=http%3A%2F%2Fexample.com%2F%23%21%2Fa"
        purged = await client.post("/_inspector/purge", data={"url": "/#!/a"}, headers={"hx-request": "true"})
        assert text(purged) == "1 kept snapshot is forgotten. The next request renders anew."
        assert (await client.get("/_inspector/snapshot?url=/%23!/a")).status_code == 404
        assert "0 kept snapshots" in text(await client.post("/_inspector/purge", data={"everything": "1"}))
        assert (await client.get("/_inspector/purge")).status_code == 405
        late = await client.post("/_inspector/refresh", data={"url": "/#!/late"}, headers={"hx-request": "true"})
        assert "No snapshot: the page did not end in time" in late.text
        assert "Rendered anew" not in late.text


async def test_a_crawl_without_a_middleware_says_so() -> None:
    app = Starlette(routes=[Mount("/_inspector", inspector(crawl_of(), token=TOKEN))])
    async with logged_in(app) as client:
        answer = await client.get(A, headers={"hx-request": "true"})
    assert answer.status_code == 500
    assert 'class="problem"' in answer.text
    assert "there are 0 middlewares" in answer.text


class BrokenStore(MemoryStore):
    async def get(self, key):
        raise OSError("disk on fire")

    purge = get


class Archive(ReadOnlyStore):
    async def get(self, key):
        return rendering(key).snapshot

    async def close(self):
        pass


async def test_what_is_archived_is_shown_and_cannot_be_purged() -> None:
    async with logged_in(site(store=Archive())) as client:
        report = await client.get(A)
        home = await client.get("/_inspector/")
    assert "State archived: given whatever its age" in text(report)
    assert "Store Archive" in text(report)
    assert "Purge" not in text(report) + text(home)


async def test_a_store_that_fails_is_said() -> None:
    async with logged_in(site(store=BrokenStore(10_000))) as client:
        assert "The store fails: OSError: disk on fire" in text(await client.get(A))
        failed = await client.post("/_inspector/purge", data={"everything": "1"})
    assert failed.status_code == 503
    assert "disk on fire" in text(failed)


async def test_pages_on_another_host_than_the_inspector_are_framed_but_not_read() -> None:
    app = site(site_url="https://shop.example", access={"allow": lambda request: True})
    async with browsing(app) as client:
        report = await client.get(A)
    assert 'src="https://shop.example/#!/a"' in report.text
    assert "frame-src 'self' https://shop.example;" in report.headers["content-security-policy"]
    assert "whose scripts cannot read it" in report.text


@pytest.mark.parametrize("header", [("x-frame-options", "DENY"), ("content-security-policy", "frame-ancestors 'none'")])
async def test_a_page_that_is_not_to_be_framed_is_not(header) -> None:
    app = site(lambda url: rendering(url).snapshot.__class__(url, "html", 200, (header,), b"<p>x", time.time()))
    async with logged_in(app) as client:
        report = await client.get(A)
    assert "does not let itself be framed" in report.text
    assert 'id="live"' not in report.text


async def test_all_links_hold_wherever_it_is_mounted() -> None:
    app = site(access={"allow": lambda request: True})
    bare = await call(app.state.inspector, "/_inspector", root_path="/_inspector")
    assert (bare.status, bare.headers["location"]) == (307, "_inspector/")
    deep = await call(app, "/proxied/_inspector/", root_path="/proxied")
    assert deep.status == 200
    for exchange in (deep, await call(app.state.inspector, "/", root_path="")):
        links = re.findall(r'(?:href|src|action|hx-get|hx-post)="([^"]*)"', exchange.body.decode())
        assert links
        assert [link for link in links if link.startswith("/") or ":" in link] == []


@pytest.mark.parametrize("path", ["/proxied/a#!b", "/a#!b"])
@pytest.mark.parametrize("stripped", [False, True])
async def test_a_path_is_one_below_the_root_path_and_its_page_is_found_there(path, stripped) -> None:
    asked: list[str] = []

    async def endpoint(request):
        asked.append(request.scope["extensions"]["ajaxcrawl"]["url"])
        return HTMLResponse("<p>found")

    crawl = AjaxCrawl(Settings(_environment=False), renderer=FakeRenderer())
    pages = Starlette(routes=[Route("/a", endpoint)])
    app = AjaxCrawlMiddleware(inspector(crawl, allow=lambda request: True).beside(pages), crawl)
    folder = "" if stripped else "/proxied"
    target = f"{folder}/_inspector/report?url={quote(path, safe='')}"
    exchange = await call(app, target, root_path="/proxied")
    assert "status 200" in re.sub(r"<[^>]*>| +", " ", exchange.body.decode())
    assert asked == ["http://example.com/proxied/a#!b"]


def crawl_of(pages=page) -> AjaxCrawl:
    return AjaxCrawl(Settings(_environment=False), renderer=FakeRenderer(pages))


async def test_fastapi_mounts_it() -> None:
    crawl = crawl_of()
    app = fastapi.FastAPI()
    app.mount("/_inspector", inspector(crawl, token=TOKEN))
    app.add_middleware(AjaxCrawlMiddleware, crawl)
    async with logged_in(app) as client:
        await client.get("/", params={"_escaped_fragment_": "/a"})
        assert "/#!/a" in text(await client.get("/_inspector/"))
        assert "status 200" in text(await client.get(A))


async def test_quart_has_it_beside_its_own_application() -> None:
    crawl = crawl_of()
    app = quart.Quart("shop")
    app.asgi_app = AjaxCrawlMiddleware(inspector(crawl, token=TOKEN).beside(app.asgi_app), crawl)
    async with logged_in(app.asgi_app) as client:
        assert "status 200" in text(await client.get(A))
        assert (await client.get("/_inspector")).headers["location"] == "_inspector/"
        assert (await client.get("/elsewhere")).status_code == 404


async def test_too_large_and_broken_forms_are_refused() -> None:
    async with logged_in(site()) as client:
        large = await client.post("/_inspector/difference", content=b"people=" + b"x" * (3 * 2**20))
        assert large.status_code == 413
        broken = await client.post("/_inspector/purge", content="url=é".encode())
        assert broken.status_code == 400
        many = await client.post("/_inspector/purge", content=b"a=1&" * 50)
        assert many.status_code == 400
