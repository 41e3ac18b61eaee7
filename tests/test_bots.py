"""Bots that ask for plain URLs: who gets a snapshot, of what, and what caches are told."""

from __future__ import annotations

from typing import Any

import anyio
import pytest
from asgi_calls import Exchange, call, client_that_stays
from bare_site import UGLY, around, snapshot
from policy_questions import asked, settings

from starlette_ajaxcrawl import FakeRenderer, OriginRequest, Rendering, RenderTimeout
from starlette_ajaxcrawl.policy import PassOn, Render, decide, decide_for_bot

pytestmark = pytest.mark.anyio

BOT = (b"user-agent", b"facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)")
BROWSER = (b"user-agent", b"Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0")
PAGE = "<!DOCTYPE html><p>rendered"


class Pages:
    """Answers each path with what it was told; keeps every scope."""

    def __init__(self, status: int = 200, body: bytes = b"<p>as served", **headers: str) -> None:
        self.status, self.body = status, body
        given = {"content_type": "text/html; charset=utf-8", **headers}
        self.headers = [(name.replace("_", "-").encode(), value.encode()) for name, value in given.items() if value]
        self.scopes: list[Any] = []
        self.ended = 0

    async def __call__(self, scope, receive, send) -> None:
        self.scopes.append(scope)
        await receive()
        await send({"type": "http.response.start", "status": self.status, "headers": self.headers})
        await send({"type": "http.response.body", "body": self.body, "more_body": True})
        await send({"type": "http.response.body", "body": b""})
        self.ended += 1


async def get(site, target: str = "/about?a=1", *headers: tuple[bytes, bytes], **more: Any) -> Exchange:
    changes = {name: more.pop(name) for name in list(more) if name.startswith("bots") or name in FOR_SETTINGS}
    pages = more.pop("pages", lambda url: snapshot(url=url, body=PAGE.encode()))
    middleware = more.pop("middleware", None) or around(site, pages, **{"bots": "known", **changes})
    return await call(middleware, target, headers=headers or [BOT], **more)


FOR_SETTINGS = {"include", "exclude", "exclude_states", "on_error", "query_ignore", "allowed_hosts"}


def is_rendered(exchange: Exchange) -> bool:
    return exchange.body == PAGE.encode()


# -- whose requests are for pages


@pytest.mark.parametrize("path", ["/FONT.WOFF2", "/a/app.js", "/b.c/logo.Png", "/robots.txt", "/feed.xml", "/.css"])
def test_assets_pass_by_the_suffix_of_the_last_segment(path: str) -> None:
    assert isinstance(decide_for_bot(asked(path=path, query=b""), settings()), PassOn)
    assert isinstance(decide_for_bot(asked(path=path, query=b"v=3"), settings()), PassOn)


@pytest.mark.parametrize(
    "path", ["/", "/index.html", "/j.smith", "/app.js/", "/a.css/about", "/v1.2", "/page.php", "/js", "/x.", "/woff2"]
)
def test_all_else_may_be_a_page(path: str) -> None:
    assert isinstance(decide_for_bot(asked(path=path, query=b"f=x.js"), settings()), Render)


def test_a_host_is_no_suffix() -> None:
    decision = decide_for_bot(asked(path="/", query=b"", hosts=(b"avion.io",)), settings())
    assert isinstance(decision, Render)
    assert decision.url == "https://avion.io/"
    assert isinstance(decide_for_bot(asked(path="/", query=b"", hosts=(b"site.js",)), settings()), Render)


def test_the_snapshot_is_kept_as_that_of_the_opt_in_page() -> None:
    ours = settings(query_ignore="utm_*", overrides={"/shop*": {"deadline": 7}})
    by_bot = decide_for_bot(asked(path="/shop é", query=b"a=1&utm_source=x&b=%2F"), ours)
    ugly = decide(asked(path="/shop é", query=b"a=1&utm_source=x&b=%2F&_escaped_fragment_="), ours)
    assert by_bot == ugly
    assert isinstance(by_bot, Render)
    assert by_bot.url == "https://example.com/shop%20%C3%A9?a=1&b=%2F"


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"])
def test_other_methods_pass(method: str) -> None:
    assert isinstance(decide_for_bot(asked(method=method, query=b""), settings()), PassOn)


@pytest.mark.parametrize(
    "changes",
    [
        {"hosts": (b"a b",)},
        {"hosts": (), "server": None},
        {"path": "/\udcff"},
        {"path": "/a/../b"},
        {"query": b"\xff"},
        {"scheme": "gopher"},
    ],
)
def test_what_is_no_url_of_a_page_is_left_to_the_application(changes: dict[str, object]) -> None:
    assert isinstance(decide_for_bot(asked(**{"query": b"", **changes}), settings()), PassOn)


# -- what bots and people get


async def test_bots_get_the_snapshot_and_people_the_page() -> None:
    site = Pages()
    middleware = around(site, lambda url: snapshot(url=url, body=PAGE.encode()), bots="known")
    bot = await call(middleware, "/about?a=1", headers=[BOT])
    person = await call(middleware, "/about?a=1", headers=[BROWSER])
    nobody = await call(middleware, "/about?a=1")
    assert is_rendered(bot)
    assert bot.headers["x-ajaxcrawl"] == "miss"
    assert [person.body, nobody.body] == [b"<p>as served"] * 2
    assert [exchange.headers["vary"] for exchange in (bot, person, nobody)] == ["User-Agent"] * 3
    assert site.ended == 2  # it was left once it was seen that this is a page


async def test_without_the_setting_nobody_is_asked_who_they_are() -> None:
    exchange = await get(Pages(), bots=())
    assert exchange.body == b"<p>as served"
    assert "vary" not in exchange.headers


async def test_bots_and_ugly_urls_share_what_is_kept() -> None:
    site, renderer = Pages(), FakeRenderer(lambda url: PAGE)
    middleware = around(site, renderer, bots="known")
    events: list = []
    middleware.crawl.observe(events.append)
    exchanges = [
        await call(middleware, "/about?a=1", headers=[BOT]),
        await call(middleware, "/about?a=1&_escaped_fragment_="),
        await call(middleware, "/about?a=1", headers=[BOT]),
    ]
    assert [exchange.headers["x-ajaxcrawl"] for exchange in exchanges] == ["miss", "hit", "hit"]
    assert [request.url for request in renderer.requests] == ["http://example.com/about?a=1"]
    assert len(site.scopes) == 1  # for what is kept the application is not asked
    assert [(event.outcome, event.bot) for event in events[1:]] == [("miss", True), ("hit", False), ("hit", True)]
    assert "vary" in exchanges[0].headers
    assert "User-Agent" not in exchanges[1].headers.get("vary", "")


@pytest.mark.parametrize(
    "answer",
    [
        {"content_type": "application/json"},
        {"content_type": "text/plain"},
        {"content_type": ""},
        {"content_disposition": "attachment; filename=a.html"},
        {"status": 301, "location": "/b"},
        {"status": 304, "content_type": ""},
        {"status": 403},  # an application that keeps bots out does so
        {"status": 429},
        {"status": 500},
        {"status": 503, "content_type": "text/html"},
    ],
)
async def test_what_is_no_page_is_given_as_the_application_gives_it(answer) -> None:
    site = Pages(**answer)
    exchange = await get(site, pages={})
    assert (exchange.status, exchange.body) == (site.status, site.body)
    assert set(site.headers) <= set(exchange.messages[0]["headers"])
    assert len(site.scopes) == site.ended == 1


async def test_a_page_that_is_not_found_is_rendered_too_with_its_status() -> None:
    exchange = await get(Pages(status=404), pages=lambda url: snapshot(url=url, status=404, body=PAGE.encode()))
    assert (exchange.status, exchange.body) == (404, PAGE.encode())


async def test_head_is_answered_as_get_without_a_body() -> None:
    exchange = await get(Pages(), method="HEAD")
    assert (exchange.status, exchange.body) == (200, b"")
    assert exchange.headers["content-length"] == str(len(PAGE))


async def test_a_part_of_a_page_is_answered_with_the_whole_snapshot() -> None:
    site = Pages()
    exchange = await get(site, "/about", BOT, (b"range", b"bytes=0-524287"))
    assert (exchange.status, exchange.body) == (200, PAGE.encode())
    assert [dict(scope["headers"]).get(b"range") for scope in site.scopes] == [None]


async def test_conditions_are_about_the_snapshot_or_else_the_applications_own() -> None:
    middleware = around(Pages(), lambda url: snapshot(url=url, body=PAGE.encode()), bots="known")
    tag = (await call(middleware, "/about", headers=[BOT])).headers["etag"]
    again = await call(middleware, "/about", headers=[BOT, (b"if-none-match", tag.encode())])
    assert (again.status, again.body) == (304, b"")
    assert again.headers["vary"] == "User-Agent"
    data = Pages(content_type="application/json", body=b"{}")
    condition = (b"if-none-match", b'"a"')
    assert (await get(data, "/api/1", BOT, condition)).body == b"{}"
    assert [condition in scope["headers"] for scope in data.scopes] == [False, True]


@pytest.mark.parametrize(
    ("header", "rendered"),
    [
        ((b"accept", b"application/json"), False),
        ((b"accept", b"image/avif,image/webp;q=0.8"), False),
        ((b"accept", b"*/*"), True),
        ((b"accept", b"text/html;q=0.9, application/json"), True),
        ((b"accept", b""), True),
        ((b"authorization", b"Bearer x"), False),
        ((b"cookie", b"a=b"), True),
    ],
)
async def test_who_asks_for_other_things_or_in_somebodys_name_gets_the_applications_answer(header, rendered) -> None:
    assert is_rendered(await get(Pages(), "/about", BOT, header)) == rendered


@pytest.mark.parametrize(
    ("target", "changes"),
    [
        ("/admin/a", {"exclude": "/admin/*"}),
        ("/about", {"include": "/shop/*"}),
        ("/app.js", {}),
        ("/about", {"exclude_states": ["*"]}),
        ("/about", {"allowed_hosts": "other.example"}),
    ],
)
async def test_paths_that_have_no_snapshots_are_the_applications_without_a_word_to_caches(target, changes) -> None:
    exchange = await get(Pages(), target, **changes)
    assert exchange.body == b"<p>as served"
    assert "vary" not in exchange.headers


async def test_a_near_miss_of_the_token_is_a_plain_url() -> None:
    assert is_rendered(await get(Pages(), "/about?x_escaped_fragment_=1"))


async def test_an_ugly_url_is_answered_whoever_asks() -> None:
    exchange = await get(Pages(), UGLY, BROWSER)
    assert is_rendered(exchange)
    assert "vary" not in exchange.headers


# -- what caches are told


async def test_vary_is_added_to_what_the_application_says() -> None:
    assert (await get(Pages(vary="Cookie, Accept"), "/", BROWSER)).headers["vary"] == "Cookie, Accept, User-Agent"
    assert (await get(Pages(vary="user-agent"), "/", BROWSER)).headers["vary"] == "user-agent"
    assert (await get(Pages(vary="*"), "/", BROWSER)).headers["vary"] == "*"
    data = await get(Pages(content_type="application/json"), "/", BROWSER)
    assert "vary" not in data.headers


async def test_with_no_store_no_cache_keeps_pages_of_either_kind() -> None:
    site = Pages(cache_control="max-age=60", expires="Mon, 01 Jan 2035 00:00:00 GMT")
    for header in (BOT, BROWSER):
        exchange = await get(site, "/about", header, bots_cache="no-store")
        assert exchange.headers["cache-control"] == "no-store"
        assert not exchange.headers.keys() & {"vary", "expires"}
    data = Pages(content_type="application/json", cache_control="max-age=60")
    assert (await get(data, "/about", BROWSER, bots_cache="no-store")).headers["cache-control"] == "max-age=60"


# -- faults


async def test_no_snapshot_is_503_or_the_page_as_configured() -> None:
    for on_error, status in (("503", 503), ("pass", 200)):
        exchange = await get(Pages(), on_error=on_error, pages=lambda url: RenderTimeout(url, "too slow"))
        assert exchange.status == status
        assert (exchange.body == b"<p>as served") == (on_error == "pass")


async def test_an_application_that_fails_fails_as_ever() -> None:
    async def broken(scope, receive, send) -> None:
        raise KeyError("a bug")

    with pytest.raises(KeyError, match="a bug"):
        await get(broken)


async def test_an_application_that_minds_being_left_is_not_felt() -> None:
    async def touchy(scope, receive, send) -> None:
        try:
            await Pages()(scope, receive, send)
        except anyio.get_cancelled_exc_class():
            raise RuntimeError("so sudden") from None

    assert is_rendered(await get(touchy))


async def test_the_application_gets_the_bots_body_again() -> None:
    bodies: list[bytes] = []

    async def site(scope, receive, send) -> None:
        bodies.append((await receive())["body"])
        await Pages()(scope, client_that_stays(), send)

    await get(site, on_error="pass", pages=lambda url: RenderTimeout(url, "x"), receive=client_that_stays(b"search"))
    assert bodies == [b"search", b"search"]


async def test_the_pages_own_requests_are_never_taken_for_a_bots() -> None:
    site = Pages()

    class Asking(FakeRenderer):
        async def render(self, request, origin) -> Rendering:
            asked = OriginRequest("GET", "http://example.com/part", (("user-agent", "curl/8"),), b"", "iframe")
            self.responses.append(await origin.fetch(asked, timeout=5))
            return await super().render(request, origin)

    renderer = Asking(lambda url: PAGE)
    assert is_rendered(await get(site, pages=renderer))
    assert len(renderer.requests) == 1
    assert renderer.responses[0].body == b"<p>as served"
    assert not any(name == "vary" for name, _ in renderer.responses[0].headers)
