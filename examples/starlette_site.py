"""A tea shop on Starlette: one page with hash-bang states, filled by scripts from a JSON API, and an opt-in page.

uvicorn examples.starlette_site:app
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import FileResponse, JSONResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from starlette_ajaxcrawl import AjaxCrawlMiddleware

if TYPE_CHECKING:
    from starlette.requests import Request

FILES = Path(__file__).parent / "tea_shop"

TEAS = {
    1: {
        "name": "First Flush",
        "origin": "Darjeeling, India",
        "color": "#d9a441",
        "price": 12.5,
        "text": "Picked in March. Light as straw, with muscatel and a little green almond.",
        "brew": {"grams": 3, "celsius": 85, "minutes": 3},
    },
    2: {
        "name": "Jade Dew",
        "origin": "Uji, Japan",
        "color": "#5f9d5a",
        "price": 18.0,
        "text": "Shaded for three weeks before the harvest. Deep, sweet and brothy.",
        "brew": {"grams": 5, "celsius": 55, "minutes": 2},
    },
    3: {
        "name": "Iron Goddess",
        "origin": "Anxi, China",
        "color": "#7c9a72",
        "price": 15.0,
        "text": "Half oxidised and rolled into pearls that open cup after cup: orchid, then cream.",
        "brew": {"grams": 5, "celsius": 95, "minutes": 1},
    },
    4: {
        "name": "Smoky Pine",
        "origin": "Wuyi, China",
        "color": "#8a4b38",
        "price": 9.8,
        "text": "Dried over pinewood fires. For cold evenings and strong cheese.",
        "brew": {"grams": 3, "celsius": 95, "minutes": 4},
    },
}
STOCK = {1: 14, 2: 3, 3: 0, 4: 52}


async def home(request: Request) -> FileResponse:
    return FileResponse(FILES / "index.html")


async def opening_hours(request: Request) -> FileResponse:
    return FileResponse(FILES / "opening-hours.html")


async def teas(request: Request) -> JSONResponse:
    return JSONResponse([{"id": number, **tea} for number, tea in TEAS.items()])


async def tea(request: Request) -> JSONResponse:
    number = request.path_params["number"]
    if number not in TEAS:
        return JSONResponse({"detail": "no such tea"}, status_code=404)
    return JSONResponse({"id": number, **TEAS[number]})


async def stock(request: Request) -> JSONResponse:
    return JSONResponse({"grams": 50 * STOCK.get(request.path_params["number"], 0)})


async def hours(request: Request) -> JSONResponse:
    days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
    return JSONResponse([{"day": day, "open": "closed" if day == "Monday" else "10–18"} for day in days])


app = Starlette(
    routes=[
        Route("/", home),
        Route("/opening-hours", opening_hours),
        Route("/api/teas", teas),
        Route("/api/teas/{number:int}", tea),
        Route("/api/teas/{number:int}/stock", stock),
        Route("/api/hours", hours),
        Mount("/static", StaticFiles(directory=FILES)),
    ],
    middleware=[Middleware(AjaxCrawlMiddleware)],
)
