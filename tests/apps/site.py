"""The site that the end-to-end tests look at: pages/ and the few things a server must do for them."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.responses import (
    FileResponse,
    HTMLResponse,
    JSONResponse,
    PlainTextResponse,
    RedirectResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request

PAGES = Path(__file__).parent / "pages"

BOOKS = [
    {"id": 1, "title": "The Grass & the Wind", "author": "Ōta", "stock": 2},
    {"id": 2, "title": "Ährenlese", "author": "Berg", "stock": 0},
    {"id": 3, "title": "<Markup> for All", "author": "Zola", "stock": 7},
]
ENCODED = {
    "latin1": ("iso-8859-1", "text/html; charset=ISO-8859-1", ""),
    "cp1252": ("cp1252", "text/html; charset=windows-1252", ""),
    "latin1-is-cp1252": ("cp1252", "text/html; charset=ISO-8859-1", ""),
    "shift-jis": ("shift_jis", "text/html; charset=Shift_JIS", ""),
    "utf-16": ("utf-16", "text/html; charset=utf-16", ""),
    "utf-16-bom-only": ("utf-16", "text/html", ""),
    "utf-8-bom": ("utf-8-sig", "text/html", ""),
    "utf-8-bom-wins": ("utf-8-sig", "text/html; charset=ISO-8859-1", ""),
    "meta-only": ("shift_jis", "text/html", '<meta charset="shift_jis">'),
    "http-equiv": ("koi8-r", "text/html", '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">'),
    "header-beats-meta": ("utf-8", "text/html; charset=utf-8", '<meta charset="iso-8859-1">'),
    "none": ("cp1252", "text/html", ""),
    "gbk": ("gbk", "text/html; charset=gb2312", ""),
    "euc-kr": ("euc_kr", "text/html; charset=euc-kr", ""),
}
WORDS = {
    "shift_jis": "日本語テスト",
    "utf-16": "Ünï 日本 😀",
    "utf-8-sig": "Ünï 日本 😀",
    "utf-8": "Ünï 日本 😀",
    "iso-8859-1": "Grüße café",
    "cp1252": "Grüße “café” €",
    "koi8-r": "Привет",
    "gbk": "中文测试",
    "euc_kr": "한국어",
}
LINKS = {
    "base": '<base href="/other/folder/"><title>Links with a base</title>',
    "target": '<base target="_blank"><title>Links with a target</title>',
    "moved": "<title>Links after replaceState</title>"
    '<script>history.replaceState(null, "", "/moved/to/here?p=1#!/moved")</script>',
}


def page(name: str) -> str:
    """The text of a page."""
    return (PAGES / name).read_text(encoding="utf-8")


async def books(request: Request) -> Response:
    number = request.path_params.get("number")
    if number is None:
        return JSONResponse(BOOKS)
    found = [book for book in BOOKS if book["id"] == number]
    return JSONResponse(found[0]) if found else JSONResponse({"error": "none"}, 404)


async def price(request: Request) -> Response:
    number = (await request.body()).decode().partition("=")[2]
    return Response(f'<?xml version="1.0"?><prices><price value="{number}.50 €"/></prices>', media_type="text/xml")


async def echo(request: Request) -> Response:
    return PlainTextResponse(f"{request.method} {request.url.query}")


async def form(request: Request) -> Response:
    return PlainTextResponse(request.headers["content-type"] + " " + (await request.body()).decode())


async def referrer(request: Request) -> Response:
    """The referrer that came; in a frame the page around it says it, and what scripts see of it."""
    came = request.headers.get("referer", "none")
    if "frame" not in request.query_params:
        return PlainTextResponse(came)
    code = f"parent.say({json.dumps('frame ' + came)} + ' ' + (document.referrer || 'none'))"
    return HTMLResponse(f"<!doctype html><title>Frame</title><script>{code}</script>")


async def news(request: Request) -> Response:
    since = int(request.query_params["since"])
    return JSONResponse([{"id": n, "text": f"Item {n}"} for n in (1, 2, 3) if n > since])


async def slow(request: Request) -> Response:
    await asyncio.sleep(float(request.query_params["seconds"]))
    return PlainTextResponse("slow but sure")


async def endless(request: Request) -> Response:
    async def chunks() -> AsyncIterator[bytes]:
        while True:
            yield b"0123456789abcdef" * 4096

    return StreamingResponse(chunks(), media_type="text/plain")


async def status(request: Request) -> Response:
    return HTMLResponse(page("statuses/page.html"), status_code=request.path_params["code"])


async def meta(request: Request) -> Response:
    """A page whose head says what the query says."""
    head = request.query_params.get("head", "")
    body = page("statuses/page.html").replace("<title>", head + "<title>")
    code = int(request.query_params.get("code", "200"))
    names = request.query_params.getlist("header")
    return HTMLResponse(body, status_code=code, headers=dict(name.split(": ", 1) for name in names))


async def links(request: Request) -> Response:
    """The page of links with another head."""
    return HTMLResponse(page("links/index.html").replace("<title>Links</title>", LINKS[request.path_params["name"]]))


async def redirect(request: Request) -> Response:
    return RedirectResponse(request.query_params["to"], status_code=request.path_params["code"])


async def script(request: Request) -> Response:
    """A page that runs what the query says once it is loaded."""
    code = request.query_params["run"]
    return HTMLResponse(
        f'<!doctype html><title>Script</title><p id="t">first document</p><script>var run = {json.dumps(code)};\n'
        'document.getElementById("t").textContent = "at " + location.pathname + location.hash;\neval(run);</script>'
    )


async def encoding(request: Request) -> Response:
    name = request.path_params["name"]
    codec, content_type, head = ENCODED[name]
    words = WORDS[codec]
    text = (
        f"<!doctype html><html><head>{head}<title>{words}</title></head><body><p>{words}</p>"
        f'<a href="?q={words}#{words}">link</a><p id="t"></p><script>document.getElementById("t").textContent = '
        f'"{words}".length + " " + document.characterSet + " " + document.title</script></body></html>'
    )
    return Response(text.encode(codec, "xmlcharrefreplace"), headers={"content-type": content_type})


async def cookies(request: Request) -> Response:
    response = FileResponse(PAGES / "cookies/index.html")
    response.set_cookie("seen", "by scripts", path="/cookies/")
    response.set_cookie("secret", "value", httponly=True)
    return response


async def cookie_echo(request: Request) -> Response:
    return PlainTextResponse(" | ".join(sorted(request.headers.get("cookie", "").split("; "))))


async def headers(request: Request) -> Response:
    """A page that shows the headers its document was asked for with."""
    names = sorted(f"{name}: {value}" for name, value in request.headers.items())
    return HTMLResponse(f"<!doctype html><title>Headers</title><pre>{chr(10).join(names)}</pre>")


async def document(request: Request) -> Response:
    """A document that is not HTML."""
    kinds = {
        "json": JSONResponse({"a": 1}),
        "text": PlainTextResponse("just text <b>"),
        "xml": Response("<?xml version='1.0'?><a><b/></a>", media_type="application/xml"),
        "image": Response(b"\x89PNG\r\n\x1a\n", media_type="image/png"),
        "xhtml": Response(
            '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>X</title></head><body><p id="t">-</p>'
            "<script>document.getElementById('t').textContent = 'XHTML &amp;'.length + ' written'</script>"
            "</body></html>",
            media_type="application/xhtml+xml",
        ),
    }
    return kinds[request.path_params["kind"]]


def history_mode(name: str) -> Route:
    """Every path below /name/ is the one page, as history-mode routers want it."""

    async def index(request: Request) -> Response:
        return HTMLResponse(page(f"{name}/index.html"))

    return Route(f"/{name}/{{rest:path}}", index)


app = Starlette(
    routes=[
        Route("/data/books.json", books),
        Route("/data/books/{number:int}.json", books),
        Route("/data/price", price, methods=["POST"]),
        Route("/data/echo", echo),
        Route("/data/form", form, methods=["POST"]),
        Route("/data/referrer", referrer),
        Route("/data/news", news),
        Route("/data/slow", slow),
        Route("/data/endless", endless),
        Route("/status/{code:int}", status),
        Route("/meta", meta),
        Route("/links/{name}.html", links),
        Route("/redirect/{code:int}", redirect),
        Route("/script", script, methods=["GET", "POST"]),
        Route("/script/{rest:path}", script),
        Route("/encoding/{name}", encoding),
        Route("/cookies/", cookies),
        Route("/cookies/echo", cookie_echo),
        Route("/headers", headers),
        Route("/document/{kind}", document),
        Route("/router-history/app.js", FileResponse(PAGES / "router-history/app.js")),
        history_mode("router-history"),
        history_mode("popstate"),
        Mount("/", StaticFiles(directory=PAGES, html=True)),
    ]
)
