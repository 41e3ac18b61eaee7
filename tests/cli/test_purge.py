"""`purge` and `refresh` on the command line: in the store itself, or by asking a running server."""

import time

import anyio
import pytest
from servers import uvicorn_running
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, FakeRenderer, Settings, Snapshot
from starlette_ajaxcrawl.commands.exits import Exit
from starlette_ajaxcrawl.stores import open_store

TOKEN = "0123456789abcdef"
KEYS = ("http://x/a", "http://x/a#!/b", "http://y/")


def filled(url: str) -> None:
    async def fill() -> None:
        store = open_store(Settings(_environment=False, store=url))
        for key in KEYS:
            await store.put(key, Snapshot(key, "html", 200, (), b"<p>", time.time()))
        await store.close()

    anyio.run(fill)


def test_a_store_on_disk_is_purged_by_page_by_prefix_and_wholly(run, monkeypatch):
    monkeypatch.setenv("AJAXCRAWL_STORE", "sqlite:///kept.db")
    filled("sqlite:///kept.db")
    assert run("purge", "http://x/a?_escaped_fragment_=/b") == (0, "1 purged\n", "")
    assert run("purge", "--prefix", "http://x/") == (0, "1 purged\n", "")
    assert run("purge", "--all") == (0, "1 purged\n", "")
    assert run("purge", "--all") == (0, "0 purged\n", "")


def test_the_store_is_that_of_the_application(run, folder):
    (folder / "a_site.py").write_text(
        "from starlette_ajaxcrawl import AjaxCrawlMiddleware, Settings\n"
        "app = AjaxCrawlMiddleware(lambda: None, settings=Settings(store='sqlite:///of_app.db'))\n"
    )
    filled("sqlite:///of_app.db")
    assert run("purge", "--all", "--app", "a_site:app") == (0, "3 purged\n", "")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "one of URL, --prefix and --all"),
        (["http://x/", "--all"], "one of URL, --prefix and --all"),
        (["--all"], "in the server's process: give --server"),
        (["--all", "--server", "x"], "--server must be a URL"),
        (["--all", "--server", "http://127.0.0.1:1"], "admin_token is not set"),
    ],
)
def test_wrong_arguments_are_told(run, arguments, words):
    code, out, err = run("purge", *arguments)
    assert (code, out) == (Exit.USAGE, "")
    assert words in err


def test_what_is_no_url_and_a_store_that_fails_are_told(run, monkeypatch, folder):
    monkeypatch.setenv("AJAXCRAWL_STORE", "sqlite:///kept.db")
    code, _, err = run("purge", "nothing")
    assert (code, "scheme and host" in err) == (Exit.USAGE, True)
    (folder / "kept.db").mkdir()
    code, _, err = run("purge", "--all")
    assert (code, "the store fails" in err) == (Exit.FAILED, True)


def test_a_running_server_is_asked_where_the_snapshots_are_its_own(run, monkeypatch):
    crawl = AjaxCrawl(Settings(_environment=False, admin_token=TOKEN), renderer=FakeRenderer())
    app = Starlette(routes=[Route("/", lambda request: HTMLResponse("<p>"))])
    with uvicorn_running(AjaxCrawlMiddleware(app, crawl)) as address:
        monkeypatch.setenv("AJAXCRAWL_ADMIN_TOKEN", TOKEN)
        assert run("refresh", address, "--server", address) == (0, f"200 {address}/\n", "")
        assert run("purge", "--all", "--server", address) == (0, "1 purged\n", "")
        code, _, err = run("refresh", "/", "--server", address)
        assert (code, err.splitlines()[0][:11]) == (Exit.FAILED, "error: 400:")
        monkeypatch.setenv("AJAXCRAWL_ADMIN_TOKEN", "f" * 16)
        assert run("purge", "--all", "--server", address)[2] == "error: 401: the token is missing or wrong\n"
        assert run("purge", "--all", "--server", f"{address}/elsewhere")[0] == Exit.FAILED
    assert "cannot be asked" in run("purge", "--all", "--server", address)[2]


def test_a_servers_password_is_not_printed(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setenv("AJAXCRAWL_STORE", "redis://user:secret@localhost/0")
    monkeypatch.setenv("AJAXCRAWL_ADMIN_TOKEN", TOKEN)
    _, out, _ = run("settings")
    assert "secret" not in out
    assert TOKEN not in out
    assert "redis://***@localhost/0" in out
    for wrong in ("redis://user:secret@localhost:port/0", "redsi://:sec/ret@localhost/0"):
        monkeypatch.setenv("AJAXCRAWL_STORE", wrong)
        _, _, err = run("settings")
        assert "://***@localhost" in err
        assert "ret@" not in err
