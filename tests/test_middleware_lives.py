"""How the middleware lives: with clients that go away, with other protocols, and with the application's lifespan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
import pytest
from asgi_calls import Exchange, call, client_that_stays
from bare_site import HTML, PRETTY, UGLY, Site, around

from starlette_ajaxcrawl import (
    AjaxCrawl,
    AjaxCrawlMiddleware,
    FakeRenderer,
    Settings,
)

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send

pytestmark = pytest.mark.anyio

# -- a client that goes away


async def test_a_client_that_goes_away_frees_its_place() -> None:
    renderer = FakeRenderer({PRETTY: HTML}, wait=anyio.Event())
    messages: list[Message] = [{"type": "http.disconnect"}, {"type": "http.request", "body": b""}]

    async def receive() -> Message:
        while not renderer.requests:
            await anyio.lowlevel.checkpoint()
        return messages.pop()

    exchange = await call(around(Site(), renderer), UGLY, receive=receive)
    with anyio.fail_after(5):
        while not renderer.cancelled:
            await anyio.lowlevel.checkpoint()
    assert exchange.messages == []


async def test_a_render_goes_on_while_another_client_waits_for_it() -> None:
    finish = anyio.Event()
    renderer = FakeRenderer({PRETTY: HTML}, wait=finish)
    middleware = around(Site(), renderer)
    exchanges: list[Exchange] = []

    async def stay() -> None:
        exchanges.append(await call(middleware, UGLY))

    async def receive() -> Message:
        while not renderer.requests:
            await anyio.lowlevel.checkpoint()
        await anyio.wait_all_tasks_blocked()
        return {"type": "http.disconnect"}

    async with anyio.create_task_group() as group:
        group.start_soon(stay)
        gone = await call(middleware, UGLY, receive=receive)
        finish.set()
    assert gone.messages == []
    assert exchanges[0].body == HTML.encode()
    assert renderer.cancelled == []


# -- other protocols


async def test_web_sockets_pass_through() -> None:
    seen: list[tuple[object, ...]] = []

    async def site(*arguments: object) -> None:
        seen.append(arguments)

    scope = {"type": "websocket", "path": "/", "query_string": b"_escaped_fragment_=", "headers": []}
    receive, send = client_that_stays(), client_that_stays()
    await around(site)(scope, receive, send)
    assert all(got is given for got, given in zip(seen[0], (scope, receive, send), strict=True))


async def test_protocols_of_the_future_pass_through() -> None:
    seen: list[Scope] = []

    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        seen.append(scope)

    scope = {"type": "webtransport"}
    await around(site)(scope, client_that_stays(), None)
    assert seen[0] is scope


class Lived:
    """Runs a lifespan: startup, then shutdown; ``events`` tells what came when."""

    def __init__(self) -> None:
        self.renderer = FakeRenderer({})
        self.events: list[str] = []
        self.crawl = AjaxCrawl(Settings(_env_file=None, warm_up=True), renderer=self.renderer)
        self.unsent = [{"type": "lifespan.shutdown"}, {"type": "lifespan.startup"}]

    async def receive(self) -> Message:
        return self.unsent.pop()

    async def send(self, message: Message) -> None:
        self.events.append(f"{message['type']} started={self.renderer.started} closed={self.renderer.closed}")

    async def around(self, site: Any) -> None:
        await AjaxCrawlMiddleware(site, self.crawl)({"type": "lifespan", "state": {}}, self.receive, self.send)


async def test_the_crawl_starts_and_ends_inside_the_applications_lifespan() -> None:
    lived = Lived()

    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        assert await receive() == {"type": "lifespan.startup"}
        assert lived.renderer.started == 0
        await send({"type": "lifespan.startup.complete"})
        assert await receive() == {"type": "lifespan.shutdown"}
        assert lived.renderer.closed == 0
        await send({"type": "lifespan.shutdown.complete"})

    await lived.around(site)
    assert lived.events == [
        "lifespan.startup.complete started=1 closed=0",
        "lifespan.shutdown.complete started=1 closed=1",
    ]


async def test_an_application_that_fails_to_start_starts_no_renderer() -> None:
    lived = Lived()

    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        await receive()
        await send({"type": "lifespan.startup.failed", "message": "no database"})
        raise OSError("no database")

    with pytest.raises(OSError, match="no database"):
        await lived.around(site)
    assert lived.events == ["lifespan.startup.failed started=0 closed=0"]
    assert lived.renderer.started == 0


async def test_an_application_without_lifespan_says_so_as_servers_expect() -> None:
    lived = Lived()

    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        raise ValueError("http only")

    with pytest.raises(ValueError, match="http only"):
        await lived.around(site)
    assert (lived.events, lived.renderer.started) == ([], 1)


async def test_an_application_that_ignores_lifespan_gets_a_started_crawl_too() -> None:
    lived = Lived()

    async def site(scope: Scope, receive: Receive, send: Send) -> None: ...

    await lived.around(site)
    assert (lived.events, lived.renderer.started) == ([], 1)
