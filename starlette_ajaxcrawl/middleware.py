"""ASGI in and out, nothing else: finds requests for ugly URLs and answers them with what the service gives."""

from __future__ import annotations

import logging
import time
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any, NamedTuple

from . import responses
from .bot_pages import answers_with_a_page, asks_for_a_page, told_to_caches
from .client import Client, ClientGone
from .crawl import AjaxCrawl
from .errors import RenderError, SettingsError, UrlError
from .events import Answered
from .origin import RENDER_HEADER, InProcessOrigin, MountPoint, page_scope
from .policy import ADMIN, Asked, PassOn, Refuse, Render, admin_action, decide, decide_for_bot, varied
from .scheme import TOKEN, is_ugly
from .snapshot import RenderRequest
from .user_agents import Bots

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from .settings import Settings
    from .snapshot import Answer

logger = logging.getLogger(__name__)

SHORT = 2048  # characters and bytes; decisions about longer URLs are not remembered

EXTENSION = "ajaxcrawl"  # in the scope of the page's own requests, which only the in-process origin makes

_TOKEN = TOKEN.encode()
# Django reads an underscore in a header's name as a hyphen.
_FLEET = b"x-ajaxcrawl-fleet"
_MARKERS = frozenset(
    marker.replace(b"-", first, 1).replace(b"l-", b"l" + second)
    for marker in (RENDER_HEADER.encode(), _FLEET)
    for first in (b"-", b"_")
    for second in (b"-", b"_")
)


class AjaxCrawlMiddleware:
    """Answers requests for ugly URLs with HTML snapshots of the pages that ``app`` serves.

    ``app`` must be what answers the page's own requests too (its scripts, its data): a whole application or a mounted
    one, never a single route. So wrap Litestar, Quart and Django from outside; Starlette and FastAPI may hold it in
    their list of middleware.

    ``crawl`` owns renderer and store, and may serve several middlewares; without it one is made from ``settings``, or
    from the environment. All other requests reach ``app`` untouched, but for the header ``X-Ajaxcrawl-Render``, which
    only the page's own requests have.
    """

    def __init__(self, app: ASGIApp, crawl: AjaxCrawl | None = None, *, settings: Settings | None = None) -> None:
        """Raises ``SettingsError`` where ``crawl`` and ``settings`` are both given: ``crawl`` has settings already.

        Faults in the environment fail the lifespan's startup instead: frameworks may make their middleware then, and
        servers take an exception there for an application without lifespan.
        """
        if crawl is not None and settings is not None:
            raise SettingsError("give AjaxCrawlMiddleware either crawl or settings: crawl has settings of its own")
        self.app = app
        self._fault: SettingsError | None = None
        self._state: MutableMapping[str, Any] | None = None
        self._mount_point: MountPoint | None = None
        try:
            self.crawl = AjaxCrawl(settings) if crawl is None else crawl
            self.crawl.serve(self._origin)
            # pages that many ask for are what a store is for
            self._decided = lru_cache(maxsize=1024)(partial(decide, settings=self.crawl.settings))
            self._decided_for_bot = lru_cache(maxsize=1024)(partial(decide_for_bot, settings=self.crawl.settings))
            self._bots = Bots(self.crawl.settings.bots) if self.crawl.settings.bots else None
        except SettingsError as error:
            self._fault = error

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection. Raises ``SettingsError`` where the environment's settings are wrong."""
        kind = scope["type"]
        if self._fault is not None:
            if kind == "lifespan":
                await receive()
                await send({"type": "lifespan.startup.failed", "message": str(self._fault)})
            raise self._fault.with_traceback(None)  # servers print the message, test clients wait for this
        if kind == "lifespan":
            await self._live(scope, receive, send)
            return
        if kind == "http" and self._mount_point is None:
            self._mount_point = MountPoint(scope)
        if kind in ("http", "websocket") and EXTENSION not in (scope.get("extensions") or ()):
            for name, _ in scope["headers"]:
                if name in _MARKERS:
                    scope, send = self._unmarked(scope, send)
                    break
            if EXTENSION in (scope.get("extensions") or ()):  # a page's request, from a worker
                await self.app(scope, receive, send)
                return
            if kind == "http" and _TOKEN in scope["query_string"] and is_ugly(scope["query_string"]):
                await self._decide(scope, receive, send)
                return
            if kind == "http" and ADMIN in scope["path"] and self.crawl.settings.admin_token is not None:
                action = admin_action(scope["path"], scope.get("root_path") or "")
                if action is not None:
                    from .admin import administer  # loads Starlette, which bare applications do without

                    make_origin = partial(InProcessOrigin, self.app, scope)
                    await administer(self.crawl, action, make_origin, scope, receive, send)
                    return
            if kind == "http" and self._bots is not None:
                await self._by_client(self._bots, scope, receive, send)
                return
        await self.app(scope, receive, send)

    def _unmarked(self, scope: Scope, send: Send) -> tuple[Scope, Send]:
        """``scope`` without the marks of a page's request; where a worker has signed them, as one of the page's own."""
        headers = [pair for pair in scope["headers"] if pair[0] not in _MARKERS]
        key = self.crawl.settings.fleet_key
        signed = None if key is None else next((value for name, value in scope["headers"] if name == _FLEET), None)
        if key is None or signed is None:
            return {**scope, "headers": headers}, send
        from .fleet.signing import NotSigned, marked_page, proven  # most sites have no fleet

        mark = signed.decode("latin-1")
        try:
            page = marked_page(key.get_secret_value(), mark, time.time())
        except NotSigned as error:
            logger.warning("A request is none of a worker's: %s", error)
            return {**scope, "headers": headers}, send
        destination = next((value for name, value in headers if name == b"sec-fetch-dest"), b"empty")
        about = {"url": page, "destination": destination.decode("latin-1")}
        marked = {
            **scope,
            "scheme": page.partition("://")[0],
            "headers": [*headers, (RENDER_HEADER.encode(), b"1")],
            "extensions": {**(scope.get("extensions") or {}), EXTENSION: about},
        }
        return marked, proven(send, key.get_secret_value(), mark)

    async def _decide(self, scope: Scope, receive: Receive, send: Send) -> None:
        asked = _asked(scope)
        match self._decided(asked) if _is_short(asked) else decide(asked, self.crawl.settings):
            case PassOn():
                await self.app(scope, receive, send)
            case Refuse(error):
                await _send(responses.failure(error, scope["method"]), send)
            case render:
                await self._snapshot(varied(render, scope["headers"]), scope, receive, send)

    async def _by_client(self, bots: Bots, scope: Scope, receive: Receive, send: Send) -> None:
        """A plain URL: bots get the snapshot, people the page, and caches are told of it."""
        asked, settings = _asked(scope), self.crawl.settings
        decision = self._decided_for_bot(asked) if _is_short(asked) else decide_for_bot(asked, settings)
        if not isinstance(decision, Render):
            await self.app(scope, receive, send)
            return
        send = told_to_caches(send, settings.bots_cache)
        user_agent = next((value for name, value in scope["headers"] if name == b"user-agent"), b"")
        if bots.match(user_agent) and asks_for_a_page(scope["headers"]):
            await self._snapshot(varied(decision, scope["headers"]), scope, receive, send, bot=True)
        else:
            await self.app(scope, receive, send)

    async def _snapshot(self, render: Render, scope: Scope, receive: Receive, send: Send, bot: bool = False) -> None:
        client = Client(receive)
        service = self.crawl.service
        request = RenderRequest(render.url, render.settings, render.headers)
        began = time.perf_counter()

        def make_origin() -> InProcessOrigin:
            self.crawl.watch_signals()
            return InProcessOrigin(self.app, scope, render.url, render.settings, render.headers)

        async def get() -> Answer:
            service.check_room(request, render.key)
            origin = make_origin()  # only now it takes long enough to watch the client meanwhile
            return await client.wait_for(lambda: service.get(request, render.key, origin))

        found = await self._outcome(render, scope, lambda: service.kept(request, render.key, make_origin))
        if found is None:
            if bot:
                untouched = {name: value.copy() if isinstance(value, dict) else value for name, value in scope.items()}
                if not await answers_with_a_page(self.app, scope, client, send):
                    return
                scope = untouched  # what frameworks note of a request there is not to be found by the next
            try:
                found = await self._outcome(render, scope, get)
            except ClientGone:
                return
        assert found is not None
        if self.crawl.observers:
            status = 0 if found.reply is None else found.reply.status
            self.crawl.observers.tell(Answered(render.url, found.outcome, status, time.perf_counter() - began, bot))
        if found.reply is None:
            await self.app({**scope, "query_string": render.query}, client.receive, send)
        else:
            await _send(found.reply, send)

    async def _outcome(
        self, render: Render, scope: Scope, find: Callable[[], Awaitable[Answer | None]]
    ) -> _Found | None:
        """What ``find`` comes to, its failures too; None where it gives None."""
        method = scope["method"]
        try:
            answer = await find()
            if answer is None:
                return None
            if answer.snapshot.kind == "other":
                return _PASSED
            reply = responses.respond(answer, method, scope["headers"], time.time(), render.settings)
            return _Found(answer.outcome, reply)
        except ClientGone:
            raise
        except UrlError as error:  # no URL to a browser
            return _Found("refused", responses.failure(error, method))
        except Exception as error:
            if not isinstance(error, RenderError):  # those are in the log already, once a render
                logger.exception("No snapshot of %r: unexpected error", render.url)
                error = RenderError(render.url, "unexpected error")
            if render.settings.on_error == "pass":
                return _PASSED
            return _Found("error", responses.failure(error, method))

    async def _live(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lifespan: the crawl starts after the application has, and ends after it."""
        has_lifespan = False
        self._state = scope.get("state")

        async def send_between(message: Message) -> None:
            nonlocal has_lifespan
            has_lifespan = True
            if message["type"] == "lifespan.startup.complete":
                await self.crawl.startup()
            elif message["type"] in ("lifespan.shutdown.complete", "lifespan.shutdown.failed"):
                await self.crawl.shutdown()
            await send(message)

        try:
            await self.app(scope, receive, send_between)
        except Exception:
            if not has_lifespan:
                await self.crawl.startup()
            raise  # so servers learn that the application has no lifespan
        if not has_lifespan:
            await self.crawl.startup()

    def _origin(self, url: str, settings: Settings) -> InProcessOrigin:
        """What answers the requests of the page at ``url``, where no request for it has come.

        A root path is known from the first request on, whatever that was for.
        """
        return InProcessOrigin(self.app, page_scope(url, self._state, self._mount_point), url, settings)


class _Found(NamedTuple):
    """What came of a request for a snapshot."""

    outcome: str  # as in X-Ajaxcrawl
    reply: responses.Reply | None  # without one the application answers


_PASSED = _Found("passed", None)


def _asked(scope: Scope) -> Asked:
    server = scope.get("server")
    return Asked(
        method=scope["method"],
        scheme=scope.get("scheme", "http"),
        path=scope["path"],
        raw_path=scope.get("raw_path"),
        root_path=scope.get("root_path") or "",
        query=scope["query_string"],
        hosts=tuple(value for name, value in scope["headers"] if name == b"host"),
        server=None if server is None else (server[0], server[1]),
    )


def _is_short(asked: Asked) -> bool:
    return len(asked.path) + len(asked.query) < SHORT


async def _send(reply: responses.Reply, send: Send) -> None:
    await send({"type": "http.response.start", "status": reply.status, "headers": reply.headers})
    await send({"type": "http.response.body", "body": reply.body})
