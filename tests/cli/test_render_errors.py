"""`render` where there is nothing to print: wrong arguments, errors, interrupts; one line on stderr, an exit code."""

import os
import re
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from starlette_ajaxcrawl.commands.exits import Exit
from starlette_ajaxcrawl.errors import RendererUnavailable, RenderTimeout, UrlError
from starlette_ajaxcrawl.page_log import LogEntry
from starlette_ajaxcrawl.renderers.fake import FakeRenderer

ROOT = Path(__file__).parent.parent.parent


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
        "starlette_ajaxcrawl.commands.render.open_renderer", lambda settings: FakeRenderer(lambda url: "<p>a")
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

    monkeypatch.setattr("starlette_ajaxcrawl.commands.render.open_renderer", lambda settings: FakeRenderer(pages))
    assert run("render", "a_site:make()")[::2] == (code, f"noise of the application\nmore noise\nerror: {message}\n")


def test_the_log_of_a_page_that_failed_is_told(run, monkeypatch):
    error = RenderTimeout("http://localhost/", "late", (LogEntry("error", "script", "boom", "http://localhost/a.js"),))
    monkeypatch.setattr(
        "starlette_ajaxcrawl.commands.render.open_renderer", lambda settings: FakeRenderer(lambda url: error)
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


def test_an_interrupt_that_wakes_nothing_ends_it_all_the_same(folder):
    command = [sys.executable, "-m", "starlette_ajaxcrawl", "render", "a_site:app", "/interrupted"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "AJAXCRAWL_JAVASCRIPT_TIMEOUT": "60"}
    environment["AJAXCRAWL_DEADLINE"] = "60"
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=environment, timeout=40)
    assert (done.returncode, done.stdout) == (Exit.INTERRUPTED, "")
    assert done.stderr.splitlines()[-1] == "error: interrupted"


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
