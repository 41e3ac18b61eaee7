"""A server at its limits: what is too much is answered at once, and who goes away leaves a place. Real sockets."""

from __future__ import annotations

import selectors
import socket
import statistics
import threading
import time
from typing import TYPE_CHECKING

import anyio
import httpx
import pytest
from servers import uvicorn_running

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, Settings
from starlette_ajaxcrawl.flights import Flight

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

PATIENCE = 60.0


class Holding:
    """An app that answers no page; tells which it was asked for, and which nobody waits for any more."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.left: list[str] = []
        self._news = threading.Condition()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self._note(self.asked, scope["path"])
        try:
            await anyio.sleep_forever()
        finally:
            self._note(self.left, scope["path"])

    def _note(self, where: list[str], path: str) -> None:
        with self._news:
            where.append(path)
            self._news.notify_all()

    def wait_until(self, where: list[str], path: str) -> None:
        with self._news:
            assert self._news.wait_for(lambda: path in where, PATIENCE)


def ask(url: str, path: str) -> socket.socket:
    """A client that waits for a snapshot for as long as its socket is open."""
    host, _, port = url.removeprefix("http://").partition(":")
    client = socket.create_connection((host, int(port)), timeout=PATIENCE)
    client.sendall(f"GET {path}?_escaped_fragment_= HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    return client


def crowd(url: str, size: int) -> tuple[list[bytes], float]:
    """What so many clients get who all ask at once, for a page each; and the seconds until the last has it."""
    host, _, port = url.removeprefix("http://").partition(":")
    selector = selectors.DefaultSelector()
    answers = [b""] * size
    began = time.perf_counter()
    for number in range(size):
        client = socket.socket()
        client.setblocking(False)
        client.connect_ex((host, int(port)))
        selector.register(client, selectors.EVENT_WRITE, number)
    while selector.get_map():
        events = selector.select(PATIENCE)
        assert events, "no answer"
        for key, event in events:
            client, number = key.fileobj, key.data
            assert isinstance(client, socket.socket)
            if event == selectors.EVENT_WRITE:
                target = f"/crowd/{number}?_escaped_fragment_=/{number}"
                client.send(f"GET {target} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
                selector.modify(client, selectors.EVENT_READ, number)
            elif received := client.recv(65536):
                answers[number] += received
            else:
                selector.unregister(client)
                client.close()
    return answers, time.perf_counter() - began


async def plain(scope: Scope, receive: Receive, send: Send) -> None:
    """Says to all what is said to those who are too many."""
    headers = [(b"content-length", b"4"), (b"cache-control", b"no-store"), (b"retry-after", b"5")]
    await send({"type": "http.response.start", "status": 503, "headers": headers})
    await send({"type": "http.response.body", "body": b"busy"})


def test_a_thousand_at_once_are_refused_about_as_fast_as_the_server_can_answer_any(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    settings = Settings(_env_file=None, max_concurrent_renders=1, max_queued_renders=0, deadline=200.0)
    app, crawl = Holding(), AjaxCrawl(settings)
    with uvicorn_running(AjaxCrawlMiddleware(app, crawl)) as url, uvicorn_running(plain) as plain_url:
        held = ask(url, "/held")
        app.wait_until(app.asked, "/held")
        monkeypatch.setattr(Flight, "__init__", None)  # nothing is made for who is refused
        times: dict[str, list[float]] = {url: [], plain_url: []}
        for where in (url, plain_url) * 2:
            answers, seconds = crowd(where, 1000)
            times[where].append(seconds)
            assert {answer[9:12] for answer in answers} == {b"503"}
            assert all(b"retry-after: 5\r\n" in answer for answer in answers)
        assert min(times[url]) < 4 * max(times[plain_url])  # a busy machine: about the same on an idle one
        held.close()
    assert app.asked == ["/held"]


def test_who_is_too_much_gets_the_untouched_page_where_so_set_and_what_is_cut_a_503() -> None:
    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["path"] == "/held" and "ajaxcrawl" in scope.get("extensions", {}):
            await app(scope, receive, send)
        body = b"<p>untouched</p><script>while (true) { }</script>"
        headers = [(b"content-type", b"text/html"), (b"content-length", b"%d" % len(body))]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": body})

    settings = Settings(
        _env_file=None,
        max_concurrent_renders=1,
        max_queued_renders=0,
        deadline=200.0,
        javascript_timeout=0.2,
        on_error="pass",
        on_timeout="503",
    )
    app = Holding()
    with (
        uvicorn_running(AjaxCrawlMiddleware(site, AjaxCrawl(settings))) as url,
        httpx.Client(base_url=url, timeout=PATIENCE) as client,
    ):
        cut = client.get("/?_escaped_fragment_=/cut")
        assert (cut.status_code, cut.headers["retry-after"], cut.headers["x-ajaxcrawl"]) == (503, "60", "miss")
        held = ask(url, "/held")
        app.wait_until(app.asked, "/held")
        page = client.get("/?_escaped_fragment_=/a")
        assert (page.status_code, page.text[:16]) == (200, "<p>untouched</p>")
        assert "x-ajaxcrawl" not in page.headers
        held.close()


def test_too_many_are_refused_at_once_and_who_goes_away_leaves_a_place() -> None:
    settings = Settings(
        _env_file=None, max_concurrent_renders=1, max_queued_renders=1, deadline=200.0, javascript_timeout=100.0
    )
    app, crawl = Holding(), AjaxCrawl(settings)
    with uvicorn_running(AjaxCrawlMiddleware(app, crawl)) as url, httpx.Client(base_url=url) as client:

        def wait_for_renders(number: int) -> None:
            until = time.monotonic() + PATIENCE
            while crawl.service.in_flight != number:
                assert time.monotonic() < until
                time.sleep(0.005)

        first = ask(url, "/first")
        app.wait_until(app.asked, "/first")
        shared = ask(url, "/first")
        second = ask(url, "/second")
        wait_for_renders(2)

        times = []
        for number in range(20):
            began = time.perf_counter()
            refused = client.get(f"/{number}?_escaped_fragment_=")
            times.append(time.perf_counter() - began)
            assert (refused.status_code, refused.headers["retry-after"]) == (503, "5")
        assert statistics.median(times) < 0.1

        second.close()  # it leaves its place in the queue …
        wait_for_renders(1)
        third = ask(url, "/third")
        wait_for_renders(2)
        first.close()  # … and these two, once both are gone, the only place to render
        assert client.get("/late?_escaped_fragment_=").status_code == 503
        assert app.left == []
        shared.close()
        app.wait_until(app.left, "/first")
        app.wait_until(app.asked, "/third")
        third.close()
        app.wait_until(app.left, "/third")
    assert app.asked == ["/first", "/third"]
