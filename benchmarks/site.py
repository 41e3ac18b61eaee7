"""The sites that are measured, on one port: what is asked for by others' clients, and apps that scripts build.

``app`` has the middleware, ``bare`` is the same without it. ``both`` is the two in one process, so that nothing but the
middleware differs: what comes by the port ``BENCH_BARE_PORT`` reaches ``bare``.
"""

import os
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Host, Mount, Route
from starlette.staticfiles import StaticFiles

from starlette_ajaxcrawl import AjaxCrawlMiddleware

HERE = Path(__file__).resolve().parent
APPS = Path(os.environ.get("BENCH_APPS", HERE / "apps"))
FETCHED = HERE.parent / "build" / "bench" / "node_modules"
STATE = "/products"
PRODUCTS = [{"id": number, "name": f"Product {number}", "price": number * 3.5} for number in range(1, 61)]
STYLE = """
body { font: 16px sans-serif; margin: 2em }
.price { color: green }
li { display: inline-block }
.hidden { display: none }
"""
BARE_PORT = int(os.environ.get("BENCH_BARE_PORT", "0"))

same_bytes = b""  # a plain response of as many bytes as the snapshot that is measured beside it


async def plain(request: Request) -> Response:
    return HTMLResponse("<!doctype html><title>Plain</title><p>Hello")


async def listing(request: Request) -> Response:
    rows = "".join(f"<li><a href='#!/{one['id']}'>{one['name']}</a> {one['price']:.2f}" for one in PRODUCTS)
    return HTMLResponse(f"<!doctype html><title>Shop</title><ul>{rows}</ul>")


async def same(request: Request) -> Response:
    return HTMLResponse(same_bytes)


async def keep(request: Request) -> Response:
    global same_bytes
    same_bytes = await request.body()
    return Response(status_code=204)


async def products(request: Request) -> Response:
    return JSONResponse(PRODUCTS)


async def style(request: Request) -> Response:
    return Response(STYLE, media_type="text/css")


def names() -> list[str]:
    """The apps: each is a folder with an index.html, served as NAME.localhost."""
    return sorted(folder.name for folder in APPS.iterdir() if (folder / "index.html").is_file())


def app_routes(folder: Path) -> Starlette:
    """One app: its files, and what of it is not a file."""
    if folder.parent != HERE / "apps":
        return Starlette(routes=[Mount("/", StaticFiles(directory=folder, html=True))])
    return Starlette(
        routes=[
            Route("/api/products.json", products),
            Route("/style.css", style),
            Mount("/vendor", StaticFiles(directory=FETCHED, check_dir=False)),
            Mount("/", StaticFiles(directory=folder, html=True)),
        ]
    )


routes = [
    *(Host(f"{name}.localhost", app=app_routes(APPS / name)) for name in names()),
    Route("/plain", plain),
    Route("/listing", listing),
    Route("/same", same),
    Route("/same", keep, methods=["PUT"]),
]
bare = Starlette(routes=routes[-4:])
app = Starlette(routes=routes, middleware=[Middleware(AjaxCrawlMiddleware)])
plain_app = AjaxCrawlMiddleware(bare)


async def both(scope: Any, receive: Any, send: Any) -> None:
    """``bare`` and ``plain_app`` in one process."""
    wrapped = scope["type"] == "lifespan" or scope["server"][1] != BARE_PORT
    await (plain_app if wrapped else bare)(scope, receive, send)
