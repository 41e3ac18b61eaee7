"""An archive as a store: what it hands out, and what comes of damage."""

import os
from contextlib import closing

import pytest
from archive_runs import BASE, archive
from asgi_calls import call
from bare_site import Site

from starlette_ajaxcrawl import (
    AjaxCrawl,
    AjaxCrawlMiddleware,
    FakeRenderer,
    Settings,
    Snapshot,
    StoreError,
)
from starlette_ajaxcrawl.archive.manifest import NAME
from starlette_ajaxcrawl.errors import RendererUnavailable
from starlette_ajaxcrawl.stores import open_store
from starlette_ajaxcrawl.stores.archive import ArchiveStore

pytestmark = pytest.mark.anyio
NOW = 1_000_000.0


@pytest.mark.parametrize("damage", ["cut", "other", "missing", "row", "database", "version", "no_folder"])
async def test_what_is_damaged_is_told_and_never_another_body(tmp_path, damage, caplog):
    folder = tmp_path / "archive"
    await archive(folder, FakeRenderer(lambda url: url), ["/a", "/b"])
    first, second = sorted((folder / "pages").rglob("*.html"))
    match damage:
        case "cut":
            first.write_bytes(first.read_bytes()[:-1])
            second.write_bytes(b"")
        case "other":
            body = first.read_bytes()
            first.write_bytes(second.read_bytes())
            second.write_bytes(body)
        case "missing":
            first.unlink()
            second.unlink()
        case "row":
            import sqlite3

            with closing(sqlite3.connect(folder / NAME)) as db:
                db.execute("UPDATE states SET headers = '[[1'")
                db.commit()
        case "version":
            import sqlite3

            with closing(sqlite3.connect(folder / NAME)) as db:
                db.execute("PRAGMA user_version = 9")
        case "database":
            (folder / NAME).write_bytes(os.urandom(8192))
        case "no_folder":
            folder = tmp_path / "none"
    store = ArchiveStore(folder)
    for path in ("/a", "/b"):
        if damage in ("cut", "other", "missing", "row"):  # of these pages alone: others are whole
            assert await store.get(BASE + path) is None
            assert "is damaged, archive it anew" in caplog.text
        else:
            with pytest.raises(StoreError):
                await store.get(BASE + path)
    await store.close()
    if damage in ("database", "version"):
        with pytest.raises(StoreError, match="manifest"):
            await archive(folder, FakeRenderer(lambda url: url), ["/a"])


async def test_the_store_sees_an_archive_that_takes_the_place_of_another(tmp_path):
    folder = tmp_path / "archive"
    store = ArchiveStore(folder)
    for text in ("one", "two"):
        await archive(tmp_path / text, FakeRenderer(lambda url, text=text: text), ["/"])
        if folder.exists():
            folder.rename(tmp_path / "before")
        (tmp_path / text).rename(folder)
        assert (await store.get(f"{BASE}/")).body == text.encode()
    await store.close()


async def test_an_archive_is_a_store_that_nothing_is_put_into(tmp_path, monkeypatch):
    await archive(tmp_path / "folder", FakeRenderer(lambda url: url), ["/"])
    monkeypatch.chdir(tmp_path)
    for place in ("archive:///folder", f"archive:///{tmp_path}/folder"):
        store = open_store(Settings(_environment=False, store=place))
        found = await store.get(f"{BASE}/")
        assert found.body == f"{BASE}/".encode()
        assert store.read_only
        assert not await store.put("k", found)
        assert await store.get("k") is None
        await store.close()
        assert await store.get(f"{BASE}/") == found
        await store.close()


async def test_a_site_serves_an_archive_of_any_age_without_a_renderer(tmp_path):
    pages = {f"{BASE}/": "<p>home", f"{BASE}/#!/gone": Snapshot(f"{BASE}/#!/gone", "html", 404, (), b"<p>gone", NOW)}
    await archive(tmp_path / "folder", FakeRenderer(pages), ["/", "#!/gone"])
    no_java = FakeRenderer(lambda url: RendererUnavailable(url, "no Java"))
    settings = Settings(_environment=False, site_url=BASE, store=f"archive:///{tmp_path}/folder", max_age=60)
    middleware = AjaxCrawlMiddleware(Site(), AjaxCrawl(settings, renderer=no_java))
    home = await call(middleware, "/?_escaped_fragment_=")
    assert (home.status, home.body, home.headers["x-ajaxcrawl"]) == (200, b"<p>home", "hit")
    again = await call(middleware, "/?_escaped_fragment_=", headers=[(b"if-none-match", home.headers["etag"].encode())])
    assert again.status == 304
    assert (await call(middleware, "/?_escaped_fragment_=/gone")).status == 404
    assert no_java.requests == []
    missing = await call(middleware, "/?_escaped_fragment_=/other")
    assert (missing.status, len(no_java.requests)) == (503, 1)
    for file in (tmp_path / "folder" / "pages").rglob("*.html"):
        file.write_text("something else")
    assert (await call(middleware, "/?_escaped_fragment_=")).status == 503  # honest, and no other body
