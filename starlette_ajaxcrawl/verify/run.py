"""Looks at pages: renders each, shows it in people's browser, and again where both differ."""

from __future__ import annotations

from dataclasses import replace

import anyio
from playwright.async_api import Error

from ..archive.reuse import PATIENCE
from ..archive.site import Site, fetch_by_http
from ..archive.states import State
from ..errors import RenderError, RendererUnavailable, UrlError
from ..snapshot import Rendering, RenderRequest
from ..text import visible_text
from .browser import Browser
from .compare import compare, is_same
from .evidence import Evidence, Shown, Visit
from .findings import best, judge_answers
from .views import View

BOT = "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)"  # what sites that cloak look for
ALIKE = 0.2  # an answer to the ugly URL that differs less from the page's own HTML is that, not a snapshot


class Verifier:
    """Gathers what is to be known of a site's pages."""

    def __init__(self, site: Site, browser: Browser) -> None:
        self._site = site
        self._browser = browser

    async def look(self, state: State, listed_as: str = "") -> Evidence:
        """All about one state. Raises ``RendererUnavailable`` where nothing can be rendered."""
        try:
            return await self._look(state, listed_as)
        except Error as error:  # a tab that crashed, say
            failure = error.message.strip().splitlines()[0]
            return Evidence(state.url, state.ugly, listed_as=listed_as, visit_failure=failure)

    async def _look(self, state: State, listed_as: str) -> Evidence:
        settings = state.settings
        evidence = Evidence(state.url, state.ugly, listed_as=listed_as, wait=settings.wait_for_background_javascript)
        result = await self._render(state)
        if isinstance(result, str):
            evidence = replace(evidence, failure=result)
        else:
            evidence = replace(evidence, rendering=result, snapshot=await self._shown(state, result))
        snapshot = evidence.snapshot

        def is_enough(view: View) -> bool:
            return snapshot is None or not compare(snapshot.view, view, (), state.url).differences

        try:
            visit = await self._browser.visit(state.url, settings, is_enough)
        except Error as error:
            return replace(evidence, visit_failure=error.message.strip().splitlines()[0])
        evidence = replace(evidence, visit=visit)
        if not visit.is_html or visit.location:
            return evidence
        headers = (("content-type", visit.content_type),)
        plain = await self._browser.shown(state.page, visit.document, headers, judged=False)
        evidence = replace(
            evidence,
            plain=plain,
            answer=await self._answer(state, plain),
            for_bots=await self._for_bots(state, visit),
        )
        if best(evidence).differences or any(judge_answers(evidence)):
            evidence = await self._again(state, evidence)
        if isinstance(result, Rendering) and snapshot is not None:
            evidence = replace(evidence, longer=await self._longer(state, result))
        return evidence

    async def _render(self, state: State) -> Rendering | str:
        try:
            with anyio.fail_after(state.settings.deadline + PATIENCE):
                return await self._site.renderer.render(
                    RenderRequest(state.url, state.settings), self._site.origin(state)
                )
        except TimeoutError:
            return "the render did not end in time"
        except RendererUnavailable:
            raise
        except (RenderError, UrlError) as error:
            return error.reason

    async def _shown(self, state: State, rendering: Rendering, *, judged: bool = True) -> Shown | None:
        snapshot = rendering.snapshot
        if snapshot.kind != "html":
            return None
        return await self._browser.shown(state.ugly, snapshot.content, snapshot.headers, judged=judged)

    async def _again(self, state: State, evidence: Evidence) -> Evidence:
        """The same with a second load by both: does the page differ by itself?"""
        visit = evidence.visit
        assert visit is not None
        try:
            second = await self._visited(state, visit.shown.view)
        except Error:
            return evidence
        rendering = await self._render(state)
        shown = None if isinstance(rendering, str) else await self._shown(state, rendering, judged=False)
        return replace(
            evidence,
            again=(second.shown.view,),
            snapshots=() if shown is None else (shown.view,),
        )

    async def _longer(self, state: State, once: Rendering) -> tuple[str, ...]:
        """The page's text with the wait as it is, twice and three times as long; no more where twice adds nothing."""
        settings = state.settings
        texts = [_text(once)]
        for times in (2, 3):
            wait = times * settings.wait_for_background_javascript
            longer = settings.changed(
                wait_for_background_javascript=wait, deadline=max(settings.deadline, wait + settings.deadline)
            )
            rendering = await self._render(replace(state, settings=longer))
            if isinstance(rendering, str):
                break
            texts.append(_text(rendering))
            if texts[-1] == texts[0]:
                break
        return tuple(texts)

    async def _answer(self, state: State, plain: Shown) -> Shown | None:
        """What the site's server gives for the ugly URL, where it does not just give the page."""
        status, body = await fetch_by_http(state.ugly, BOT)
        if status != 200:
            return None
        answer = await self._browser.shown(state.ugly, body, judged=False)
        texts = [one.share for one in compare(answer.view, plain.view).differences if one.part == "text"]
        return answer if texts and texts[0] > ALIKE else None

    async def _for_bots(self, state: State, visit: Visit) -> Shown | None:
        """What the page shows to one that says it is a crawler, where the server gives that another document."""
        status, body = await fetch_by_http(state.page, BOT)
        if status != 200 or body == visit.document:
            return None
        try:
            return (await self._visited(state, visit.shown.view, agent=BOT)).shown
        except Error:
            return None

    async def _visited(self, state: State, expected: View, agent: str | None = None) -> Visit:
        """A further visit; it is over as soon as it shows what is expected."""
        return await self._browser.visit(
            state.url, state.settings, lambda view: is_same(view, expected), judged=False, agent=agent
        )


def _text(rendering: Rendering) -> str:
    return visible_text(rendering.snapshot.content.decode("utf-8", "replace"))
