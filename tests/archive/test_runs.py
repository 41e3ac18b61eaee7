"""Runs over an archive: what is rendered, what is kept, what comes of faults."""

import json
from hashlib import sha256
from pathlib import Path

import anyio
import pytest
from archive_runs import BASE, archive

from starlette_ajaxcrawl import (
    FakeRenderer,
    LogEntry,
    RenderError,
    Rendering,
    Settings,
    Snapshot,
    StoreError,
)
from starlette_ajaxcrawl.archive.folder import Folder
from starlette_ajaxcrawl.archive.manifest import Known
from starlette_ajaxcrawl.archive.run import Limits, is_due
from starlette_ajaxcrawl.archive.sitemaps import Entry
from starlette_ajaxcrawl.archive.states import public, state_of
from starlette_ajaxcrawl.errors import RendererUnavailable
from starlette_ajaxcrawl.keys import snapshot_key
from starlette_ajaxcrawl.stores.archive import ArchiveStore

pytestmark = pytest.mark.anyio
NOW = 1_000_000.0
DAY = 86_400.0


def snapshot(url: str, body: bytes = b"<p>page", status: int = 200, **changes) -> Snapshot:
    values = {"kind": "html", "headers": (), "created": NOW, **changes}
    return Snapshot(url=url, status=status, body=body, **values)


def rows(folder: Path) -> dict[str, dict]:
    """The manifest's lines by URL without the site."""
    lines = (folder / "manifest.jsonl").read_text().splitlines()
    return {row["url"].removeprefix(BASE): row for row in map(json.loads, lines)}


def rendered(renderer: FakeRenderer) -> list[str]:
    return sorted(request.url.removeprefix(BASE) for request in renderer.requests)


async def test_states_are_rendered_once_and_served_by_the_store_with_all_that_belongs_to_them(tmp_path):
    moved = snapshot(f"{BASE}/old", b"", 301, kind="redirect", headers=(("location", f"{BASE}/#!/new"),))
    gone = snapshot(f"{BASE}/gone", b"<p>gone", 404, headers=(("x-robots-tag", "noindex"),))
    states = {
        "/": None,
        "/#!/a": None,
        "/#!/A": None,
        "/#!/\0 é\n日": None,
        "/#!/%00%20%C3%A9%0A%E6%97%A5": None,  # as sitemaps and links write it
        "/a?b=%2F": None,
        "/old": moved,
        "/gone": gone,
    }
    renderer = FakeRenderer(lambda url: states[url.removeprefix(BASE)] or snapshot(url, url.encode()))
    done = await archive(
        tmp_path, renderer, ["/", "#!/a", "/#!/a", "/#!/A", "/#!/\0 é\n日", "/a?b=%2F", "/old", "/gone"]
    )
    assert (done.completed, done.failed, done.skipped) == (8, 0, 0)
    store = ArchiveStore(tmp_path)
    for path, answer in states.items():
        url = BASE + path
        found = await store.get(snapshot_key(url))
        wanted = answer or snapshot(url, url.encode())
        assert (found.url, found.kind, found.status, found.headers, found.body, found.created) == (
            *(wanted.url, wanted.kind, wanted.status, wanted.headers, wanted.body, wanted.created),
        )
    assert await store.get(f"{BASE}/#!/b") is None
    await store.close()


async def test_renders_are_marked_as_an_archives(tmp_path):
    renderer = FakeRenderer()
    await archive(tmp_path, renderer, ["/a"])
    assert [request.priority for request in renderer.requests] == ["archive"]


async def test_names_of_files_differ_where_case_does_not_count(tmp_path):
    await archive(
        tmp_path, FakeRenderer(lambda url: url), [f"/#!/{name}" for name in ("a", "A", "ß", "SS", "é", "e\u0301")]
    )
    files = [path.name for path in (tmp_path / "pages").rglob("*.html")]
    assert len({name.casefold() for name in files}) == len(files) == 6 + 3  # three are archived as URLs write them, too


async def test_the_manifest_says_what_became_of_each_state(tmp_path):
    log = (
        LogEntry("error", "script", "x is not defined", "http://shop.example/s.js", 3),
        LogEntry("info", "console", "hi"),
    )
    pages = {
        f"{BASE}/a": Rendering(snapshot(f"{BASE}/a", b"<p>a"), log),
        f"{BASE}/cut": snapshot(f"{BASE}/cut", incomplete=("deadline",)),
        f"{BASE}/broken": snapshot(f"{BASE}/broken", status=500),
        f"{BASE}/secret": snapshot(f"{BASE}/secret", headers=(("cache-control", "max-age=5, private"),)),
        f"{BASE}/image": snapshot(f"{BASE}/image", kind="other"),
        f"{BASE}/none\n": RenderError(f"{BASE}/none", "the page's thread\ndid not come back"),
    }
    done = await archive(
        tmp_path, FakeRenderer(pages), ["/a", "/cut", "/broken", "/secret", "/image", "/none#!\n", "/x#y", "!"]
    )
    assert (done.completed, done.failed, done.skipped, done.invalid) == (1, 4, 2, 2)
    found = rows(tmp_path)
    assert found["/a"]["sha256"] == sha256(b"<p>a").hexdigest()
    assert found["/a"]["errors"] == ["script: x is not defined (http://shop.example/s.js:3)"]
    assert (found["/a"]["status"], found["/a"]["tried"]) == (200, NOW)
    assert found["/a"]["seconds"] >= 0
    assert (tmp_path / "completed.txt").read_text() == f"{BASE}/a\n"
    assert (tmp_path / "failed.txt").read_text().splitlines() == [
        f"{BASE}/broken\tfailed: status 500",
        f"{BASE}/cut\tfailed: not complete: deadline; raise deadline",
        f"{BASE}/image\tskipped: the page is not HTML (status 200)",
        f"{BASE}/none#!%0A\tfailed: FakeRenderer was given no such page",
        f"{BASE}/none?_escaped_fragment_=%0A\tfailed: FakeRenderer was given no such page",
        f"{BASE}/secret\tskipped: the page's Cache-Control says that it is not to be kept",
    ]


async def test_only_what_has_changed_by_lastmod_or_age_or_has_failed_is_rendered_again(tmp_path):
    bad = {"/failed"}

    def page(url: str):
        return RenderError(url, "bad luck") if url.removeprefix(BASE) in bad else snapshot(url)

    states = [Entry("/old", None), Entry("/same", NOW - 1), Entry("/changed", NOW - 1), Entry("/failed", NOW - 1)]
    settings = {"max_age": DAY, "overrides": {"/often": {"max_age": 10}}}
    await archive(tmp_path, FakeRenderer(page), [*states, "/often"], settings=settings)
    bad.clear()
    states[2] = Entry("/changed", NOW + 5)
    renderer = FakeRenderer(page)
    done = await archive(tmp_path, renderer, [*states, "/often"], clock=lambda: NOW + 10, settings=settings)
    assert rendered(renderer) == ["/changed", "/failed", "/often"]
    assert (done.completed, done.kept) == (3, 5)
    renderer = FakeRenderer(page)
    await archive(tmp_path, renderer, clock=lambda: NOW + DAY, settings=settings)  # what the archive has already
    assert "/old" in rendered(renderer)
    renderer = FakeRenderer(page)
    await archive(tmp_path, renderer, states, everything=True, clock=lambda: NOW + 2 * DAY, settings=settings)
    assert len(rendered(renderer)) == 4


@pytest.mark.parametrize(
    ("known", "lastmod", "due"),
    [
        (None, None, True),
        (Known(None, None, ""), None, True),  # planned by a run that did not come to it
        (Known(100.0, 1, "completed"), None, False),
        (Known(-1.0, 1, "completed"), None, True),  # a day old
        (Known(5e9, 1, "completed"), None, True),  # from before the clock was set back
        (Known(100.0, 1, "completed"), 100.5, True),
        (Known(-1.0, 1, "completed"), -2.0, False),  # old, but it has not changed
        (Known(100.0, 1, "failed"), 1.0, True),
        (Known(DAY - 5, 2, "failed"), None, False),  # in this run
        (Known(5.0, 2, "completed"), 1e9, False),
    ],
)
def test_what_is_due(known, lastmod, due):
    assert is_due(known, lastmod, max_age=DAY, run=2, now=DAY) is due


async def test_a_failed_render_leaves_the_snapshot_from_before_and_a_good_one_its_file_for_one_run(tmp_path):
    body = [b"<p>1"]
    renderer = FakeRenderer(lambda url: snapshot(url, body[0]) if body else RenderError(url, "bad luck"))
    times = iter(NOW + i * DAY for i in range(100))
    store = ArchiveStore(tmp_path)

    async def run() -> list[bytes]:
        await archive(tmp_path, renderer, ["/"], everything=True, clock=lambda: next(times))
        return sorted(path.read_bytes() for path in (tmp_path / "pages").rglob("*.html"))

    assert await run() == [b"<p>1"]
    first = (await store.get(f"{BASE}/")).changed
    assert await run() == [b"<p>1"]
    assert (await store.get(f"{BASE}/")).changed == first
    body[0] = b"<p>2"
    assert await run() == [b"<p>1", b"<p>2"]
    body[0] = b"<p>3"
    assert await run() == [b"<p>2", b"<p>3"]
    body.clear()
    await run()
    assert (await store.get(f"{BASE}/")).body == b"<p>3"
    assert rows(tmp_path)["/"]["outcome"] == "failed"
    await store.close()


async def test_a_page_that_is_not_to_be_kept_any_more_is_forgotten(tmp_path):
    headers: list[tuple[str, str]] = []
    renderer = FakeRenderer(lambda url: snapshot(url, headers=tuple(headers)))
    store = ArchiveStore(tmp_path)
    await archive(tmp_path, renderer, ["/"])
    assert await store.get(f"{BASE}/") is not None
    headers.append(("cache-control", "private"))
    await archive(tmp_path, renderer, ["/"], everything=True)
    assert await store.get(f"{BASE}/") is None
    assert not list((tmp_path / "pages").rglob("*.html"))
    assert BASE not in (tmp_path / "nginx.map").read_text()
    await store.close()


async def test_a_run_that_was_broken_off_goes_on_where_it_stopped(tmp_path):
    bad = RendererUnavailable(BASE, "no Java")
    renderer = FakeRenderer(lambda url: bad if url.endswith("3") else url)
    states = [f"/#!{number}" for number in range(6)]
    with pytest.raises(RendererUnavailable):
        await archive(tmp_path, renderer, states, settings={"max_concurrent_renders": 1})
    assert rendered(renderer) == ["/#!0", "/#!1", "/#!2", "/#!3"]
    renderer = FakeRenderer(lambda url: url)
    await archive(tmp_path, renderer, states, clock=lambda: NOW + DAY)
    assert rendered(renderer) == ["/#!3", "/#!4", "/#!5"]
    assert len(rows(tmp_path)) == 6


async def test_links_are_followed_within_robots_rules_host_and_limits(tmp_path):
    pages = {
        "/": '<a href="#!/a">a</a><a href="/b?c=1&amp;d=2#!/x">b</a><a href="http://other.example/">o</a>'
        '<a href="mailto:a@b">m</a><a href="/no" rel="nofollow">n</a><area href="/private/x">'
        '<a href="#!/secret/1">s</a><a href="#top">t</a><a href="http://[">',
        "/#!/a": '<meta name=robots content="noindex,nofollow"><a href="/hidden">',
        "/b?c=1&d=2#!/x": '<a href="/deep">d</a><a href="/">home</a><a href="/moved">',
        "/deep": '<a href="/deeper">',
        "/deeper": "<a href=/deepest><![what[ ]]>",
        "/deepest": snapshot(f"{BASE}/deepest", b"<a href=/hidden>", headers=(("x-robots-tag", "nofollow"),)),
        "/moved": snapshot(f"{BASE}/moved", b"", 302, kind="redirect", headers=(("location", f"{BASE}/target#!/t"),)),
        "/target#!/t": "",
    }
    robots = b"User-agent: *\nDisallow: /private\nDisallow: /*_escaped_fragment_=/secret"
    for limits, wanted in [
        (Limits(), set(pages)),
        (Limits(depth=1), {"/", "/#!/a", "/b?c=1&d=2#!/x"}),
        (Limits(pages=2), {"/", "/#!/a"}),
    ]:
        renderer = FakeRenderer(lambda url: pages[url.removeprefix(BASE)])
        done = await archive(
            tmp_path / str(limits), renderer, start=["/"], limits=limits, files={"/robots.txt": robots}
        )
        assert set(rendered(renderer)) == wanted, limits
        assert done.failed == 0


async def test_several_pages_are_rendered_at_once(tmp_path):
    together = anyio.Event()
    running = 0

    async def page(url: str) -> str:
        nonlocal running
        running += 1
        if running == 3:
            together.set()
        await together.wait()
        return url

    with anyio.fail_after(20):
        await archive(tmp_path, FakeRenderer(page), ["/a", "/b", "/c"], settings={"max_concurrent_renders": 3})


async def test_a_page_that_does_not_end_is_given_up(tmp_path, monkeypatch):
    monkeypatch.setattr("starlette_ajaxcrawl.archive.run.PATIENCE", 0.0)
    done = await archive(tmp_path, FakeRenderer("", wait=anyio.Event()), ["/"], settings={"deadline": 0.05})
    assert done.failed == 1
    assert rows(tmp_path)["/"]["reason"] == "the render did not end in time"


async def test_what_is_left_of_a_kill_is_swept_away(tmp_path):
    await archive(tmp_path, FakeRenderer(lambda url: url), ["/a", "/b"])
    folder = next((tmp_path / "pages").iterdir())
    name = next(folder.iterdir()).name
    for left in (f"{name}.new", name.replace("-", "-0")[:-6] + ".html"):
        (folder / left).write_text("half")
    own = folder / "index.html"
    own.write_text("not the archive's")
    await archive(tmp_path, FakeRenderer(lambda url: url), ["/a", "/b"])
    assert own.exists()
    assert len(list((tmp_path / "pages").rglob("*.*"))) == 3


async def test_another_process_keeps_its_hands_off(tmp_path):
    with Folder(tmp_path), pytest.raises(StoreError, match="another process"):
        await archive(tmp_path, FakeRenderer({}), ["/"])


async def test_the_lists_name_the_same_states_when_they_are_read_again(tmp_path):
    states = ["#!/a ", "#!/a", "#!/\u00a0", "#!/x\ty", "/?b#!/# c"]
    await archive(tmp_path / "a", FakeRenderer(lambda url: url), states)
    listed = (tmp_path / "a" / "completed.txt").read_text().splitlines()
    await archive(tmp_path / "b", FakeRenderer(lambda url: url), [line.partition("\t")[0].strip() for line in listed])
    assert rows(tmp_path / "b").keys() == rows(tmp_path / "a").keys()


async def test_who_follows_the_sitemap_or_a_link_by_the_scheme_finds_what_is_archived(tmp_path):
    await archive(tmp_path, FakeRenderer(lambda url: url), ["#!/é b"])
    store = ArchiveStore(tmp_path)
    for text in ("#!/é b", public(f"{BASE}/#!/é b")):
        state = state_of(text, BASE, Settings(_environment=False))
        assert await store.get(state.key) is not None, text
    await store.close()
