"""What becomes of a request, decided from values alone."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import unquote

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starlette_ajaxcrawl.errors import UrlError
from starlette_ajaxcrawl.policy import Asked, PassOn, Refuse, Render, decide, host_and_port, public_path
from starlette_ajaxcrawl.settings import Settings

DEFAULTS = Settings(_env_file=None)
ASKED = Asked(
    method="GET",
    scheme="https",
    path="/shop",
    raw_path=b"/shop",
    root_path="",
    query=b"_escaped_fragment_=/a",
    hosts=(b"example.com",),
    server=("10.0.0.1", 8000),
)


def settings(**changes: object) -> Settings:
    return Settings(_env_file=None, **changes)


def asked(**changes: object) -> Asked:
    if "path" in changes:
        changes.setdefault("raw_path", None)
    return replace(ASKED, **changes)


def pretty(request: Asked, its_settings: Settings = DEFAULTS) -> str:
    decision = decide(request, its_settings)
    assert isinstance(decision, Render), decision
    return decision.url


def reason(request: Asked, its_settings: Settings = DEFAULTS) -> str:
    decision = decide(request, its_settings)
    assert isinstance(decision, Refuse), decision
    return decision.error.reason


def test_an_ugly_url_is_a_request_for_the_snapshot_of_its_pretty_url() -> None:
    request = asked(query=b"lang=en&_escaped_fragment_=/products/2")
    assert decide(request, DEFAULTS) == Render("https://example.com/shop?lang=en#!/products/2", b"lang=en", DEFAULTS)


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS", "PATCH", "get", "QUERY"])
def test_other_methods_are_passed_on(method: str) -> None:
    assert decide(asked(method=method), DEFAULTS) == PassOn()


def test_head_is_for_a_snapshot_too() -> None:
    assert pretty(asked(method="HEAD")) == "https://example.com/shop#!/a"


@pytest.mark.parametrize("query", [b"", b"a=1", b"__escaped_fragment__=x", b"%5Fescaped_fragment_=x"])
def test_requests_without_the_token_are_passed_on(query: bytes) -> None:
    assert decide(asked(query=query, hosts=(), path="\\"), DEFAULTS) == PassOn()


@pytest.mark.parametrize(
    "query", [b"_escaped_fragment_=%zz", b"_escaped_fragment_=%ff", b"_escaped_fragment_&_escaped_fragment_"]
)
def test_values_the_scheme_cannot_map_are_refused(query: bytes) -> None:
    assert "_escaped_fragment_" in reason(asked(query=query))


@pytest.mark.parametrize(
    "query",
    [b"q=\xff&_escaped_fragment_=", b"a b&_escaped_fragment_=", b"a#b&_escaped_fragment_=", b"_escaped_fragment_=a#b"],
)
def test_queries_that_no_url_has_are_refused(query: bytes) -> None:
    assert reason(asked(query=query)).startswith("the query")


@pytest.mark.parametrize(
    ("query", "kept", "url"),
    [
        (b"&_escaped_fragment_=", b"", "https://example.com/shop"),
        (b"_escaped_fragment_", b"", "https://example.com/shop"),
        (b"_escaped_fragment_=s&a=1", b"a=1", "https://example.com/shop?a=1#!s"),
        (b"_escaped_fragment_=%252F+%C3%A9", b"", "https://example.com/shop#!%2F+é"),
    ],
)
def test_the_token_goes_and_its_value_is_unescaped_once(query: bytes, kept: bytes, url: str) -> None:
    assert decide(asked(query=query), DEFAULTS) == Render(url, kept, DEFAULTS)


def test_the_query_is_kept_as_sent() -> None:
    request = asked(query="a=%2C%26%zz&é=+&&_escaped_fragment_=s".encode())
    assert pretty(request) == "https://example.com/shop?a=%2C%26%zz&é=+&#!s"


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


# -- what is kept out


@pytest.mark.parametrize(
    ("include", "exclude", "path", "rendered"),
    [
        (("/shop*",), (), "/shop/1/2", True),
        (("/shop/*",), (), "/shop", False),
        (("/shop",), (), "/shop/1", False),
        (("/a*", "/b*"), (), "/bc", True),
        ((), (), "/", False),
        (("*",), ("/admin*",), "/admin/x", False),
        (("*",), ("/admin*",), "/Admin/x", True),
        (("*",), ("/é/*",), "/é/x", False),
        (("/shop*",), ("*.pdf",), "/shop/a/b.pdf", False),
    ],
)
def test_include_and_exclude_are_patterns_of_the_path(
    include: tuple[str, ...], exclude: tuple[str, ...], path: str, *, rendered: bool
) -> None:
    decision = decide(asked(path=path), settings(include=include, exclude=exclude))
    assert isinstance(decision, Render) == rendered


def test_an_encoded_path_does_not_slip_past_exclude() -> None:
    assert decide(asked(path="/admin", raw_path=b"/%61dmin"), settings(exclude=("/admin",))) == PassOn()


def test_paths_are_matched_as_in_the_pretty_url_with_the_root_path() -> None:
    assert decide(asked(path="/x", root_path="/app"), settings(exclude=("/app/x",))) == PassOn()


def test_what_is_excluded_is_passed_on_however_odd_it_is() -> None:
    its_settings = settings(exclude=("/shop",), allowed_hosts=("example.com",))
    assert decide(asked(query=b"_escaped_fragment_=%zz&_escaped_fragment_", hosts=(b"\xff",)), its_settings) == PassOn()


@pytest.mark.parametrize(
    ("pattern", "value", "excluded"),
    [
        ("DONOTCRAWL*", b"DONOTCRAWL/1", True),
        ("DONOTCRAWL*", b"x/DONOTCRAWL", False),
        ("DONOTCRAWL", b"DONOTCRAWL/1", False),
        ("/a b*", b"/a%20b/c", True),
    ],
)
def test_exclude_states_are_patterns_of_the_unescaped_state(pattern: str, value: bytes, *, excluded: bool) -> None:
    decision = decide(asked(query=b"_escaped_fragment_=" + value), settings(exclude_states=(pattern,)))
    assert isinstance(decision, PassOn) == excluded


def test_overrides_hold_for_their_paths() -> None:
    its_settings = settings(overrides={"/slow*": {"wait_for_background_javascript": 15.0}})
    slow, quick = (decide(asked(path=path), its_settings) for path in ("/slow/1", "/quick"))
    assert isinstance(slow, Render)
    assert isinstance(quick, Render)
    assert slow.settings.wait_for_background_javascript == 15.0
    assert quick.settings == its_settings


# -- anything at all


@given(
    path=st.text(st.characters(), max_size=8).map(lambda text: "/" + text) | st.text(st.characters(), max_size=3),
    raw_path=st.none() | st.binary(max_size=8).map(lambda raw: b"/" + raw),
    root_path=st.sampled_from(["", "/app", "/é", "x"]),
    query=st.lists(st.binary(max_size=4) | st.sampled_from([b"_escaped_fragment_", b"&", b"=", b"%"])).map(b"".join),
    hosts=st.lists(st.binary(max_size=4) | st.sampled_from([b"example.com", b"[::1]:1"]), max_size=2).map(tuple),
    server=st.none() | st.tuples(st.text(st.characters(), max_size=4), st.none() | st.integers(0, 65535)),
)
def test_every_request_gets_a_decision(**parts: object) -> None:
    decision = decide(Asked(method="GET", scheme="http", **parts), DEFAULTS)
    if isinstance(decision, Render):
        url = decision.url.encode().partition(b"#!")[0]
        assert url.startswith(b"http://")
        assert not set(url) & {*range(0x21), 0x7F, ord("#")}
