"""Pages and requests out of a grammar, through a real server, middleware and renderer. `make fuzz` takes minutes.

What fails is printed as hypothesis does it: the smallest pages and requests found, and a line that has them again.
"""

from __future__ import annotations

import itertools
import logging
import os
import re
import socket
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import hypothesis
import pytest
from fuzz.grammar import Page, Request, pages, requests
from fuzz.site import DEADLINE, Site, crawled
from hostile.grammar import documents
from hypothesis import HealthCheck, given, note
from hypothesis import strategies as st
from servers import uvicorn_running

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette_ajaxcrawl import AjaxCrawlMiddleware

SECONDS = 60 * float(os.environ.get("FUZZ_MINUTES", "0"))  # without, one round is done, the same each time
EXAMPLES = 25  # of one round
HOSTILE_EXAMPLES = 150 if SECONDS else 12
GIVEN_UP = DEADLINE + 7 + 15  # seconds: what is written out long, and a busy machine

STATUSES = {200, 302, 304, 404}  # those that a page can have by itself
INSIDE = re.compile(
    rb"Traceback|File \"|org\.htmlunit|java\.(lang|util|net|io)\.|at ajaxcrawl\.|\.java:\d|SECRET|"
    + os.fsencode(re.escape(str(Path(__file__).parents[2])))
)
"""What no client is to see."""

names = itertools.count()


class Said(logging.Handler):
    """What the package has logged last."""

    lines: ClassVar[deque[str]] = deque(maxlen=12)

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


said = Said()


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float


class Fuzzed:
    """The site under a server."""

    def __init__(self, app: AjaxCrawlMiddleware, site: Site, url: str, patience: float = GIVEN_UP) -> None:
        self.app = app
        self.site = site
        self._port = int(url.rpartition(":")[2])
        self._patience = patience

    def lost_threads(self) -> int:
        return self.app.crawl.renderer.lost_threads

    def put(self, page: Page) -> str:
        """The name that the page then has; no other page has its letters."""
        name = f"page{next(names)}z"
        self.site.pages[name] = page
        return name

    def ask(self, name: str, request: Request) -> Answer:
        target = b"/%s/%s?%s" % (name.encode(), request.path, request.query and request.query + b"&")
        lines = [b"%s %s_escaped_fragment_=%s HTTP/%s" % (request.method, target, request.state, request.version)]
        lines += [] if request.host is None else [b"Host: " + request.host]
        lines += [b"%s: %s" % header for header in request.headers]
        return self.exchange(b"\r\n".join([*lines, b"Connection: close", b"", b""]))

    def exchange(self, raw: bytes) -> Answer:
        """Sends bytes and reads to the end; status 0 where the server says nothing."""
        began = time.monotonic()
        with socket.create_connection(("127.0.0.1", self._port), timeout=self._patience) as connection:
            connection.sendall(raw)
            received = b""
            while more := connection.recv(65536):
                received += more
        head, _, body = received.partition(b"\r\n\r\n")
        start, *lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        return Answer(int(start.split(" ")[1]) if start else 0, headers, body, time.monotonic() - began)


@pytest.fixture(scope="module")
def fuzzed() -> Iterator[Fuzzed]:
    site = Site()
    logger = logging.getLogger("starlette_ajaxcrawl")
    logger.addHandler(said)
    logger.propagate = False  # most of these pages are at fault
    # a cold JVM on a busy machine takes longer than the deadline
    app = crawled(site, deadline=100.0, javascript_timeout=100.0)
    with uvicorn_running(app) as url:
        the_good_page_is_good(Fuzzed(app, site, url, patience=100))
    app = crawled(site)
    with uvicorn_running(app) as url:
        yield Fuzzed(app, site, url)
    logger.removeHandler(said)
    logger.propagate = True


def the_good_page_is_good(fuzzed: Fuzzed) -> None:
    state = b"/%d" % next(names)
    good = fuzzed.ask("good", Request(state=state))
    assert (good.status, good.headers.get("x-ajaxcrawl")) == (200, "miss")
    assert "x-ajaxcrawl-complete" not in good.headers
    assert b'<p id="o">good #!%s</p>' % state in good.body


def check(fuzzed: Fuzzed, name: str, request: Request, answer: Answer) -> None:
    assert answer.seconds < GIVEN_UP
    assert not INSIDE.search(answer.body), answer.body
    assert not INSIDE.search(repr(answer.headers).encode()), answer.headers
    others = set(re.findall(rb"page\d+z", answer.body)) - {name.encode()}
    assert not others
    outcome = answer.headers.get("x-ajaxcrawl")
    if outcome == "refused":
        assert answer.status == 400
    elif outcome == "error":
        assert answer.status == 503
        assert answer.headers["retry-after"]
    elif outcome is not None:  # without it the server has answered, or the application itself
        assert outcome in ("miss", "shared", "hit")
        assert answer.status in {*STATUSES, fuzzed.site.pages[name].status}
    if answer.headers.get("x-ajaxcrawl-complete") == "false":
        assert fuzzed.ask(name, request).headers.get("x-ajaxcrawl") != "hit"
    assert fuzzed.site.seen == []


@hypothesis.settings(
    max_examples=EXAMPLES, derandomize=not SECONDS, suppress_health_check=list(HealthCheck), print_blob=True
)
@given(asked=st.lists(st.tuples(pages, requests), min_size=1, max_size=3))
def one_round(fuzzed: Fuzzed, asked: list[tuple[Page, Request]]) -> None:
    fuzzed.site.pages.clear()
    fuzzed.site.seen.clear()
    named = [(fuzzed.put(page), request) for page, request in asked]
    with ThreadPoolExecutor(len(named)) as pool:
        answers = list(pool.map(lambda pair: fuzzed.ask(*pair), named))
    for (name, request), answer in zip(named, answers, strict=True):
        note(f"{name}: {answer}")
        check(fuzzed, name, request, answer)
    try:
        the_good_page_is_good(fuzzed)
    except AssertionError:
        note("\n".join(said.lines))
        raise


@hypothesis.settings(
    max_examples=HOSTILE_EXAMPLES, derandomize=not SECONDS, suppress_health_check=list(HealthCheck), print_blob=True
)
@given(document=documents)
def one_hostile_round(fuzzed: Fuzzed, document: str) -> None:
    fuzzed.site.pages.clear()
    name = fuzzed.put(Page(document))
    answer = fuzzed.ask(name, Request())
    note(f"{name}: {answer.status} {answer.headers} after {answer.seconds:.2f} s")
    check(fuzzed, name, Request(), answer)
    try:
        assert answer.headers["x-ajaxcrawl"] in ("miss", "error")
        the_good_page_is_good(fuzzed)
        assert fuzzed.lost_threads() == 0
    except AssertionError:
        note("\n".join(said.lines))
        raise


@pytest.mark.timeout(300 + 3 * SECONDS)
def test_hostile_pages_get_a_clear_answer_and_harm_no_other(fuzzed: Fuzzed) -> None:
    end = time.monotonic() + SECONDS / 2
    rounds = 0
    while rounds == 0 or time.monotonic() < end:
        one_hostile_round(fuzzed)
        rounds += 1
    print(f"{rounds * HOSTILE_EXAMPLES} hostile pages")


@pytest.mark.timeout(300 + 3 * SECONDS)
def test_any_page_and_any_request_get_a_clear_answer(fuzzed: Fuzzed) -> None:
    end = time.monotonic() + SECONDS / 2
    rounds = 0
    while rounds == 0 or time.monotonic() < end:
        one_round(fuzzed)
        rounds += 1
    print(f"{rounds * EXAMPLES} examples")
