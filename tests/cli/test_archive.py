"""`archive`, `sitemap` and `robots`, over a site that needs no JVM."""

import gzip
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from servers import uvicorn_running
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from starlette_ajaxcrawl.commands.exits import Exit

SITE = '''
import os
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import Route
from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, FakeRenderer, RendererUnavailable, RenderError, Settings
import anyio

async def render(url):
    print("noise")
    if "slow" in url:
        await anyio.sleep(0.02)
    if "bad" in url:
        return RenderError(url, "bad luck")
    if "nojava" in url:
        return RendererUnavailable(url, "no Java here")
    if "big" in url:
        return "x" * 200_000
    return f'<p>{len(url)}<a href="#!/linked">'

SITEMAP = """<urlset><url><loc>http://shop.example/#!/m</loc></url><url><loc>http://other.example/</loc></url></urlset>"""
inner = Starlette(routes=[
    Route("/sitemap.xml", lambda request: Response(SITEMAP)),
    Route("/robots.txt", lambda request: PlainTextResponse("User-agent: *\\nDisallow: /x")),
])
crawl = AjaxCrawl(Settings(site_url="http://shop.example", max_concurrent_renders=2), renderer=FakeRenderer(render))
app = AjaxCrawlMiddleware(inner, crawl)
bare = inner
'''


@pytest.fixture(autouse=True)
def site(folder: Path) -> None:
    (folder / "a_site.py").write_text(SITE)


def test_states_come_from_lists_sitemaps_and_links(run, folder):
    (folder / "states.txt").write_text("#!/a\n# a comment\n\n/b?c=1#!/d\twhat stands here is for people\n")
    code, out, err = run("archive", "a_site:app", "--out", "out", "--states", "states.txt", "--sitemap", "/sitemap.xml")
    assert (code, out) == (0, ""), err
    assert "3 completed, 0 failed, 0 not to be kept, 1 not of this site or excluded; the archive has 3" in err
    site = "http://shop.example"
    listed = (folder / "out" / "completed.txt").read_text().splitlines()
    assert listed == [f"{site}/#!/a", f"{site}/#!/m", f"{site}/b?c=1#!/d"]
    code, _, err = run("archive", "a_site:app", "--out", "out", "--states", "out/completed.txt", "--crawl")
    assert "0 completed" in err  # they are current, and so their links are known
    code, _, err = run("archive", "a_site:app", "--out", "out2", "--crawl", "--jobs", "1", "--max-depth", "1")
    assert (folder / "out2" / "completed.txt").read_text().splitlines() == [f"{site}/", f"{site}/#!/linked"]


def test_failed_states_and_lines_that_are_none_decide_the_exit_code(run, folder, monkeypatch):
    (folder / "states.txt").write_text("/good\n/bad\nnonsense\n")
    code, _, err = run("archive", "a_site:app", "--out", "out", "--states", "states.txt")
    assert code == Exit.FAILED
    assert "nonsense" in err
    assert "1 completed, 1 failed" in err
    assert (folder / "out" / "failed.txt").read_text() == "http://shop.example/bad\tfailed: bad luck\n"
    (folder / "states.txt").write_text("/nojava\n")
    code, _, err = run("archive", "a_site:app", "--out", "out", "--states", "states.txt")
    assert (code, err.splitlines()[-1]) == (Exit.UNAVAILABLE, "error: no Java here")


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["a_site:bare"], Exit.USAGE, "site_url must be set"),
        (["a_site:app", "--page-timeout", "0"], Exit.USAGE, "deadline must be greater than 0"),
        (["a_site:app", "--states", "none.txt"], Exit.USAGE, "none.txt"),
        (["a_site:app", "--sitemap", "none.xml"], Exit.FAILED, "none.xml: No such file"),
        (["a_site:app", "--sitemap", "/none.xml"], Exit.FAILED, "/none.xml: status 404"),
        (["a_site:app", "--sitemap", "a_site.py"], Exit.FAILED, "0 completed"),
        (["a_site:app", "--fleet"], Exit.USAGE, "--fleet needs the settings of a fleet"),
        (["a_site:app", "--fleet", "--reuse-page"], Exit.USAGE, "--reuse-page is for one process"),
        (["http://", "--crawl"], Exit.USAGE, "not the URL of a site"),
        (["http://127.0.0.1:9/", "--crawl"], Exit.FAILED, "robots.txt cannot be had"),
        (["a_site:app"], Exit.OK, "0 completed"),
    ],
)
def test_what_cannot_be_is_said_in_a_line(run, arguments, code, words):
    found, _, err = run("archive", *arguments, "--out", "out")
    assert (found, words in err, "Traceback" in err) == (code, True, False), err


def test_a_file_in_the_folders_place_is_said_in_a_line(run):
    code, _, err = run("archive", "a_site:app", "--out", "a_site.py")
    assert (code, "cannot be written" in err) == (Exit.FAILED, True)


def start(folder: Path, *arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "starlette_ajaxcrawl", "archive", "a_site:app", "--out", "out", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stderr=subprocess.PIPE,
    )


def test_an_archive_that_was_killed_goes_on_and_nothing_is_half_there(run, folder):
    states = [f"/#!slow/{number}" for number in range(60)]
    (folder / "states.txt").write_text("\n".join(states))
    pages = folder / "out" / "pages"
    for kept in (15, 35):
        process = start(folder, "--states", "states.txt")
        while process.poll() is None and len(list(pages.rglob("*.html"))) < kept:
            time.sleep(0.005)
        process.kill()
        process.wait()
        assert process.returncode == -signal.SIGKILL, process.stderr.read().decode()
        process.stderr.close()
    code, _, err = run("archive", "a_site:app", "--out", "out", "--states", "states.txt")
    completed = int(err.split(" completed")[0].split()[-1])
    assert code == Exit.OK
    assert 0 < completed <= 27  # what was rendered before is not rendered again
    rows = [json.loads(line) for line in (folder / "out" / "manifest.jsonl").read_text().splitlines()]
    assert {row["outcome"] for row in rows} == {"completed"}
    assert sorted(row["file"] for row in rows) == sorted(
        str(path.relative_to(folder / "out")) for path in pages.rglob("*.*")
    )
    assert len(rows) == 60
    assert sorted(path.name for path in (folder / "out").iterdir() if path.name.startswith("manifest")) == [
        "manifest.jsonl",
        "manifest.sqlite",
    ]


def test_ctrl_c_ends_it_with_a_line_and_the_next_run_goes_on(folder):
    (folder / "states.txt").write_text("\n".join(f"/#!slow/{number}" for number in range(2000)))
    process = start(folder, "--states", "states.txt")
    while process.poll() is None and not list((folder / "out" / "pages").rglob("*.html")):
        time.sleep(0.01)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert (process.returncode, err.decode().splitlines()[-1]) == (
        Exit.INTERRUPTED,
        "error: interrupted; run this again to go on",
    )


@pytest.fixture
def small_disk(folder: Path):
    """A folder on a disk of 1 MiB."""
    disk = folder / "out"
    disk.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "none", disk], check=False, capture_output=True)
    if mounted.returncode:
        pytest.skip(f"mounting is not allowed here: {mounted.stderr.decode()}")
    yield disk
    subprocess.run(["umount", disk], check=True)


def test_a_full_disk_ends_it_with_a_line_and_what_was_kept_stays(run, folder, small_disk):
    (folder / "states.txt").write_text("\n".join(f"/#!{number}big" for number in range(20)))
    for _ in range(2):
        code, _, err = run("archive", "a_site:app", "--out", "out", "--states", "states.txt")
        assert code == Exit.FAILED
        assert "cannot be written" in err.splitlines()[-1]
        assert "Traceback" not in err
        assert {path.stat().st_size for path in small_disk.rglob("*.html")} == {200_000}
    subprocess.run(["mount", "-o", "remount,size=8m", small_disk], check=True)
    code, _, err = run("archive", "a_site:app", "--out", "out", "--states", "states.txt")
    assert code == Exit.OK
    assert len((small_disk / "completed.txt").read_text().splitlines()) == 20
    assert int(err.split(" completed")[0].split()[-1]) < 20


def test_the_sitemap_of_an_archive_is_written(run, folder):
    (folder / "states.txt").write_text("#!/é\n/b?c&d\n")
    assert run("archive", "a_site:app", "--out", "out", "--states", "states.txt")[0] == Exit.OK
    assert run("sitemap", "out", "--out", "public") == (Exit.OK, "public/sitemap.xml\n", "")
    text = (folder / "public" / "sitemap.xml").read_text()
    assert text.count("<loc>http://shop.example/#!/%C3%A9</loc>") == 1
    assert "<loc>http://shop.example/b?c&amp;d</loc>" in text
    for arguments in (["none"], ["."]):
        code, _, err = run("sitemap", *arguments)
        assert (code, "is no archive" in err) == (Exit.FAILED, True)
    assert run("sitemap", "out", "--address", "maps")[0] == Exit.USAGE


def test_robots_lines_keep_out_what_they_say(run, folder):
    assert run("robots") == (Exit.OK, "User-agent: *\nDisallow: /*_escaped_fragment_\n", "")
    states = ["/private", "/a b*é$"]
    code, out, _ = run("robots", *(part for state in states for part in ("--state", state)))
    assert out.splitlines()[1:] == [
        "Disallow: /*_escaped_fragment_=/private",
        "Disallow: /*_escaped_fragment_=/a%20b%2A%C3%A9%24",
    ]
    (folder / "robots.txt").write_text(out)
    (folder / "states.txt").write_text("/\n/x?y#!/private/1\n#!/a b*é$c\n#!/a b\n#!/a bcé$c\n")
    assert run("archive", "a_site:app", "--out", "out", "--states", "states.txt")[0] == Exit.OK
    code, out, err = run("robots", "--check", "robots.txt", "--archive", "out")
    assert code == Exit.FAILED
    assert out.splitlines() == [
        "http://shop.example/?_escaped_fragment_=/a%20b*%C3%A9$c",
        "http://shop.example/x?y&_escaped_fragment_=/private/1",
    ]
    assert err == "error: 2 states may not be crawled\n"
    (folder / "robots.txt").write_text("User-agent: a\nDisallow: /\n")
    assert run("robots", "--check", "robots.txt", "--archive", "out")[0] == Exit.OK
    assert run("robots", "--check", "robots.txt", "--archive", "out", "--user-agent", "a")[0] == Exit.FAILED
    for arguments, wanted in [
        (["--check", "robots.txt"], Exit.USAGE),
        (["--check", "none.txt", "--archive", "out"], Exit.FAILED),
        (["--check", "http://127.0.0.1:9/robots.txt", "--archive", "out"], Exit.FAILED),
        (["--check", "robots.txt", "--archive", "none"], Exit.FAILED),
    ]:
        assert run("robots", *arguments)[0] == wanted, arguments


def test_a_running_server_is_archived_under_the_sites_public_address(run, folder, monkeypatch):
    page = """<!doctype html><title>t</title><h1></h1><a href="#!/0">first</a><script>
    function show() { document.querySelector('h1').textContent = 'State ' + location.hash.slice(3) }
    onhashchange = show
    show()
    </script>"""
    listed = "".join(f"<url><loc>https://public.example/#!/{number}</loc></url>" for number in range(12))
    sitemap = gzip.compress(f"<urlset>{listed}</urlset>".encode())
    server = Starlette(
        routes=[
            Route("/", lambda request: HTMLResponse(page)),
            Route("/moved.xml", lambda request: RedirectResponse("/sitemap.xml.gz")),
            Route("/sitemap.xml.gz", lambda request: Response(sitemap, media_type="application/gzip")),
        ]
    )
    monkeypatch.setenv("AJAXCRAWL_SITE_URL", "https://public.example")
    with uvicorn_running(server) as url:
        arguments = ["--out", "out", "--sitemap", "/moved.xml", "--crawl", "--reuse-page"]
        code, _, err = run("archive", f"{url}/#!/start", *arguments)
    assert code == Exit.OK, err
    rows = [json.loads(line) for line in (folder / "out" / "manifest.jsonl").read_text().splitlines()]
    assert [row["url"] for row in rows] == sorted(f"https://public.example/#!/{name}" for name in [*range(12), "start"])
    for row in rows:
        body = (folder / "out" / row["file"]).read_text()
        assert f"<h1>State {row['url'].rpartition('/')[2]}</h1>" in body
        assert f'<link rel="canonical" href="{row["url"]}">' in body
        assert '<a href="https://public.example/#!/0">' in body
