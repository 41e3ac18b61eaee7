"""Every page of tests/apps, in every state and under both clocks, shows what Chromium shows of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    import httpx
    from chromium import Chromium, Reading
    from crawled import Crawled

STATES = {
    "/gwt-history/": ["", "#!inbox", "#!sent", "#!inbox/2", "#!drafts", "#!a b/<x>"],
    "/jquery-history/": ["", "#!install", "#!faq", "#!no such"],
    "/rsh/": ["", "#!cover", "#!2/zoom", "#!ü b"],
    "/aspnet-history/": ["", "#!page=2", "#!page=2&sort=number%20desc"],
    "/hashchange/": ["", "#!/ende", "#!/a b"],
    "/popstate/": ["", "roses", "roses/tea?sort=height", "walk"],
    "/router-hash/": ["", "#!/recipes", "#!/recipes/2", "#!/recipes/3", "#!/recipes/9", "#!/nowhere"],
    "/router-history/": ["", "books", "books?by=author", "books/2", "books/77", "ü/x"],
    "/hashbang-xhr/": ["", "#!/", "#!/book/1", "#!/book/3", "#!/book/9", "#!/search?q=tea&page=2", "#!/x y"],
    "/timers/": [""],
    "/poller/": [""],
    "/late-handlers/": [""],
    "/slow-request/": [""],
    "/abort/": [""],
    "/images/": [""],
    "/cookies/": [""],
    "/frames/": [""],
    "/shadow/": [""],
    "/cssom/": [""],
    "/links/": ["", "#!/state", "?q=1#!/state"],
    "/links/base.html": ["", "#!/state"],
    "/links/target.html": ["#!/state"],
    "/links/moved.html": ["#!/state"],
    "/nasty/": ["base.html", "components.html", "cssom.html", "declared.html", "isolation.html", "pushed.html"],
    "/nasty/raw.html": ["", "#!/x"],
    "/nasty/slots.html": ["?a=b#!/x"],
    "/nasty/links.html": ["", "?a=b#!/x", "#!/ü b"],
    "/order/": [""],
    "/modules/": [f"{name}.html" for name in ("order", "graph", "maps", "added", "dynamic", "errors")],
    "/storage/": [""],
    "/attributes/": [""],
    "/tasks/": [""],
    "/nodes/": [""],
    "/policy/": ["", "strict.html", "sandbox.html", "violations.html"],
    "/meta": [
        "?header=Content-Security-Policy: script-src 'none'&head=<script>document.write('ran')</script>",
        "?header=Content-Security-Policy: sandbox&head=<script>document.write('ran')</script>",
        "?header=Content-Security-Policy-Report-Only: script-src 'none'&head=<script>document.write('ran')</script>",
    ],
    "/parsing/": ["trees.html"],
    "/platform/": [f"{name}.html" for name in ("foreign", "frames", "urls", "referrer", "performance", "members")],
    "/web/": [f"{name}.html" for name in ("apis", "data", "databases", "devices", "navigation", "worker", "wasm")],
}
ODD_STATES = [  # an empty state or query has no ugly URL of its own
    "/",
    "/a b",
    "/ü",
    "/日本語",
    "😀",
    "%41%C3%BC",
    "%",
    "%zz",
    "%E4",
    "a'b\"c",
    "<x>",
    "`",
    "{}|^\\",
    "[]",
    "a#b",
    "##",
    "!",
    "a+b",
    "a&b=c",
    "?q=1&r",
    "a%26b",
    "a/b/../c",
    "//x",
    "~!@$*()=:;,.",
    "a\u00a0b",
    "\x7f",
    "\x01x",
    " lead",
    "trail ",
    "key=value;k2=v 2",
    "_escaped_fragment_=x",
    "A" * 2000,
]
STATES["/location/"] = [f"#!{state}" for state in ODD_STATES] + ["", "?q=ü b#!/x", "?a=%C3%BC&b='#!/y"]
CASES = [path + state for path, states in STATES.items() for state in states]


@pytest.fixture(scope="module")
def collected(request: pytest.FixtureRequest) -> list[str]:
    """The cases that this run was asked for; pages are read many at once."""
    chosen = (getattr(item, "callspec", None) for item in request.session.items if item.path == request.node.path)
    return list(dict.fromkeys(spec.params["case"] for spec in chosen if spec))


@pytest.fixture(scope="module")
def live(page_clock_site: Crawled, chromium: Chromium, collected: list[str]) -> dict[str, Reading]:
    seen = chromium.live(page_clock_site.url(case) for case in collected)
    return {case: seen[page_clock_site.url(case)] for case in collected}


@pytest.fixture(scope="module")
def snapshots(
    page_clock_site: Crawled, wall_clock_site: Crawled, collected: list[str]
) -> dict[tuple[str, str], tuple[Crawled, httpx.Response]]:
    sites = {"page": page_clock_site, "wall": wall_clock_site}
    return {
        (clock, case): (site, response)
        for clock, site in sites.items()
        for case, response in site.crawl_all(collected).items()
    }


@pytest.mark.parametrize("clock", ["page", "wall"])
@pytest.mark.parametrize("case", CASES)
def test_the_snapshot_shows_what_chromium_shows(
    case: str,
    clock: str,
    live: dict[str, Reading],
    snapshots: dict[tuple[str, str], tuple[Crawled, httpx.Response]],
    page_clock_site: Crawled,
    chromium: Chromium,
) -> None:
    site, response = snapshots[clock, case]
    assert response.status_code == 200, response.text
    want, got = live[case], chromium.shown(site.ugly(case), response.content)
    assert (got.title, got.words) == (want.title, want.words), f"\nwant {want.text}\ngot  {got.text}"
    here, there = site.address, page_clock_site.address
    assert [(kind, url.replace(here, there)) for kind, url in got.links] == list(want.links)
    assert got.scripts == 0
