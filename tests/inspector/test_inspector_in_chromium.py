"""The inspector as people use it: in a browser, by keyboard, on narrow and wide screens, in both colour schemes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import httpx
import pytest
from inspected import TOKEN, site
from servers import uvicorn_running

from starlette_ajaxcrawl.inspector.access import COOKIE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from chromium import Chromium
    from playwright.sync_api import BrowserContext, Page

AXE = (Path(__file__).resolve().parents[2] / "build" / "verify" / "axe.js").read_text()
VIOLATIONS = """axe.run({iframes: false}).then(found => found.violations.map(
  one => one.id + ': ' + one.nodes.map(node => node.target.join(' ')).join(', ')))"""
WIDTHS = (360, 768, 1280)


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    """The address of a site with an inspector."""
    with uvicorn_running(site()) as address:
        yield address


@pytest.fixture(scope="module")
def login(server: str) -> dict[str, str]:
    """The cookie of somebody who is logged in."""
    answer = httpx.post(f"{server}/_inspector/login", data={"token": TOKEN})
    return {"name": COOKIE, "value": answer.cookies[COOKIE], "domain": "127.0.0.1", "path": "/_inspector"}


@pytest.fixture
def visit(server: str, login: dict[str, str], chromium: Chromium) -> Callable[..., Any]:
    """Has a function use a tab that shows the inspector, logged in; what it says must not have been an error."""

    def visited(use: Callable[[Page], Any], **profile: Any) -> Any:
        def work(context: BrowserContext) -> Any:
            context.set_default_timeout(60_000)
            tab = context.new_page()
            faults: list[str] = []
            asked: set[str] = set()
            tab.on("console", lambda line: faults.append(line.text) if "Content Security Policy" in line.text else None)
            tab.on("pageerror", lambda error: faults.append(str(error)))
            tab.on("request", lambda request: asked.add(urlsplit(request.url).netloc))
            context.add_cookies([login])
            tab.goto(f"{server}/_inspector/")
            tab.get_by_role("heading", name="Recent renders").wait_for()
            result = use(tab)
            assert faults == []
            assert asked == {urlsplit(server).netloc}  # no CDN, and nothing that a page names
            return result

        return chromium.visit(work, **profile)

    return visited


def inspect(tab: Page, url: str) -> None:
    """Type ``url``, and wait for the comparison of texts."""
    tab.get_by_label("Page to inspect").fill(url)
    tab.keyboard.press("Enter")
    tab.locator("#difference .summary").wait_for()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_pages_fit_and_have_no_violation_of_accessibility(visit, scheme) -> None:
    def judged(tab: Page, name: str) -> list[str]:
        tab.evaluate(f"{AXE};0")
        found = []
        for width in WIDTHS:
            tab.set_viewport_size({"width": width, "height": 800})
            wide = tab.evaluate("document.documentElement.scrollWidth")
            found += [f"{name} is {wide} wide at {width}"] if wide > width else []
            if width != 768:  # which lays out as one of the others
                found += [f"{name} at {width}: {violation}" for violation in tab.evaluate(VIOLATIONS)]
        return found

    def sides(tab: Page) -> set[float]:
        return {frame.bounding_box()["y"] for frame in tab.locator("iframe").all()}

    def use(tab: Page) -> list[str]:
        inspect(tab, "/#!/a")
        assert len(sides(tab)) == 1, "what people see and what crawlers get do not stand side by side"
        found = judged(tab, "report")
        tab.get_by_role("link", name="Inspector").click()
        tab.get_by_role("link", name="/#!/a").first.wait_for()
        found += judged(tab, "home")
        tab.get_by_label("Page to inspect").fill("ftp://no")
        tab.keyboard.press("Enter")
        tab.get_by_role("alert").wait_for()
        found += judged(tab, "refused")
        tab.get_by_role("button", name="Log out").click()
        tab.get_by_label("Token").wait_for()
        found += judged(tab, "login")
        tab.get_by_label("Token").fill(TOKEN)
        tab.keyboard.press("Enter")
        tab.get_by_role("heading", name="Recent renders").wait_for()
        return found

    assert visit(use, color_scheme=scheme) == []


def test_both_sides_are_shown_and_their_words_compared_and_nothing_takes_the_page_over(visit, server) -> None:
    def use(tab: Page) -> None:
        inspect(tab, "/#!/words")
        difference = tab.locator("#difference")
        difference.locator("del").wait_for()  # the page says that word after the first comparison
        assert difference.locator("del").all_text_contents() == ["Only people see: people (end)"]
        assert difference.locator("ins").all_text_contents() == ["Only crawlers get: crawlers (end)"]
        assert "1 word only people see" in (tab.locator("#difference-said").text_content() or "")
        people, crawlers = tab.frame_locator("#live"), tab.frame_locator("iframe[sandbox='allow-same-origin']")
        assert people.locator("#p").inner_text() == "Tea and coffee for people"
        assert people.locator("#host p").inner_text() == "in the shadow"
        assert crawlers.locator("p").first.inner_text() == "Tea and coffee for crawlers"
        (snapshot,) = [frame for frame in tab.frames if "/snapshot" in frame.url]
        assert snapshot.evaluate("document.baseURI") == f"{server}/"
        assert snapshot.evaluate("getComputedStyle(document.querySelector('h1')).color") == "rgb(0, 0, 255)"
        crawlers.get_by_role("button", name="no").click()  # a form of the snapshot's, to purge
        assert urlsplit(tab.url).path == "/_inspector/page"
        assert tab.frame_locator("iframe[sandbox='allow-same-origin']").locator("h1").inner_text() == "Shop"

    visit(use)


def test_all_of_it_works_by_keyboard(visit) -> None:
    def use(tab: Page) -> None:
        tab.reload()
        tab.keyboard.press("Tab")
        assert tab.evaluate("document.activeElement.textContent") == "Skip to the content"
        tab.keyboard.press("Enter")
        tab.keyboard.press("Tab")
        assert tab.evaluate("document.activeElement.id") == "url"
        tab.keyboard.type("/#!/keys")
        tab.keyboard.press("Enter")
        tab.locator("#difference .summary").wait_for()
        tab.locator("#refresh").focus()
        assert tab.locator("#refresh").evaluate("button => getComputedStyle(button).outlineStyle") == "solid"
        tab.keyboard.press("Enter")
        tab.locator(".note", has_text="Rendered anew just now.").wait_for()
        assert tab.locator("#said").text_content() == "Rendered anew just now."  # to screen readers
        assert tab.evaluate("document.activeElement.id") == "refresh"
        tab.keyboard.press("Tab")
        tab.keyboard.press("Enter")
        tab.get_by_text("1 kept snapshot is forgotten.").wait_for()

    visit(use)


def test_the_list_grows_by_itself_and_is_narrowed_while_one_types(visit, server) -> None:
    def use(tab: Page) -> None:
        httpx.get(f"{server}/?_escaped_fragment_=/fresh-one")
        link = tab.get_by_role("link", name="/#!/fresh-one")
        link.wait_for()
        tab.get_by_label("URL contains").press_sequentially("late")
        tab.get_by_text("here matches").wait_for()
        httpx.get(f"{server}/?_escaped_fragment_=/late")
        tab.get_by_role("link", name="/#!/late").wait_for()
        assert link.count() == 0
        assert tab.get_by_label("URL contains").input_value() == "late"
        tab.get_by_role("link", name="/#!/late").click()
        tab.get_by_text("No snapshot: the page did not end in time").wait_for()

    visit(use)


def test_a_page_that_strangers_chose_is_shown_when_asked_for(visit, server) -> None:
    def use(tab: Page) -> None:
        httpx.get(f"{server}/?_escaped_fragment_=/strange")
        tab.get_by_role("link", name="/#!/strange").click()
        tab.get_by_role("link", name="Show the live page").wait_for()
        assert tab.locator("#live").count() == 0
        tab.get_by_role("link", name="Show the live page").click()
        tab.locator("#difference .summary").wait_for()

    visit(use)


def test_it_works_without_scripts(visit, server) -> None:
    def use(tab: Page) -> None:
        tab.get_by_label("Page to inspect").fill("/#!/plain")
        tab.keyboard.press("Enter")
        tab.get_by_role("link", name="Show the report").click()
        tab.get_by_role("heading", name="Requests of the page").wait_for()
        tab.get_by_role("button", name="Refresh").click()
        tab.get_by_role("link", name="Show the report").wait_for()
        tab.goto(f"{server}/_inspector/")
        tab.get_by_label("URL contains").fill("plain")
        tab.get_by_role("button", name="Show").click()
        assert set(tab.locator(".renders a").all_inner_texts()) == {"/#!/plain"}

    visit(use, java_script_enabled=False)
