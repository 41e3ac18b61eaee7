"""A built front end: its files, their types, and the start page of routers that use the history."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from asgi_calls import Exchange, call

from starlette_ajaxcrawl.serve import StaticSite

pytestmark = pytest.mark.anyio


@pytest.fixture
def dist(tmp_path: Path) -> Path:
    folder = tmp_path / "dist"
    (folder / "assets" / "sub").mkdir(parents=True)
    (folder / ".well-known").mkdir()
    for name, text in {
        "index.html": "<!doctype html><p>start",
        "app.mjs": "export {}",
        "assets/style.css": "p {}",
        "assets/sub/index.html": "<p>sub",
        "font.woff2": "f",
        "site.webmanifest": "{}",
        "module.wasm": "w",
        "app.js.map": "{}",
        "picture.avif": "p",
        "unknown.zzz": "z",
        ".env": "SECRET=1",
        ".well-known/security.txt": "Contact: a",
    }.items():
        (folder / name).write_text(text)
    (tmp_path / "outside.txt").write_text("outside")
    (folder / "link.txt").symlink_to(tmp_path / "outside.txt")
    return folder


async def get(folder: Path, target: str, history: bool = False, **more: Any) -> Exchange:
    return await call(StaticSite(folder, history), target, **more)


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/app.mjs", "text/javascript; charset=utf-8"),
        ("/assets/style.css", "text/css; charset=utf-8"),
        ("/font.woff2", "font/woff2"),
        ("/site.webmanifest", "application/manifest+json"),
        ("/module.wasm", "application/wasm"),
        ("/app.js.map", "application/json"),
        ("/picture.avif", "image/avif"),
        ("/assets/sub/", "text/html; charset=utf-8"),
    ],
)
async def test_files_have_the_types_that_browsers_want(dist: Path, path: str, media_type: str) -> None:
    exchange = await get(dist, path)
    assert (exchange.status, exchange.headers["content-type"]) == (200, media_type)


async def test_conditions_and_ranges_hold(dist: Path) -> None:
    tag = (await get(dist, "/app.mjs")).headers["etag"].encode()
    assert (await get(dist, "/app.mjs", headers=[(b"if-none-match", tag)])).status == 304
    part = await get(dist, "/app.mjs", headers=[(b"range", b"bytes=0-5")])
    assert (part.status, part.body) == (206, b"export")


async def test_a_folder_without_its_slash_is_a_redirect(dist: Path) -> None:
    assert (await get(dist, "/assets/sub")).headers["location"].endswith("/assets/sub/")


@pytest.mark.parametrize("path", ["/.env", "/assets/../.env", "/../outside.txt", "/%2e%2e/outside.txt", "/link.txt"])
@pytest.mark.parametrize("history", [False, True])
async def test_hidden_files_and_what_lies_outside_are_not_served(dist: Path, path: str, history: bool) -> None:
    exchange = await get(dist, path, history)
    assert b"SECRET" not in exchange.body
    assert b"outside" not in exchange.body
    assert exchange.status == 404


async def test_what_is_well_known_is_served(dist: Path) -> None:
    assert (await get(dist, "/.well-known/security.txt")).body == b"Contact: a"


@pytest.mark.parametrize("path", ["/products/2", "/a/b/", "/about.us", "/assets"])
async def test_with_history_every_other_path_shows_the_start_page(dist: Path, path: str) -> None:
    assert (await get(dist, path)).status in (404, 307)
    exchange = await get(dist, path, history=True)
    if path != "/assets":
        assert (exchange.status, exchange.body) == (200, b"<!doctype html><p>start")
    assert (await get(dist, "/gone.js", history=True)).status == 404


async def test_files_are_read_only(dist: Path) -> None:
    assert (await get(dist, "/", history=True, method="POST")).status == 405


def test_what_is_no_front_end_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is no folder"):
        StaticSite(tmp_path / "dist")
    with pytest.raises(ValueError, match=r"has no index\.html"):
        StaticSite(tmp_path, history=True)
