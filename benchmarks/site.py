"""The site that is measured: a shop whose pages are built by a script from data fetched by XHR."""

import os

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from starlette_ajaxcrawl import AjaxCrawlMiddleware

PRODUCTS = [{"id": number, "name": f"Product {number}", "price": number * 3.5} for number in range(1, 61)]

BODY = b"x" * int(os.environ.get("BENCH_BYTES", "0"))  # as many bytes as a snapshot that is measured beside it

PAGE = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="fragment" content="!"><title>Shop</title>
<link rel="stylesheet" href="/style.css"><script src="/shop.js" defer></script></head>
<body><h1>Shop</h1><nav></nav><main>Loading</main></body>
</html>
"""

STYLE = """
body { font: 16px sans-serif; margin: 2em }
.price { color: green }
li { display: inline-block }
.hidden { display: none }
"""

SCRIPT = """
function show(products) {
  var main = document.querySelector('main');
  main.innerHTML = '<ul>' + products.map(function (product) {
    return '<li><a href="#!/products/' + product.id + '">' + product.name + '</a> <span class="price">' +
      product.price.toFixed(2) + '</span></li>';
  }).join('') + '</ul>';
  document.title = 'Shop: ' + products.length + ' products';
  main.setAttribute('data-ready', 'yes');
}
function load() {
  var request = new XMLHttpRequest();
  request.open('GET', '/api/products');
  request.onload = function () { show(JSON.parse(request.responseText)); };
  request.send();
}
window.addEventListener('hashchange', load);
setTimeout(load, 20);
"""


async def page(request: Request) -> Response:
    return HTMLResponse(PAGE)


async def plain(request: Request) -> Response:
    return HTMLResponse("<!doctype html><title>Plain</title><p>Hello")


async def same(request: Request) -> Response:
    return HTMLResponse(BODY)


async def script(request: Request) -> Response:
    return Response(SCRIPT, media_type="text/javascript")


async def style(request: Request) -> Response:
    return Response(STYLE, media_type="text/css")


async def products(request: Request) -> Response:
    return JSONResponse(PRODUCTS)


routes = [
    Route("/", page),
    Route("/plain", plain),
    Route("/same", same),
    Route("/shop.js", script),
    Route("/style.css", style),
    Route("/api/products", products),
]
bare = Starlette(routes=routes)
app = Starlette(routes=routes, middleware=[Middleware(AjaxCrawlMiddleware)])
