"""What we are measured beside: Chromium through Playwright, and prerender."""

import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from types import TracebackType
from urllib.parse import quote

import httpx
from playwright.sync_api import Browser, BrowserContext, Playwright, sync_playwright

from benchmarks import processes
from benchmarks.fetched import FOLDER, MODULES

ARGUMENTS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
STARTS = 20  # seconds
SETTLED = 1500  # milliseconds after which our pages show all that they will

# Text as innerText has it, but through shadow roots, and without white space.
TEXT = r"""() => {
  const deep = (n) => {
    if (n.nodeType === 3) return n.data
    if (n.nodeType !== 1 || /^(SCRIPT|STYLE|TEMPLATE|NOSCRIPT)$/.test(n.tagName)) return ''
    if (n.tagName === 'SLOT') { const a = n.assignedNodes({flatten: true}); return (a.length ? a : [...n.childNodes]).map(deep).join(' ') }
    if (getComputedStyle(n).display === 'none') return ''
    return [...(n.shadowRoot ?? n).childNodes].map(deep).join(' ')
  }
  return document.body ? deep(document.body).replace(/\s+/g, '') : ''
}"""  # noqa: E501 - a line of the script is one case


def executable() -> str:
    """Where Chromium is; raises ``RuntimeError``."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        raise RuntimeError("Chromium is missing")
    return found


@dataclass
class Chromium:
    """A Chromium that runs, each page in a fresh context."""

    playwright: Playwright
    browser: Browser = field(init=False)
    pid: int = field(init=False)

    def __enter__(self) -> "Chromium":
        before = set(processes.tree(os.getpid()))
        self.browser = self.playwright.chromium.launch(executable_path=executable(), args=ARGUMENTS)
        # the first of those that are new is the parent of the others
        self.pid = next(pid for pid in processes.tree(os.getpid()) if pid not in before)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.browser.close()

    @contextmanager
    def _context(self, **options: bool) -> Iterator[BrowserContext]:
        context = self.browser.new_context(**options)  # type: ignore[arg-type] # names of switches only
        try:
            yield context
        finally:
            context.close()

    def text(self, url: str) -> str:
        """What a page shows in the end."""
        with self._context() as context:
            page = context.new_page()
            page.goto(url, wait_until="load")
            page.wait_for_timeout(SETTLED)
            return str(page.evaluate(TEXT))

    def text_of(self, html: str, url: str) -> str:
        """What a snapshot shows with scripts off."""
        with self._context(java_script_enabled=False) as context:
            page = context.new_page()
            page.route("**/*", lambda route: route.abort())
            document = url.partition("#")[0]
            page.route(document, lambda route: route.fulfill(body=html, content_type="text/html; charset=utf-8"))
            page.goto(url)
            return str(page.evaluate(TEXT))

    def load(self, url: str, text: str) -> tuple[float, float]:
        """Seconds until ``text`` is there, and until the network is idle."""
        with self._context() as context:
            page = context.new_page()
            started = time.perf_counter()
            page.goto(url, wait_until="commit")
            page.wait_for_function(f"text => ({TEXT})() === text", arg=text)
            shown = time.perf_counter() - started
            page.wait_for_load_state("networkidle")
            idle = time.perf_counter() - started
            return shown, idle

    def memory(self, urls: list[str]) -> int:
        """Bytes of all its processes with these pages open at once, when the network is idle."""
        with ExitStack() as stack:
            pages = [stack.enter_context(self._context()).new_page() for _ in urls]
            for page, url in zip(pages, urls, strict=True):
                page.goto(url, wait_until="commit")
            for page in pages:
                page.wait_for_load_state("networkidle")
            return processes.pss_bytes(self.pid)


@contextmanager
def playwright() -> Iterator[Playwright]:
    """Playwright's driver, which stays while Chromiums come and go."""
    executable()
    with sync_playwright() as driver:
        yield driver


@dataclass(frozen=True)
class Prerender:
    """A prerender server that runs."""

    port: int
    pid: int

    def html(self, client: httpx.Client, url: str) -> str:
        """Its answer for a page's URL."""

        def ask() -> httpx.Response:
            return client.get(f"http://127.0.0.1:{self.port}/render?url={quote(url, safe='')}")

        last = time.monotonic() + STARTS
        reply = ask()
        while reply.status_code == 503 and time.monotonic() < last:  # it listens before its Chromium does
            time.sleep(0.05)
            reply = ask()
        return reply.raise_for_status().text


@contextmanager
def prerender() -> Iterator[Prerender]:
    """prerender with its own Chromium, at its own defaults. Raises ``RuntimeError``."""
    node = shutil.which("node") or shutil.which("nodejs")
    if node is None or not (MODULES / "prerender").is_dir():
        raise RuntimeError("node or the package prerender is missing")
    port, debugging = processes.free_port(), processes.free_port()
    flags = ["--headless", "--hide-scrollbars", f"--remote-debugging-port={debugging}", *ARGUMENTS]
    program = (
        f"require('prerender')({{port: {port}, browserDebuggingPort: {debugging}, "
        f"chromeLocation: {executable()!r}, chromeFlags: {flags!r}}}).start()"
    )
    with ExitStack() as stack:
        process = subprocess.Popen(
            [node, "-e", program],
            cwd=FOLDER,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        stack.callback(_end_with_children, process)
        try:
            processes.wait_for(lambda: processes.listens(port) and processes.listens(debugging))
        except TimeoutError:
            raise RuntimeError("prerender does not start") from None
        yield Prerender(port, process.pid)


def _end_with_children(process: "subprocess.Popen[bytes]") -> None:
    children = processes.tree(process.pid)[1:]
    processes.end(process)
    subprocess.run(
        ["kill", "-9", *map(str, children)], stderr=subprocess.DEVNULL, check=False
    )  # its Chromium stays else
