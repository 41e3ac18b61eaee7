"""The pages of `make soak`: good, slow, broken and hostile ones, and what they ask for."""

from __future__ import annotations

from collections.abc import AsyncIterator

import anyio
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route


def scripted(script: str) -> str:
    """A page whose script shows that it came to its end."""
    done = "document.querySelector('p').textContent = 'done ' + location.hash;"
    return f"<!doctype html><title>A page</title><p>loading</p><script>{script};{done}</script>"


GOOD = {
    "list": scripted(
        "var r = new XMLHttpRequest(); r.open('GET', '/items', false); r.send();"
        "document.body.insertAdjacentHTML('beforeend', '<ul>' + JSON.parse(r.responseText).map(function (item) {"
        "return '<li><a href=\"#!/' + item.id + '\">' + item.name + '</a>'; }).join('') + '</ul>')"
    ),
    "timers": scripted("(function tick(n) { if (n) setTimeout(tick, 100, n - 1); else document.title = 'on'; })(50)"),
    "fetches": scripted("fetch('/items').then(function (r) { return r.json(); }).then(function (items) {"
    "document.title = items.length + ' items'; })"),
    "frames": scripted("document.body.appendChild(document.createElement('iframe')).src = '/items.html'"),
    "styles": "<!doctype html><style>p { color: red } .x { display: none }</style>"
    + scripted("getComputedStyle(document.querySelector('p')).color"),
    "listeners": scripted("for (var i = 0; i < 100; i++) addEventListener('hashchange', function () { i++; });"
    "dispatchEvent(new Event('hashchange'))"),
    "storage": scripted("localStorage.setItem('a', 'b'); document.cookie = 'a=b';"
    "history.replaceState({}, '', '?x' + location.hash)"),
    "functions": scripted("eval('var f = ' + Math.random()); new Function('return ' + Math.random())()"),
}  # fmt: skip
SLOW = {
    "slow-call": scripted("fetch('/late')"),
    "slow-script": "<p>loading</p><script src='/late.js'></script>" + scripted(""),
    "slow-document": "",
}
BROKEN = {
    "syntax": "<p>loading</p><script>]]]</script>",
    "exception": scripted("setTimeout(function () { null.x; }, 10); missing()"),
    "soup": "<table><p>x<td><b><i></b></table><script>document.write('<div')</script>",
    "no-files": scripted("") + "<script src='/none.js'></script><link rel=stylesheet href='/none.css'>",
    "half": "",
    "fails": "",
}
HOSTILE = {
    "loop": "while (true) { }",
    "regular-expression": "/^(a+)+$/.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!')",
    "storm": "(function again() { Promise.resolve().then(again); })()",
    "recursion": "(function f() { f(); })()",
    "interval": "setInterval(function () { document.title += 'x'; }, 1)",
    "bomb": "var a = []; while (true) a.push(new Array(1000).join('x') + a.length)",
    "elements": "while (true) document.body.appendChild(document.createElement('div')).innerHTML = '<b>x</b>'",
    "frames": "while (true) document.body.appendChild(document.createElement('iframe'))",
    "endless-response": "fetch('/endless').then(function (r) { return r.text(); })",
    "never": "var r = new XMLHttpRequest(); r.open('GET', '/never', false); r.send()",
}


async def page(request: Request) -> Response:
    kind, name = request.path_params["kind"], request.path_params["name"]
    if name == "fails":
        return PlainTextResponse("no", 500)
    if name == "half":
        return StreamingResponse(_half(), media_type="text/html")
    if name == "slow-document":
        await anyio.sleep(0.1)
        return HTMLResponse(scripted(""))
    source = {"good": GOOD, "slow": SLOW, "broken": BROKEN, "hostile": HOSTILE}[kind][name]
    return HTMLResponse(scripted(source) if kind == "hostile" else source)


async def _half() -> AsyncIterator[bytes]:
    yield b"<p>half"
    raise ConnectionResetError


async def _endless() -> AsyncIterator[bytes]:
    while True:
        yield b"x" * 8192


async def items(request: Request) -> Response:
    return JSONResponse([{"id": number, "name": f"Item {number}"} for number in range(50)])


async def late(request: Request) -> Response:
    await anyio.sleep(0.1)
    return PlainTextResponse("var late = 1", media_type="text/javascript")


async def never(request: Request) -> Response:
    await anyio.sleep_forever()
    raise AssertionError


async def endless(request: Request) -> Response:
    return StreamingResponse(_endless())


async def frame(request: Request) -> Response:
    return HTMLResponse("<p>framed</p>")


SITE = Starlette(
    routes=[
        Route("/items", items),
        Route("/items.html", frame),
        Route("/late", late),
        Route("/late.js", late),
        Route("/never", never),
        Route("/endless", endless),
        Route("/{kind}/{name}", page),
    ]
)
