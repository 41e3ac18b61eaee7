"""Where a page goes: redirects are answered, not followed; its own document may be loaded again."""

import pytest
from rendering import SITE, START, Site, render, response, script, text

from starlette_ajaxcrawl.errors import RenderError, UrlError

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend():
    """What happens here happens in Java: test_htmlunit.py is for both event loops."""
    return "asyncio"


def moved(location: str, status: int = 302):
    return response("", status, headers=(("location", location), ("x-robots-tag", "noindex")))


def where(rendering) -> tuple[int, str]:
    snapshot = rendering.snapshot
    assert (snapshot.kind, snapshot.body) == ("redirect", b"")
    return snapshot.status, dict(snapshot.headers)["location"]


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_of_the_document_is_answered_as_that_redirect(status):
    site = Site({"/": moved("/b", status), "/b": "<p>b"})
    rendering = await render(site)
    assert where(rendering) == (status, SITE + "/b")
    assert dict(rendering.snapshot.headers)["x-robots-tag"] == "noindex"
    assert site.paths == ["/"]


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        ("b?c#!/d", SITE + "/a/b?c#!/d"),
        ("/é#!é", SITE + "/%C3%A9#!%C3%A9"),
        ("/b%2Fc?d=%26#", SITE + "/b%2Fc?d=%26#"),
        ("?q=1", SITE + "/a/?q=1#!/s%20t"),  # a target without a fragment has that of the URL asked for
        ("/?_escaped_fragment_=/x%20y", SITE + "/#!/x%20y"),  # never an ugly URL
        ("/b?c=1&_escaped_fragment_=", SITE + "/b?c=1"),
        ("//other.example/x#!/y", "http://other.example/x#!/y"),
        ("https://other.example", "https://other.example/#!/s%20t"),
    ],
)
async def test_a_location_is_a_pretty_url_percent_encoded(location, expected):
    page = moved(location.encode().decode("latin-1"))
    assert where(await render(Site({"/a/": page}), "/a/#!/s t")) == (302, expected)


@pytest.mark.parametrize("location", ["javascript:alert(1)", "data:text/html,x", "http://", "/?_escaped_fragment_=%zz"])
async def test_a_redirect_to_what_nobody_can_be_shown_is_a_failure(location):
    with pytest.raises(RenderError, match="redirects to what is no pretty HTTP URL"):
        await render(moved(location))


async def test_a_redirect_that_names_no_target_is_shown_as_the_document_it_is():
    rendering = await render(response("<p>moved", 302, headers=(("location", ""),)))
    assert (rendering.snapshot.kind, rendering.snapshot.status, text(rendering)) == ("html", 302, "moved")


async def test_a_document_that_redirects_to_itself_once_is_asked_for_again():
    async def once(request):
        seen = "cookie" in dict(request.headers)
        return response("<p>in") if seen else response("", 302, headers=(("location", "/"), ("set-cookie", "a=b")))

    site = Site({"/": once})
    assert text(await render(site, "/#!/x")) == "in"
    assert site.paths == ["/", "/"]


async def test_a_document_that_redirects_to_itself_for_ever_is_a_failure():
    site = Site({"/": moved("/")})
    with pytest.raises(RenderError, match="redirects to itself"):
        await render(site)
    assert len(site.requests) == 4


async def test_a_redirect_to_the_pages_own_ugly_url_is_a_failure():
    with pytest.raises(RenderError, match="redirects to itself"):
        await render(moved("/?_escaped_fragment_=x"), "/#!x")


CLOCKS = ["page", "wall"]
GOES = {
    "location.href = '/b'": "/b",
    "location = 'b?c#!/d'": "/b?c#!/d",
    "location.assign('/b')": "/b",
    "location.replace('/b#top')": "/b#top",
    "window.location.pathname = '/b'": "/b#!/s",
    "location.search = '?q'": "/?q#!/s",
    "top.location = '/b'": "/b",
    "f.contentWindow.parent.location = '/b'": "/b",
    "location = '/b'; location = '/c'": "/c",
    "setTimeout(function () { location = '/b' }, 500)": "/b",
    "get('/', function () { location = '/b' })": "/b",
    "onload = function () { location = '/b' }": "/b",
    "location = '/é?ä#ö'": "/%C3%A9?%C3%A4#%C3%B6",
    "location = '/?_escaped_fragment_=/x'": "/#!/x",
    "x.innerHTML = '<a href=/b>b</a>'; x.firstChild.click()": "/b",
    "x.innerHTML = '<a href=/b target=_top>b</a>'; x.firstChild.click()": "/b",
    "x.innerHTML = '<form action=/b><input name=q value=1></form>'; x.firstChild.submit()": "/b?q=1",
    "x.innerHTML = '<a href=\"javascript:void(location.href=\\'/b\\')\">b</a>'; x.firstChild.click()": "/b",
}


@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("code", GOES)
async def test_a_scripts_way_to_another_document_is_a_redirect(code, clock):
    site = Site({"/": script(code)})
    rendering = await render(site, "/#!/s", clock=clock, wait_for_background_javascript=2.0)
    assert where(rendering) == (302, SITE + GOES[code])
    assert rendering.log[-1].kind == "navigation"
    assert "/b" not in site.paths


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("0; url=/B?x", "/B?x"),
        ("1;URL='/b'", "/b"),
        ('0.5, url = "b"', "/b"),
        ("0;/b", "/b"),
        ("0 /b", "/b"),
    ],
)
async def test_a_refresh_that_means_a_redirect_is_one(content, expected):
    page = f"<meta http-equiv=refresh content='{content}'>" if "'" not in content else ""
    page = page or f'<meta http-equiv=Refresh content="{content}">'
    assert where(await render(page + "<p>x")) == (302, SITE + expected)


async def test_a_refresh_header_is_one_too():
    assert where(await render(response("<p>x", headers=(("refresh", "0; url=/b"),)))) == (302, SITE + "/b")


@pytest.mark.parametrize(
    "content",
    [
        *("5; url=/b", "5", "x; url=/b", "0; url=javascript:say(1)", "-1;url=/b"),
        *("0; url=data:text/html,x", "0; url=an.app://open/x", "0; url=file:///etc/passwd"),
    ],
)
async def test_other_refreshes_are_ignored(content):
    assert text(await render(f'{START}<meta http-equiv=refresh content="{content}"><p>here')) == "here"


STAYS = {
    "location.hash = '#!/b'": "",
    "location = '#b'": "",
    "history.pushState(null, '', '/b')": "",
    "window.open('/b')": "",
    "say(window.open('/b'))": "null",
    "window.close(); say('on')": "on",
    "location = 'mailto:a@b'": "",
    "location = 'javascript:say(1)'": "1",
    "location = 'about:blank'": "",
    "location = 'data:text/html,x'": "",
    "x.innerHTML = '<a href=/b target=_blank>b</a>'; x.firstChild.click()": "b",
    "x.innerHTML = '<a href=/b target=new>b</a>'; x.firstChild.click()": "b",
    "x.innerHTML = '<a href=/b download>b</a>'; x.firstChild.click()": "b",
    "x.innerHTML = '<form action=/b method=post></form>'; x.firstChild.submit()": "",
    "try { location = 'http://' } catch (e) { say(e.name) }": "SyntaxError",
}


@pytest.mark.parametrize("code", STAYS)
async def test_what_leads_nowhere_leaves_the_page_as_it_is(code):
    site = Site({"/": script(code)})
    rendering = await render(site)
    assert (rendering.snapshot.kind, text(rendering)) == ("html", STAYS[code])
    assert set(site.paths) == {"/"}


async def test_frames_go_where_they_like():
    code = "onload = function () { f.contentWindow.location = '/b' }"
    site = Site({"/": script(code), "/b": "<p id=b>b</p><script>parent.say(location.pathname)</script>"})
    assert text(await render(site)) == "/b"


async def test_a_link_may_point_into_a_frame():
    code = "x.innerHTML = '<a href=/b target=inner>b</a>'; x.firstChild.click()"
    page = script(f"onload = function () {{ f.name = 'inner'; {code} }}")
    assert text(await render(Site({"/": page, "/b": "<script>parent.say('in')</script>"}))) == "bin"


@pytest.mark.parametrize("clock", CLOCKS)
async def test_a_reload_is_followed(clock):
    async def page(request):
        loads = len(site.requests)
        return response(script(f"say({loads}); if ({loads} < 3) setTimeout(function () {{ location.reload() }}, 50)"))

    site = Site({"/": page})
    assert text(await render(site, "/#!/x", clock=clock, wait_for_background_javascript=2.0)) == "3"


@pytest.mark.parametrize("code", ["location.reload()", "location = location.pathname", "location = '/?'.slice(0, 1)"])
async def test_a_page_that_loads_itself_for_ever_is_shown_in_the_end(code):
    site = Site({"/": script(f"say('on'); {code}")})
    rendering = await render(site, "/#!/x")
    assert text(rendering) == "on"
    assert len(site.requests) == 4
    assert "loaded itself again 3 times" in rendering.log[-1].message


async def test_a_reload_may_end_in_a_redirect():
    async def page(request):
        return response(script("location.reload()")) if len(site.requests) == 1 else moved("/b", 307)

    site = Site({"/": page})
    assert where(await render(site)) == (307, SITE + "/b")


async def test_the_state_and_the_host_may_be_of_any_kind():
    assert where(await render(script("location = 'http://other.example:81/x#!/a b'"))) == (
        302,
        "http://other.example:81/x#!/a%20b",
    )
    with pytest.raises(UrlError):
        await render("<p>x", "\x00:99999/")
