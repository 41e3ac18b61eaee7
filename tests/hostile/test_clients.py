"""Clients that mean harm, or are broken, at real servers: each is answered or let go, and the next one served."""

from __future__ import annotations

import socket
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from servers import hypercorn_running, uvicorn_running

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, FakeRenderer, Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import Receive, Scope, Send

UGLY = b"/?_escaped_fragment_=/a"
PATIENCE = 60.0


async def site(scope: Scope, receive: Receive, send: Send) -> None:
    await send({"type": "http.response.start", "status": 404, "headers": [(b"content-length", b"4")]})
    await send({"type": "http.response.body", "body": b"none"})


@pytest.fixture(scope="module", params=["uvicorn by h11", "uvicorn by httptools", "hypercorn"])
def port(request: pytest.FixtureRequest) -> Iterator[int]:
    """Of a server whose snapshots are large, and hold their URL."""
    renderer = FakeRenderer(lambda url: f"<p>{url}</p>" + "<b>x</b>" * 100_000)
    app = AjaxCrawlMiddleware(site, AjaxCrawl(Settings(_env_file=None), renderer=renderer))
    name, _, http = request.param.partition(" by ")
    running = uvicorn_running(app, http=http) if name == "uvicorn" else hypercorn_running(app, "asyncio")
    with running as url:
        yield int(url.rpartition(":")[2])


def connect(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)


def told(port: int, raw: bytes) -> bytes:
    """All that the server sends until it closes the connection."""
    with closing(connect(port)) as client:
        try:
            client.sendall(raw)
            return b"".join(iter(lambda: client.recv(1 << 20), b""))
        except ConnectionError:  # it has heard enough
            return b""


def request(target: bytes = UGLY, *headers: bytes, method: bytes = b"GET", version: bytes = b"1.1") -> bytes:
    lines = [b"%s %s HTTP/%s" % (method, target, version), b"Host: localhost", b"Connection: close", *headers]
    return b"\r\n".join([*lines, b"", b""])


SNAPSHOT = {
    "HTTP/1.0": request(version=b"1.0"),
    "bytes that are no UTF-8 in headers": request(UGLY, b"User-Agent: \xff\xfe\x80", b"X-\x41: \xc3\x28"),
    "many tags": request(UGLY, b"If-None-Match: " + b'"x", ' * 3000 + b'"x"'),
    "many encodings": request(UGLY, b"Accept-Encoding: " + b"gzip;q=0, x;q=9, " * 1000),
    "ranges": request(UGLY, b"Range: bytes=0-" + b",0-" * 2000),
    "dates": request(UGLY, b"If-Modified-Since: " + b"9" * 9000),
    "a body": request(UGLY, b"Content-Length: 5") + b"hello",
    "an upgrade": request(UGLY, b"Upgrade: h2c, foo", b"HTTP2-Settings: x"),
    "lists of everything": request(UGLY, *[b"%s: %s" % (name, b"," * 500) for name in (b"Accept", b"Cookie", b"Via")]),
}


@pytest.mark.parametrize("name", SNAPSHOT)
def test_odd_requests_get_the_snapshot(name: str, port: int) -> None:
    head, _, body = told(port, SNAPSHOT[name]).partition(b"\r\n\r\n")
    assert head.split(b" ")[1] == b"200"
    assert body.startswith(b"<p>http://localhost/#!/a</p>") or b"content-encoding" in head.lower()


OTHER = {
    "an absolute URL": request(b"http://localhost" + UGLY),  # which some servers give as the path
    "CONNECT": request(b"localhost:80", method=b"CONNECT"),
    "TRACE": request(method=b"TRACE"),
    "OPTIONS of all": request(b"*", method=b"OPTIONS"),
    "ten thousand headers": request(UGLY, *[b"X-%d: y" % number for number in range(10_000)]),
    "a header without an end": request(UGLY, b"X: " + b"y" * 1_000_000),
    "a target without an end": request(UGLY + b"a" * 1_000_000),
    "two hosts": request(UGLY, b"Host: elsewhere.example"),
    "two lengths": request(UGLY, b"Content-Length: 5", b"Content-Length: 6") + b"hello",
    "length and chunks": request(UGLY, b"Content-Length: 5", b"Transfer-Encoding: chunked")
    + b"0\r\n\r\nGET / HTTP/1.1\r\n\r\n",
    "chunks that are none": request(UGLY, b"Transfer-Encoding: chunked") + b"zz\r\n",
    "another version": request(version=b"9.9"),
    "no request": b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 100,
    "bytes in the target": request(b"/\xff\xfe?_escaped_fragment_=\x80"),
    "no path": request(UGLY[1:]),
}


@pytest.mark.parametrize("name", OTHER)
def test_other_odd_requests_get_some_answer_that_is_no_error_of_the_server(name: str, port: int) -> None:
    answer = told(port, OTHER[name])
    assert not answer or answer.split(b" ")[1] < b"500"
    assert told(port, request()).startswith(b"HTTP/1.1 200")


def test_requests_in_a_row_get_their_answers_in_that_row(port: int) -> None:
    states = [b"/%d" % number for number in range(20)]
    row = [b"GET /?_escaped_fragment_=%s HTTP/1.1\r\nHost: localhost\r\n\r\n" % state for state in states]
    answer = told(port, b"".join(row) + request(b"/?_escaped_fragment_=/end"))
    found = [part.partition(b"</p>")[0] for part in answer.split(b"<p>http://localhost/#!")[1:]]
    assert found == [*states, b"/end"]


def test_clients_that_do_not_read_or_say_half_hold_nobody_up(port: int) -> None:
    clients = [connect(port) for _ in range(50)]
    for number, client in enumerate(clients):
        client.sendall(request() if number % 2 else request()[: number + 10])
    assert told(port, request()).startswith(b"HTTP/1.1 200")
    for client in clients:
        client.close()
    assert told(port, request()).startswith(b"HTTP/1.1 200")
