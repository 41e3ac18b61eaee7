"""What the app is asked: its scope, headers and body, below a mount too."""

import json
from contextvars import ContextVar

import pytest
from anyio import fail_after
from origin_calls import SETTINGS, SITE, Seen, asking, fetch, outer_scope
from starlette.applications import Starlette
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Mount, Route

from starlette_ajaxcrawl.origin import InProcessOrigin
from starlette_ajaxcrawl.renderers.base import OriginRequest

pytestmark = pytest.mark.anyio


async def test_the_scope_is_that_of_a_request_to_the_same_server():
    seen = Seen()
    outer = outer_scope()
    response = await fetch(seen, "/a%2Fb/%C3%A4?x=%zz&y=+", scope=outer)
    assert (response.status, response.body, response.failure) == (200, b"seen", None)
    scope = seen.scope
    assert scope["type"] == "http"
    assert scope["http_version"] == "1.1"
    assert scope["asgi"] == {"version": "3.0", "spec_version": "2.4"}
    assert scope["server"] == ("10.0.0.1", 8000)
    assert scope["scheme"] == "http"
    assert scope["method"] == "GET"
    assert scope["root_path"] == ""
    assert scope["path"] == "/a/b/ä"
    assert scope["raw_path"] == b"/a%2Fb/%C3%A4"
    assert scope["query_string"] == b"x=%zz&y=+"
    assert scope["state"] == {"database": "opened at startup"}
    assert scope["state"] is not outer["state"]


async def test_nothing_of_the_crawler_is_passed_on():
    seen = Seen()
    outer = outer_scope(session={"user": "crawler"}, user=object(), auth=object(), endpoint=object())
    await fetch(seen, scope=outer)
    assert seen.header("cookie") is None
    assert seen.header("authorization") is None
    assert seen.scope["client"] == ("127.0.0.1", 0)
    assert seen.scope["session"] == {}
    assert not {"user", "auth", "endpoint"} & set(seen.scope)


async def test_headers_that_the_page_depends_on_take_the_place_of_the_browsers():
    seen = Seen()
    origin = InProcessOrigin(seen, outer_scope(), SITE, SETTINGS, (("accept-language", "de"), ("x-shop", "7")))
    await origin.fetch(asking(headers=[("accept-language", "en-US"), ("accept", "text/html")]), timeout=5)
    assert [seen.header(name) for name in ("accept-language", "x-shop", "accept")] == ["de", "7", "text/html"]


async def test_an_anonymous_user_is_passed_on():
    from starlette.authentication import AuthCredentials, UnauthenticatedUser

    seen = Seen()
    await fetch(seen, scope=outer_scope(user=UnauthenticatedUser(), auth=AuthCredentials()))
    assert seen.scope["user"].is_authenticated is False
    assert seen.scope["auth"].scopes == []


async def test_an_app_can_tell_a_render_from_a_visitor():
    seen = Seen()
    await fetch(seen, destination="script", headers=[("x-ajaxcrawl-render", "0")])
    assert seen.header("x-ajaxcrawl-render") == "1"
    assert seen.scope["extensions"] == {"ajaxcrawl": {"url": f"{SITE}/#!/state", "destination": "script"}}


async def test_headers_are_those_of_the_request_with_the_hosts_name_and_what_can_be_decoded():
    seen = Seen()
    headers = [("accept", "text/css"), ("host", "forged.example"), ("accept-encoding", "x"), ("connection", "close")]
    await fetch(seen, headers=headers)
    assert seen.header("accept") == "text/css"
    assert seen.header("host") == "site.example"
    assert seen.header("accept-encoding") == "gzip, deflate, br, zstd"
    assert seen.header("connection") is None


async def test_sec_fetch_headers_are_sent_all_or_none():
    seen = Seen()
    await fetch(seen, headers=[("sec-fetch-dest", "script")])
    assert seen.header("sec-fetch-dest") is None
    await fetch(seen, headers=[("sec-fetch-dest", "script"), ("sec-fetch-mode", "no-cors")])
    assert seen.header("sec-fetch-dest") == "script"


async def test_a_body_is_sent():
    seen = Seen()
    await fetch(seen, "/form", method="POST", body=b"a=1", headers=[("content-length", "3")])
    assert seen.scope["method"] == "POST"
    assert seen.body == b"a=1"


async def test_a_user_in_the_url_is_no_part_of_the_host():
    seen = Seen()
    origin = InProcessOrigin(seen, outer_scope(), SITE, SETTINGS)
    await origin.fetch(OriginRequest("GET", "https://me:pw@site.example:8443", (), b"", "empty"), timeout=5)
    assert seen.header("host") == "site.example:8443"
    assert (seen.scope["scheme"], seen.scope["path"]) == ("https", "/")


async def test_an_ugly_url_asked_by_a_page_reaches_the_app_as_it_is():
    seen = Seen()
    await fetch(seen, "/?_escaped_fragment_=/a")
    assert seen.scope["query_string"] == b"_escaped_fragment_=/a"


async def test_an_app_starts_with_an_empty_context():
    who: ContextVar[str] = ContextVar("who", default="nobody")
    who.set("the crawler's request")

    async def app(scope, receive, send):
        await PlainTextResponse(who.get())(scope, receive, send)

    assert (await fetch(app)).body == b"nobody"


@pytest.mark.parametrize(
    ("outer", "path", "expected"),
    [
        # as ASGI says: the path holds the prefix
        ({"path": "/sub/page", "raw_path": b"/sub/page"}, "/sub/a%20b", ("/sub/a b", b"/sub/a%20b")),
        # a proxy has stripped the prefix, raw_path goes with path
        ({"path": "/page", "raw_path": b"/page"}, "/sub/a%20b", ("/a b", b"/a%20b")),
        # the framework has stripped it from path alone
        ({"path": "/page", "raw_path": b"/sub/page"}, "/sub/a%20b", ("/a b", b"/sub/a%20b")),
        # no raw_path at all
        ({"path": "/page", "raw_path": None}, "/sub", ("/", b"/sub")),
        ({"path": "/page", "raw_path": b"/page?x"}, "/sub/", ("/", b"/")),
    ],
)
async def test_paths_below_a_mount(outer, path, expected):
    seen = Seen()
    await fetch(seen, path, scope=outer_scope(**{**outer, "root_path": "/sub"}))
    assert (seen.scope["path"], seen.scope["raw_path"]) == expected
    assert seen.scope["root_path"] == "/sub"


@pytest.mark.parametrize("path", ["/", "/other", "/subway"])
async def test_paths_above_a_mount_are_not_the_apps(path):
    response = await fetch(Seen(), path, scope=outer_scope("/sub/a", root_path="/sub"))
    assert response.status == 404
    assert response.failure.startswith("outside")


async def test_an_app_inside_a_starlette_mount_finds_its_routes():
    origins = []

    async def page(request):
        return JSONResponse({"who": request.path_params, "url": str(request.url)})

    inner = Starlette(routes=[Route("/page", page)])

    async def middleware(scope, receive, send):
        origins.append(InProcessOrigin(inner, scope, SITE, SETTINGS))
        await inner(scope, receive, send)

    app = Starlette(routes=[Mount("/{tenant}", app=middleware)])
    await fetch(app, "/acme/page")
    with fail_after(5):
        response = await origins[0].fetch(asking("/acme/page"), timeout=5)
    assert json.loads(response.body) == {"who": {"tenant": "acme"}, "url": f"{SITE}/acme/page"}
