"""Who may see the inspector, and who may change anything by it."""

from __future__ import annotations

import sys

import pytest
from inspected import TOKEN, browsing, logged_in, site

from starlette_ajaxcrawl import AjaxCrawl, FakeRenderer, Settings, SettingsError
from starlette_ajaxcrawl.inspector import inspector

pytestmark = pytest.mark.anyio

PAGES = ["", "recent", "page?url=/%23!/a", "report?url=/%23!/a", "render?worker=x&id=1", "snapshot?url=/%23!/a"]
POSTS = ["refresh", "purge", "difference"]


@pytest.mark.parametrize(
    "access",
    [{}, {"token": ""}, {"token": "short"}, {"token": TOKEN, "allow": bool}, {"allow": "everybody"}, {"token": None}],
)
def test_it_is_not_made_without_a_guard(access) -> None:
    with pytest.raises(SettingsError):
        inspector(AjaxCrawl(Settings(_environment=False), renderer=FakeRenderer()), **access)


def test_a_missing_jinja2_is_named_with_the_extra(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    for name in ("app", "files"):
        monkeypatch.delitem(sys.modules, f"starlette_ajaxcrawl.inspector.{name}")
    with pytest.raises(SettingsError, match=r"starlette-ajaxcrawl\[inspector\]"):
        inspector(AjaxCrawl(Settings(_environment=False), renderer=FakeRenderer()), token=TOKEN)


async def test_who_has_no_token_gets_nothing_and_changes_nothing() -> None:
    app = site()
    async with browsing(app) as client:
        await client.get("/?_escaped_fragment_=/well-hidden")
        for path in PAGES:
            answer = await client.get(f"/_inspector/{path}")
            assert answer.status_code == 401, path
            assert "well-hidden" not in answer.text
        for path in POSTS:
            assert (await client.post(f"/_inspector/{path}", data={"everything": "1"})).status_code == 401
        again = await client.get("/?_escaped_fragment_=/well-hidden")
    assert again.headers["x-ajaxcrawl"] == "hit"
    assert len(app.state.crawl.renderer.requests) == 1


async def test_the_token_of_the_form_becomes_a_cookie_that_no_script_and_no_other_site_has() -> None:
    async with browsing(site(), "https://example.com") as client:
        wrong = await client.post("/_inspector/login", data={"token": "0123456789abcdeX"})
        assert (wrong.status_code, "set-cookie" in wrong.headers) == (401, False)
        right = await client.post("/_inspector/login", data={"token": TOKEN, "next": "page?url=%2F"})
        assert (right.status_code, right.headers["location"]) == (303, "page?url=%2F")
        cookie = right.headers["set-cookie"]
        assert {"HttpOnly", "SameSite=strict", "Secure"} <= {part.strip() for part in cookie.split(";")}
        assert TOKEN not in cookie
        assert "path=" not in cookie.lower()  # so it is the folder's, wherever a proxy has that
        assert (await client.get("/_inspector/")).status_code == 200
        await client.post("/_inspector/logout")
        assert (await client.get("/_inspector/")).status_code == 401


@pytest.mark.parametrize("target", ["//evil.example", "https://evil.example", "/else", "javascript:x", "a/../../b", ""])
async def test_a_login_leads_to_pages_of_the_inspector_only(target) -> None:
    async with browsing(site()) as client:
        answer = await client.post("/_inspector/login", data={"token": TOKEN, "next": target})
    assert answer.headers["location"] == "./"


async def test_a_cookie_that_is_over_forged_or_of_another_token_admits_nobody(monkeypatch) -> None:
    app, other = site(), site(access={"token": "another-token-of-16"})
    async with logged_in(app) as client:
        value = client.cookies["ajaxcrawl_inspector"]
        until, _, signature = value.partition(".")
        for cookie in (f"{int(until) + 1}.{signature}", f"{until}.", f"{until}.{'0' * 64}", until, "é.é"):
            asked = {"cookie": f"ajaxcrawl_inspector={cookie}".encode()}
            async with browsing(app) as stranger:
                assert (await stranger.get("/_inspector/", headers=asked)).status_code == 401, cookie
        async with browsing(other) as stranger:
            asked = {"cookie": f"ajaxcrawl_inspector={value}"}
            assert (await stranger.get("/_inspector/", headers=asked)).status_code == 401
        monkeypatch.setattr("starlette_ajaxcrawl.inspector.access.time.time", lambda: int(until) + 1.0)
        assert (await client.get("/_inspector/")).status_code == 401


async def test_the_token_may_stand_in_a_header() -> None:
    for header, status in ((f"Bearer {TOKEN}", 200), (f"bearer {TOKEN}", 200), ("Bearer x", 401), (TOKEN, 401)):
        async with browsing(site(), authorization=header) as client:
            assert (await client.get("/_inspector/")).status_code == status, header


async def slowly(request):
    return request.headers.get("x-user") == "me"


@pytest.mark.parametrize("allow", [lambda request: request.headers.get("x-user") == "me", slowly])
async def test_a_callable_of_the_site_says_whom_to_let_in(allow) -> None:
    app = site(access={"allow": allow})
    async with browsing(app) as client:
        assert (await client.get("/_inspector/")).status_code == 403
        assert (await client.post("/_inspector/purge", data={"everything": "1"})).status_code == 403
        assert (await client.get("/_inspector/login")).status_code == 404
    async with browsing(app, **{"x-user": "me"}) as client:
        assert (await client.get("/_inspector/")).status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "same-origin", "origin": "http://example.com"}, 200),
        ({"origin": "http://example.com"}, 200),
        ({}, 200),
    ],
)
async def test_pages_of_other_sites_change_nothing(headers, status) -> None:
    app = site(access={"allow": lambda request: True})  # as with a password that the browser sends along
    async with browsing(app) as client:
        await client.get("/?_escaped_fragment_=/a")
        answer = await client.post("/_inspector/purge", data={"everything": "1"}, headers=headers)
        assert answer.status_code == status
        kept = (await client.get("/?_escaped_fragment_=/a")).headers["x-ajaxcrawl"]
    assert kept == ("miss" if status == 200 else "hit")


async def test_a_page_that_is_rendered_never_holds_the_inspector() -> None:
    app = site(None, access={"allow": lambda request: request.client.host == "127.0.0.1"})
    async with browsing(app) as client:
        assert (await client.get("/_inspector/")).status_code == 200
        crawled = await client.get("/_inspector/?_escaped_fragment_=")
    assert crawled.status_code == 404
    assert "renders" not in crawled.text
