"""`verify` with the real renderer and a real browser: one run over one site, honest pages and others."""

from __future__ import annotations

import io
import json
import sys
from contextlib import closing, redirect_stderr, redirect_stdout
from types import ModuleType
from typing import TYPE_CHECKING, Any

import pytest
from servers import uvicorn_running

from starlette_ajaxcrawl.archive.manifest import Due, Manifest
from starlette_ajaxcrawl.built_files import vendored
from starlette_ajaxcrawl.cli import main
from starlette_ajaxcrawl.commands.exits import Exit

if TYPE_CHECKING:
    from pathlib import Path

    from chromium import Chromium
    from playwright.sync_api import BrowserContext

SITE = r'''
from itertools import count
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

PAGE = """<!doctype html><html lang="en"><head><title>Shop</title>{head}</head>
<body><main><h1>Shop</h1><div id="at">loading</div></main><script>{code}</script></body></html>"""
OPT_IN = '<meta name="fragment" content="!">'
SHOW = "var at = document.getElementById('at'); function show(html) { at.innerHTML = html }\n"

def page(code, head="", status=200):
    return lambda request: HTMLResponse(PAGE.format(head=head, code=SHOW + code), status)

LATER = """setTimeout(function () {
    document.title = 'Tea'
    show('<h2>Tea</h2><p>at ' + location.hash + ' <a href="#!/b">next</a><span hidden> more</span></p>'
        + '<img src="/tea.png" alt="A cup"><script type="application/ld+json">{"b": 1, "a": 2}<\\/script>')
    var meta = document.createElement('meta')
    meta.setAttribute('property', 'og:title')
    meta.content = 'Tea'
    document.head.append(meta)
    document.body.attachShadow
    var host = document.createElement('div')
    at.append(host)
    host.attachShadow({mode: 'closed'}).innerHTML = '<p lang="none">In the shadow</p>'
}, 700)"""
FAULTY = "show('<a href=\"/?_escaped_fragment_=/x\">ugly</a>'); missing()"
HOSTILE = """show('</textarea>&lt;/iframe&gt;&lt;script&gt;top.ran = 1&lt;/script&gt; "quoted" <b>' + Math.PI + '</b>'
    + '<img src="x" alt="" onerror="top.ran = 1"><a href="javascript:top.ran = 1">run</a>')
// as polyfills do: a list that is none to iterate over
document.querySelectorAll = function (selector) {
  var list = Document.prototype.querySelectorAll.call(this, selector), copy = {length: list.length}
  for (var i = 0; i < list.length; i++) copy[i] = list[i]
  return copy
}"""

def cloaked(request):
    word = "cheap pills" if "x-ajaxcrawl-render" in request.headers else "tea"
    return page(f"show('We sell {word} to all')")(request)

def unnamed(request):
    alt = "" if "x-ajaxcrawl-render" in request.headers else ' alt="A cup"'
    return page(f"show('<img src=/tea.png{alt}>')".replace("'<", "`<").replace(">'", ">`"))(request)

def agents(request):
    word = "cheap pills" if "bot" in request.headers["user-agent"].lower() else "tea"
    return page(f"show('We sell {word} to all')")(request)

def answered(request):
    if "_escaped_fragment_" in request.query_params:
        return HTMLResponse("<!doctype html><title>Shop</title><h1>Shop</h1><p>Cheap pills for everybody")
    return page("show('We sell tea to all')")(request)

loads = count()
ENTRIES = ["/#!/a", "/#no-state", "/plain", "/built", "/?_escaped_fragment_=/b"]

def sitemap(request):
    return PlainTextResponse("\n".join(f"{str(request.base_url)[:-1]}{entry}" for entry in ENTRIES))

app = Starlette(routes=[
    Route("/", page(LATER, OPT_IN)),
    Route("/cdn", lambda request: page("", f'<script defer src="http://localhost:{request.url.port}/tea.js"></script>')(request)),
    Route("/tea.js", lambda request: Response("show('tea from elsewhere')", media_type="text/javascript")),
    Route("/built", page("show('by a script')")),
    Route("/plain", lambda request: HTMLResponse("<!doctype html><html lang=en><title>Plain</title><h1>Plain</h1>")),
    Route("/cloaked", cloaked),
    Route("/answered", answered),
    Route("/unnamed", unnamed),
    Route("/agents", agents),
    Route("/script", page("show(/:1$/.test(new Error().stack) ? 'pills' : 'tea')")),
    Route("/clock", lambda request: page(f"show('load {next(loads)} of the day')")(request)),
    Route("/faulty", page(FAULTY, '<meta name="fragment" content="?">')),
    Route("/needless", page("", OPT_IN)),
    Route("/gone", page("show('no such tea')", status=404)),
    Route("/slow", page("setTimeout(function () { show('We sell tea to all who wait') }, 1900)")),
    Route("/moved", lambda request: RedirectResponse("/plain", 301)),
    Route("/hostile", page(HOSTILE)),
    Route("/sitemap.txt", sitemap),
    Route("/tea.png", lambda request: Response(b"", media_type="image/png")),
])
'''
PAGES = "cloaked answered agents script clock faulty needless gone slow moved hostile cdn".split()  # noqa: SIM905


@pytest.fixture(scope="module")
def verified(tmp_path_factory: pytest.TempPathFactory) -> tuple[int, str, Path]:
    """The exit code, what was printed, and the folder with the reports."""
    folder = tmp_path_factory.mktemp("verify")
    with closing(Manifest(folder)) as manifest:
        manifest.plan(Due("m", "https://shop.example/#!/m", "https://shop.example/", 0), None, is_due=True)
    arguments = ["verified_site:app", *(f"/{name}" for name in PAGES), "--sitemap", "/sitemap.txt", "--manifest", "."]
    reports = ["--out", "report.html", "--json", "report.json"]
    return run(folder, *arguments, *reports, "--no-accessibility")


def run(folder: Path, *arguments: str) -> tuple[int, str, Path]:
    (folder / "verified_site.py").write_text(SITE)
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(out):
        patch.setenv("AJAXCRAWL_WAIT_FOR_BACKGROUND_JAVASCRIPT", "1")
        patch.setenv("AJAXCRAWL_SITE_URL", "https://shop.example")
        patch.chdir(folder)
        patch.setattr(sys, "path", list(sys.path))
        patch.setattr(sys, "argv", ["starlette-ajaxcrawl", "verify", *arguments])
        with pytest.raises(SystemExit) as caught:
            main()
    sys.modules.pop("verified_site", None)
    return int(caught.value.code or 0), out.getvalue(), folder


@pytest.fixture(scope="module")
def report(verified: tuple[int, str, Path]) -> dict[str, Any]:
    return json.loads((verified[2] / "report.json").read_text())


@pytest.fixture(scope="module")
def codes(report: dict[str, Any]) -> dict[str, list[str]]:
    """What was found on each page, by its path and state."""
    return {
        "/" + result["url"].split("/", 3)[3]: [finding["code"] for finding in result["findings"]]
        for result in report["results"]
    }


def test_honest_pages_are_the_same(codes):
    assert {path: codes[path] for path in ("/#!/a", "/#!/m", "/plain", "/hostile")} == {
        "/#!/a": [],
        "/#!/m": [],
        "/plain": [],
        "/hostile": [],
    }


def test_pages_that_tell_crawlers_something_else_are_found(codes, report):
    assert codes["/cloaked"] == ["text"]
    assert codes["/script"] == ["text"]
    assert codes["/answered"] == ["answer"]
    assert codes["/agents"] == ["user-agent"]
    (finding,) = next(result for result in report["results"] if result["url"].endswith("/cloaked"))["findings"]
    assert finding["details"] == ["people only: tea", "crawlers only: cheap pills"]
    assert 0 < finding["share"] < 1


def test_what_changes_at_each_load_is_no_cloaking(codes):
    assert codes["/clock"] == ["differs-by-reload"]


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("/faulty", ["wrong-opt-in", "ugly-link", "script-failed"]),
        ("/needless", ["needless-opt-in"]),
        ("/built", ["no-opt-in"]),
        ("/#!/b", ["ugly-in-sitemap"]),
        ("/gone", ["not-found"]),
        ("/slow", ["over-budget"]),
        ("/cdn", ["text", "blocked-resource"]),
        ("/moved", ["listed-redirect"]),
    ],
)
def test_faults_of_the_scheme_are_found(codes, path, found):
    assert codes[path] == found


def test_the_exit_code_and_the_lines_say_what_is_to_be_mended(verified, report):
    code, out, _ = verified
    assert code == Exit.FAILED
    assert "/cloaked: error: What people see and the snapshot differ in their text, by " in out
    assert "no page: the fragment is no state" in out
    assert [text.partition(":")[0] for text in report["invalid"]] == ["the fragment is no state"]
    assert report["pages"] == {"error": 9, "warning": 4, "same": 4}
    assert "17 pages: 9 with errors, 4 with warnings, 4 the same" in out


def test_the_report_shows_both_sides_and_runs_nothing(verified, chromium: Chromium):
    address = (verified[2] / "report.html").as_uri()
    seen = chromium.evaluate(
        address,
        """() => ({
            ran: window.ran,
            scripts: document.scripts.length,
            frames: [...document.querySelectorAll('iframe')].map((frame) => frame.getAttribute('sandbox')),
            pictures: [...document.images].every((one) => one.src.startsWith('data:image/jpeg;base64,')),
            marks: [document.querySelector('del').textContent, document.querySelector('ins').textContent],
            text: document.body.innerText,
        })""",
    )
    assert (seen["ran"], seen["scripts"], seen["pictures"]) == (None, 0, True)
    assert len(seen["frames"]) >= 30
    assert set(seen["frames"]) == {""}
    assert "17 pages" in seen["text"]
    assert '"quoted"' not in seen["text"].split("cloaked")[0]


def test_the_report_fits_a_phone_and_has_no_violation_of_accessibility(verified, chromium: Chromium):
    def judge(browser: BrowserContext) -> tuple[int, list[str]]:
        tab = browser.new_page()
        tab.goto((verified[2] / "report.html").as_uri())
        tab.evaluate(f"{vendored('axe-core', 'verify', 'axe.js').joinpath('axe.js').read_text()};0")
        width = tab.evaluate("document.documentElement.scrollWidth")
        return width, tab.evaluate("axe.run({iframes: false}).then(found => found.violations.map(one => one.id))")

    assert chromium.visit(judge, color_scheme="dark", viewport={"width": 360, "height": 800}) == (360, [])


def test_a_server_is_verified_by_its_url_and_a_tolerance_is_for_differences_alone(tmp_path):
    module = ModuleType("verified_site")
    exec(SITE, module.__dict__)
    with uvicorn_running(module.app) as site:
        code, out, _ = run(tmp_path, site, "/cloaked", "/unnamed", "/#!/a", "--tolerance", "1")
    assert code == Exit.FAILED
    assert "/cloaked: warning: What people see and the snapshot differ in their text, by " in out
    assert "/unnamed: warning: What people see and the snapshot differ in their image alternatives, by 100 %" in out
    assert "/unnamed: error: The snapshot breaks rules of accessibility" in out
    assert "    image-alt: " in out
    assert "3 pages: 1 with errors, 1 with warnings, 1 the same" in out  # closed shadow trees are judged on both sides


def test_without_a_browser_a_line_says_what_to_do(tmp_path):
    code, out, _ = run(tmp_path, "verified_site:app", "--chromium", str(tmp_path / "none"))
    assert code == Exit.UNAVAILABLE
    assert "error: no browser: install Chromium, or run `playwright install chromium`" in out


def test_without_the_extra_a_line_says_what_to_install(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "starlette_ajaxcrawl.verify.browser", None)
    code, out, _ = run(tmp_path, "verified_site:app")
    assert code == Exit.UNAVAILABLE
    assert 'error: verify needs more packages: pip install "starlette-ajaxcrawl[verify]"' in out


def test_a_report_that_could_not_be_written_is_refused_at_once(tmp_path):
    code, out, _ = run(tmp_path, "verified_site:app", "--out", "nowhere/report.html")
    assert (code, out) == (Exit.USAGE, "error: there is no folder for nowhere/report.html\n")
    code, out, _ = run(tmp_path, "verified_site:app", "--json", ".")
    assert (code, out) == (Exit.USAGE, "error: . is a folder, not a file to write\n")


def test_lists_that_name_nothing_of_the_site_are_an_error(tmp_path):
    code, out, _ = run(tmp_path, "verified_site:app", "https://elsewhere.example/", "--no-accessibility")
    assert code == Exit.FAILED
    assert out.splitlines()[-2:] == [
        "1 are not of this site, or excluded by the settings",
        "error: there is no page to verify",
    ]
