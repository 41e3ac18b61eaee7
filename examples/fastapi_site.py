"""A music festival on FastAPI: plain paths and pushState, so every page opts in; a missing act is a real 404.

uvicorn examples.fastapi_site:app
"""

from __future__ import annotations

from pathlib import Path

from fastapi import FastAPI, HTTPException
from fastapi.responses import FileResponse
from fastapi.staticfiles import StaticFiles
from pydantic import BaseModel

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, Settings

FILES = Path(__file__).parent / "festival"


class Act(BaseModel):
    slug: str
    name: str
    stage: str
    starts: str
    about: str


ACTS = [
    Act(slug="glass-orchard", name="Glass Orchard", stage="Meadow", starts="18:00", about="Two harps and a drum."),
    Act(slug="north-ferry", name="North Ferry", stage="Harbour", starts="19:30", about="Sea songs that never were."),
    Act(slug="the-long-now", name="The Long Now", stage="Meadow", starts="21:00", about="One chord, played well."),
]

crawl = AjaxCrawl(Settings(max_age=600))  # the site keeps it: the programme changes every few minutes
app = FastAPI(title="Festival")
app.add_middleware(AjaxCrawlMiddleware, crawl=crawl)
app.mount("/static", StaticFiles(directory=FILES))


@app.get("/api/acts")
async def acts(stage: str | None = None) -> list[Act]:
    return [act for act in ACTS if stage is None or act.stage == stage]


@app.get("/api/acts/{slug}")
async def act(slug: str) -> Act:
    for found in ACTS:
        if found.slug == slug:
            return found
    raise HTTPException(404, "no such act")


@app.get("/{path:path}", include_in_schema=False)
async def page(path: str) -> FileResponse:
    """The one page behind every path; its script looks at the path."""
    return FileResponse(FILES / "index.html")
