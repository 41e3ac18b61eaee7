"""A built front end: its files, and for routers that use the history its start page at every other path."""

from __future__ import annotations

import mimetypes
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.responses import PlainTextResponse
from starlette.staticfiles import StaticFiles

from ..assets import is_asset
from .lifespan import live

if TYPE_CHECKING:
    from starlette.responses import Response
    from starlette.types import Receive, Scope, Send

# What the system's own table lacks or has otherwise; browsers run no module of another type.
TYPES = {
    "text/javascript": (".js", ".mjs", ".cjs"),
    "text/css": (".css",),
    "text/html": (".html", ".htm"),
    "application/json": (".json", ".map"),
    "application/manifest+json": (".webmanifest",),
    "application/wasm": (".wasm",),
    "application/xml": (".xml",),
    "font/woff": (".woff",),
    "font/woff2": (".woff2",),
    "image/avif": (".avif",),
    "image/svg+xml": (".svg",),
    "image/webp": (".webp",),
    "image/x-icon": (".ico",),
}
START = "index.html"


class StaticSite:
    """An ASGI application that serves ``folder``; ``history``: unknown paths that are no file's show its index.html.

    Hidden files are not served, but for ``.well-known``. Raises ``ValueError`` where there is no such folder.
    """

    def __init__(self, folder: Path, history: bool = False) -> None:
        if not folder.is_dir():
            raise ValueError(f"{folder} is no folder")
        if history and not (folder / START).is_file():
            raise ValueError(f"{folder} has no {START}")
        for media_type, suffixes in TYPES.items():
            for suffix in suffixes:
                mimetypes.add_type(media_type, suffix)
        self._files = _Files(folder, history)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000})
        elif scope["type"] == "lifespan":
            await live(receive, send)
        else:
            try:
                await self._files(scope, receive, send)
            except HTTPException as error:
                text = f"{error.detail}\n"
                await PlainTextResponse(text, error.status_code, error.headers)(scope, receive, send)


class _Files(StaticFiles):
    def __init__(self, folder: Path, history: bool) -> None:
        super().__init__(directory=folder, html=True)
        self._history = history

    async def get_response(self, path: str, scope: Scope) -> Response:
        if any(part.startswith(".") and part not in (".", ".well-known") for part in path.split("/")):
            raise HTTPException(404)
        if not self._history:
            return await super().get_response(path, scope)
        try:
            response = await super().get_response(path, scope)
        except HTTPException as error:
            if error.status_code != 404 or is_asset(path):
                raise
        else:
            if response.status_code != 404 or is_asset(path):  # a folder's own 404.html
                return response
        return await super().get_response(START, scope)
