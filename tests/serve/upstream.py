"""An upstream that says what it was asked, and streams, echoes and breaks on demand."""

from __future__ import annotations

import asyncio
import gzip
import json

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

PACKED = gzip.compress(b"<p>packed" * 100)
PIECE = b"x" * 65536
HANDSHAKE = [(b"set-cookie", b"ws=1"), (b"set-cookie", b"node=2"), (b"x-node", b"two")]


class Upstream:
    """``app`` is the application; the events and lists are what a test waits for and looks at."""

    def __init__(self) -> None:
        self.go_on = asyncio.Event()
        self.gone = asyncio.Event()
        self.closed: list[int] = []
        self.counted = 0
        self.app = Starlette(
            routes=[
                Route("/asked{rest:path}", self.asked, methods=["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]),
                Route("/packed", lambda request: Response(PACKED, headers={"content-encoding": "gzip"})),
                Route("/moved", self.moved),
                Route("/status/{code:int}", lambda request: Response("so", request.path_params["code"])),
                Route("/events", self.events),
                Route("/count", self.count, methods=["POST"]),
                Route("/large", self.large),
                Route("/breaks", self.breaks),
                Route("/slow", self.slow),
                Route("/page", lambda request: HTMLResponse("<!doctype html><title>A page</title>")),
                WebSocketRoute("/echo", self.echo),
                WebSocketRoute("/refused", self.refused),
            ]
        )

    async def asked(self, request: Request) -> Response:
        said = {
            "method": request.method,
            "target": request.scope["raw_path"].decode() + "?" + request.scope["query_string"].decode(),
            "headers": [[name.decode(), value.decode("latin-1")] for name, value in request.scope["headers"]],
            "body": (await request.body()).decode("latin-1"),
        }
        headers = {"x-odd": "a", "connection": "x-private", "x-private": "b", "keep-alive": "timeout=5"}
        response = JSONResponse(said, headers=headers)
        response.raw_headers += [(b"set-cookie", b"a=1"), (b"set-cookie", b"b=2")]
        return response

    async def moved(self, request: Request) -> Response:
        return RedirectResponse(request.query_params["to"], 301)

    async def events(self, request: Request) -> Response:
        async def stream():
            try:
                yield b"data: first\n\n"
                await self.go_on.wait()
                yield b"data: second\n\n"
                await asyncio.sleep(60)
            finally:
                self.gone.set()

        return StreamingResponse(stream(), media_type="text/event-stream")

    async def count(self, request: Request) -> Response:
        async for chunk in request.stream():
            self.counted += len(chunk)
        return Response(str(self.counted))

    async def large(self, request: Request) -> Response:
        pieces = int(request.query_params["pieces"])

        async def stream():
            for _ in range(pieces):
                yield PIECE

        return StreamingResponse(stream(), headers={"content-length": str(pieces * len(PIECE))})

    async def breaks(self, request: Request) -> Response:
        async def stream():
            yield b"a part"
            raise OSError("broken")

        return StreamingResponse(stream(), headers={"content-length": "1000"})

    async def slow(self, request: Request) -> Response:
        while (await request.receive())["type"] != "http.disconnect":
            pass
        return Response("late")

    async def echo(self, socket: WebSocket) -> None:
        wanted = socket.scope["subprotocols"]
        await socket.accept(subprotocol=wanted[-1] if wanted else None, headers=HANDSHAKE)
        kept = ("host", "x-forwarded-for", "x-forwarded-proto", "cookie", "origin")
        await socket.send_text(json.dumps({name: socket.headers.get(name) for name in kept}))
        try:
            while True:
                message = await socket.receive()
                if message["type"] == "websocket.disconnect":
                    self.closed.append(message["code"])
                    return
                if message.get("text") == "bye":
                    await socket.close(4002, "as you wish")
                elif message.get("text") is not None:
                    await socket.send_text(message["text"])
                else:
                    await socket.send_bytes(message["bytes"])
        except WebSocketDisconnect as end:
            self.closed.append(end.code)

    async def refused(self, socket: WebSocket) -> None:
        await socket.send_denial_response(Response("not you", 401, headers={"x-why": "no ticket"}))
