"""One contract, six frameworks: what the middleware does is the same around each, through a real uvicorn."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio
import httpx
import pytest
from asgi_calls import http_scope
from frameworks.sites import EVENTS, FROM_PEOPLE, FROM_RENDERER, GATE, MISSING, SITES, WITHOUT_LIFESPAN_AND_SOCKETS
from servers import uvicorn_running

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, FakeRenderer, RendererUnavailable, Settings, Snapshot

if TYPE_CHECKING:
    from collections.abc import Iterator

    from starlette.types import Message

    from starlette_ajaxcrawl.renderers.fake import Page

MARKER = {"X-Ajaxcrawl-Render": "1"}


class Renderer(FakeRenderer):
    """Gives the site's own documents, but for two states."""

    def __init__(self) -> None:
        super().__init__()
        self.document = super()._page

    async def _page(self, url: str, response: object) -> Page:
        if url.endswith("#!other"):
            return Snapshot(url, "other", 200, (), b"", 0.0)
        if url.endswith("#!failing"):
            return RendererUnavailable(url, "no Java")
        return await self.document(url, response)


@pytest.fixture(scope="module", params=list(SITES))
def framework(request: pytest.FixtureRequest) -> str:
    return request.param


@pytest.fixture(scope="module")
def crawl() -> AjaxCrawl:
    settings = Settings(
        _env_file=None,
        exclude_states=("excluded*",),
        allowed_hosts=("127.0.0.1", "example.com"),
        max_age=0.0,
        bots="Twitterbot",
    )
    return AjaxCrawl(settings, renderer=Renderer())


@pytest.fixture(scope="module")
def site(framework: str, crawl: AjaxCrawl) -> Iterator[httpx.Client]:
    with (
        uvicorn_running(AjaxCrawlMiddleware(SITES[framework](), crawl)) as url,
        httpx.Client(base_url=url, timeout=20) as client,
    ):
        yield client


def test_people_get_the_page_as_it_is(site: httpx.Client) -> None:
    response = site.get("/page")
    assert (response.status_code, response.text) == (200, FROM_PEOPLE)
    assert "x-ajaxcrawl" not in response.headers


@pytest.mark.parametrize("query", ["_escaped_fragment_=", "_escaped_fragment_=/a%20b", "x=1&_escaped_fragment_=%C3%A9"])
def test_crawlers_get_the_snapshot_that_the_renderer_made_of_the_sites_own_page(site: httpx.Client, query: str) -> None:
    response = site.get(f"/page?{query}")
    assert (response.status_code, response.text) == (200, FROM_RENDERER)
    assert response.headers["x-ajaxcrawl"] == "miss"
    assert response.headers["content-type"] == "text/html; charset=utf-8"


def test_bots_get_the_same_at_the_plain_url_but_nothing_in_place_of_data(site: httpx.Client) -> None:
    bot = {"user-agent": "Twitterbot/1.0"}
    response = site.get("/page", headers=bot)
    assert (response.status_code, response.text, response.headers["x-ajaxcrawl"]) == (200, FROM_RENDERER, "miss")
    assert "user-agent" in response.headers["vary"].lower()
    data = site.get("/echo?a=b", headers=bot)
    assert data.json()["query"] == "a=b"
    assert "x-ajaxcrawl" not in data.headers
    for _ in range(3):  # nothing of a request that was left stays with its connection
        assert site.get("/page", headers=bot).text == FROM_RENDERER


def test_head_says_the_same_without_a_body(site: httpx.Client) -> None:
    response = site.head("/page?_escaped_fragment_=")
    assert (response.status_code, response.content) == (200, b"")
    assert response.headers["content-length"] == str(len(FROM_RENDERER))


def test_a_missing_page_stays_missing(site: httpx.Client) -> None:
    response = site.get("/missing?_escaped_fragment_=/x")
    assert (response.status_code, response.text) == (404, MISSING)


def test_the_marker_from_outside_is_stripped(site: httpx.Client) -> None:
    assert site.get("/page", headers=MARKER).text == FROM_PEOPLE
    assert "x-ajaxcrawl-render" not in site.get("/echo", headers=MARKER).json()["headers"]
    assert site.get("/page", headers=[(b"X_Ajaxcrawl_Render", b"1")]).text == FROM_PEOPLE


def test_a_forged_host_gets_no_snapshot_but_the_page_as_it_is(site: httpx.Client) -> None:
    forged = {"Host": "evil.example"}
    assert site.get("/page?_escaped_fragment_=", headers=forged).status_code == 400
    assert site.get("/page", headers=forged).text == FROM_PEOPLE


def test_posts_pass_through_with_their_body(site: httpx.Client) -> None:
    said = site.post("/echo?_escaped_fragment_=/a", content=b"form").json()
    assert (said["method"], said["query"], said["body"]) == ("POST", "_escaped_fragment_=/a", "form")


def test_excluded_states_reach_the_application_as_sent(site: httpx.Client) -> None:
    said = site.get("/echo?a=%2C&_escaped_fragment_=excluded/1").json()
    assert said["query"] == "a=%2C&_escaped_fragment_=excluded/1"


def test_what_is_not_html_reaches_the_application_without_the_token(site: httpx.Client) -> None:
    said = site.get("/echo?a=%2C&_escaped_fragment_=other", headers={"X-Own": "kept"}).json()
    assert (said["path"], said["query"]) == ("/echo", "a=%2C")
    assert "x-own" in said["headers"]


def test_without_a_renderer_crawlers_are_asked_to_come_again(site: httpx.Client) -> None:
    response = site.get("/page?_escaped_fragment_=failing")
    assert response.status_code == 503
    assert int(response.headers["retry-after"]) > 0
    assert site.get("/page").text == FROM_PEOPLE


def test_without_a_renderer_the_page_itself_is_the_answer_where_so_set(framework: str) -> None:
    crawl = AjaxCrawl(Settings(_env_file=None, on_error="pass"), renderer=Renderer())
    with uvicorn_running(AjaxCrawlMiddleware(SITES[framework](), crawl)) as url:
        said = httpx.get(f"{url}/echo?a=1&_escaped_fragment_=failing").json()
    assert (said["method"], said["query"]) == ("GET", "a=1")


@pytest.mark.parametrize(
    "query", ["_escaped_fragment_=%zz", "_escaped_fragment_=%FF", "_escaped_fragment_&_escaped_fragment_"]
)
def test_values_that_cannot_be_mapped_are_bad_requests(site: httpx.Client, query: str) -> None:
    assert site.get(f"/page?{query}").status_code == 400


def test_static_files_pass_through(site: httpx.Client) -> None:
    response = site.get("/static/app.js")
    assert response.status_code == 200
    assert "from a script" in response.text


def test_streams_pass_undelayed(site: httpx.Client) -> None:
    GATE.clear()
    with site.stream("GET", "/stream") as response:
        received = response.iter_raw()
        assert next(received) == b"first"
        GATE.set()
        assert b"".join(received) == b"last"


@pytest.mark.parametrize("framework", sorted(set(SITES) - WITHOUT_LIFESPAN_AND_SOCKETS), indirect=True)
def test_web_sockets_pass_through(framework: str, crawl: AjaxCrawl) -> None:
    scope = {**http_scope("/socket?_escaped_fragment_="), "type": "websocket", "scheme": "ws", "subprotocols": []}
    del scope["method"]
    to_site: list[Message] = [{"type": "websocket.receive", "text": "hello"}, {"type": "websocket.connect"}]
    from_site: list[Message] = []

    async def receive() -> Message:
        if not to_site:
            await anyio.sleep_forever()
        return to_site.pop()

    async def send(message: Message) -> None:
        from_site.append(message)

    anyio.run(AjaxCrawlMiddleware(SITES[framework](), crawl), scope, receive, send)
    assert [message["type"] for message in from_site[:2]] == ["websocket.accept", "websocket.send"]
    assert from_site[1]["text"] == "hello"


def test_lifespans_pass_through_and_the_renderer_lives_inside(framework: str) -> None:
    renderer = FakeRenderer()
    crawl = AjaxCrawl(Settings(_env_file=None, warm_up=True), renderer=renderer)
    EVENTS.clear()
    with uvicorn_running(AjaxCrawlMiddleware(SITES[framework](), crawl)):
        assert renderer.started == 1
        assert renderer.closed == 0
    if framework not in WITHOUT_LIFESPAN_AND_SOCKETS:
        assert renderer.closed == 1
        assert EVENTS == ["startup", "shutdown"]
