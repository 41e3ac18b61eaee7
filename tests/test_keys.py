"""Keys: what is the same page has one, what is not has another, and what begins alike has keys that do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from policy_questions import asked, pretty, reason, settings

from starlette_ajaxcrawl.errors import SettingsError
from starlette_ajaxcrawl.keys import fold_query, key_prefix, snapshot_key, variants_of
from starlette_ajaxcrawl.policy import decide, varied

TEXTS = st.text(alphabet="a\\\n:# -é", max_size=6)
VARIANTS = st.lists(st.tuples(st.sampled_from(["accept-language", "dnt"]), st.text("ab:, ", max_size=3)), max_size=2)


@given(TEXTS, VARIANTS.map(tuple), TEXTS, VARIANTS.map(tuple))
def test_pages_and_variants_that_differ_have_keys_that_differ(url, variants, other, others):
    assert (snapshot_key(url, variants) == snapshot_key(other, others)) == ((url, variants) == (other, others))


@given(TEXTS, TEXTS)
def test_keys_begin_alike_where_urls_do(url, prefix):
    assert snapshot_key(url).startswith(key_prefix(prefix)) == url.startswith(prefix)


def test_a_page_without_variants_is_kept_under_its_url():
    assert snapshot_key("http://x/?a#!/ä") == "http://x/?a#!/ä"


@pytest.mark.parametrize(
    ("query", "left"),
    [
        ("utm_source=a&b=1&utm_medium=c", "b=1"),
        ("utm_source=a", ""),
        ("b=1&b=%20&c", "b=1&b=%20&c"),
        ("utm%5Fsource=a&gclid&b", "b"),
        ("xutm_source=1&gclid2=1&UTM_a=1", "xutm_source=1&gclid2=1&UTM_a=1"),
        ("&&b", "&&b"),
        ("", ""),
    ],
)
def test_ignored_parameters_are_left_out_and_all_else_stays_as_sent(query, left):
    assert fold_query(query, ("utm_*", "gclid")) == left
    assert fold_query(query, ()) == query


def test_the_headers_that_count_are_those_named_and_several_are_one():
    headers = [(b"Accept-Language", b" de ,  en "), (b"accept-language", b"fr"), (b"dnt", b"1")]
    assert variants_of(headers, ("accept-language",)) == (("accept-language", "de , en, fr"),)
    assert variants_of(headers, ("x-a", "dnt")) == (("dnt", "1"),)
    assert variants_of(headers, ()) == ()


def test_links_with_and_without_tracking_parameters_are_one_page():
    folding = settings(query_ignore=["utm_*"], overrides={"/app": {"query_ignore": []}})
    query = b"utm_source=x&a=1&_escaped_fragment_=/a"
    assert pretty(asked(query=query), folding) == "https://example.com/shop?a=1#!/a"
    assert decide(asked(query=query), folding).query == b"utm_source=x&a=1"
    assert pretty(asked(query=query, path="/app"), folding) == "https://example.com/app?utm_source=x&a=1#!/a"


def test_visitors_who_ask_in_other_languages_get_pages_of_their_own():
    varying = settings(vary_on="Accept-Language")
    any_language = decide(asked(), varying)
    german = varied(any_language, [(b"accept-language", b"de"), (b"cookie", b"a=b")])
    assert german.headers == (("accept-language", "de"),)
    assert german.url == any_language.url
    assert german.key != any_language.key == decide(asked(), settings()).key
    assert varied(any_language, [(b"dnt", b"1")]) == any_language


@pytest.mark.parametrize("name", ["Cookie", "authorization", "Host", "a b", "", "*"])
def test_headers_of_one_visitor_are_nothing_to_vary_by(name):
    with pytest.raises(SettingsError, match="vary_on"):
        settings(vary_on=[name])


def test_a_forged_host_neither_fills_nor_poisons_the_store_of_a_site_that_says_its_url():
    fixed = settings(site_url="https://shop.example")
    forged = decide(asked(hosts=(b"evil.example:81",)), fixed)
    assert forged.key == forged.url == decide(asked(), fixed).key == "https://shop.example/shop#!/a"
    assert reason(asked(hosts=(b"evil.example",)), settings(allowed_hosts=["shop.example"])) == "invalid Host header"
