"""The scheme's rules, sentence by sentence, and as properties."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from starlette_ajaxcrawl.errors import UrlError
from starlette_ajaxcrawl.scheme import escape, is_ugly, split_query, to_pretty, to_ugly, unescape

if TYPE_CHECKING:
    from collections.abc import Callable

SITE = "https://example.com"
KEY = "_escaped_fragment_"

BOTH_WAYS = [
    ("/shop?lang=en#!/products/2", "/shop?lang=en&_escaped_fragment_=/products/2"),
    ("/#!/a", "/?_escaped_fragment_=/a"),
    ("#!/a", "?_escaped_fragment_=/a"),
    ("/ajax.html#!key1=value1&key2=value2", "/ajax.html?_escaped_fragment_=key1=value1%26key2=value2"),
    ("/#!a=b/c", "/?_escaped_fragment_=a=b/c"),
    ("/#!a b", "/?_escaped_fragment_=a%20b"),
    ("/#!a+b", "/?_escaped_fragment_=a%2Bb"),
    ("/#!50%", "/?_escaped_fragment_=50%25"),
    ("/#!%2F", "/?_escaped_fragment_=%252F"),
    ("/#!a#b", "/?_escaped_fragment_=a%23b"),
    ("/#!!", "/?_escaped_fragment_=!"),
    ("/#!?x=1", "/?_escaped_fragment_=?x=1"),
    ("/#!é", "/?_escaped_fragment_=%C3%A9"),
    ("/#!💡", "/?_escaped_fragment_=%F0%9F%92%A1"),
    ("/#!\x00\n\x7f", "/?_escaped_fragment_=%00%0A%7F"),
    ("/#!~\"$'()*,-.:;<>@[\\]^_`{|}", "/?_escaped_fragment_=~\"$'()*,-.:;<>@[\\]^_`{|}"),
    ("/#!_escaped_fragment_=x", "/?_escaped_fragment_=_escaped_fragment_=x"),
    ("/a%2Fb%2C?q=%26&r=é#!s", "/a%2Fb%2C?q=%26&r=é&_escaped_fragment_=s"),
    ("/é?q=a+b#!s", "/é?q=a+b&_escaped_fragment_=s"),
    ("/?a?b#!s", "/?a?b&_escaped_fragment_=s"),
    ("/?a&#!s", "/?a&&_escaped_fragment_=s"),
    ("/?&#!s", "/?&&_escaped_fragment_=s"),
    ("/?x_escaped_fragment_=1#!s", "/?x_escaped_fragment_=1&_escaped_fragment_=s"),
    ("", "?_escaped_fragment_="),
    ("/x", "/x?_escaped_fragment_="),
    ("/x?a=1", "/x?a=1&_escaped_fragment_="),
]


@pytest.mark.parametrize("site", ["", SITE, "http://[::1]:8000"])
@pytest.mark.parametrize(("pretty", "ugly"), BOTH_WAYS)
def test_pretty_and_ugly_urls_name_each_other(site: str, pretty: str, ugly: str) -> None:
    assert to_ugly(site + pretty) == site + ugly
    assert to_pretty(site + ugly) == site + pretty


@pytest.mark.parametrize("pretty", ["/", "/#!", "/#", "/?", "/?#!"])
def test_a_page_without_a_state_gets_an_empty_value(pretty: str) -> None:
    assert to_ugly(pretty) == "/?_escaped_fragment_="


@pytest.mark.parametrize("fragment", ["#top", "#/products", "##!x", "# !x", "#%21x"])
def test_a_fragment_that_is_no_state_is_outside_the_scheme(fragment: str) -> None:
    with pytest.raises(UrlError, match="states begin with #!"):
        to_ugly(SITE + "/" + fragment)


@pytest.mark.parametrize("url", ["/?_escaped_fragment_=", "/?a&_escaped_fragment_#!x", "/?_escaped_fragment_=a#top"])
def test_an_ugly_url_has_no_ugly_url_of_its_own(url: str) -> None:
    with pytest.raises(UrlError, match="already"):
        to_ugly(url)


def test_exactly_the_listed_bytes_are_escaped() -> None:
    escaped = {byte for byte in range(0x80) if escape(chr(byte)) != chr(byte)}
    assert escaped == {*range(0x21), 0x23, 0x25, 0x26, 0x2B, 0x7F}
    assert escape("\x80") == "%C2%80"
    assert escape("ÿ\uffff\U0010ffff") == "%C3%BF%EF%BF%BF%F4%8F%BF%BF"


@pytest.mark.parametrize(
    ("ugly", "pretty"),
    [
        # senders escape more than they must
        ("/?_escaped_fragment_=key1%3Dvalue1%26k%3D%2F", "/#!key1=value1&k=/"),
        ("/?_escaped_fragment_=%c3%a9%C3%A9", "/#!éé"),
        ("/?_escaped_fragment_=é", "/#!é"),
        # once, and once only
        ("/?_escaped_fragment_=%252F", "/#!%2F"),
        ("/?_escaped_fragment_=%25zz", "/#!%zz"),
        # a plus is a plus
        ("/?_escaped_fragment_=a+b%2Bc", "/#!a+b+c"),
        # a query emptied loses its ?
        ("/?&_escaped_fragment_=", "/"),
        ("/?_escaped_fragment_=&", "/"),
        ("/?&_escaped_fragment_=s", "/#!s"),
        # an empty value, or none, adds no #!
        ("/x?_escaped_fragment_=", "/x"),
        ("/x?_escaped_fragment_", "/x"),
        ("/x?a=1&_escaped_fragment_", "/x?a=1"),
        # not last: the others stay, the value alone is the state
        ("/?_escaped_fragment_=s&a=1&b", "/?a=1&b#!s"),
        ("/?a=1&_escaped_fragment_=s&b=%26", "/?a=1&b=%26#!s"),
        ("/?_escaped_fragment_&a", "/?a"),
        ("/?a&_escaped_fragment_=s&", "/?a&#!s"),
        ("/?_escaped_fragment_=a=b=c", "/#!a=b=c"),
        ("/%2F%2C%zz?q=%2C%26%zz%ff&_escaped_fragment_=", "/%2F%2C%zz?q=%2C%26%zz%ff"),
    ],
)
def test_ugly_urls_are_read_as_senders_write_them(ugly: str, pretty: str) -> None:
    assert to_pretty(SITE + ugly) == SITE + pretty


NEAR_MISSES = [
    "",
    "a=1",
    "__escaped_fragment__=x",
    "_escaped_fragment=x",
    "_escaped_fragment__=x",
    "x_escaped_fragment_=x",
    "x=_escaped_fragment_",
    "x=_escaped_fragment_=",
    "a;_escaped_fragment_=x",
    "?_escaped_fragment_=x",
    "%5Fescaped_fragment_=x",
    "_escaped_fragment%5F=x",
    "_Escaped_Fragment_=x",
    "_escaped_fragment_%3Dx",
    "_escaped_fragment_[]=x",
    " _escaped_fragment_=x",
    "\udcff_escaped_fragment_=x",
]


@pytest.mark.parametrize("query", NEAR_MISSES)
def test_near_misses_are_ordinary_queries(query: str) -> None:
    assert not is_ugly(query)
    assert not is_ugly(query.encode("utf-8", "surrogatepass"))
    assert split_query(query.encode("utf-8", "surrogatepass"), "") is None


@pytest.mark.parametrize("query", [query for query in NEAR_MISSES if query.isprintable()])
def test_urls_without_the_token_stay_as_they_are(query: str) -> None:
    for url in (f"/?{query}", f"/?{query}#!x", f"/?{query}#?_escaped_fragment_=x"):
        assert to_pretty(url) == url


@pytest.mark.parametrize(
    "query",
    ["_escaped_fragment_", "_escaped_fragment_=", "a&_escaped_fragment_=x&b", "_escaped_fragment_&_escaped_fragment_"],
)
def test_a_key_named_exactly_so_makes_a_query_ugly(query: str) -> None:
    assert is_ugly(query)
    assert is_ugly(query.encode())


@pytest.mark.parametrize(
    ("ugly", "reason"),
    [
        ("/?_escaped_fragment_=a&_escaped_fragment_=b", "more than once"),
        ("/?_escaped_fragment_&x&_escaped_fragment_=", "more than once"),
        ("/?_escaped_fragment_=%zz", "hexadecimal"),
        ("/?_escaped_fragment_=a%", "hexadecimal"),
        ("/?_escaped_fragment_=%a", "hexadecimal"),
        ("/?_escaped_fragment_=%+1", "hexadecimal"),
        ("/?_escaped_fragment_=%ff", "UTF-8"),
        ("/?_escaped_fragment_=%C3", "UTF-8"),
        ("/?_escaped_fragment_=%C0%80", "UTF-8"),
        ("/?_escaped_fragment_=%ED%A0%80", "UTF-8"),
        ("/?_escaped_fragment_=\udcff", "surrogate"),
        ("/\udcff?_escaped_fragment_=", "surrogate"),
        ("/?_escaped_fragment_=#top", "no fragment"),
        ("/?_escaped_fragment_=/a#!/b", "no fragment"),
        ("/?a#!\udcff", "surrogate"),
    ],
)
def test_what_cannot_be_mapped_is_one_named_error_that_carries_the_url(ugly: str, reason: str) -> None:
    with pytest.raises(UrlError, match=reason) as caught:
        to_pretty(ugly)
    assert caught.value.url == ugly
    assert reason in caught.value.reason


@pytest.mark.parametrize("pretty", ["/\ud800#!a", "/?\ud800", "/#!\udfff"])
def test_a_lone_surrogate_has_no_ugly_url(pretty: str) -> None:
    with pytest.raises(UrlError, match="surrogate"):
        to_ugly(pretty)


characters = st.characters(exclude_categories=["Cs"])
states = st.text(characters, min_size=1)
paths = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="?#"))
queries = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="#"), min_size=1).filter(
    lambda query: not is_ugly(query)
)
pieces = st.lists(
    st.sampled_from([KEY, KEY + "=", "&", "?", "=", "%", "%2", "%C3%A9", "#", "#!", "/", "é", "\ud800", "\x00"])
    | st.text(st.characters(), max_size=3)
).map("".join)


def url_or_error(convert: Callable[[str], str], url: str) -> str | None:
    """What ``convert`` gives; None where it raises the named error, which carries the URL and can be printed."""
    try:
        return convert(url)
    except UrlError as error:
        carried, message = error.url, str(error)
    assert carried == url
    message.encode()
    return None


@given(paths, queries | st.none(), states)
@example("/", "&", "x")
@example("/", None, "%25#&+=")
def test_pretty_to_ugly_to_pretty_is_the_identity(path: str, query: str | None, state: str) -> None:
    pretty = path + ("" if query is None else "?" + query) + "#!" + state
    ugly = to_ugly(pretty)
    assert to_pretty(ugly) == pretty
    assert is_ugly(ugly.partition("?")[2])
    assert "#" not in ugly
    assert ugly.startswith(path + "?" + (query or ""))


@given(pieces)
def test_ugly_to_pretty_gives_a_url_or_the_named_error(url: str) -> None:
    pretty = url_or_error(to_pretty, url)
    if pretty is None:
        return
    assert not is_ugly(pretty.partition("#")[0].partition("?")[2])
    assert to_pretty(pretty) == pretty


@given(st.lists(st.binary(max_size=6) | st.sampled_from([KEY.encode(), b"&", b"=", b"%"])).map(b"".join))
def test_any_bytes_of_a_query_are_read_or_refused_by_the_named_error(query: bytes) -> None:
    try:
        split = split_query(query, "/")
        if split is not None:
            unescape(split[1], "/")
    except UrlError:
        assert is_ugly(query)
    else:
        assert (split is not None) == is_ugly(query)
        assert split is None or not is_ugly(split[0])


@given(pieces)
def test_pretty_to_ugly_gives_an_ugly_url_or_the_named_error(url: str) -> None:
    ugly = url_or_error(to_ugly, url)
    if ugly is not None:
        assert is_ugly(ugly.partition("?")[2])
        assert to_ugly(to_pretty(ugly)) == ugly


@given(states)
def test_escaped_states_are_ascii_and_decode_once(state: str) -> None:
    value = escape(state)
    assert value.isascii()
    assert not set(value) & set(" #&+\x7f")
    assert unescape(value.encode()) == state
    assert unescape(escape(value).encode()) == value


@given(st.binary())
def test_fully_escaped_values_decode_to_their_text(raw: bytes) -> None:
    value = "".join(f"%{byte:02x}" for byte in raw).encode()
    try:
        expected = raw.decode()
    except UnicodeDecodeError:
        with pytest.raises(UrlError):
            unescape(value)
    else:
        assert unescape(value) == expected
