"""The inspector's ASGI application: routes, and what guards them."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

from anyio import to_thread
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from .. import text
from ..archive.states import public
from ..errors import AjaxCrawlError, RenderError, StoreError, UrlError
from ..snapshot import Answer
from . import filters
from .access import LOGGED_IN, Access, Allow, is_from_elsewhere
from .difference import difference
from .exchange import elsewhere, here, is_own, page_headers, read_form, set_cookie
from .files import TYPES, static_files, templates
from .frames import HEADERS, framed
from .listing import listing
from .renders import Renders
from .report import Report, kept_of, of_answer, of_render, unframeable

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from ..archive.states import State
    from ..crawl import AjaxCrawl

STICKS = 30.0  # seconds for which a list stays with the worker that made it, though others answer meanwhile
RENEWED = 10.0  # seconds after which a list is sent again though nothing is new in it
TRIES = 12  # connections that are made to meet one worker of several

Endpoint = Callable[[Request], Awaitable[Response]]


class Inspector:
    """The inspector of one crawl; see ``starlette_ajaxcrawl.inspector.inspector``."""

    def __init__(self, crawl: AjaxCrawl, token: str | None, allow: Allow | None) -> None:
        self.crawl = crawl
        self.access = Access(token, allow)
        self.renders = Renders()
        static_files()  # says what is missing now, not at the first request
        self._app = Starlette(
            routes=[
                Route("/", self._guarded(self._home)),
                Route("/recent", self._guarded(self._recent)),
                Route("/page", self._guarded(self._page)),
                Route("/report", self._guarded(self._report)),
                Route("/render", self._guarded(self._render)),
                Route("/snapshot", self._guarded(self._snapshot)),
                Route("/refresh", self._guarded(self._refresh), methods=["POST"]),
                Route("/purge", self._guarded(self._purge), methods=["POST"]),
                Route("/difference", self._guarded(self._difference), methods=["POST"]),
                Route("/login", self._login, methods=["GET", "POST"]),
                Route("/logout", self._logout, methods=["POST"]),
                Route("/static/{name}", self._file),
            ],
            exception_handlers={HTTPException: self._failed, UrlError: self._failed},
        )
        crawl.observe(self.renders)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection. The pages that are rendered never see the inspector, whoever asks for them."""
        if scope["type"] == "http":
            if "ajaxcrawl" in (scope.get("extensions") or ()):
                await Response("Not Found", 404, media_type="text/plain")(scope, receive, send)
                return
            root = (scope.get("root_path") or "").rstrip("/")
            if scope["path"] in (root, ""):  # links are relative to the folder
                name = (root or scope["path"]).rpartition("/")[2]
                await RedirectResponse(f"{quote(name)}/")(scope, receive, send)
                return
        await self._app(scope, receive, send)

    def beside(self, app: ASGIApp, path: str = "/_inspector") -> ASGIApp:
        """``app`` with the inspector at ``path``, for frameworks that mount no ASGI applications."""

        async def both(scope: Scope, receive: Receive, send: Send) -> None:
            if scope["type"] == "http":
                root = (scope.get("root_path") or "").rstrip("/")
                whole = scope["path"] if scope["path"].startswith(f"{root}/") else root + scope["path"]
                if whole == root + path or whole.startswith(f"{root}{path}/"):
                    place = {"root_path": root + path, "app_root_path": root, "path": whole}
                    await self({**scope, **place}, receive, send)
                    return
            await app(scope, receive, send)

        return both

    def _guarded(self, endpoint: Endpoint) -> Endpoint:
        async def guarded(request: Request) -> Response:
            if not await self.access.admits(request):
                return self._refused(request)
            if request.method not in ("GET", "HEAD") and is_from_elsewhere(request):
                raise HTTPException(403, "Another site's page asked for this.")
            return await endpoint(request)

        return guarded

    def _refused(self, request: Request) -> Response:
        if not self.access.by_token:
            raise HTTPException(403, "This site lets others in here.")
        if request.method == "GET" and not request.headers.get("hx-request"):
            return self._html("login.html", 401, wrong=False, next=here(request))
        response = self._html("message.html", 401, title="Logged out", message="Log in again.")
        response.headers["hx-refresh"] = "true"
        return response

    async def _login(self, request: Request) -> Response:
        if not self.access.by_token:
            raise HTTPException(404)
        if request.method != "POST":
            return self._html("login.html", wrong=False, next="./")
        if is_from_elsewhere(request):
            raise HTTPException(403, "Another site's page asked for this.")
        form = await read_form(request)
        target = form.get("next", "")
        if not self.access.is_token(form.get("token", "")):
            return self._html("login.html", 401, wrong=True, next=target)
        response = RedirectResponse(target if is_own(target) else "./", 303)
        set_cookie(request, response, self.access.login(), LOGGED_IN)
        return response

    async def _logout(self, request: Request) -> Response:
        if is_from_elsewhere(request):
            raise HTTPException(403, "Another site's page asked for this.")
        response = RedirectResponse("./", 303)
        set_cookie(request, response, "", 0)
        return response

    async def _home(self, request: Request) -> Response:
        return self._html("home.html", **listing(self.renders, request.query_params), problem="", url="")

    async def _recent(self, request: Request) -> Response:
        """The list alone; nothing (204) where it need not change, or is another worker's."""
        asked = request.query_params
        as_of = filters.number(asked.get("as_of"))
        young = time.time() - as_of
        if "as_of" in asked:
            if asked.get("worker") != self.renders.worker and young < STICKS:
                return elsewhere(request, Response(status_code=204))
            if asked.get("seen") == str(self.renders.seen) and young < RENEWED:
                return Response(status_code=204)
        return self._html("recent.html", **listing(self.renders, request.query_params))

    async def _page(self, request: Request) -> Response:
        """The page around a report, which the browser then asks for: a render takes its time."""
        url = request.query_params.get("url", "").strip()
        try:
            state = self._state(request, url)
        except UrlError as error:
            return self._html(
                "home.html", 400, **listing(self.renders, request.query_params), problem=error.reason, url=url
            )
        return self._html("page.html", report=None, state=state, url=url)

    async def _report(self, request: Request) -> Response:
        """What a crawler gets of a page now."""
        state = self._state(request, request.query_params.get("url", ""))
        report = await self._asked(state, lambda: self.crawl.answer(state.url))
        return await self._show(request, report, live=True)

    async def _asked(self, state: State, ask: Callable[[], Awaitable[Answer]]) -> Report:
        """The report on what ``ask`` gives of the page."""
        began = time.perf_counter()
        answer: Answer | AjaxCrawlError
        try:
            self.crawl.watch_signals()
            answer = await ask()
        except (RenderError, UrlError) as error:
            answer = error
        except TypeError as error:  # there is no middleware of this crawl, or there are several
            raise HTTPException(500, str(error)) from None
        seconds = time.perf_counter() - began
        return await to_thread.run_sync(of_answer, state, answer, self.renders.latest(state.key), seconds)

    async def _render(self, request: Request) -> Response:
        """A render out of the list. Strangers chose its URL, so the live page is shown when asked for only."""
        render = self._asked_render(request)
        if render is None:
            return self._not_here(request)
        state = self.crawl.state(render.event.url)
        return await self._show(request, await to_thread.run_sync(of_render, state, render), live=False)

    async def _show(self, request: Request, report: Report, live: bool, note: str = "") -> Response:
        state = report.state
        same_origin, frame = self._live(request, state)
        partial = request.headers.get("hx-request") and request.url.path.endswith(("/report", "/refresh"))
        context: dict[str, Any] = {
            "partial": partial,
            "report": report,
            "state": state,
            "url": public(state.url),
            "site": f"{'/'.join(state.url.split('/', 3)[:3])}/",
            "note": note,
            "live": live or request.query_params.get("live") == "1",
            "frame": frame,
            "readable": same_origin,
            "unframeable": unframeable(report),
            "worker": self.renders.worker,
            "kept": await kept_of(self.crawl, state),
            "store": type(self.crawl.store).__name__,
            "vary_on": state.settings.vary_on,
            "unseen": sorted(text.UNSEEN),
            "blocks": sorted(text.BLOCKS),
            "cells": sorted(text.CELLS),
        }
        return self._html("report.html" if partial else "page.html", **context)

    async def _snapshot(self, request: Request) -> Response:
        """A snapshot as a document that can do nothing: by the number of its render, else what is kept of ``url``."""
        if "id" in request.query_params:
            render = self._asked_render(request)
            if render is None:
                return self._not_here(request)
            rendering = render.event.rendering
            snapshot = None if rendering is None else rendering.snapshot
        else:
            state = self._state(request, request.query_params.get("url", ""))
            snapshot = (await kept_of(self.crawl, state)).snapshot
        if snapshot is None or snapshot.kind != "html":
            raise HTTPException(404, "There is no such snapshot any more.")
        body = await to_thread.run_sync(framed, snapshot)
        return Response(body, headers=HEADERS, media_type="text/html; charset=utf-8")

    async def _refresh(self, request: Request) -> Response:
        state = self._state(request, (await read_form(request)).get("url", ""))

        async def refresh() -> Answer:
            snapshot = await self.crawl.refresh(state.url)
            latest = self.renders.latest(state.key)
            return Answer(snapshot, "miss", latest.event.rendering if latest else None)

        report = await self._asked(state, refresh)
        if not request.headers.get("hx-request"):
            return RedirectResponse(f"page?url={quote(public(state.url), safe='')}", 303)
        return await self._show(request, report, live=True, note="" if report.error else "Rendered anew just now.")

    async def _purge(self, request: Request) -> Response:
        form = await read_form(request)
        if form.get("everything") == "1":
            count = await self._forget(everything=True)
        else:
            count = await self._forget(url=self._state(request, form.get("url", "")).url)
        what = "1 kept snapshot is" if count == 1 else f"{count} kept snapshots are"
        message = f"{what} forgotten. The next request renders anew."
        if request.headers.get("hx-request"):
            return self._html("note.html", note=message, failed=False)
        return self._html("message.html", title="Purged", message=message)

    async def _forget(self, **what: Any) -> int:
        try:
            return await self.crawl.purge(**what)
        except StoreError as error:
            raise HTTPException(503, f"The store fails: {error}") from None

    async def _difference(self, request: Request) -> Response:
        form = await read_form(request)
        found = await to_thread.run_sync(difference, form.get("people", ""), form.get("crawlers", ""))
        return self._html("difference.html", difference=found)

    async def _file(self, request: Request) -> Response:
        name, files = request.path_params["name"], static_files()
        if name not in files:
            raise HTTPException(404)
        headers = {"cache-control": "public, max-age=31536000, immutable", "x-content-type-options": "nosniff"}
        return Response(files[name], headers=headers, media_type=TYPES[name.rpartition(".")[2]])

    def _state(self, request: Request, url: str) -> State:
        """The state of this site that ``url`` means; a path, or a state alone, is one of the site that is asked."""
        url = url.strip()
        if url.startswith("#"):
            url = f"/{url}"
        if url.startswith("/") and not url.startswith("//"):
            root = (request.scope.get("app_root_path") or "").rstrip("/")
            if not url.startswith(f"{root}/"):
                url = root + url
            if self.crawl.settings.site_url is None:
                url = f"{request.url.scheme}://{request.headers.get('host', '')}{url}"
        if not url:
            raise UrlError(url, "Enter a URL of this site, or its path")
        return self.crawl.state(url)

    def _live(self, request: Request, state: State) -> tuple[bool, str]:
        """Whether the live page has the inspector's origin, and its URL for a frame: empty for other hosts."""
        parts = urlsplit(state.url)
        shown = public(state.url)
        if parts.netloc.lower() == request.headers.get("host", "").lower():
            # by its path: a server behind a proxy may not know that it is https
            path = shown.partition("//")[2].partition("/")[2]
            return True, shown if path.startswith("/") else f"/{path}"
        site = self.crawl.settings.site_url
        return False, shown if site is not None and urlsplit(site).netloc == parts.netloc else ""

    def _asked_render(self, request: Request) -> Any:
        asked = request.query_params
        number = asked.get("id", "")
        if asked.get("worker") != self.renders.worker or not number.isdecimal():
            return None
        return self.renders.get(int(number[:12]))

    def _not_here(self, request: Request) -> Response:
        """A render that is forgotten, or that another worker has: a new connection may meet that one."""
        asked = request.query_params
        tries = int(filters.number(asked.get("try")))
        if asked.get("worker") == self.renders.worker or tries >= TRIES:
            raise HTTPException(404, "This render is no longer remembered, or its worker has ended.")
        again = request.url.include_query_params(**{"try": tries + 1})
        response = self._html(
            "message.html", 404, title="Looking for the worker", message="Another worker has seen this render."
        )
        response.headers["refresh"] = f"0; url={again.path.rpartition('/')[2]}?{again.query}"
        return elsewhere(request, response)

    async def _failed(self, request: Request, error: Exception) -> Response:
        status = getattr(error, "status_code", 400)
        message = error.reason if isinstance(error, UrlError) else getattr(error, "detail", "")
        if request.headers.get("hx-request"):
            return self._html("note.html", status, note=message, failed=True)
        return self._html("message.html", status, title=f"{status}", message=message)

    def _html(self, template: str, status: int = 200, **context: Any) -> HTMLResponse:
        nonce = token_urlsafe(16)
        context |= {"nonce": nonce, "by_token": self.access.by_token, "read_only": self.crawl.store.read_only}
        context["lately"] = [public(url) for url in self.renders.lately()]
        body = templates().get_template(template).render(context)
        headers = page_headers(self.crawl.settings.site_url or "", nonce)
        return HTMLResponse(body, status, headers)
