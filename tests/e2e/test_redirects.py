"""Redirects of the page, and navigation by its scripts, through a real server."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

import pytest

if TYPE_CHECKING:
    from crawled import Crawled


def location(site: Crawled, pretty: str) -> tuple[int, str]:
    response = site.crawl(pretty)
    return response.status_code, response.headers.get("location", "").replace(site.address, "")


@pytest.mark.parametrize("code", [301, 302, 303, 307, 308])
def test_a_redirect_of_the_page_is_that_redirect(site: Crawled, code: int) -> None:
    assert location(site, f"/redirect/{code}?to=/hashchange/") == (code, "/hashchange/")


@pytest.mark.parametrize(
    ("to", "state", "want"),
    [
        ("/b", "#!/a", "/b#!/a"),
        ("/b#!/own", "#!/a", "/b#!/own"),
        ("/b#plain", "#!/a", "/b#plain"),
        ("/b?x=1", "#!/a b/ü%", "/b?x=1#!/a%20b/%C3%BC%"),
        ("b", "#!/a", "/redirect/b#!/a"),
        ("/ä ö?ü", "", "/%C3%A4%20%C3%B6?%C3%BC"),
        ("?x=y", "#!/a", "/redirect/302?x=y#!/a"),
        ("https://other.example/x", "#!/a", "https://other.example/x#!/a"),
        ("//other.example/x", "", "http://other.example/x"),
        ("/b?_escaped_fragment_=/c", "", "/b#!/c"),
        ("/b?x=1&_escaped_fragment_=", "", "/b?x=1"),
    ],
)
def test_its_location_is_pretty_and_carries_the_state_as_a_browser_would(
    site: Crawled, to: str, state: str, want: str
) -> None:
    assert location(site, f"/redirect/302?to={quote(to)}{state}") == (302, want)


def run(site: Crawled, code: str, state: str = "") -> tuple[int, str]:
    return location(site, f"/script?run={quote(code)}{state}")


@pytest.mark.parametrize(
    ("code", "want"),
    [
        ("location.replace('/b')", "/b"),
        ("location.assign('/b?x=1#!/y')", "/b?x=1#!/y"),
        ("location.href = '/b'", "/b"),
        ("location = '/b'", "/b"),
        ("window.location = '/b'", "/b"),
        ("document.location = '/b'", "/b"),
        ("document.location.href = '/ä b?ü'", "/%C3%A4%20b?%C3%BC"),
        ("window.location.href = 'https://other.example/'", "https://other.example/"),
        ("location.pathname = '/b'", None),
        ("top.location.href = '/b'", "/b"),
        ("self.location = '/b'", "/b"),
        ("setTimeout(function () { location = '/b'; }, 500)", "/b"),
        ("window.onload = function () { location = '/b'; }", "/b"),
        ('document.write(\'<meta http-equiv="refresh" content="0; url=/b">\')', "/b"),
        ("location.href = '/b?_escaped_fragment_=/c'", "/b#!/c"),
        (
            "var a = document.createElement('a'); a.href = '/b'; document.body.appendChild(a); a.click()",
            "/b",
        ),
        (
            "var f = document.createElement('form'); f.action = '/b?gone';"
            "f.innerHTML = '<input name=q value=ü>'; document.body.appendChild(f); f.submit()",
            "/b?q=%C3%BC",
        ),
        ("var f = document.createElement('form'); f.action = '/b'; document.body.appendChild(f); f.submit()", "/b?"),
    ],
)
def test_a_script_that_goes_to_another_document_is_a_302(site: Crawled, code: str, want: str | None) -> None:
    status, to = run(site, code)
    if want is None:
        assert (status, to.partition("?")[0]) == (302, "/b")
    else:
        assert (status, to) == (302, want)


def test_a_page_that_refreshes_itself_away_at_once_is_a_302(site: Crawled) -> None:
    head = quote('<meta http-equiv="refresh" content="0;url=/hashchange/">')
    assert location(site, f"/meta?head={head}") == (302, "/hashchange/")


def test_a_refresh_that_comes_late_is_none(site: Crawled) -> None:
    head = quote('<meta http-equiv="refresh" content="300">')
    assert site.crawl(f"/meta?head={head}").status_code == 200


def test_a_reload_is_followed_inside_the_render(site: Crawled) -> None:
    code = "if (!sessionStorage.n) { sessionStorage.n = 1; location.reload(); } else { document.title = 'again'; }"
    response = site.crawl(f"/script?run={quote(code)}#!/s")
    assert (response.status_code, "<title>again</title>" in response.text) == (200, True)
    assert "at /script#!/s" in response.text


def test_a_page_that_reloads_for_ever_comes_to_an_end(site: Crawled) -> None:
    response = site.crawl(f"/script?run={quote('location.reload()')}")
    assert response.status_code in (200, 503)


def test_going_to_the_same_url_but_for_the_hash_is_followed(site: Crawled) -> None:
    code = (
        "window.onhashchange = function () { document.title = 'changed to ' + location.hash; };"
        "window.onload = function () { if (!location.hash) { location.replace('#!/start'); } }"
    )
    assert "<title>changed to #!/start</title>" in site.crawl(f"/script?run={quote(code)}").text


def test_dropping_the_hash_loads_the_same_document_again(site: Crawled) -> None:
    code = "if (location.hash) { location.href = location.pathname + location.search; }"
    response = site.crawl(f"/script?run={quote(code)}#!/x")
    assert (response.status_code, "at /script<" in response.text) == (200, True)


def test_a_redirect_has_no_snapshot_and_is_given_to_head_too(site: Crawled) -> None:
    response = site.crawl("/redirect/301?to=/b", "HEAD")
    assert (response.status_code, response.headers["location"]) == (301, site.url("/b"))


def test_a_frame_that_goes_elsewhere_takes_the_page_nowhere(site: Crawled) -> None:
    code = (
        "var f = document.createElement('iframe'); f.src = '/script?run=location.replace(%22/frames/child.html%22)';"
        "document.body.appendChild(f)"
    )
    assert site.crawl(f"/script?run={quote(code)}").status_code == 200
