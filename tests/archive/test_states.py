"""Which state a URL means."""

import pytest

from starlette_ajaxcrawl import Settings, UrlError
from starlette_ajaxcrawl.archive.states import Elsewhere, public, state_of

SITE = "https://shop.example"


def state(text: str, site: str = SITE, **settings: object):
    return state_of(text, site, Settings(_environment=False, **settings))


@pytest.mark.parametrize(
    ("text", "url", "ugly"),
    [
        ("#!/a", "/#!/a", "/?_escaped_fragment_=/a"),
        ("/b?c=d#!/a&b", "/b?c=d#!/a&b", "/b?c=d&_escaped_fragment_=/a%26b"),
        ("HTTPS://Shop.example:443/#!é", "/#!é", "/?_escaped_fragment_=%C3%A9"),
        (f"{SITE}?_escaped_fragment_=%C3%A9", "/#!é", "/?_escaped_fragment_=%C3%A9"),
        (f"{SITE}", "/", "/?_escaped_fragment_="),
        ('/é x?ü="#!', "/%C3%A9%20x?%C3%BC=%22", "/%C3%A9%20x?%C3%BC=%22&_escaped_fragment_="),
        ("/%2f?_escaped_fragment_=%2fa&x=1", "/%2f?x=1#!/a", "/%2f?_escaped_fragment_=%2fa&x=1"),
        ("/#!a#b%20", "/#!a#b%20", "/?_escaped_fragment_=a%23b%2520"),
    ],
)
def test_every_spelling_leads_to_the_url_that_the_middleware_renders(text, url, ugly):
    found = state(text)
    assert (found.url, found.ugly) == (SITE + url, SITE + ugly)
    assert state(found.url).key == found.key


@pytest.mark.parametrize("text", ["http://shop.example/", "https://other.example/", "https://shop.example:8443/"])
def test_other_sites_are_elsewhere(text):
    with pytest.raises(Elsewhere):
        state(text)


@pytest.mark.parametrize("text", ["/admin/x", "/#!secret/1"])
def test_what_the_settings_exclude_is_elsewhere(text):
    with pytest.raises(Elsewhere):
        state(text, exclude=["/admin/*"], exclude_states=["secret*"])


@pytest.mark.parametrize(
    "text", ["", "x", "/#top", "//x/", "ftp://shop.example/", "http://[", "https://a b/", "/a/../b", "https://ü\ud800/"]
)
def test_what_is_no_url_of_a_page_is_an_error(text):
    with pytest.raises(UrlError):
        state(text)


def test_settings_of_paths_and_ignored_parameters_hold():
    found = state("/a?utm_source=x&b=1", query_ignore=["utm_*"], overrides={"/a": {"deadline": 3}})
    assert (found.url, found.settings.deadline) == (f"{SITE}/a?b=1", 3.0)


def test_the_public_form_is_encoded_once():
    assert public("http://x/%C3%A9#!/a b%20#%é") == "http://x/%C3%A9#!/a%20b%20%23%25%C3%A9"
