"""Forwarded and X-Forwarded-…: what is believed, and of whom."""

from __future__ import annotations

from ipaddress import ip_network

import pytest

from starlette_ajaxcrawl.serve.forwarded import Seen, TrustedProxies, see
from starlette_ajaxcrawl.serve.headers import is_public_name, mapped_location

TRUSTED = [ip_network("10.0.0.0/8"), ip_network("::1")]


def seen(peer: str | None, **headers: str) -> Seen:
    raw = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    return see(raw, peer, TRUSTED)


def test_a_peer_that_is_not_trusted_is_the_client_whatever_it_says() -> None:
    said = {"x_forwarded_for": "1.2.3.4", "x_forwarded_proto": "https", "forwarded": "for=1.2.3.4;host=a.example"}
    assert seen("192.0.2.1", **said) == Seen("192.0.2.1", ("192.0.2.1",), None, None)
    assert seen("testclient", **said) == Seen("testclient", ("testclient",), None, None)
    assert seen(None, **said) == Seen(None, (), None, None)


def test_a_trusted_proxy_says_who_asked_and_for_what() -> None:
    expected = Seen("1.2.3.4", ("1.2.3.4", "10.0.0.1"), "https", b"shop.example")
    headers = {"x_forwarded_for": "1.2.3.4", "x_forwarded_proto": "https", "x_forwarded_host": "shop.example"}
    assert seen("10.0.0.1", **headers) == expected
    assert seen("10.0.0.1", forwarded='For=1.2.3.4; Proto=https;host="shop.example"') == expected
    assert seen("10.0.0.1") == Seen("10.0.0.1", ("10.0.0.1",), None, None)


def test_what_a_client_put_before_a_trusted_proxys_word_does_not_count() -> None:
    assert seen("10.0.0.1", x_forwarded_for="6.6.6.6, 1.2.3.4", x_forwarded_proto="https, http").client == "1.2.3.4"
    assert seen("10.0.0.1", x_forwarded_for="6.6.6.6, 1.2.3.4", x_forwarded_proto="https, http").scheme == "http"
    said = seen("10.0.0.1", forwarded="for=6.6.6.6;host=evil.example, for=1.2.3.4;host=shop.example;proto=http")
    assert (said.client, said.host, said.scheme) == ("1.2.3.4", b"shop.example", "http")


def test_of_several_trusted_proxies_the_outermost_counts() -> None:
    said = seen("10.0.0.1", x_forwarded_for="1.2.3.4, 10.0.0.2", x_forwarded_proto="https, http")
    assert (said.client, said.scheme, said.chain) == ("1.2.3.4", "https", ("1.2.3.4", "10.0.0.2", "10.0.0.1"))
    one = seen("10.0.0.1", x_forwarded_for="1.2.3.4, 10.0.0.2", x_forwarded_proto="https")
    assert one.scheme == "https"
    inside = seen("10.0.0.1", x_forwarded_for="10.0.0.3, 10.0.0.2")
    assert inside.client == "10.0.0.3"


@pytest.mark.parametrize(
    ("hop", "client"),
    [
        ("[2001:db8::7]:4711", "2001:db8::7"),
        ("2001:DB8::7", "2001:db8::7"),
        ("192.0.2.43:47011", "192.0.2.43"),
        ("_hidden", "unknown"),
        ("unknown", "unknown"),
        ("999.1.1.1", "unknown"),
        ("a\x00b", "unknown"),
        ("", "unknown"),
    ],
)
def test_addresses_are_read_with_and_without_a_port(hop: str, client: str) -> None:
    assert seen("::1", x_forwarded_for=hop).client == client
    assert seen("::1", forwarded=f'for="{hop}"').client == client


@pytest.mark.parametrize(
    "headers",
    [
        {"x_forwarded_proto": "gopher", "x_forwarded_host": "a b"},
        {"forwarded": 'proto=;host="a/b"'},
        {"forwarded": ";;,,=;==,for"},
        {"forwarded": 'for="unfinished;proto=https'},
    ],
)
def test_what_cannot_be_read_says_nothing(headers: dict[str, str]) -> None:
    said = seen("10.0.0.1", x_forwarded_for="1.2.3.4", **headers)
    assert (said.scheme, said.host) == (None, None)


def test_what_is_no_network_is_refused() -> None:
    with pytest.raises(ValueError, match="nginx"):
        TrustedProxies(lambda *_: None, ["nginx"])  # type: ignore[arg-type,return-value]


def test_public_names_are_those_that_others_know() -> None:
    assert all(map(is_public_name, ["shop.example", "www.shop.example."]))
    assert not any(map(is_public_name, ["localhost", "app", "10.0.0.1", "[::1]", "app.internal", "x.localhost"]))


@pytest.mark.parametrize(
    ("location", "mapped"),
    [
        ("http://app:80/shop/a?b#c", "https://shop.example/a?b#c"),
        ("http://app/shop", "https://shop.example/"),
        ("http://app/other", "http://app/other"),  # not below the upstream's path: nothing here answers it
        ("https://app/shop/a", "https://app/shop/a"),
        ("http://app.example/shop/a", "http://app.example/shop/a"),
        ("http://[::1", "http://[::1"),
        ("http://app:x/shop", "http://app:x/shop"),
        ("", ""),
    ],
)
def test_locations_at_the_upstream_are_told_by_host_port_and_path(location: str, mapped: str) -> None:
    scope = {"scheme": "https", "headers": [(b"host", b"shop.example")]}
    assert mapped_location(location.encode(), "http://app/shop", scope) == mapped.encode()
    assert mapped_location(location.encode(), "http://app/shop", {"scheme": "http", "headers": []}) == location.encode()
