"""A site whose pages are rendered by a fleet: see docs/fleet-machines.md for how its machines are set up.

Settings come from AJAXCRAWL_… variables: compose.yaml, or /etc/ajaxcrawl.env for systemd.
"""

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Mount, Route

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware
from starlette_ajaxcrawl.readiness import health

PAGE = """<!doctype html><meta charset="utf-8"><title>Lighthouses</title><h1>…</h1>
<script>document.querySelector("h1").textContent = `Lighthouse ${location.hash.slice(3) || "of the day"}`</script>"""


async def page(request: Request) -> HTMLResponse:
    return HTMLResponse(PAGE)


crawl = AjaxCrawl()
app = Starlette(
    routes=[Route("/", page), Mount("/health", health(crawl))], middleware=[Middleware(AjaxCrawlMiddleware, crawl)]
)
