"""What becomes of a request, decided from values alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from policy_questions import DEFAULTS, asked, pretty, reason, settings

from starlette_ajaxcrawl.policy import Asked, PassOn, Render, decide


def test_an_ugly_url_is_a_request_for_the_snapshot_of_its_pretty_url() -> None:
    request = asked(query=b"lang=en&_escaped_fragment_=/products/2")
    url = "https://example.com/shop?lang=en#!/products/2"
    assert decide(request, DEFAULTS) == Render(url, b"lang=en", DEFAULTS, url)


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
    assert decide(asked(query=query), DEFAULTS) == Render(url, kept, DEFAULTS, url)


def test_the_query_is_kept_as_sent() -> None:
    request = asked(query="a=%2C%26%zz&é=+&&_escaped_fragment_=s".encode())
    assert pretty(request) == "https://example.com/shop?a=%2C%26%zz&é=+&#!s"


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
