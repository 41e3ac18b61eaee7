"""The health endpoint: whether the process is alive, and ready: a render works."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import anyio

from .background import spawn
from .errors import RendererBusy, RenderError
from .events import Event, Rendered
from .renderers.base import OriginRequest, OriginResponse
from .snapshot import RenderRequest

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from .crawl import AjaxCrawl

FRESH = 10.0  # seconds that a verdict holds; probes come about as often
PATIENCE = 30.0  # seconds that the first who asks waits: a cold JVM needs some
SITE = "http://health.invalid"  # in place of site_url; no request leaves the process for it
PAGE = b"<!doctype html><p>nothing</p><script>document.querySelector('p').textContent = 'a render' + ' works'</script>"
WORKS = b"<p>a render works</p>"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found at ``at``, in seconds as ``clock`` has them: no ``reasons`` mean that it is ready."""

    at: float
    reasons: tuple[str, ...]


class _Site:
    """The origin of the page that is rendered. Renderers elsewhere ask the site itself: then ``asked`` stays false."""

    def __init__(self) -> None:
        self.asked = False

    async def fetch(self, request: OriginRequest, *, timeout: float) -> OriginResponse:
        self.asked = True
        return OriginResponse(200, (("content-type", "text/html; charset=utf-8"),), PAGE)


class Health:
    """An ASGI application; see ``health``."""

    def __init__(self, crawl: AjaxCrawl, clock: Callable[[], float] = time.monotonic) -> None:
        self._crawl = crawl
        self._clock = clock
        self._verdict: Verdict | None = None
        self._checked: anyio.Event | None = None  # while a check is under way
        self._settings = crawl.settings.changed(
            **{"origins": {}, "external_hosts": (), "wait_for_selector": None, "ready_flag": (), "clock": "page"},
            **{"overrides": {}, "wait_for_background_javascript": 1.0},
            wait_for_background_javascript_starting_before=None,
        )
        crawl.observe(self._note)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a probe: ``…/live`` says that the process answers, all else whether it is ready."""
        if scope["type"] != "http":
            return
        path = scope["path"].rstrip("/")
        if scope["method"] not in ("GET", "HEAD"):
            await _answer(scope, send, 405, {"error": "only GET"})
        elif path.endswith("/live"):
            await _answer(scope, send, 200, {"alive": True})
        else:
            verdict = await self._judge()
            found = {"alive": True, "ready": not verdict.reasons, "reasons": list(verdict.reasons)}
            found["seconds_ago"] = round(max(0.0, self._clock() - verdict.at), 1)
            await _answer(scope, send, 503 if verdict.reasons else 200, found)

    async def _judge(self) -> Verdict:
        """The last verdict, if need be with a check behind it; however many ask, one page is rendered at once."""
        known = self._verdict
        if known is None or self._clock() - known.at >= FRESH:
            if self._checked is None:
                self._checked = anyio.Event()
                spawn(self._check)
            if known is None:
                with anyio.move_on_after(PATIENCE):
                    await self._checked.wait()
        return self._verdict or Verdict(self._clock(), ("the first render is not done yet",))

    async def _check(self) -> None:
        checked = self._checked
        assert checked is not None
        try:
            self._conclude(await self._reasons())
        finally:
            self._checked = None
            checked.set()

    async def _reasons(self) -> tuple[str, ...]:
        site = _Site()
        url = f"{self._settings.site_url or SITE}/"
        try:
            rendering = await self._crawl.renderer.render(RenderRequest(url, self._settings), site)
        except RendererBusy as error:
            # it does what it can; whether a render works the next ones tell
            return self._verdict.reasons if self._verdict else (error.reason,)
        except RenderError as error:
            return (error.reason,)
        except Exception as error:
            return (f"the renderer failed: {type(error).__name__}",)
        if WORKS in rendering.snapshot.body or not site.asked:
            return ()
        said = [entry.message for entry in rendering.log if entry.level == "error"]
        return ("the page's script did not do its work", *said, *rendering.snapshot.incomplete)

    def _conclude(self, reasons: tuple[str, ...]) -> None:
        if reasons and self._crawl.store.read_only:
            reasons = ()  # an archive needs no renderer
        self._verdict = Verdict(self._clock(), reasons)

    def _note(self, event: Event) -> None:
        """A page that was rendered whole for somebody spares a check."""
        if isinstance(event, Rendered) and event.outcome == "complete":
            self._conclude(())


def health(crawl: AjaxCrawl) -> ASGIApp:
    """An ASGI application for probes, to be mounted where the site wants it: 200 where a render works, else 503.

    It says ``{"alive": true, "ready": …, "reasons": […]}``; below ``/live`` it is 200 as long as the process answers. A
    small page of its own is rendered at most every ``FRESH`` seconds, and only where no other page was, so that nobody
    can keep the renderer busy by asking. With a read-only store, an archive, it is ready without a renderer.
    """
    return Health(crawl)


async def _answer(scope: Scope, send: Send, status: int, found: dict[str, object]) -> None:
    body = json.dumps(found).encode() + b"\n"
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", b"%d" % len(body)),
        (b"cache-control", b"no-store"),
    ]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})
