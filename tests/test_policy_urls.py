"""Which path and which site a request means, decided from values alone."""

from __future__ import annotations

from urllib.parse import unquote

import pytest
from policy_questions import asked, pretty, reason, settings

from starlette_ajaxcrawl.errors import UrlError
from starlette_ajaxcrawl.policy import host_and_port, public_path

# -- which path


@pytest.mark.parametrize(
    ("path", "raw_path", "root_path", "public"),
    [
        ("/a/b", b"/a%2Fb", "", "/a%2Fb"),
        ("/a,b", b"/a%2Cb", "", "/a%2Cb"),
        ("/é", "/é".encode(), "", "/é"),
        ("/é", b"/%C3%A9", "", "/%C3%A9"),
        ("/\ufffd", b"/%ff", "", "/%ff"),
        ("/a b", None, "", "/a%20b"),
        ("/é%", None, "", "/%C3%A9%25"),
        ("/a?b#c\\d", None, "", "/a%3Fb%23c%5Cd"),
        ("/a", b"/a?x=1", "", "/a"),
        ("", b"", "", "/"),
        # rewritten by something that left raw_path alone
        ("/new", b"/old", "", "/new"),
        # uvicorn --root-path and Starlette's Mount: path and raw_path begin with the root
        ("/app/a b", b"/app/a%20b", "/app", "/app/a%20b"),
        ("/app", b"/app", "/app", "/app"),
        # hypercorn's root_path behind a proxy that strips it, Litestar's mounts: the root is not in path
        ("/a b", b"/a%20b", "/app", "/app/a%20b"),
        ("/a b", b"/app/a%20b", "/app", "/app/a%20b"),
        ("/application", b"/application", "/app", "/app/application"),
        ("", b"", "/app", "/app"),
        ("/", b"/", "/app/", "/app/"),
        ("/x", b"/x", "/é", "/%C3%A9/x"),
    ],
)
def test_the_public_path_is_the_one_that_was_sent(
    path: str, raw_path: bytes | None, root_path: str, public: str
) -> None:
    assert public_path(path, raw_path, root_path) == public


@pytest.mark.parametrize(
    "raw_path",
    [
        b"/a/../b",
        b"/..",
        b"/./",
        b"/a/%2e%2E/b",
        b"/a\\b",
        b"/a b",
        b"/a\x00",
        b"/a#b",
        b"*",
        b"http://other/",
        b"/\xff",
        b"/\xc3",
    ],
)
def test_paths_that_no_browser_asks_for_are_refused(raw_path: bytes) -> None:
    path = unquote(raw_path)
    with pytest.raises(UrlError, match="the path"):
        public_path(path, raw_path, "")
    assert reason(asked(path=path, raw_path=raw_path)).startswith("the path")


def test_a_path_with_a_lone_surrogate_is_refused() -> None:
    assert reason(asked(path="/\ud800")) == "the path is not UTF-8"


@pytest.mark.parametrize("path", ["/...", "/.well-known/x", "/a..b", "/a./b", "//double"])
def test_dots_inside_a_segment_are_no_dot_segments(path: str) -> None:
    assert pretty(asked(path=path)) == f"https://example.com{path}#!/a"


# -- which site


@pytest.mark.parametrize(
    ("host", "site"),
    [
        (b"Example.COM", "https://example.com"),
        (b"example.com:443", "https://example.com"),
        (b"example.com:", "https://example.com"),
        (b"example.com:80", "https://example.com:80"),
        (b"example.com:08443", "https://example.com:8443"),
        (b"my_host", "https://my_host"),
        (b"a-b.example.com.", "https://a-b.example.com."),
        (b"127.0.0.1:8000", "https://127.0.0.1:8000"),
        (b"[::1]:8000", "https://[::1]:8000"),
        (b"[0:0:0:0:0:0:0:1]", "https://[::1]"),
        (b"[2001:DB8::A]", "https://[2001:db8::a]"),
    ],
)
def test_the_host_is_read_as_browsers_read_it(host: bytes, site: str) -> None:
    assert pretty(asked(hosts=(host,))) == f"{site}/shop#!/a"


def test_a_default_port_goes_with_its_scheme() -> None:
    assert pretty(asked(scheme="http", hosts=(b"example.com:80",))) == "http://example.com/shop#!/a"


BAD_HOSTS = [
    *(
        b"",
        b"a b",
        b"user@example.com",
        b"example.com/x",
        b"example.com?x",
        b"example.com#x",
        b"a\\b",
        b"a,b",
        b"[::1",
        b"[::z]",
    ),
    *(
        b"::1",
        b"example.com:x",
        b"example.com:65536",
        b"example.com:123456",
        b"ex\xc3\xa4mple.com",
        b"\xff",
        b"a\x00",
        b"a\n",
    ),
    *(b"[1.2.3.4]", b"a:1:2", b"a." * 128 + b"b", b'"><script>'),
    *(b"1.2.3.4.5", b"256.1.1.1", b"127.1", b"0x7f.0.0.1", b"2130706433", b"127.0.0.1.", b"example.0x"),
    *(b"a..b", b".", b".a", b"a..", b"a" * 64),
]


@pytest.mark.parametrize("host", BAD_HOSTS)
def test_a_twisted_host_is_refused(host: bytes) -> None:
    assert host_and_port(host) is None
    assert reason(asked(hosts=(host,))) == "invalid Host header"


def test_two_hosts_are_refused() -> None:
    assert reason(asked(hosts=(b"example.com", b"example.com"))) == "invalid Host header"


@pytest.mark.parametrize(
    ("server", "site"),
    [
        (("10.0.0.1", 8000), "https://10.0.0.1:8000"),
        (("::1", 443), "https://[::1]"),
        (("testserver", None), "https://testserver"),
    ],
)
def test_without_a_host_the_servers_own_address_counts(server: tuple[str, int | None], site: str) -> None:
    assert pretty(asked(hosts=(), server=server)) == f"{site}/shop#!/a"


@pytest.mark.parametrize("server", [None, ("/run/site.sock", None), ("", 80)])
def test_without_any_address_the_request_is_refused(server: tuple[str, int | None] | None) -> None:
    assert "Host header" in reason(asked(hosts=(), server=server))


@pytest.mark.parametrize("scheme", ["ws", "ftp", ""])
def test_pretty_urls_are_http_or_https(scheme: str) -> None:
    assert reason(asked(scheme=scheme)) == "the scheme is neither http nor https"


ALLOWED = settings(allowed_hosts=("example.com", "*.Example.org", "::1"))


@pytest.mark.parametrize(
    "host", [b"example.com", b"EXAMPLE.com:81", b"a.example.org", b"a.b.example.org:1", b"[::1]:8000", b"[0::1]"]
)
def test_allowed_hosts_are_rendered_whatever_case_and_port(host: bytes) -> None:
    assert pretty(asked(hosts=(host,)), ALLOWED).endswith("/shop#!/a")


@pytest.mark.parametrize(
    "host",
    [
        b"evil.com",
        b"www.example.com",
        b"example.org",
        b"evilexample.org",
        b"example.com.",
        b"example.com.evil.com",
        b"[::2]",
    ],
)
def test_a_forged_host_is_refused(host: bytes) -> None:
    assert reason(asked(hosts=(host,)), ALLOWED) == "invalid Host header"


def test_the_servers_own_address_must_be_allowed_too() -> None:
    assert reason(asked(hosts=()), ALLOWED) == "invalid Host header"


@pytest.mark.parametrize("site_url", ["https://www.example.com", "https://www.example.com/"])
def test_site_url_fixes_scheme_and_host(site_url: str) -> None:
    its_settings = settings(site_url=site_url)
    assert pretty(asked(scheme="http", hosts=(b"evil.com:81",)), its_settings) == "https://www.example.com/shop#!/a"
