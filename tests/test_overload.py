"""A server at its limits: what is too much is answered at once, and who goes away leaves a place. Real sockets."""

from __future__ import annotations

import socket
import statistics
import threading
import time
from typing import TYPE_CHECKING

import anyio
import httpx
from servers import uvicorn_running

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, Settings

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
