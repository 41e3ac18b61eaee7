"""Workers as people start them, with a JVM, for a site under a server."""

import os
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from servers import uvicorn_running
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from fleet.conftest import KEY
from starlette_ajaxcrawl import AjaxCrawlMiddleware, Settings
from starlette_ajaxcrawl.cli import main

ROOT = Path(__file__).parents[2]
PAGE = """<!doctype html><title>Shop</title><p></p><script>
fetch('/data?' + location.hash.slice(2)).then(r => r.text()).then(t => { document.querySelector('p').textContent = t })
</script>"""


class Site:
    """Tells of each request for data, and answers it once ``may_answer`` is set."""

    def __init__(self) -> None:
        self.asked = threading.Semaphore(0)
        self.may_answer = threading.Event()
        self.app = self.plain = Starlette(routes=[Route("/", self.page), Route("/data", self.data)])

    async def __call__(self, scope, receive, send):
        await self.app(scope, receive, send)

    async def page(self, request: Request) -> Response:
        return HTMLResponse(PAGE)

    def data(self, request: Request) -> Response:
        self.asked.release()
        assert self.may_answer.wait(120)
        return PlainTextResponse(f"data of {request.url}")


@contextmanager
def working(redis, *options):
    environment = {"AJAXCRAWL_FLEET_KEY": KEY, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(
        [sys.executable, "-m", "starlette_ajaxcrawl", "worker", "--broker", redis.url, "--concurrency", "1", *options],
        env={**os.environ, **environment},
        cwd="/",
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            assert "waits for jobs" in process.stderr.readline()
            reader = threading.Thread(target=process.stderr.read, daemon=True)
            reader.start()
            yield process
        finally:
            process.kill()
            reader.join(20)


@pytest.fixture
def site(redis):
    site = Site()
    with uvicorn_running(site, lifespan="off") as url:
        fleet = {"renderer": f"taskiq+{redis.url}", "fleet_origin": url, "fleet_key": KEY}
        settings = Settings(_env_file=None, **fleet, deadline=90.0)  # two JVMs start, on a busy machine
        site.app = AjaxCrawlMiddleware(site.plain, settings=settings)
        site.url = url
        yield site
        site.may_answer.set()


def test_a_page_whose_worker_is_killed_is_rendered_by_another_and_that_one_ends_when_it_is_told_to(redis, site):
    answers = []

    def ask():
        answers.append(httpx.get(f"{site.url}/?_escaped_fragment_=/a", headers={"host": "shop.example"}, timeout=120))

    asking = threading.Thread(target=ask)
    with working(redis) as first:
        asking.start()
        assert site.asked.acquire(timeout=120)
        first.kill()
    with working(redis, "--grace", "100") as second:
        assert site.asked.acquire(timeout=120)
        second.send_signal(signal.SIGTERM)
        site.may_answer.set()
        asking.join(120)
        assert second.wait(120) == 0
    (answer,) = answers
    assert (answer.status_code, answer.headers["x-ajaxcrawl"]) == (200, "miss")
    assert "<p>data of http://shop.example/data?/a</p>" in answer.text


@pytest.mark.parametrize(
    ("key", "broker", "said"), [("", "redis://x", "fleet_key is not set"), (KEY, "http://x", "--broker is no URL")]
)
def test_wrong_arguments_are_said(monkeypatch, capsys, key, broker, said):
    monkeypatch.setenv("AJAXCRAWL_FLEET_KEY", key)
    monkeypatch.setattr(sys, "argv", ["starlette-ajaxcrawl", "worker", "--broker", broker])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    assert said in capsys.readouterr().err
