"""A site in a folder of its own, and the command line run in this process."""

import os
import sys

import pytest

from starlette_ajaxcrawl.cli import main

SITE = '''
import signal
import threading
from contextlib import asynccontextmanager
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, RedirectResponse
from starlette.routing import Route

print("noise of the application")

PAGE = """<!doctype html><title>Shop</title><h1>Shop</h1><p id=state>loading</p><script>
onhashchange = show
show()
function show() {
    var xhr = new XMLHttpRequest()
    xhr.open('GET', '/data?of=' + encodeURIComponent(decodeURIComponent(location.hash.slice(2))))
    xhr.onload = function () { document.getElementById('state').textContent = xhr.responseText }
    xhr.send()
    console.log('asked\\\\u001b[31m')
    setTimeout(function () { missing() }, 100)
}
</script>"""

async def data(request):
    return PlainTextResponse(f"{request.state.word} {request.query_params['of']} of {request.url.netloc}")

async def fail(request):
    raise ZeroDivisionError("a secret")

async def endless(request):
    print("asked for /endless")
    return HTMLResponse("<p>so far<script>while (true) {}</script>")

def interrupt():
    signal.pthread_kill(threading.get_ident(), signal.SIGINT)

async def interrupted(request):
    threading.Timer(0.5, interrupt).start()
    return await endless(request)

@asynccontextmanager
async def lifespan(app):
    yield {"word": "state"}
    print("more noise")

app = Starlette(lifespan=lifespan, routes=[
    Route("/", lambda request: HTMLResponse(PAGE)),
    Route("/data", data),
    Route("/gone", lambda request: HTMLResponse("<p>gone", 410)),
    Route("/linked", lambda request: HTMLResponse(
        "<a href='#!/a'>a</a><a href='b?c=d'>b</a><a href='b?c=d'>b</a><a href=https://other.example>o</a>"
    )),
    Route("/text", lambda request: PlainTextResponse("text")),
    Route("/moved", lambda request: RedirectResponse("/new?a=1#!/b", 301)),
    Route("/fail", fail),
    Route("/endless", endless),
    Route("/interrupted", interrupted),
])

def make():
    return app

nothing = None
'''


@pytest.fixture(autouse=True)
def folder(monkeypatch, tmp_path):
    """The current folder, empty but for the site's module; what the command imports and sets is forgotten again."""
    for name in os.environ:
        if name.upper().startswith("AJAXCRAWL_"):
            monkeypatch.delenv(name)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    modules = dict(sys.modules)
    (tmp_path / "a_site.py").write_text(SITE)
    yield tmp_path
    for name in sys.modules.keys() - modules.keys():
        if name.split(".")[0] in {"a_site", "broken", "package"}:
            del sys.modules[name]


@pytest.fixture
def run(monkeypatch, capsysbinary):
    """Runs a command; gives its exit code, stdout and stderr."""

    def run(*arguments: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["starlette-ajaxcrawl", *arguments])
        with pytest.raises(SystemExit) as caught:
            main()
        out, err = capsysbinary.readouterr()
        return int(caught.value.code or 0), out.decode(), err.decode()

    return run
