"""People's browser: Chromium through Playwright, which shows pages with their scripts and snapshots without."""

from __future__ import annotations

import secrets
import shutil
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Any
from urllib.parse import urljoin

import anyio
from playwright.async_api import BrowserContext, Error, Page, Response, Route, async_playwright
from playwright.async_api import TimeoutError as TooLate

from ..settings import Settings
from ..snapshot import Headers
from .evidence import Shown, Violation, Visit
from .views import View

PROGRAMS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    "--disable-blink-features=AutomationControlled",  # pages that greet robots otherwise are to show what people see
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SIZE = {"width": 1280, "height": 800}
MAX_PICTURE = 3000  # pixels of height
MAX_HTML = 500_000  # characters of a page in the report
POLL = 0.2  # seconds
SLOW = 10.0  # seconds for what needs no network

_FOLDER = Path(__file__).parent


class BrowserUnavailable(Exception):
    """There is no browser; the message says what to do."""


class Browser:
    """A Chromium of one's own; a context manager. Each page has a fresh profile."""

    def __init__(self, settings: Settings, *, program: str | None = None, axe: str = "") -> None:
        """``axe`` is the source of axe-core; without it nothing is said of accessibility."""
        self._settings = settings
        self._program = program or next(filter(None, map(shutil.which, PROGRAMS)), None)
        self._axe = axe
        self._watch = f"_{secrets.token_hex(8)}"  # no name that pages could look for
        self._watching = (_FOLDER / "watch.js").read_text(encoding="utf-8").replace("WATCH", self._watch)
        self._read = (_FOLDER / "read.js").read_text(encoding="utf-8")
        self._capture = (_FOLDER / "capture.js").read_text(encoding="utf-8")
        self._stack = AsyncExitStack()
        self._tabs: dict[bool, list[Page]] = {False: [], True: []}

    async def __aenter__(self) -> Browser:
        try:
            playwright = await self._stack.enter_async_context(async_playwright())
            self._browser = await playwright.chromium.launch(executable_path=self._program, args=list(ARGUMENTS))
        except Error as error:
            await self._stack.aclose()
            reason = error.message.strip().splitlines()[0]
            raise BrowserUnavailable(
                f"no browser: install Chromium, or run `playwright install chromium` ({reason})"
            ) from error
        self._stack.push_async_callback(self._browser.close)
        page = await self._browser.new_page()
        self._agent = str(await page.evaluate("navigator.userAgent")).replace("HeadlessChrome", "Chrome")
        await page.close()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        with suppress(Error):  # it may have gone already
            await self._stack.aclose()

    @property
    def version(self) -> str:
        """Name and version."""
        return f"Chromium {self._browser.version}"

    async def visit(
        self,
        url: str,
        settings: Settings,
        is_enough: Callable[[View], bool],
        *,
        judged: bool = True,
        agent: str | None = None,
    ) -> Visit:
        """The page at ``url`` as people see it, once it is settled and ``is_enough`` says so of its view, or its budget
        is used up: ``wait_for_background_javascript`` seconds after its load and half as long again.

        ``judged``: with picture, HTML and accessibility; ``agent``: another User-Agent. Raises
        ``playwright.async_api.Error`` where there is no page.
        """
        began = time.monotonic()
        end = began + settings.deadline
        errors: list[str] = []
        loaded: set[str] = set()
        async with self._page(agent) as page:
            page.on("pageerror", lambda error: errors.append(f"{error.name}: {error.message}"))
            page.on("response", lambda response: loaded.add(response.url) if response.status < 400 else None)
            await page.add_init_script(self._watching)
            response = await self._opened(page, url, settings.deadline)
            end = min(end, time.monotonic() + settings.wait_for_background_javascript)
            half = (time.monotonic() + end) / 2
            await self._idle(page, end)
            end += end - half  # what is late on a busy machine is no difference, and what goes on changing shows
            view = await self._view(page, scripts=True)
            views: list[View] = []
            while time.monotonic() < end:
                if not await self._is_waiting(page, end) and is_enough(view):
                    break
                if time.monotonic() > half and view not in views:
                    views.append(view)
                await page.wait_for_timeout(1000 * POLL)
                view = await self._view(page, scripts=True)
            shown = await self._shown(page, view) if judged else Shown(view)
            if judged:
                shown = replace(shown, violations=await self._violations(page))
            earlier = tuple(other for other in views if other != view)
            return await _visit(page, response, shown, earlier, errors, loaded)

    async def shown(self, url: str, html: bytes, headers: Headers = (), *, judged: bool = True) -> Shown:
        """What ``html`` shows at ``url`` with scripts off; its style sheets and images come from the site."""
        kept = {"content-type": "text/html; charset=utf-8"}
        kept |= {name: value for name, value in headers if name in ("content-security-policy", "content-type")}

        async with self._answered(url, html, kept, scripts=False) as page:
            view = await self._view(page, scripts=False)
            shown = await self._shown(page, view) if judged else Shown(view)
        if judged and self._axe:  # axe-core sets timers, which do not fire where scripts are off
            kept["content-security-policy"] = "script-src 'none'"
            async with self._answered(url, html, kept, scripts=True) as page:
                shown = replace(shown, violations=await self._violations(page))
        return shown

    @asynccontextmanager
    async def _answered(self, url: str, html: bytes, headers: dict[str, str], *, scripts: bool) -> AsyncIterator[Page]:
        """A tab with ``html`` for ``url``; tabs are used again, as no script of a page has run in one."""

        async def answer(route: Route) -> None:
            await route.fulfill(status=200, headers=headers, body=html)

        tabs = self._tabs[scripts]
        page = tabs.pop() if tabs else (await (await self._context(scripts=scripts)).new_page())
        await page.route(lambda asked: asked == url, answer)
        with suppress(TooLate):
            await page.goto(url, wait_until="load", timeout=1000 * SLOW)
        yield page
        await page.unroute_all()
        await page.goto("about:blank")
        tabs.append(page)

    async def _context(self, *, scripts: bool, agent: str | None = None) -> BrowserContext:
        return await self._browser.new_context(
            java_script_enabled=scripts,
            locale=self._settings.locale,
            timezone_id=self._settings.time_zone,
            user_agent=agent or self._agent,
            viewport={"width": SIZE["width"], "height": SIZE["height"]},
            service_workers="block",  # a first visit has none
            accept_downloads=False,
        )

    @asynccontextmanager
    async def _page(self, agent: str | None) -> AsyncIterator[Page]:
        """A tab of a fresh profile."""
        context = await self._context(scripts=True, agent=agent)
        try:
            page = await context.new_page()
            page.on("dialog", lambda dialog: dialog.dismiss())
            yield page
        finally:
            with suppress(Error):
                await context.close()

    async def _opened(self, page: Page, url: str, seconds: float) -> Response | None:
        first: list[Response] = []

        def note(response: Response) -> None:
            if not first and response.request.is_navigation_request() and response.frame == page.main_frame:
                first.append(response)

        page.on("response", note)
        try:
            await page.goto(url, wait_until="load", timeout=1000 * seconds)
        except TooLate:
            if not first:
                raise
        return first[0] if first else None

    async def _idle(self, page: Page, end: float) -> None:
        left = end - time.monotonic()
        if left > 0:
            with suppress(TooLate):
                await page.wait_for_load_state("networkidle", timeout=1000 * left)

    async def _is_waiting(self, page: Page, end: float) -> bool:
        left = 1000 * (end - time.monotonic())
        return bool(await self._evaluate(page, f"window.{self._watch}?.isWaiting({left}) ?? false", None))

    async def _view(self, page: Page, *, scripts: bool) -> View:
        return View.of(await self._evaluate(page, self._read, [self._watch, scripts]))

    async def _shown(self, page: Page, view: View) -> Shown:
        html = str(await self._evaluate(page, self._capture, self._watch))[:MAX_HTML]
        height = min(MAX_PICTURE, int(await self._evaluate(page, "document.documentElement.scrollHeight", None)))
        picture = b""
        with suppress(Error):  # a page that draws without end
            clip = {"x": 0, "y": 0, "width": SIZE["width"], "height": max(height, SIZE["height"])}
            picture = await page.screenshot(
                type="jpeg",
                quality=50,
                full_page=True,
                clip=clip,  # type: ignore[arg-type] # a dict of these keys
                animations="disabled",
                timeout=1000 * SLOW,
            )
        return Shown(view, html, picture)

    async def _violations(self, page: Page) -> tuple[Violation, ...] | None:
        """What axe-core finds; None where it cannot work, as on a page that has changed what it builds on."""
        found: list[dict[str, Any]] | None = None
        with suppress(Error), anyio.move_on_after(SLOW):
            if self._axe:
                await page.evaluate(f"window.{self._watch}?.openRoots();{self._axe};undefined")
                script = "axe.run({resultTypes: ['violations']}).then((result) => result.violations)"
                found = await page.evaluate(script)
        return (
            None
            if found is None
            else tuple(
                Violation(one["id"], one["help"], len(one["nodes"]), " ".join(one["nodes"][0]["html"].split())[:200])
                for one in found
            )
        )

    async def _evaluate(self, page: Page, script: str, argument: object) -> Any:
        """What a script says; again where the page goes to another document just then."""
        last = time.monotonic() + SLOW
        while time.monotonic() < last:
            with suppress(Error):
                return await page.evaluate(script, argument)
            await page.wait_for_timeout(1000 * POLL)
        return await page.evaluate(script, argument)


async def _visit(
    page: Page,
    response: Response | None,
    shown: Shown,
    earlier: tuple[View, ...],
    errors: list[str],
    loaded: set[str],
) -> Visit:
    status, location, document, content_type, robots = 200, "", b"", "text/html", []
    if response is not None:
        status = response.status
        headers = await response.headers_array()
        said = {header["name"].lower(): header["value"] for header in headers}
        robots = [header["value"] for header in headers if header["name"].lower() == "x-robots-tag"]
        content_type = said.get("content-type", content_type)
        location = urljoin(response.url, said.get("location", "")) if 300 <= status < 400 else ""
        with suppress(Error):  # a redirect has none
            document = await response.body()
    return Visit(
        status=status,
        url=page.url,
        shown=shown,
        earlier=earlier,
        location=location,
        robots=tuple(robots),
        document=document,
        content_type=content_type,
        errors=tuple(errors),
        loaded=frozenset(loaded),
    )
