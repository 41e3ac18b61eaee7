"""The command line, with the real renderer: what goes to stdout, what to stderr, and the exit codes."""

import os
import re
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from servers import uvicorn_running
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from starlette.routing import Route

from starlette_ajaxcrawl import __version__
from starlette_ajaxcrawl.cli import main
from starlette_ajaxcrawl.commands.exits import Exit, printable
from starlette_ajaxcrawl.errors import RendererUnavailable, RenderTimeout, UrlError
from starlette_ajaxcrawl.renderers.fake import FakeRenderer
from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.snapshot import LogEntry, Rendering, Snapshot

ROOT = Path(__file__).parent.parent

SITE = '''
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

@asynccontextmanager
async def lifespan(app):
    yield {"word": "state"}
    print("more noise")

app = Starlette(lifespan=lifespan, routes=[
    Route("/", lambda request: HTMLResponse(PAGE)),
    Route("/data", data),
    Route("/gone", lambda request: HTMLResponse("<p>gone", 410)),
    Route("/text", lambda request: PlainTextResponse("text")),
    Route("/moved", lambda request: RedirectResponse("/new?a=1#!/b", 301)),
    Route("/fail", fail),
    Route("/endless", endless),
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


def test_a_page_of_an_application_is_printed_and_nothing_else_goes_to_stdout(run):
    code, out, err = run("render", "a_site:app", "/#!/products/2")
    assert code == 0
    assert out.startswith("<!DOCTYPE html><html>")
    assert '<p id="state">state /products/2 of localhost</p>' in out
    assert "script" not in out
    assert "noise of the application" in err
    assert "more noise" in err
    assert "noise" not in out


@pytest.mark.parametrize("path", ["/?_escaped_fragment_=/a%20b", "/?&_escaped_fragment_=/a%20b", "/#!/a b"])
def test_a_page_may_be_named_by_its_ugly_url(run, path):
    code, out, _ = run("render", "a_site:app", path, "--text")
    assert (code, out) == (0, "Shop\nstate /a b of localhost\n")


def test_the_path_is_the_root_where_none_is_given_and_the_application_may_come_from_a_factory(run):
    code, out, _ = run("render", "a_site:make()", "--text")
    assert (code, out) == (0, "Shop\nstate of localhost\n")


def test_the_site_url_names_the_host_of_an_application(run, monkeypatch):
    monkeypatch.setenv("AJAXCRAWL_SITE_URL", "https://shop.example:8443")
    code, out, _ = run("render", "a_site:app", "/#!/x", "--text")
    assert (code, out) == (0, "Shop\nstate /x of shop.example:8443\n")


def test_timing_and_log_go_to_stderr(run):
    code, out, err = run("render", "a_site:app", "/#!/x", "--timing", "--log")
    assert code == 0
    assert out.endswith("</html>")
    assert re.search(r"total \d+\.\d{3} s: wait \d+\.\d{3} s, fetch .* s, script .* s, serialise .* s\n", err)
    assert re.search(r"error: script: .*missing", err)
    assert r"asked\x1b[31m" in err
    assert "\x1b" not in err
    assert re.search(r"200 +\d+ +\d\.\d{3} +ok +GET http://localhost/data\?of=%2Fx", err)


def test_a_page_with_an_error_status_is_printed_and_fails(run):
    code, out, err = run("render", "a_site:app", "/gone", "--text")
    assert (code, out) == (Exit.FAILED, "gone\n")
    assert "status 410" in err


def test_a_page_that_is_not_html_has_no_snapshot(run):
    code, out, err = run("render", "a_site:app", "/text")
    assert (code, out) == (Exit.FAILED, "")
    assert "no snapshot: the page is not HTML (status 200)\n--log may say why\n" in err


def test_an_application_that_fails_has_no_snapshot_and_the_log_says_why(run):
    code, out, err = run("render", "a_site:app", "/fail")
    assert (code, out) == (Exit.FAILED, "")
    assert "status 500" in err
    assert "Traceback" not in err


def test_a_redirect_is_told_not_followed(run):
    code, out, err = run("render", "a_site:app", "/moved")
    assert (code, out) == (Exit.REDIRECT, "")
    assert "301 redirect to http://localhost/new?a=1#!/b" in err


def test_an_incomplete_snapshot_is_printed_and_the_setting_to_raise_is_named(run, monkeypatch):
    monkeypatch.setenv("AJAXCRAWL_JAVASCRIPT_TIMEOUT", "0.3")
    code, out, err = run("render", "a_site:app", "/endless", "--text")
    assert (code, out) == (Exit.INCOMPLETE, "so far\n")
    assert "not complete: javascript_timeout; raise javascript_timeout" in err


def a_server() -> Starlette:
    page = "<p id=p></p><script src=/s.js></script>"
    routes = [
        Route("/shop", lambda request: HTMLResponse(page)),
        Route("/s.js", lambda request: PlainTextResponse("p.textContent = 'at ' + location.pathname + location.hash")),
        Route("/moved", lambda request: RedirectResponse("/shop#!/b", 302)),
    ]
    return Starlette(routes=routes)


def test_a_page_of_a_server_is_asked_by_http(run):
    with uvicorn_running(a_server()) as site:
        assert run("render", f"{site}/shop#!/a", "--text")[:2] == (0, "at /shop#!/a\n")
        assert run("render", f"{site}/shop?_escaped_fragment_=/a", "--text")[:2] == (0, "at /shop#!/a\n")
        code, out, err = run("render", f"{site}/moved")
        assert (code, out) == (Exit.REDIRECT, "")
        assert f"302 redirect to {site}/shop#!/b" in err


def test_a_server_that_is_not_there_has_no_snapshot(run):
    with uvicorn_running(a_server()) as site:
        pass
    code, out, err = run("render", f"{site}/shop")
    assert (code, out) == (Exit.FAILED, "")
    assert err.splitlines()[0].startswith("error: no snapshot: ")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing_here:app"], "cannot import 'nothing_here:app': ModuleNotFoundError: No module named 'nothing_here'"),
        (["a_site:other"], "has no 'other'"),
        (["a_site:app.x.y"], "has no 'app.x.y'"),
        (["a_site:nothing"], "'a_site:nothing' is not an ASGI application but NoneType"),
        (["a_site:nothing()"], "TypeError: 'NoneType' object is not callable"),
        (["a_site"], "TARGET must be a URL beginning with http:// or https://, or module:app, got 'a_site'"),
        (["localhost:8000/x"], "TARGET must be a URL"),
        (["localhost:8000"], "TARGET must be a URL"),
        (["a-site:app"], "TARGET must be a URL"),
        ([":app"], "TARGET must be a URL"),
        ([""], "TARGET must be a URL"),
        (["a_site:app", "shop"], "the path must begin with \"/\", got 'shop'"),
        (["a_site:app", "/?_escaped_fragment_=%zz"], "a % in _escaped_fragment_ is not followed"),
        (["http://x/?_escaped_fragment_=a&_escaped_fragment_=b"], "more than once"),
        (["http://x/", "/shop"], "PATH goes with module:app only"),
        (["http://"], "'http://' is not a URL of a page"),
        (["http://me:secret@x/"], "is not a URL of a page"),
        (["https://x:99999/"], "is not a URL of a page"),
        (["http://[::1/"], "is not a URL of a page"),
        (["HTTP://x y/"], "is not a URL of a page"),
    ],
)
def test_wrong_arguments_are_one_line_on_stderr(run, arguments, message):
    code, out, err = run("render", *arguments)
    assert (code, out) == (Exit.USAGE, "")
    lines = [line for line in err.splitlines() if "noise" not in line]
    assert len(lines) == 1
    assert lines[0].startswith("error: ")
    assert message in lines[0]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("1 / 0", "ZeroDivisionError: division by zero (.*broken.py:1)"),
        ("def app(", "SyntaxError: .*"),
        ("import sys; sys.exit(3)", "SystemExit: 3 (.*broken.py:1)"),
        ("import nothing_here", "No module named 'nothing_here' (.*broken.py:1)"),
        ("raise RuntimeError('two\\nlines')", r"RuntimeError: two\\nlines (.*broken.py:1)"),
    ],
)
def test_a_module_that_cannot_be_imported_is_one_line_on_stderr(run, folder, source, message):
    (folder / "broken.py").write_text(source)
    code, out, err = run("render", "broken:app")
    assert (code, out) == (Exit.USAGE, "")
    assert re.fullmatch(
        rf"error: cannot import 'broken:app': .*{message.replace('(', '[(]').replace(')', '[)]')}\n", err
    )


def test_an_application_that_does_not_start_has_no_snapshot(run, folder):
    source = """
        from contextlib import asynccontextmanager
        from starlette.applications import Starlette

        @asynccontextmanager
        async def lifespan(app):
            raise OSError("no database")
            yield

        app = Starlette(lifespan=lifespan)
        """
    (folder / "broken.py").write_text(textwrap.dedent(source))
    code, out, err = run("render", "broken:app")
    assert (code, out) == (Exit.FAILED, "")
    assert err == "error: the application does not start: OSError: no database\n"


def test_an_application_that_fails_when_it_stops_or_has_no_lifespan_is_rendered_all_the_same(run, folder, monkeypatch):
    monkeypatch.setattr(
        "starlette_ajaxcrawl.commands.render.HtmlUnitRenderer", lambda settings: FakeRenderer(lambda url: "<p>a")
    )
    source = """
        async def no_lifespan(scope, receive, send):
            assert scope["type"] == "http"

        async def fails_at_the_end(scope, receive, send):
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            raise OSError("too late")

        async def fails_politely_at_the_end(scope, receive, send):
            await receive()
            await send({"type": "lifespan.startup.complete"})
            await receive()
            await send({"type": "lifespan.shutdown.failed"})
        """
    (folder / "broken.py").write_text(textwrap.dedent(source))
    for name in ("no_lifespan", "fails_at_the_end", "fails_politely_at_the_end"):
        assert run("render", f"broken:{name}") == (0, "<p>a", "")


def test_wrong_settings_are_named_line_by_line(run, monkeypatch):
    monkeypatch.setenv("AJAXCRAWL_DEADLINE", "0")
    monkeypatch.setenv("AJAXCRAWL_CSSS", "no")
    for command in (["render", "a_site:app"], ["settings"]):
        code, out, err = run(*command)
        assert (code, out) == (Exit.USAGE, "")
        assert err.splitlines() == [
            "error: settings are wrong:",
            "  AJAXCRAWL_CSSS (environment) is not a setting (did you mean AJAXCRAWL_CSS?), got 'no'",
            "  AJAXCRAWL_DEADLINE (environment) must be greater than 0, got '0'",
        ]


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (RendererUnavailable("", "no Java 17 or later was found"), Exit.UNAVAILABLE, "no Java 17 or later was found"),
        (UrlError("http://localhost/", "odd"), Exit.USAGE, "odd: 'http://localhost/'"),
        (RenderTimeout("http://localhost/", "late"), Exit.FAILED, "no snapshot: late: 'http://localhost/'"),
    ],
)
def test_each_error_of_the_renderer_has_its_exit_code(run, monkeypatch, error, code, message):
    def pages(url):
        raise error

    monkeypatch.setattr("starlette_ajaxcrawl.commands.render.HtmlUnitRenderer", lambda settings: FakeRenderer(pages))
    assert run("render", "a_site:make()")[::2] == (code, f"noise of the application\nmore noise\nerror: {message}\n")


def test_the_log_of_a_page_that_failed_is_told(run, monkeypatch):
    error = RenderTimeout("http://localhost/", "late", (LogEntry("error", "script", "boom", "http://localhost/a.js"),))
    monkeypatch.setattr(
        "starlette_ajaxcrawl.commands.render.HtmlUnitRenderer", lambda settings: FakeRenderer(lambda url: error)
    )
    assert "error: script: boom (http://localhost/a.js)" in run("render", "a_site:app", "--log")[2]
    assert "boom" not in run("render", "a_site:app")[2]


def test_an_interrupt_ends_it_soon_with_one_line(folder):
    command = [sys.executable, "-u", "-m", "starlette_ajaxcrawl", "render", "a_site:app", "/endless"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "AJAXCRAWL_JAVASCRIPT_TIMEOUT": "60"}
    environment["AJAXCRAWL_DEADLINE"] = "60"
    with subprocess.Popen(command, stdout=-1, stderr=-1, text=True, cwd=folder, env=environment) as process:
        assert "noise" in process.stderr.readline()
        assert "asked for /endless" in process.stderr.readline()
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=50)
    assert (process.returncode, out) == (Exit.INTERRUPTED, "")
    assert [line for line in err.splitlines() if "noise" not in line] == ["error: interrupted"]


def test_a_reader_that_has_enough_is_no_error(folder):
    command = f"{sys.executable} -m starlette_ajaxcrawl render a_site:app | head -c 5"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, shell=True, capture_output=True, cwd=folder, env=environment, timeout=100)
    assert done.stdout == b"<!DOC"
    assert b"Traceback" not in done.stderr
    assert b"BrokenPipe" not in done.stderr


def test_without_java_the_exit_code_says_so(folder):
    command = [sys.executable, "-m", "starlette_ajaxcrawl", "render", "a_site:app"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "AJAXCRAWL_JAVA_HOME": str(folder / "no_java")}
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, timeout=100)
    assert (done.returncode, done.stdout) == (Exit.UNAVAILABLE, "")
    errors = [line for line in done.stderr.splitlines() if "noise" not in line]
    assert len(errors) == 1
    assert "no_java" in errors[0]


def test_the_settings_are_printed_with_their_values_and_where_those_came_from(run, monkeypatch, folder):
    (folder / ".env").write_text("AJAXCRAWL_MAX_RESPONSE_BYTES=1 MiB\n")
    monkeypatch.setenv("AJAXCRAWL_EXTERNAL_HOSTS", "a.example,b.example")
    monkeypatch.setenv("AJAXCRAWL_BLOCK_URLS", "default,/count")
    monkeypatch.setenv("AJAXCRAWL_JVM_OPTIONS", '["-Da=1,2"]')
    monkeypatch.setenv("AJAXCRAWL_ORIGINS", '{"/s": "http://x"}')
    monkeypatch.setenv("COLUMNS", "200")
    code, out, err = run("settings")
    assert (code, err) == (0, "")
    for name in Settings.model_fields:
        assert re.search(rf"^\s*{name}\s", out, re.MULTILINE), name
    rows = {line.split()[0]: " ".join(line.split()[1:]) for line in out.splitlines() if line.strip()}
    assert rows["max_response_bytes"] == ".env 1 MiB"
    assert rows["external_hosts"] == "environment a.example,b.example"
    assert rows["block_urls"] == "environment default,/count"
    assert rows["jvm_options"] == 'environment ["-Da=1,2"]'
    assert rows["origins"] == 'environment {"/s": "http://x"}'
    assert rows["css"] == "default true"
    assert rows["java_home"] == "default"
    assert rows["max_age"] == "default 3600"
    assert rows["max_store_bytes"] == "default 64 MiB"


def test_the_settings_are_readable_in_eighty_columns(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("AJAXCRAWL_BLOCK_URLS", "/count")
    _, out, _ = run("settings")
    assert max(map(len, out.splitlines())) <= 80
    assert "wait_for_background_javascript_starting_before" in out
    assert re.search(r"^ block_urls +environment +/count *$", out, re.MULTILINE)
    assert "…" not in out


def test_the_version_is_printed(run):
    assert run("--version") == (0, f"starlette-ajaxcrawl {__version__}\n", "")


def test_the_help_names_every_exit_code(run):
    code, out, _ = run("render", "--help")
    assert code == 0
    for exit_code in Exit:
        assert re.search(rf"^\s*{int(exit_code)}: ", out, re.MULTILINE)
    assert "Exit codes: 0: printed. 2: settings are wrong" in run("settings", "--help")[1]


def test_without_a_command_the_help_is_shown(run):
    code, out, err = run()
    assert code == Exit.USAGE
    assert "render" in out + err


def test_an_option_that_there_is_not_is_a_usage_error(run):
    assert run("render", "a_site:app", "--nonsense")[0] == Exit.USAGE


def test_text_for_terminals_is_on_one_line_without_control_characters():
    assert printable("a\nb\x1b[0m\u202eä\ud800") == r"a\nb\x1b[0m\u202eä\ud800"


def test_a_snapshot_ends_with_a_line_break_only_on_a_terminal(run, monkeypatch):
    page = Rendering(Snapshot("http://localhost/", "html", 200, (), b"<p>a", 0.0))
    monkeypatch.setattr(
        "starlette_ajaxcrawl.commands.render.HtmlUnitRenderer", lambda settings: FakeRenderer(lambda url: page)
    )
    assert run("render", "a_site:app")[1] == "<p>a"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert run("render", "a_site:app")[1] == "<p>a\n"
