"""Purges and refreshes: by the site's own code, and by HTTP for those who have the token."""

import json

import pytest
from asgi_calls import call, client_that_stays
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Mount, Route

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, FakeRenderer, MemoryStore, Settings, UrlError
from starlette_ajaxcrawl.errors import RenderError, SettingsError, StoreError

pytestmark = pytest.mark.anyio

TOKEN = "0123456789abcdef"
UGLY = "/shop?_escaped_fragment_=/a"


class Counting:
    """A page that says how often it was asked for, and by whom."""

    def __init__(self) -> None:
        self.count = 0

    async def get(self, request):
        self.count += 1
        return HTMLResponse(f"<p>{self.count} {request.headers.get('accept-language')} {request.scope['root_path']}")


def site(page=None, **settings):
    settings = Settings(_environment=False, admin_token=TOKEN, **settings)
    crawl = AjaxCrawl(settings, renderer=FakeRenderer())
    app = Starlette(routes=[Route("/{path:path}", (page or Counting()).get, methods=["GET", "POST"])])
    return crawl, AjaxCrawlMiddleware(app, crawl)


async def post(app, path, body, *, token=TOKEN, method="POST", **scope):
    headers = [(b"authorization", f"Bearer {token}".encode())] if token else []
    raw = body if isinstance(body, bytes) else json.dumps(body).encode()
    return await call(app, path, receive=client_that_stays(raw), method=method, headers=headers, **scope)


async def crawled(app, target=UGLY, **scope) -> str:
    return (await call(app, target, **scope)).body.decode().split()[0]


@pytest.mark.parametrize(
    "asked",
    [
        {"url": "http://example.com/shop#!/a"},
        {"url": "HTTP://EXAMPLE.com:80/shop?_escaped_fragment_=/a"},
        {"prefix": "http://example.com/sh"},
        {"prefix": "http://example.com:80/shop#!/"},
        {"prefix": "http://example.com/shop?_escaped_fragment_=/"},
        {"prefix": "HTTP://Example.com/"},
        {"everything": True},
    ],
)
async def test_a_purged_page_is_rendered_anew_and_others_stay(asked):
    crawl, app = site()
    assert [await crawled(app), await crawled(app)] == ["<p>1", "<p>1"]
    assert await crawled(app, "/?_escaped_fragment_=") == "<p>2"
    answer = await post(app, "/_ajaxcrawl/purge", asked)
    assert answer.status == 200
    counts = (2, 2) if asked in ({"everything": True}, {"prefix": "HTTP://Example.com/"}) else (1, 1)
    assert json.loads(answer.body) == {"purged": counts[0]}
    assert answer.headers["cache-control"] == "no-store"
    assert await crawled(app) == "<p>3"
    assert await crawl.purge(**asked) == 1


@pytest.mark.parametrize("spelling", ["/shop#!/é x", "/shop#!/%C3%A9%20x"])
async def test_a_state_is_purged_in_either_spelling(spelling):
    crawl, app = site(site_url="https://shop.example")
    await crawled(app, "/shop?_escaped_fragment_=/%C3%A9%20x")
    await crawled(app, "/shop?_escaped_fragment_=/%25C3%25A9%2520x")  # who followed rel=canonical
    assert await crawl.purge(spelling) == 2


async def test_with_site_url_a_path_will_do():
    crawl, app = site(site_url="https://shop.example")
    await crawled(app)
    assert await crawl.purge("/shop#!/b") == 0
    assert await crawl.purge("/shop#!/a") == 1
    await crawled(app)
    assert await crawl.purge(prefix="/shop") == 1
    with pytest.raises(UrlError, match="another site"):
        await crawl.purge("https://other.example/shop")


async def test_a_page_is_purged_and_refreshed_in_all_its_variants():
    crawl, app = site(vary_on=["accept-language"], query_ignore=["utm_*"])
    german = {"headers": [(b"accept-language", b"de")]}
    assert (await call(app, UGLY, **german)).body.split() == [b"<p>1", b"de"]
    assert (await call(app, UGLY)).body.split()[0] == b"<p>2"
    assert await crawl.purge("http://example.com/shop?utm_source=x#!/a") == 2
    assert [await crawled(app), await crawled(app, **german)] == ["<p>3", "<p>4"]
    assert (await crawl.refresh("http://example.com/shop#!/a")).content.split()[0] == b"<p>5"
    assert [await crawled(app), await crawled(app, **german)] == ["<p>5", "<p>6"]


async def test_refresh_renders_now_where_the_application_is():
    _, inner = site()
    outer = Starlette(routes=[Mount("/inner", app=inner)])
    target = "/inner/shop?_escaped_fragment_=/a"
    assert await crawled(outer, target) == "<p>1"
    answer = await post(outer, "/inner/_ajaxcrawl/refresh", {"url": "http://example.com/inner/shop#!/a"})
    assert json.loads(answer.body) == {"url": "http://example.com/inner/shop#!/a", "status": 200, "incomplete": []}
    assert (await call(outer, target)).body.split() == [b"<p>2", b"None", b"/inner"]


async def test_refresh_says_where_its_requests_would_go():
    crawl = AjaxCrawl(Settings(_environment=False), renderer=FakeRenderer())
    with pytest.raises(TypeError, match="0 middlewares"):
        await crawl.refresh("http://example.com/")
    with pytest.raises(TypeError, match="one of"):
        await crawl.purge()
    with pytest.raises(TypeError, match="one of"):
        await crawl.purge("http://example.com/", everything=True)


@pytest.mark.parametrize("token", ["", "0123456789abcdeF", "0123456789abcde", TOKEN + "0", "ä"])
async def test_who_has_not_the_token_changes_nothing(token):
    page = Counting()
    _, app = site(page)
    await crawled(app)
    for action in ("purge", "refresh", "other"):
        answer = await post(app, f"/_ajaxcrawl/{action}", {"everything": True}, token=token)
        assert (answer.status, answer.headers["www-authenticate"]) == (401, "Bearer")
    assert await crawled(app) == "<p>1"
    assert page.count == 1


async def test_without_a_token_in_the_settings_there_is_no_such_endpoint():
    page = Counting()
    app = AjaxCrawlMiddleware(
        Starlette(routes=[Route("/{path:path}", page.get, methods=["POST"])]),
        AjaxCrawl(Settings(_environment=False), renderer=FakeRenderer()),
    )
    answer = await post(app, "/_ajaxcrawl/purge", {"everything": True}, token="")
    assert (answer.status, page.count) == (200, 1)


@pytest.mark.parametrize(
    ("action", "body", "status", "words"),
    [
        ("purge", {}, 400, "the body must be"),
        ("purge", b"{", 400, "the body must be"),
        ("purge", b"\xff", 400, "the body must be"),
        ("purge", [], 400, "the body must be"),
        ("purge", b"[" * 60_000, 400, "the body must be"),
        ("purge", {"everything": False}, 400, "the body must be"),
        ("purge", {"url": "http://example.com/", "everything": True}, 400, "the body must be"),
        ("purge", {"url": 5}, 400, "the body must be"),
        ("purge", {"url": "/shop"}, 400, "site_url is not set"),
        ("purge", {"prefix": "/shop"}, 400, "site_url is not set"),
        ("purge", {"url": "ftp://example.com/"}, 400, "HTTP URL"),
        ("purge", {"url": "http://["}, 400, ""),
        ("purge", {"url": "http://example.com/out/x"}, 400, "excluded"),
        ("purge", b" " * 70_000, 413, "too large"),
        ("refresh", {"everything": True}, 400, "the body must be"),
        ("refresh", {"url": "http://example.com/fails"}, 503, "no snapshot: gone"),
        ("other", {}, 404, "purge, refresh"),
    ],
)
async def test_what_cannot_be_done_is_told(action, body, status, words):
    crawl, app = site(exclude=["/out/*"])
    crawl.renderer.pages = {"http://example.com/fails": RenderError("http://example.com/fails", "gone")}
    answer = await post(app, f"/_ajaxcrawl/{action}", body)
    assert answer.status == status
    assert words in json.loads(answer.body)["error"]


async def test_only_post_changes_anything():
    answer = await post(site()[1], "/_ajaxcrawl/purge", {"everything": True}, method="GET")
    assert (answer.status, answer.headers["allow"]) == (405, "POST")


async def test_a_store_that_cannot_purge_is_503_and_no_promise():
    class Gone(MemoryStore):
        async def purge(self, prefix):
            raise StoreError("gone")

    crawl = AjaxCrawl(Settings(_environment=False, admin_token=TOKEN), renderer=FakeRenderer(), store=Gone(1))
    answer = await post(AjaxCrawlMiddleware(Starlette(), crawl), "/_ajaxcrawl/purge", {"everything": True})
    assert (answer.status, json.loads(answer.body)["error"]) == (503, "the store fails: gone")


async def test_a_page_cannot_reach_the_endpoint_through_its_own_requests():
    page = Counting()
    _, app = site(page)
    answer = await post(app, "/_ajaxcrawl/purge", {"everything": True}, extensions={"ajaxcrawl": {}})
    assert (answer.status, page.count) == (200, 1)


def test_the_token_is_long_and_stays_secret():
    with pytest.raises(SettingsError, match="16 or more") as caught:
        Settings(_environment=False, admin_token="tooshort")
    assert "tooshort" not in str(caught.value)
    settings = Settings(_environment=False, admin_token=TOKEN)
    assert TOKEN not in repr(settings) + str([one.value for one in settings.describe()])
    assert settings.changed(max_age=1).admin_token.get_secret_value() == TOKEN
