"""One site, written for each framework: ``SITES`` maps a framework's name to a function that makes the application.

Every site answers ``/echo`` (what it was asked, as JSON), ``/page`` (an HTML document that says whether a renderer
asked), ``/missing`` (404 with a document), ``/stream`` (two parts, the second after ``GATE``), ``/static/app.js``, and
where the framework can, the WebSocket ``/socket`` (echo) and a lifespan that fills ``EVENTS``.
"""

# no "from __future__ import annotations": FastAPI and Litestar look the names of local classes up
import json
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from pathlib import Path
from typing import Any

import anyio.to_thread
from starlette.types import ASGIApp, Receive, Scope, Send

STATIC = Path(__file__).parent / "static"
EVENTS: list[str] = []
GATE = threading.Event()

HTML = "text/html; charset=utf-8"
FROM_RENDERER = "<!DOCTYPE html><title>for a renderer</title>"
FROM_PEOPLE = "<!DOCTYPE html><title>for people</title>"
MISSING = "<!DOCTYPE html><title>not here</title>"


def page(headers: Mapping[str, str]) -> str:
    return FROM_RENDERER if headers.get("x-ajaxcrawl-render") == "1" else FROM_PEOPLE


def echo(method: str, path: str, query: str | bytes, headers: Iterable[tuple[str, str]], body: bytes) -> str:
    said = {"method": method, "path": path, "query": query if isinstance(query, str) else query.decode("latin-1")}
    return json.dumps({**said, "headers": sorted(name.lower() for name, _ in headers), "body": body.decode()})


async def parts() -> AsyncIterator[bytes]:
    yield b"first"
    await anyio.to_thread.run_sync(GATE.wait, 10)
    yield b"last"


def bare() -> ASGIApp:
    async def site(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await receive()
            EVENTS.append("startup")
            await send({"type": "lifespan.startup.complete"})
            await receive()
            EVENTS.append("shutdown")
            await send({"type": "lifespan.shutdown.complete"})
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.accept"})
            message = await receive()
            await send({"type": "websocket.send", "text": message["text"]})
            await send({"type": "websocket.close"})
        else:
            await answer(scope, receive, send)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        path = scope["path"]
        headers = [(name.decode(), value.decode()) for name, value in scope["headers"]]
        status, kind, body = 404, HTML, MISSING.encode()
        if path == "/echo":
            sent = (await receive()).get("body", b"")
            said = echo(scope["method"], path, scope["query_string"], headers, sent)
            status, kind, body = 200, "application/json", said.encode()
        elif path == "/page":
            status, kind, body = 200, HTML, page(dict(headers)).encode()
        elif path == "/static/app.js":
            status, kind, body = 200, "text/javascript", (STATIC / "app.js").read_bytes()
        elif path == "/stream":
            status, kind, body = 200, "text/plain", b""
        await send({"type": "http.response.start", "status": status, "headers": [(b"content-type", kind.encode())]})
        if path == "/stream":
            async for part in parts():
                await send({"type": "http.response.body", "body": part, "more_body": True})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    return site


def starlette() -> ASGIApp:
    from contextlib import asynccontextmanager

    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.responses import HTMLResponse, Response, StreamingResponse
    from starlette.routing import Mount, Route, WebSocketRoute
    from starlette.staticfiles import StaticFiles
    from starlette.websockets import WebSocket

    async def echo_(request: Request) -> Response:
        said = echo(request.method, request.url.path, request.url.query, request.headers.items(), await request.body())
        return Response(said, media_type="application/json")

    async def page_(request: Request) -> Response:
        return HTMLResponse(page(request.headers))

    async def missing(request: Request) -> Response:
        return HTMLResponse(MISSING, 404)

    async def stream(request: Request) -> Response:
        return StreamingResponse(parts(), media_type="text/plain")

    async def socket(websocket: WebSocket) -> None:
        await websocket.accept()
        await websocket.send_text(await websocket.receive_text())
        await websocket.close()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        EVENTS.append("startup")
        yield
        EVENTS.append("shutdown")

    routes = [
        Route("/echo", echo_, methods=["GET", "POST"]),
        Route("/page", page_),
        Route("/missing", missing),
        Route("/stream", stream),
        WebSocketRoute("/socket", socket),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    return Starlette(routes=routes, lifespan=lifespan)


def fastapi() -> ASGIApp:
    from contextlib import asynccontextmanager

    from fastapi import FastAPI, Request, WebSocket
    from fastapi.responses import HTMLResponse, Response, StreamingResponse
    from fastapi.staticfiles import StaticFiles

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        EVENTS.append("startup")
        yield
        EVENTS.append("shutdown")

    app = FastAPI(lifespan=lifespan)

    @app.api_route("/echo", methods=["GET", "POST"])
    async def echo_(request: Request) -> Response:
        said = echo(request.method, request.url.path, request.url.query, request.headers.items(), await request.body())
        return Response(said, media_type="application/json")

    @app.get("/page")
    async def page_(request: Request) -> HTMLResponse:
        return HTMLResponse(page(request.headers))

    @app.get("/missing")
    async def missing() -> HTMLResponse:
        return HTMLResponse(MISSING, 404)

    @app.get("/stream")
    async def stream() -> StreamingResponse:
        return StreamingResponse(parts(), media_type="text/plain")

    @app.websocket("/socket")
    async def socket(websocket: WebSocket) -> None:
        await websocket.accept()
        await websocket.send_text(await websocket.receive_text())
        await websocket.close()

    app.mount("/static", StaticFiles(directory=STATIC))
    return app


def quart() -> ASGIApp:
    from quart import Quart, Response, request, websocket

    app = Quart(__name__, static_folder=str(STATIC), static_url_path="/static")

    @app.before_serving
    async def startup() -> None:
        EVENTS.append("startup")

    @app.after_serving
    async def shutdown() -> None:
        EVENTS.append("shutdown")

    @app.route("/echo", methods=["GET", "POST"])
    async def echo_() -> Response:
        body = await request.get_data()
        said = echo(request.method, request.path, request.query_string, request.headers.items(), body)
        return Response(said, content_type="application/json")

    @app.get("/page")
    async def page_() -> Response:
        return Response(page(request.headers), content_type=HTML)

    @app.get("/missing")
    async def missing() -> Response:
        return Response(MISSING, 404, content_type=HTML)

    @app.get("/stream")
    async def stream() -> Response:
        return Response(parts(), content_type="text/plain")

    @app.websocket("/socket")
    async def socket() -> None:
        await websocket.send(await websocket.receive())

    return app.asgi_app


def litestar() -> ASGIApp:
    from litestar import Litestar, Request, Response, WebSocket, get, route, websocket
    from litestar.response import Stream
    from litestar.static_files import create_static_files_router

    @route("/echo", http_method=["GET", "POST"], status_code=200)
    async def echo_(request: Request[Any, Any, Any]) -> Response[bytes]:
        said = echo(request.method, request.url.path, request.url.query, request.headers.items(), await request.body())
        return Response(said.encode(), media_type="application/json")

    @get("/page")
    async def page_(request: Request[Any, Any, Any]) -> Response[str]:
        return Response(page(request.headers), media_type=HTML)

    @get("/missing")
    async def missing() -> Response[str]:
        return Response(MISSING, status_code=404, media_type=HTML)

    @get("/stream")
    async def stream() -> Stream:
        return Stream(parts(), media_type="text/plain")

    @websocket("/socket")
    async def socket(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        await socket.send_text(await socket.receive_text())
        await socket.close()

    return Litestar(
        [echo_, page_, missing, stream, socket, create_static_files_router("/static", [STATIC])],
        on_startup=[lambda: EVENTS.append("startup")],
        on_shutdown=[lambda: EVENTS.append("shutdown")],
        logging_config=None,  # the root logger is that of all tests
    )


def django() -> ASGIApp:
    import django as package
    from django.conf import settings
    from django.core.handlers.asgi import ASGIHandler
    from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
    from django.urls import path

    def echo_(request: HttpRequest) -> HttpResponse:
        query = request.META["QUERY_STRING"]
        said = echo(request.method or "", request.path, query, request.headers.items(), request.body)
        return HttpResponse(said, content_type="application/json")

    def page_(request: HttpRequest) -> HttpResponse:
        return HttpResponse(page({name.lower(): value for name, value in request.headers.items()}))

    def missing(request: HttpRequest) -> HttpResponse:
        return HttpResponse(MISSING, status=404)

    async def stream(request: HttpRequest) -> StreamingHttpResponse:
        return StreamingHttpResponse(parts(), content_type="text/plain")

    def static(request: HttpRequest) -> HttpResponse:
        return HttpResponse((STATIC / "app.js").read_bytes(), content_type="text/javascript")

    urls = type("Urls", (), {})
    views = {"echo": echo_, "page": page_, "missing": missing, "stream": stream, "static/app.js": static}
    urls.urlpatterns = [path(route, view) for route, view in views.items()]
    if not settings.configured:
        settings.configure(ALLOWED_HOSTS=["*"], SECRET_KEY="for tests", MIDDLEWARE=[], ROOT_URLCONF=urls)
        package.setup()
    return ASGIHandler()


SITES: dict[str, Callable[[], ASGIApp]] = {
    "bare": bare,
    "starlette": starlette,
    "fastapi": fastapi,
    "quart": quart,
    "litestar": litestar,
    "django": django,
}
WITHOUT_LIFESPAN_AND_SOCKETS = {"django"}
