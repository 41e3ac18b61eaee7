"""WebSockets through the reverse proxy."""

from __future__ import annotations

import json
import threading
from typing import TYPE_CHECKING

import pytest
from proxied import host_of
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

if TYPE_CHECKING:
    from upstream import Upstream


def test_messages_go_both_ways_as_they_are(site: str, upstream_url: str, upstream: Upstream) -> None:
    url = site.replace("http", "ws") + "/echo?a=b"
    headers = {"Cookie": "a=1", "X-Forwarded-For": "203.0.113.7"}
    with connect(
        url, subprotocols=["one", "two"], additional_headers=headers, origin="http://shop.example", max_size=None
    ) as ws:
        assert ws.subprotocol == "two"
        assert ws.response.headers.get_all("set-cookie") == ["ws=1", "node=2"]
        assert ws.response.headers["x-node"] == "two"
        assert len(ws.response.headers.get_all("sec-websocket-accept")) == 1
        assert json.loads(ws.recv(10)) == {
            "host": host_of(site),
            "x-forwarded-for": "127.0.0.1",
            "x-forwarded-proto": "http",
            "cookie": "a=1",
            "origin": "http://shop.example",
        }
        for message in ("text é", b"\x00\xff", "", b"", "x" * 2_000_000):
            ws.send(message)
            assert ws.recv(10) == message
        ws.close(4001, "done")
    deadline = threading.Event()
    for _ in range(200):
        if 4001 in upstream.closed:  # those of other tests may come late
            break
        deadline.wait(0.05)
    assert 4001 in upstream.closed


def test_the_server_may_close_with_a_code_of_its_own(site: str) -> None:
    with connect(site.replace("http", "ws") + "/echo") as ws:
        ws.recv(10)
        ws.send("bye")
        with pytest.raises(ConnectionClosed):
            ws.recv(10)
    assert (ws.close_code, ws.close_reason) == (4002, "as you wish")


def test_a_handshake_that_the_server_refuses_is_refused_in_its_words(site: str) -> None:
    with pytest.raises(InvalidStatus) as refused:
        connect(site.replace("http", "ws") + "/refused")
    response = refused.value.response
    assert (response.status_code, response.headers["x-why"], response.body) == (401, "no ticket", b"not you")
