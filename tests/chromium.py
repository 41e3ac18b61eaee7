"""Chromium as the judge: what a person sees of a page, live and of its snapshot with scripts off."""

from __future__ import annotations

import functools
import re
import shutil
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from playwright.sync_api import sync_playwright

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from types import TracebackType

    from playwright.sync_api import BrowserContext, Page

ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--host-resolver-rules=MAP *.example 127.0.0.1",
]
TABS = 12  # read at once
SETTLED = 2500  # milliseconds after which our pages show all they are to show, but for what show.js waits for

# Text as innerText has it, but through shadow roots; every link as a click would follow it.
READ = r"""() => {
  const deep = (n) => {
    if (n.nodeType === 3) return n.data
    if (n.nodeType !== 1 || /^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT|IFRAME)$/.test(n.tagName)) return ''
    if (n.tagName === 'SLOT') {
      const assigned = n.assignedNodes({flatten: true})
      return (assigned.length ? assigned : [...n.childNodes]).map(deep).join(' ')
    }
    if (getComputedStyle(n).display === 'none') return ''
    return [...(n.shadowRoot ?? n).childNodes].map(deep).join(' ')
  }
  const links = []
  const collect = (root) => {
    for (const n of root.querySelectorAll('*')) {
      if (n.matches('a[href], area[href]')) {
        const href = typeof n.href === 'string' ? n.href : new URL(n.href.baseVal, document.baseURI).href
        links.push([n.localName, href])
      }
      if (n.matches('form')) links.push(['form', n.action])
      if (n.matches('[formaction]')) links.push(['formaction', n.formAction])
      if (n.matches('img')) links.push(['img', n.src])
      if (n.shadowRoot) collect(n.shadowRoot)
    }
  }
  collect(document)
  const runs = /^((text|application)\/(x-)?(java|ecma|live|j)script|module|importmap)$/i
  const scripts = [...document.scripts].filter(s => !s.type || runs.test(s.type.trim())).length
  return {title: document.title, text: document.body ? deep(document.body) : '', links, scripts}
}"""


@dataclass(frozen=True)
class Reading:
    """What a page shows; ``links`` hold pairs of kind and URL, in order, but for those that run scripts."""

    title: str
    text: str
    links: tuple[tuple[str, str], ...]
    scripts: int

    @classmethod
    def of(cls, page: Page) -> Reading:
        found: dict[str, Any] = page.evaluate(READ)
        return cls(
            title=found["title"],
            text=" ".join(found["text"].split()),
            links=tuple((kind, url) for kind, url in found["links"] if not url.startswith("javascript:")),
            scripts=found["scripts"],
        )

    @property
    def words(self) -> str:
        """The text without white space, which is laid out otherwise around flattened shadow roots."""
        return re.sub(r"\s+", "", self.text)


P = ParamSpec("P")
R = TypeVar("R")


def in_its_thread(method: Callable[Concatenate[Chromium, P], R]) -> Callable[Concatenate[Chromium, P], R]:
    """Playwright's synchronous interface keeps an event loop running: in the tests' thread no other could run then."""

    @functools.wraps(method)
    def call(self: Chromium, *args: P.args, **kwargs: P.kwargs) -> R:
        return self.thread.submit(method, self, *args, **kwargs).result()

    return call


class Chromium:
    """One browser for a test session."""

    def __init__(self) -> None:
        self.thread = ThreadPoolExecutor(1, thread_name_prefix="chromium")

    def __enter__(self) -> Chromium:
        self._launch()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._close()
        self.thread.shutdown()

    @in_its_thread
    def _launch(self) -> None:
        self._stack = ExitStack()
        playwright = self._stack.enter_context(sync_playwright())
        program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
        self._browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        self._stack.callback(self._browser.close)
        self._plain_tab: Page | None = None

    @in_its_thread
    def _close(self) -> None:
        self._stack.close()

    def context(self, *, scripts: bool = True) -> BrowserContext:
        """A fresh browser profile."""
        return self._browser.new_context(java_script_enabled=scripts, locale="en-US", timezone_id="UTC")

    @in_its_thread
    def live(self, urls: Iterable[str], settled: int = SETTLED) -> dict[str, Reading]:
        """What people see at each of ``urls`` once its scripts have settled."""
        readings: dict[str, Reading] = {}
        waiting = list(dict.fromkeys(urls))
        while waiting:
            some, waiting = waiting[:TABS], waiting[TABS:]
            tabs = {url: self.context().new_page() for url in some}  # none finds another's cookies
            for url, tab in tabs.items():
                tab.goto(url, wait_until="commit")
            tab.wait_for_timeout(settled)  # people's browsers give no sign that a page has settled
            for tab in tabs.values():
                for _ in range(200):
                    if not tab.evaluate("() => window.show && show.pending"):
                        break
                    tab.wait_for_timeout(100)
            readings |= {url: Reading.of(tab) for url, tab in tabs.items()}
            for tab in tabs.values():
                tab.context.close()
        return readings

    @in_its_thread
    def evaluate(self, url: str, expression: str) -> Any:
        """What ``expression`` is on the page at ``url``."""
        context = self.context()
        try:
            tab = context.new_page()
            tab.goto(url, wait_until="load")
            return tab.evaluate(expression)
        finally:
            context.close()

    @in_its_thread
    def visit(self, work: Callable[[BrowserContext], R], **profile: Any) -> R:
        """What ``work`` makes of a fresh browser profile with what ``profile`` says, such as its ``viewport``."""
        context = self._browser.new_context(**{"locale": "en-US", "timezone_id": "UTC", **profile})
        try:
            return work(context)
        finally:
            context.close()

    @in_its_thread
    def shown(self, url: str, html: bytes) -> Reading:
        """What people see of a snapshot that was answered at ``url``, with scripts off."""
        if self._plain_tab is None:
            self._plain_tab = self.context(scripts=False).new_page()
        tab = self._plain_tab
        tab.route(
            lambda asked: asked == url,
            lambda route: route.fulfill(status=200, body=html, content_type="text/html; charset=utf-8"),
        )
        try:
            tab.goto(url, wait_until="load")
            return Reading.of(tab)
        finally:
            tab.unroute_all()
