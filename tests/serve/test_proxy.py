"""The reverse proxy between real servers: what it passes on, what it keeps, how it fails."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from contextlib import contextmanager
from typing import TYPE_CHECKING

import httpx
import pytest
import trustme
from proxied import host_of, proxied
from servers import uvicorn_running
from upstream import PACKED, PIECE, Upstream
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from starlette_ajaxcrawl.serve import Proxy, connections

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def raw_upstream(answer: bytes) -> Iterator[tuple[str, list[bytes]]]:
    """A server that answers every connection with ``answer``, and what it was sent."""
    listener = socket.create_server(("127.0.0.1", 0))
    requests: list[bytes] = []

    def serve() -> None:
        while True:
            try:
                connection, _ = listener.accept()
            except OSError:
                return
            with connection:
                requests.append(connection.recv(65536))
                connection.sendall(answer)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}", requests
    finally:
        listener.shutdown(socket.SHUT_RDWR)
        listener.close()
        thread.join(5)


# -- requests


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "DELETE", "OPTIONS"])
def test_method_target_and_body_arrive_as_they_were_sent(method: str, client: httpx.Client) -> None:
    target = "/asked/a%2Fb%20c/..;x/%C3%A9?q=%26+a&&b=%zz"
    body = b"a\xffb" if method in ("POST", "PUT") else b""
    said = client.send(httpx.Request(method, client.base_url, content=body, extensions={"target": target.encode()}))
    said = said.json()
    assert (said["method"], said["target"], said["body"]) == (method, target, body.decode("latin-1"))


def test_a_body_of_unknown_length_arrives(client: httpx.Client) -> None:
    said = client.post("/asked", content=iter([b"one ", b"two"])).json()
    assert said["body"] == "one two"
    assert "content-length" not in dict(said["headers"])


def test_headers_of_the_connection_stay_and_all_others_go_on(client: httpx.Client, site: str) -> None:
    sent = {
        "Connection": "close, X-Private, Host",
        "X-Private": "a",
        "Keep-Alive": "timeout=5",
        "TE": "trailers",
        "Proxy-Authorization": "Basic x",
        "Upgrade": "h2c",
        "Authorization": "Bearer x",
        "Accept-Encoding": "br",
        "Cookie": "a=1",
        "X-Ajaxcrawl-Render": "1",
    }
    said = dict(client.get("/asked", headers=sent).json()["headers"])
    assert not said.keys() & {"x-private", "keep-alive", "te", "proxy-authorization", "upgrade", "x-ajaxcrawl-render"}
    assert (said["authorization"], said["accept-encoding"], said["cookie"]) == ("Bearer x", "br", "a=1")
    assert said["host"] == said["x-forwarded-host"] == host_of(site)
    assert (said["x-forwarded-for"], said["x-forwarded-proto"]) == ("127.0.0.1", "http")


FORWARDED = {
    "X-Forwarded-For": "203.0.113.7",
    "X-Forwarded-Proto": "https",
    "X-Forwarded-Host": "shop.example",
    "X-Real-IP": "203.0.113.7",
    "Forwarded": "for=203.0.113.7;proto=https;host=shop.example",
}


def test_nobody_may_say_who_they_are_but_trusted_proxies(client: httpx.Client, site: str, upstream_url: str) -> None:
    said = dict(client.get("/asked", headers=FORWARDED).json()["headers"])
    assert (said["x-forwarded-for"], said["x-forwarded-proto"]) == ("127.0.0.1", "http")
    assert said["x-forwarded-host"] == host_of(site)
    assert not said.keys() & {"forwarded", "x-real-ip"}
    with proxied(upstream_url, trusted=("127.0.0.0/8",)) as trusting:
        said = dict(httpx.get(f"{trusting}/asked", headers=FORWARDED).json()["headers"])
        ugly = httpx.get(f"{trusting}/page?_escaped_fragment_=", headers=FORWARDED)
    assert (said["x-forwarded-for"], said["x-forwarded-proto"]) == ("203.0.113.7, 127.0.0.1", "https")
    assert said["host"] == said["x-forwarded-host"] == "shop.example"
    assert ugly.status_code == 200


def test_the_upstreams_own_host_is_sent_where_that_is_wanted(upstream_url: str) -> None:
    with proxied(upstream_url, keep_host=False) as url:
        said = dict(httpx.get(f"{url}/asked").json()["headers"])
    assert said["host"] == host_of(upstream_url)
    assert said["x-forwarded-host"] == host_of(url)


def test_a_base_path_of_the_upstream_goes_before_every_path(upstream_url: str) -> None:
    with proxied(f"{upstream_url}/asked/") as url:
        assert httpx.get(f"{url}/b?c=d").json()["target"] == "/asked/b?c=d"


# -- responses


def test_status_headers_and_bodies_come_back_as_they_are(client: httpx.Client) -> None:
    response = client.get("/asked")
    assert response.headers.get_list("set-cookie") == ["a=1", "b=2"]
    assert response.headers["x-odd"] == "a"
    assert not response.headers.keys() & {"x-private", "keep-alive"}
    assert len(response.headers.get_list("date")) == len(response.headers.get_list("server")) == 1
    for status in (204, 404, 418, 500):
        assert client.get(f"/status/{status}").status_code == status


def test_what_is_compressed_stays_so(client: httpx.Client) -> None:
    with client.stream("GET", "/packed") as response:
        assert b"".join(response.iter_raw()) == PACKED
    assert response.headers["content-length"] == str(len(PACKED))


def test_head_has_the_headers_of_get_and_no_body(client: httpx.Client) -> None:
    response = client.head("/asked")
    assert (response.status_code, response.content) == (200, b"")
    assert int(response.headers["content-length"]) > 100


@pytest.mark.parametrize(
    ("to", "location"),
    [
        ("{upstream}/b?c#d", "{site}/b?c#d"),
        ("{upstream}", "{site}/"),
        ("//{host}/b", "{site}/b"),
        ("/b", "/b"),
        ("b", "b"),
        ("https://other.example/b", "https://other.example/b"),
    ],
)
def test_redirects_to_the_upstream_itself_lead_here(to, location, client, site, upstream_url) -> None:
    names = {"upstream": upstream_url, "site": site, "host": host_of(upstream_url)}
    response = client.get("/moved", params={"to": to.format(**names)})
    assert response.status_code == 301
    assert response.headers["location"] == location.format(**names)


def test_events_arrive_as_they_are_sent_and_end_with_the_client(site: str, upstream: Upstream) -> None:
    with httpx.stream("GET", f"{site}/events", timeout=30) as response:
        events = response.iter_raw()
        assert next(events) == b"data: first\n\n"
        upstream.go_on._loop.call_soon_threadsafe(upstream.go_on.set)  # type: ignore[attr-defined]
        assert next(events) == b"data: second\n\n"
        assert not upstream.gone.is_set()

    async def left() -> None:
        await asyncio.wait_for(upstream.gone.wait(), 20)

    asyncio.run_coroutine_threadsafe(left(), upstream.go_on._loop).result(25)  # type: ignore[attr-defined]


# -- faults


def test_an_upstream_that_is_down_is_a_502_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with proxied(f"http://127.0.0.1:{port}") as url:
        response = httpx.get(url, timeout=30)
        head = httpx.head(url, timeout=30)
        with pytest.raises(InvalidStatus) as refused:
            connect(url.replace("http", "ws"))
    assert (response.status_code, response.headers["cache-control"]) == (502, "no-store")
    assert response.text == "The server behind this one cannot be reached, or breaks off.\n"
    assert (head.status_code, head.content) == (502, b"")
    assert refused.value.response.status_code == 502


def test_an_upstream_that_does_not_answer_in_time_is_a_504(upstream_url: str) -> None:
    with proxied(upstream_url, timeout=0.3) as url:
        assert httpx.get(f"{url}/slow", timeout=20).status_code == 504
        assert httpx.get(f"{url}/asked", timeout=20).status_code == 200


@pytest.mark.parametrize("answer", [b"", b"nonsense\r\n\r\n", b"HTTP/1.1 200 OK\r\nContent-Le"])
def test_an_upstream_that_speaks_no_http_is_a_502(answer: bytes) -> None:
    with raw_upstream(answer) as (server, requests), proxied(server) as url:
        assert httpx.post(url, content=b"a", timeout=20).status_code == 502
        assert len(requests) == 1  # what is not safe is not sent twice


def test_trailers_of_a_chunked_answer_are_left_out() -> None:
    answer = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n3\r\nabc\r\n0\r\nX-Sum: 1\r\n\r\n"
    with raw_upstream(answer) as (server, _), proxied(server) as url:
        response = httpx.get(url, timeout=20)
    assert (response.status_code, response.content) == (200, b"abc")
    assert not response.headers.keys() & {"trailer", "x-sum"}


def test_an_answer_that_breaks_off_is_not_given_for_whole(client: httpx.Client, site: str) -> None:
    with pytest.raises(httpx.RemoteProtocolError):
        httpx.get(f"{site}/breaks", timeout=20)


@pytest.mark.parametrize("url", ["", "127.0.0.1:3000", "ftp://a", "http://", "http://a/?b", "http://a:x"])
def test_what_is_no_server_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="must be an http or https URL"):
        Proxy(url)


def test_a_server_with_a_certificate_is_asked_by_https_and_wss(upstream: Upstream, tmp_path, monkeypatch) -> None:
    authority = trustme.CA()
    issued = authority.issue_cert("127.0.0.1")
    authority.cert_pem.write_to_path(tmp_path / "authority.pem")
    issued.private_key_and_cert_chain_pem.write_to_path(tmp_path / "server.pem")
    with uvicorn_running(upstream.app, ssl_certfile=str(tmp_path / "server.pem")) as url:
        server = url.replace("http", "https")
        with proxied(server) as stranger:
            assert httpx.get(f"{stranger}/asked", timeout=20).status_code == 502
            with pytest.raises(InvalidStatus, match="502"):
                connect(stranger.replace("http", "ws") + "/echo")
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "authority.pem"))
        with proxied(server) as trusting:
            assert httpx.get(f"{trusting}/asked", timeout=20).json()["method"] == "GET"
            assert httpx.post(f"{trusting}/asked", content=PIECE, timeout=20).json()["body"] == PIECE.decode()
            with connect(trusting.replace("http", "ws") + "/echo") as ws:
                assert json.loads(ws.recv(10))["host"] == host_of(trusting)


# -- sizes


@pytest.mark.parametrize("closes", [True, False])
def test_a_server_that_answers_before_it_has_the_body_is_heard(closes: bool, monkeypatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE", 0.2)
    refusal = b"HTTP/1.1 413 Content Too Large\r\nConnection: close\r\nContent-Length: 3\r\n\r\nno\n"
    heard = threading.Event()
    listener = socket.create_server(("127.0.0.1", 0))

    def refuse() -> None:
        connection, _ = listener.accept()
        with connection:
            connection.recv(1024)
            connection.sendall(refusal)
            if closes:
                connection.shutdown(socket.SHUT_WR)
            heard.wait(30)

    thread = threading.Thread(target=refuse, daemon=True)
    thread.start()
    try:
        with listener, proxied(f"http://127.0.0.1:{listener.getsockname()[1]}") as url:
            answer = httpx.post(url, content=b"x" * 32 * 1024 * 1024, timeout=30)
            assert (answer.status_code, answer.content) == (413, b"no\n")
    finally:
        heard.set()
        thread.join(10)


def test_large_bodies_are_not_kept_in_memory(site: str, client: httpx.Client, upstream: Upstream) -> None:
    pieces = 16 * 64  # 64 MiB each way
    before = resident()
    most = 0

    def watched():
        nonlocal most
        for n in range(pieces):
            if n % 64 == 0:
                most = max(most, resident())
            yield PIECE

    assert client.post("/count", content=watched()).text == str(pieces * len(PIECE))
    with client.stream("GET", "/large", params={"pieces": pieces}) as response:
        size = 0
        for n, chunk in enumerate(response.iter_raw()):
            size += len(chunk)
            if n % 64 == 0:
                most = max(most, resident())
    assert size == pieces * len(PIECE)
    assert most - before < 24 * 1024 * 1024


def resident() -> int:
    with open("/proc/self/statm") as file:  # both servers are in this process
        return int(file.read().split()[1]) * 4096


# -- snapshots


def test_crawlers_and_bots_get_snapshots_of_the_upstreams_pages(client: httpx.Client) -> None:
    bot = {"user-agent": "Twitterbot/1.0"}
    answers = [client.get("/page?_escaped_fragment_="), client.get("/page", headers=bot), client.get("/page")]
    assert [answer.headers.get("x-ajaxcrawl") for answer in answers] == ["miss", "hit", None]
    assert {answer.text for answer in answers} == {"<!doctype html><title>A page</title>"}
    assert client.get("/asked", headers=bot).json()["method"] == "GET"
