"""The documentation is executed: it builds without a warning, its code runs, each of its commands does what is said."""

from __future__ import annotations

import ast
import importlib.metadata
import itertools
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import django.conf
import httpx
import pages
import pytest
from anyio.lowlevel import checkpoint
from django.utils.functional import empty
from packaging.requirements import Requirement
from servers import uvicorn_running
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route

import starlette_ajaxcrawl
from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, Settings
from starlette_ajaxcrawl.cli import app, main
from starlette_ajaxcrawl.fleet.worker import Worker

SITE = "https://example.com"
SERVERS = {
    "uvicorn": "--port {}",
    "gunicorn": "--bind 127.0.0.1:{}",
    "hypercorn": "--bind 127.0.0.1:{}",
    "granian": "--port {}",
    "starlette_ajaxcrawl": "--port {}",
}
NGINX = [(name, block) for name in pages.names() for block in pages.blocks(name, "nginx")]
WITH_COMMANDS = [name for name in pages.names() if pages.commands(name)]
PAGE = """<!doctype html><title>Home</title><a href="#!/products/2">2</a><h1></h1>
<script>document.querySelector("h1").append(location.hash)</script>"""
SITEMAP = "<urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9'><url><loc>{}/#!/products/2</loc></url></urlset>"


@pytest.fixture(scope="module")
def example_site() -> Iterator[str]:
    """What the pages call https://example.com; it can be purged by those who know the token."""
    routes = [
        Route("/", lambda request: HTMLResponse(PAGE)),
        Route("/sitemap.xml", lambda request: PlainTextResponse(SITEMAP.format(str(request.base_url).rstrip("/")))),
    ]
    crawl = AjaxCrawl(Settings(admin_token="a-token-of-some-length", _environment=False))
    with uvicorn_running(Starlette(routes=routes, middleware=[Middleware(AjaxCrawlMiddleware, crawl)])) as url:
        yield url


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """For each page a folder that has the files it shows; those without any go on with the first page's."""
    made = {}
    for name in pages.names():
        made[name] = tmp_path_factory.mktemp("docs")
        for file, source in (pages.files(name) or pages.files("index.md")).items():
            (made[name] / file).write_text(source)
        (made[name] / "public").mkdir()
        (made[name] / "public" / "robots.txt").write_text("User-agent: *\nDisallow: /nothing\n")
        (made[name] / "dist").mkdir()
        (made[name] / "dist" / "index.html").write_text(PAGE)
    return made


@pytest.fixture
def at(folders: dict[str, Path], monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Goes to a page's folder; what its modules were and set is forgotten again."""
    modules = dict(sys.modules)
    monkeypatch.setattr(sys, "path", ["", *sys.path])
    configured = vars(django.conf.settings)["_wrapped"]
    django.conf.settings._wrapped = empty
    yield lambda page: monkeypatch.chdir(folders[page])
    django.conf.settings._wrapped = configured
    for name in sys.modules.keys() - modules.keys():
        if str(getattr(sys.modules[name], "__file__", "")).startswith(tuple(map(str, folders.values()))):
            del sys.modules[name]


def test_the_site_builds_without_a_warning(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-d", tmp_path],
        cwd=pages.ROOT,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    home = (tmp_path / "index.html").read_text()
    assert not re.findall(r'(?:src|href)="(?:https?:)?//(?!127)[^"]+\.(?:js|css|woff2?)', home), "loads from elsewhere"


PYTHON = [(name, code) for name in pages.names() for code in pages.code(name)]


@pytest.mark.parametrize(("page", "code"), PYTHON, ids=[f"{name}: {code.splitlines()[0]}" for name, code in PYTHON])
def test_code_that_is_shown_runs(page: str, code: str, at: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    at(page)
    monkeypatch.setenv("INSPECTOR_TOKEN", "a-token-of-some-length")
    Path("war").mkdir(exist_ok=True)
    Path("archive").mkdir(exist_ok=True)
    compiled = compile(code, page, "exec", ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
    exec(compiled, {**vars(starlette_ajaxcrawl), "__name__": "shown"})


@pytest.mark.parametrize("page", WITH_COMMANDS)
def test_the_commands_of_a_page_do_what_is_said(
    page: str, at: Any, example_site: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    at(page)
    for command in pages.commands(page):  # in their order: one may need what another has made
        with monkeypatch.context() as patch:
            check(command, example_site, patch, capfd)


def check(
    command: pages.Command, example_site: str, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    words = shlex.split(
        command.line.replace(SITE, example_site) if " starlette-ajaxcrawl " in f" {command.line}" else command.line
    )
    while re.fullmatch(r"[A-Z_]+=.*", words[0]):
        monkeypatch.setenv(*words.pop(0).split("=", 1))
    match words[0]:
        case "starlette-ajaxcrawl" if words[1] == "serve":
            with serving([word.replace("http://127.0.0.1:3000", example_site) for word in words]) as url:
                assert PAGE in httpx.get(url, headers={"user-agent": "Mozilla/5.0"}).text  # tests/serve see snapshots
        case "starlette-ajaxcrawl" if words[1] in ("worker", "fleet"):
            monkeypatch.setenv("AJAXCRAWL_FLEET_KEY", "a-key-of-sixteen-or-more")
            monkeypatch.setattr(Worker, "run", lambda worker: checkpoint())  # tests/fleet have workers that run
            monkeypatch.setattr("starlette_ajaxcrawl.commands.fleet._show", lambda *_: checkpoint())
            with pytest.raises(SystemExit) as ended:
                app(words[1:])
            assert not ended.value.code
        case "starlette-ajaxcrawl":
            monkeypatch.setattr(sys, "argv", words)
            with pytest.raises(SystemExit) as ended:
                main()
            shown = capfd.readouterr()
            assert not ended.value.code, shown.err
            assert command.output in (None, shown.out.strip())
        case "pip":
            check_installable(words[2:])
        case "export":
            name, _, value = words[1].partition("=")
            assert name.startswith("AJAXCRAWL_")
            monkeypatch.setenv(name, value)
            Settings()
        case "curl":
            agent = dict(itertools.pairwise(words)).get("-A", "curl/8")
            with uvicorn_running(load_app()) as url:
                asked = words[-1].replace("http://127.0.0.1:8000", url)
                shown = command.output or ("<h1></h1>" if agent.startswith("Mozilla") else "products/2</h1>")
                text = httpx.get(asked, timeout=60, headers={"user-agent": agent}).text
                assert shown in re.sub(r"\b0\.\d\b", "0.0", text)  # seconds, as they happen to be
        case server if server in SERVERS:
            with serving(words) as url:
                assert "products/2</h1>" in httpx.get(f"{url}/?_escaped_fragment_=/products/2", timeout=60).text
        case other:
            pytest.fail(f"say here how {other} is tried")


@pytest.mark.parametrize(("page", "block"), NGINX, ids=[name for name, _ in NGINX])
def test_nginx_takes_what_is_shown(page: str, block: str, tmp_path: Path) -> None:
    (tmp_path / "nginx.map").touch()
    (tmp_path / "logs").mkdir()
    inside = f"server {{ {block} }}" if block.startswith("location") else block.replace("/srv/archive", str(tmp_path))
    (tmp_path / "nginx.conf").write_text(f"pid {tmp_path}/pid; events {{}} http {{ {inside} }}")
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    done = subprocess.run(
        [nginx, "-t", "-p", tmp_path, "-c", tmp_path / "nginx.conf"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def check_installable(requirements: list[str]) -> None:
    """Packages by these names are among those that the tests were installed with, and have the extras."""
    for requirement in map(Requirement, requirements):
        extras = importlib.metadata.metadata(requirement.name).get_all("Provides-Extra") or []
        assert requirement.extras <= set(extras)


def load_app() -> Any:
    import app  # type: ignore[import-not-found]  # the page's own

    return app.app


@contextmanager
def serving(words: list[str]) -> Iterator[str]:
    """The server of a command line, on a free port; gives its base URL once it answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    module = words[0].replace("-", "_")
    arguments = [*words[1:], *SERVERS[module].format(port).split()]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(["", str(pages.ROOT)])}
    server = subprocess.Popen([sys.executable, "-m", module, *arguments], env=environment, stderr=subprocess.DEVNULL)
    try:
        deadline = time.monotonic() + 30
        while True:
            try:
                socket.create_connection(("127.0.0.1", port)).close()
                break
            except OSError:
                assert server.poll() is None
                assert time.monotonic() < deadline, "the server did not start"
                time.sleep(0.05)  # nothing tells when another process listens
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait(30)
