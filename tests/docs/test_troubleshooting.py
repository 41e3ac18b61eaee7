"""Each symptom of docs/troubleshooting.md, made for real: it looks as is said there, and what is said mends it."""

from __future__ import annotations

import logging
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import anyio
import httpx
import pages
import pytest
from servers import uvicorn_running
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route

from starlette_ajaxcrawl import AjaxCrawlMiddleware, Settings, SettingsError
from starlette_ajaxcrawl.events import Event, Rendered

SHOWN = [block.strip() for block in pages.blocks("troubleshooting.md", "text")]
TEXT = (pages.DOCS / "troubleshooting.md").read_text()


def shown(beginning: str) -> str:
    """The line of the page that begins so."""
    (line,) = [line for line in SHOWN if line.startswith(beginning)]
    return line


class Site:
    """A page, what else it asks for, and what the log said; changes of settings may be made between requests."""

    def __init__(self, page: str, caplog: pytest.LogCaptureFixture, **paths: Response) -> None:
        routes = [Route("/", lambda request: HTMLResponse(page))]
        routes += [Route(f"/{name}", partial(_give, response=response)) for name, response in paths.items()]
        self.app = Starlette(routes=routes)
        self._caplog = caplog
        self.page_log: list[str] = []
        """What `render --log` prints, for the last render."""

    def ask(self, state: str = "/a", host: str = "localhost", **changes: Any) -> httpx.Response:
        return self.ask_for([f"/?_escaped_fragment_={state}"], host, **changes)[0]

    def ask_for(
        self, targets: list[str], host: str = "localhost", headers: dict[str, str] | None = None, **changes: Any
    ) -> list[httpx.Response]:
        app = AjaxCrawlMiddleware(self.app, settings=Settings(_environment=False, **changes))
        self.page_log = []
        app.crawl.observe(self._note)

        async def ask() -> list[httpx.Response]:
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=f"http://{host}") as client:
                replies = [await client.get(target, headers=headers) for target in targets]
            await app.crawl.shutdown()
            return replies

        with self._caplog.at_level(logging.WARNING, "starlette_ajaxcrawl"):
            self._caplog.clear()
            return anyio.run(ask)

    def _note(self, event: Event) -> None:
        if isinstance(event, Rendered) and event.rendering is not None:
            self.page_log = [entry.message for entry in event.rendering.log]
            self.page_log += [f"{request.outcome} {request.url}" for request in event.rendering.requests]

    @property
    def log(self) -> list[str]:
        return self._caplog.messages


async def _give(request: Any, response: Response) -> Response:
    return response


def test_content_that_comes_later_than_the_wait(caplog: pytest.LogCaptureFixture) -> None:
    page = "<p>Loading…</p><script>setTimeout(() => document.querySelector('p').textContent = 'Here', 12000)</script>"
    site = Site(page, caplog)
    assert ("Loading…" in site.ask().text, site.log) == (True, [])
    assert "Here" in site.ask(wait_for_background_javascript=30).text


def test_a_page_that_a_limit_cuts(caplog: pytest.LogCaptureFixture) -> None:
    site = Site("<p>so far</p><script>while (true) {}</script>", caplog)
    reply = site.ask("/report", javascript_timeout=0.2)
    assert (reply.status_code, reply.headers["x-ajaxcrawl-complete"]) == (200, "false")
    assert shown("Incomplete") in site.log
    assert site.ask("/report", javascript_timeout=0.2, on_timeout="503").status_code == 503


def test_a_script_that_fails(caplog: pytest.LogCaptureFixture) -> None:
    site = Site("<p>a page</p>\n<script>\nmissing()</script>", caplog)
    assert site.ask().status_code == 200
    assert shown("Error in 'http://localhost/#!/a'") in site.log


def test_data_from_another_host(caplog: pytest.LogCaptureFixture) -> None:
    data = PlainTextResponse("42", headers={"access-control-allow-origin": "*"})
    with uvicorn_running(Starlette(routes=[Route("/prices", partial(_give, response=data))])) as elsewhere:
        ask = "fetch(url).then(reply => reply.text()).then(text => document.body.append(text))"
        site = Site(f"<body><script>const url = 'http://api.example.com/prices'; {ask}</script>", caplog)
        site.ask("/prices")
        assert {shown("Not asked for"), "blocked http://api.example.com/prices"} <= set(site.page_log)
        near = Site(f"<body><script>const url = '{elsewhere}/prices'; {ask}</script>", caplog)
        host = elsewhere.removeprefix("http://")
        assert "42" not in near.ask(external_hosts=[host]).text
        assert "42" in near.ask(external_hosts=[host], private_hosts=["127.0.0.1"]).text


def test_scripts_that_another_server_answers(caplog: pytest.LogCaptureFixture) -> None:
    code = PlainTextResponse("document.body.append('built')", media_type="text/javascript")
    with uvicorn_running(Starlette(routes=[Route("/static/app.js", partial(_give, response=code))])) as static:
        site = Site("<body><script src=/static/app.js></script>", caplog)
        assert "built" not in site.ask().text
        assert any("404" in line and "/static/app.js" in line for line in site.log)
        assert "built" in site.ask(origins={"/static": static}).text


def test_a_part_that_is_blocked(caplog: pytest.LogCaptureFixture) -> None:
    code = PlainTextResponse("document.body.append('built')", media_type="text/javascript")
    site = Site("<body><script src=/part.js></script>", caplog, **{"part.js": code})
    assert "built" not in site.ask(block_urls=["*/part.js"]).text
    assert "blocked http://localhost/part.js" in site.page_log
    assert "built" in site.ask(block_urls=[]).text


def test_lazy_parts_are_loaded_and_what_needs_a_click_is_not(caplog: pytest.LogCaptureFixture) -> None:
    page = """<body><p></p><button onclick="document.body.append('clicked')">more</button><script>
        new IntersectionObserver(([entry]) => { if (entry.isIntersecting) document.body.append('seen') })
            .observe(document.querySelector('p'))</script>"""
    text = Site(page, caplog).ask().text
    assert ("seen" in text.partition("<body>")[2], "clicked" in text) == (True, False)


def test_503_without_java(tmp_path: Path) -> None:
    (tmp_path / "app.py").write_text(pages.files("index.md")["app.py"])
    ask = """if True:
        import httpx, anyio
        from app import app
        async def ask():
            async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://localhost") as client:
                return await client.get("/?_escaped_fragment_=")
        print(anyio.run(ask).status_code)"""
    environment = {"PATH": "", "JAVA_HOME": "", "AJAXCRAWL_JAVA_HOME": str(tmp_path), "PYTHONPATH": str(pages.ROOT)}
    done = subprocess.run([sys.executable, "-c", ask], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert (done.stdout, "No snapshot: no Java 17 or newer" in done.stderr) == ("503\n", True), done.stderr


def test_503_when_the_queue_is_full(caplog: pytest.LogCaptureFixture) -> None:
    site = Site("<p>a page</p>", caplog)
    app = AjaxCrawlMiddleware(
        site.app, settings=Settings(_environment=False, max_queued_renders=0, max_concurrent_renders=1)
    )

    async def crowd() -> list[int]:
        statuses = []

        async def ask(state: int) -> None:
            statuses.append((await client.get(f"/?_escaped_fragment_={state}")).status_code)

        transport = httpx.ASGITransport(app)
        async with (
            httpx.AsyncClient(transport=transport, base_url="http://localhost") as client,
            anyio.create_task_group() as group,
        ):
            for state in range(3):
                group.start_soon(ask, state)
        await app.crawl.shutdown()
        return sorted(statuses)

    with caplog.at_level(logging.WARNING, "starlette_ajaxcrawl"):
        assert anyio.run(crowd) == [200, 503, 503]
    assert any("renders run or wait already (max_queued_renders)" in line for line in caplog.messages)


@pytest.mark.parametrize("target", ["/?_escaped_fragment_=a&_escaped_fragment_=b", "/?_escaped_fragment_=%ZZ"])
def test_400_says_why(target: str, caplog: pytest.LogCaptureFixture) -> None:
    (reply,) = Site("<p>a page</p>", caplog).ask_for([target])
    assert (reply.status_code, bool(reply.text)) == (400, True)


def test_400_for_a_host_that_is_not_allowed(caplog: pytest.LogCaptureFixture) -> None:
    assert Site("<p>a page</p>", caplog).ask(allowed_hosts=["example.com"]).status_code == 400


def test_every_request_is_a_miss(caplog: pytest.LogCaptureFixture) -> None:
    def outcomes(*targets: str, **changes: Any) -> list[str]:
        return [reply.headers["x-ajaxcrawl"] for reply in site.ask_for(list(targets), **changes)]

    site = Site("<p>a page</p>", caplog)
    one, tagged = "/?_escaped_fragment_=", "/?utm_source=x&_escaped_fragment_="
    assert outcomes(one, one) == ["miss", "hit"]
    assert outcomes(one, one, max_age=0) == ["miss", "miss"]
    assert outcomes(one, tagged) == ["miss", "miss"]
    assert outcomes(one, tagged, query_ignore=["utm_*"]) == ["miss", "hit"]


def test_links_that_name_a_wrong_host(caplog: pytest.LogCaptureFixture) -> None:
    site = Site("<a href='#!/c'>c</a>", caplog)
    assert 'rel="canonical" href="http://inner/#!/a"' in site.ask(host="inner").text
    reply = site.ask(host="inner", site_url="https://example.com")
    assert 'rel="canonical" href="https://example.com/#!/a"' in reply.text
    assert "inner" not in reply.text


def test_a_preview_that_is_empty(caplog: pytest.LogCaptureFixture) -> None:
    site = Site("<title>Shop</title><p></p><script>document.querySelector('p').append('A tea')</script>", caplog)
    preview = {"user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)"}
    assert "<p>A tea</p>" not in site.ask_for(["/"], headers=preview)[0].text
    assert "<p>A tea</p>" in site.ask_for(["/"], headers=preview, bots="known")[0].text


def test_an_unknown_setting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AJAXCRAWL_MAXAGE", "5")
    with pytest.raises(SettingsError) as caught:
        Settings()
    assert shown("AJAXCRAWL_MAXAGE") in str(caught.value)
