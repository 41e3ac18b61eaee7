"""`render`, with the real renderer: what goes to stdout, what to stderr, and the exit codes."""

import re
import sys
from pathlib import Path

import pytest
from servers import uvicorn_running
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse
from starlette.routing import Route

from starlette_ajaxcrawl.commands.exits import Exit
from starlette_ajaxcrawl.renderers.fake import FakeRenderer
from starlette_ajaxcrawl.snapshot import Rendering, Snapshot


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


def test_a_snapshot_ends_with_a_line_break_only_on_a_terminal(run, monkeypatch):
    page = Rendering(Snapshot("http://localhost/", "html", 200, (), b"<p>a", 0.0))
    monkeypatch.setattr(
        "starlette_ajaxcrawl.commands.render.open_renderer", lambda settings: FakeRenderer(lambda url: page)
    )
    assert run("render", "a_site:app")[1] == "<p>a"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert run("render", "a_site:app")[1] == "<p>a\n"


def test_links_are_printed_a_line_each(run):
    code, out, _ = run("render", "a_site:app", "/linked", "--links")
    assert (code, out) == (0, "http://localhost/linked#!/a\nhttp://localhost/b?c=d\nhttps://other.example\n")


def test_the_text_is_compared_with_that_of_another_page(run):
    assert run("render", "a_site:app", "/#!/a", "--diff-with", "/#!/a")[:2] == (0, "")
    code, out, err = run("render", "a_site:app", "/#!/a", "--diff-with", "/#!/b")
    assert code == Exit.FAILED
    assert out.splitlines()[:2] == ["--- http://localhost/#!/a", "+++ http://localhost/#!/b"]
    assert out.splitlines()[3:] == [" Shop", "-state /a of localhost", "+state /b of localhost"]
    assert "--log may say why" not in err
    assert (
        "no text to compare: http://localhost/moved is a redirect"
        in run("render", "a_site:app", "/#!/a", "--diff-with", "/moved")[2]
    )


def test_an_application_is_compared_with_a_server(run):
    with uvicorn_running(a_server()) as site:
        code, out, _ = run("render", "a_site:app", "/gone", "--diff-with", f"{site}/shop#!/a")
        assert (code, out.splitlines()[3:]) == (Exit.FAILED, ["-gone", "+at /shop#!/a"])
        assert run("render", f"{site}/shop#!/a", "--diff-with", "#!/a")[:2] == (0, "")


def test_the_default_browser_shows_the_snapshot(run, monkeypatch):
    opened = []
    monkeypatch.setattr("webbrowser.open", lambda url: not opened.append(url))
    code, out, err = run("render", "a_site:app", "/#!/a", "--open")
    assert (code, out) == (0, "")
    file = Path(opened[0].removeprefix("file://"))
    assert str(file) in err
    html = file.read_text()
    file.unlink()
    assert "state /a of localhost" in html
    assert '<base href="http://localhost/">' in html


def test_without_a_browser_the_file_is_named(run, monkeypatch):
    monkeypatch.setattr("webbrowser.open", lambda url: False)
    code, _, err = run("render", "a_site:app", "/#!/a", "--open")
    assert code == Exit.FAILED
    Path(re.search(r"there is no browser to show (\S+)", err)[1]).unlink()


def test_one_form_at_a_time_is_printed(run):
    assert run("render", "a_site:app", "--text", "--links")[0] == Exit.USAGE
