"""The report: what pages say does not run in it, and it stays small however many pages there are."""

from __future__ import annotations

import json
from dataclasses import replace

from starlette_ajaxcrawl.verify.compare import compare
from starlette_ajaxcrawl.verify.evidence import Evidence, Shown, Visit
from starlette_ajaxcrawl.verify.findings import Finding, judge
from starlette_ajaxcrawl.verify.report import MAX_SHOWN, Page, Pages, Report, Side
from starlette_ajaxcrawl.verify.views import View

HOSTILE = "</iframe></textarea><script>alert(1)</script><img src=x onerror=alert(1)> \" ' {{ 7 * 7777 }} {% raise %}"
ERROR = Finding("text", "error", "It differs.", "Mend it.")
SIDE = Side("Shop", "<p>We sell tea", b"picture")


def report(*pages: Page) -> Report:
    return Report("app:app", 0.0, "Chromium 1", "2020-01-01", 1.0, pages)


def test_what_pages_say_is_escaped():
    view = View(title=HOSTILE, text=f"tea {HOSTILE}", links=(HOSTILE,))
    evidence = Evidence(
        f"http://h/?{HOSTILE}",
        "",
        snapshot=Shown(replace(view, text=f"pills {HOSTILE}", links=(HOSTILE * 2,)), HOSTILE),
        visit=Visit(200, f"http://h/{HOSTILE}", Shown(view, HOSTILE), errors=(HOSTILE,)),
    )
    html = report(Page.of(evidence, judge(evidence))).as_html()
    assert html.count("alert(1)") > 8
    assert "<script" not in html
    assert "<img src=x" not in html
    assert "54439" not in html
    for frame in html.split("<iframe")[1:]:
        assert frame.startswith(' sandbox="" srcdoc="&lt;/iframe&gt;')
        assert "allow" not in frame.partition(">")[0]
    assert "default-src 'none'" in html.partition("</head>")[0]


def test_the_json_has_every_finding_with_its_share():
    comparison = compare(View(text="We sell pills"), View(text="We sell tea"))
    finding = replace(ERROR, details=("people only: tea",), difference=comparison.differences[0])
    values = json.loads(report(Page("http://h/", (finding,), 200, 404, SIDE, SIDE)).as_json())
    assert values["pages"] == {"error": 1, "warning": 0, "same": 0}
    assert values["results"] == [
        {
            "url": "http://h/",
            "level": "error",
            "status": {"people": 200, "crawlers": 404},
            "findings": [
                {
                    "code": "text",
                    "level": "error",
                    "what": "It differs.",
                    "advice": "Mend it.",
                    "details": ["people only: tea"],
                    "share": 0.333333,
                }
            ],
        }
    ]


def test_pages_with_findings_keep_their_sides_first():
    pages = Pages()
    for place in range(MAX_SHOWN):
        pages.add(place, Page(f"http://h/{place}", (), 200, 200, SIDE, SIDE))
    for place in range(MAX_SHOWN, MAX_SHOWN + 3):
        pages.add(place, Page(f"http://h/{place}", (ERROR,), 200, 200, SIDE, SIDE))
    kept = list(pages)
    assert [page.url for page in kept] == [f"http://h/{place}" for place in range(MAX_SHOWN + 3)]
    assert sum(page.is_shown for page in kept) == MAX_SHOWN
    assert all(page.is_shown for page in kept if page.findings)
    html = report(*kept).as_html()
    assert html.count("<iframe") == 2 * MAX_SHOWN
    assert html.index(f"http://h/{MAX_SHOWN}") < html.index("http://h/0")
