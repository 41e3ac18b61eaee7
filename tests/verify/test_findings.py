"""What is said of a page, from what was seen of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from starlette_ajaxcrawl.page_log import LogEntry
from starlette_ajaxcrawl.snapshot import PageRequest, Rendering, Snapshot
from starlette_ajaxcrawl.verify.evidence import Evidence, Shown, Violation, Visit
from starlette_ajaxcrawl.verify.findings import judge
from starlette_ajaxcrawl.verify.views import View

URL = "http://h/shop#!/a"
VIEW = View(title="Shop", text="We sell tea", links=("http://h/",))
PLAIN = View(title="Shop", text="loading")
SNAPSHOT = Snapshot(URL, "html", 200, (), b"<p>We sell tea", 0.0)
SEEN = Evidence(
    URL,
    "http://h/shop?_escaped_fragment_=/a",
    rendering=Rendering(SNAPSHOT),
    snapshot=Shown(VIEW),
    visit=Visit(200, URL, Shown(VIEW)),
    plain=Shown(PLAIN),
)
PAGE = replace(SEEN, url="http://h/shop", plain=Shown(replace(PLAIN, fragments=("!",))))


def codes(evidence: Evidence, tolerance: float = 0.0) -> list[tuple[str, str]]:
    return [(finding.level, finding.code) for finding in judge(evidence, tolerance)]


def people(evidence: Evidence, **changes: object) -> Evidence:
    assert evidence.visit is not None
    return replace(evidence, visit=replace(evidence.visit, **changes))


def rendered(evidence: Evidence, *, log: tuple[LogEntry, ...] = (), **changes: object) -> Evidence:
    assert evidence.rendering is not None
    snapshot = replace(evidence.rendering.snapshot, **changes)
    return replace(evidence, rendering=replace(evidence.rendering, snapshot=snapshot, log=log))


def test_nothing_is_said_of_a_page_that_is_the_same_for_both():
    assert codes(SEEN) == []
    assert codes(PAGE) == []


def test_differences_up_to_the_tolerance_are_warnings():
    other = replace(SEEN, snapshot=Shown(replace(VIEW, text="We sell pills")))
    assert codes(other) == [("error", "text")]
    assert codes(other, 0.4) == [("warning", "text")]
    (finding,) = judge(other)
    assert finding.details == ("people only: tea", "crawlers only: pills")


def test_what_changes_at_each_load_is_told_from_cloaking():
    clock = [Shown(replace(VIEW, text=f"We sell tea at {n}")) for n in range(3)]
    seen = people(replace(SEEN, snapshot=clock[0]), shown=clock[1])
    assert codes(seen) == [("error", "text")]
    assert codes(replace(seen, again=(clock[2].view,))) == [("warning", "differs-by-reload")]


def test_one_load_of_each_that_is_the_same_is_enough():
    seen = replace(SEEN, snapshot=Shown(replace(VIEW, text="heads")), snapshots=(VIEW,))
    assert codes(seen) == [("warning", "differs-by-reload")]


@pytest.mark.parametrize("content", ["", "?", " !", "true"])
def test_an_opt_in_with_another_content_is_named(content):
    plain = Shown(replace(PLAIN, fragments=(content,)))
    assert codes(replace(PAGE, plain=plain)) == [("error", "wrong-opt-in")]


def test_an_opt_in_that_adds_nothing_is_named():
    assert codes(replace(PAGE, plain=Shown(replace(VIEW, fragments=("!",))))) == [("warning", "needless-opt-in")]


def test_a_listed_page_that_scripts_build_and_nobody_renders_is_named():
    page = replace(PAGE, plain=Shown(PLAIN))
    assert codes(page) == []
    assert codes(replace(page, listed_as="http://h/shop")) == [("warning", "no-opt-in")]
    assert codes(replace(page, listed_as="http://h/shop", plain=Shown(VIEW))) == []
    assert codes(replace(SEEN, listed_as=URL)) == []


def test_ugly_urls_are_named_wherever_they_stand():
    ugly = "http://h/?a=b&_escaped_fragment_=/x"
    linked = Shown(replace(VIEW, links=("http://h/", ugly)))
    assert codes(people(replace(SEEN, snapshot=linked), shown=linked)) == [("error", "ugly-link")]
    named = Shown(replace(VIEW, canonical=(ugly,)))
    assert codes(people(replace(SEEN, snapshot=named), shown=named)) == [("error", "ugly-canonical")]
    graph = Shown(replace(VIEW, metas=(f"og:url: {ugly}",)))
    assert codes(people(replace(SEEN, snapshot=graph), shown=graph)) == [("error", "ugly-canonical")]
    assert codes(replace(SEEN, listed_as=ugly)) == [("error", "ugly-in-sitemap")]
    moved = rendered(SEEN, kind="redirect", status=302, headers=(("location", ugly),))
    assert ("error", "ugly-redirect") in codes(people(moved, location=ugly, url=ugly, status=302))


def test_statuses_are_compared_and_a_state_that_is_not_there_is_named():
    assert codes(rendered(SEEN, status=404)) == [("error", "status")]
    assert codes(people(rendered(SEEN, status=404), status=404)) == [("error", "not-found")]
    broken = rendered(replace(SEEN, snapshot=None), kind="other", status=500)
    assert codes(people(broken, status=500, content_type="text/plain")) == [("error", "not-found")]
    told = Shown(replace(VIEW, statuses=("404",)))
    assert codes(people(rendered(replace(SEEN, snapshot=told), status=404), shown=told)) == [("error", "not-found")]


def test_redirects_are_compared():
    to_b = (("location", "http://h/shop#!/b"),)
    moved = rendered(replace(SEEN, snapshot=None), kind="redirect", status=302, headers=to_b)
    assert codes(moved) == [("error", "redirect")]
    assert codes(people(moved, url="http://h/shop#!/b")) == [("warning", "listed-redirect")]
    assert codes(people(SEEN, location="http://h/elsewhere", status=301)) == [("error", "redirect")]


def test_robots_headers_are_compared():
    assert codes(rendered(SEEN, headers=(("x-robots-tag", "noindex"),))) == [("error", "robots")]
    assert codes(people(rendered(SEEN, headers=(("x-robots-tag", "noindex"),)), robots=("noindex",))) == []


def test_pages_that_need_longer_are_named_with_the_setting_to_raise():
    (finding,) = judge(rendered(SEEN, incomplete=("javascript_timeout",)))
    assert (finding.code, finding.advice) == ("over-budget", "Raise javascript_timeout.")
    (finding,) = judge(replace(SEEN, longer=("loading", "We sell tea", "We sell tea")))
    assert "wait_for_background_javascript to 20" in finding.advice
    assert codes(replace(SEEN, longer=("1", "2", "3"))) == []  # a clock
    assert codes(replace(SEEN, longer=("1", "1"))) == []


def test_scripts_that_fail_are_named_with_where_they_do():
    entry = LogEntry("error", "script", "x is not defined", "http://h/a.js", 3)
    (finding,) = judge(rendered(SEEN, log=(entry, entry)))
    assert (finding.level, finding.code) == ("warning", "script-failed")
    assert finding.details == ("x is not defined (http://h/a.js:3)",)
    (finding,) = judge(people(rendered(SEEN, log=(entry,)), errors=("ReferenceError: x",)))
    assert finding.what == "Scripts fail in people's browsers too."


def test_blocked_resources_are_named_where_they_matter():
    request = PageRequest("GET", "https://cdn.example/x.js", 0, 0, 0.0, "blocked")
    assert SEEN.rendering is not None
    seen = people(SEEN, loaded=frozenset({request.url}))
    seen = replace(seen, rendering=replace(SEEN.rendering, requests=(request,)))
    assert codes(seen) == []
    finding = judge(replace(seen, snapshot=Shown(PLAIN)))[-1]
    assert finding.code == "blocked-resource"
    assert "cdn.example" in finding.advice
    assert finding.details == ("blocked: https://cdn.example/x.js",)


def test_violations_that_the_snapshot_adds_are_named():
    old, new = Violation("region", "in a landmark", 2, "<p>"), Violation("image-alt", "has an alt", 1, "<img>")
    seen = people(replace(SEEN, snapshot=Shown(VIEW, violations=(old, new))), shown=Shown(VIEW, violations=(old,)))
    (finding,) = judge(seen)
    assert (finding.code, finding.details) == ("accessibility", ("image-alt: has an alt (<img>)",))
    assert codes(people(seen, shown=Shown(VIEW))) == []  # nobody has looked there


def test_a_server_that_answers_ugly_urls_otherwise_is_named():
    assert codes(replace(SEEN, answer=Shown(VIEW))) == []
    assert codes(replace(SEEN, answer=Shown(replace(VIEW, text="Pills")))) == [("error", "answer")]
    assert codes(replace(SEEN, for_bots=Shown(VIEW))) == []
    assert codes(replace(SEEN, for_bots=Shown(replace(VIEW, text="Pills")))) == [("error", "user-agent")]


def test_pages_that_one_of_both_does_not_get_are_named():
    assert codes(replace(SEEN, rendering=None, snapshot=None, failure="too late")) == [("error", "no-snapshot")]
    assert codes(replace(SEEN, visit=None, visit_failure="refused")) == [("error", "no-page")]
    assert codes(people(SEEN, content_type="text/plain")) == [("warning", "no-html")]
