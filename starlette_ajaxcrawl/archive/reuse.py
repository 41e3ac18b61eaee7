"""Renders the states of one document in a page that loads once, and compares a sample with pages of their own."""

from __future__ import annotations

import random
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterator
from typing import NamedTuple

import anyio

from ..errors import RenderError, RendererUnavailable, UrlError
from ..renderers.base import Reuser, Show
from ..scheme import BANG
from ..snapshot import Rendering, RenderRequest
from .manifest import Due
from .site import Site
from .states import Elsewhere

FIRST = 5  # states in a page at first; as long as those that are compared are alike it doubles
MOST = 400
MAX_BYTES = 16 * 1024 * 1024  # snapshots wait in memory for their comparison
MAX_BROKEN = 3  # pages for so many states that end early; what is left then has pages of its own
_CANONICAL = re.compile(rb'<link rel="canonical" href="[^"]*">')

PATIENCE = 15.0  # seconds after its deadline at which a render is given up


class Result(NamedTuple):
    """A rendering, or why there is none, and how many seconds that took."""

    rendering: Rendering | str
    seconds: float


class PageReuse:
    """``take`` gives a further state of a document, ``fresh`` renders one in a page of its own, ``note`` keeps it."""

    def __init__(
        self,
        site: Site,
        renderer: Reuser,
        take: Callable[[str], Due | None],
        fresh: Callable[[Due], Awaitable[Result]],
        note: Callable[[Due, Result], Awaitable[None]],
    ) -> None:
        self._site = site
        self._renderer = renderer
        self._take = take
        self._fresh = fresh
        self._note = note
        self._sizes: dict[str, int] = {}
        self._unlike: set[str] = set()

    async def render(self, first: Due) -> None:
        """Render ``first``, and further states of its document where that is worth it."""
        batch = [first]
        if self._may_reuse(first):
            size = self._sizes.setdefault(first.page, FIRST)
            while len(batch) < size and (due := self._take(first.page)) is not None:
                batch.append(due)
        shown = await self._compared(batch) if len(batch) > 2 else {}
        for due in batch:
            await self._note(due, shown.get(due) or await self._fresh(due))

    def _may_reuse(self, due: Due) -> bool:
        try:
            clock = self._site.state(due.url).settings.clock
        except (Elsewhere, UrlError):
            return False
        # under the wall clock scripts run on while a page is taken
        return due.page not in self._unlike and BANG in due.url and clock == "page"

    async def _compared(self, batch: list[Due]) -> dict[Due, Result]:
        """The states that need no page of their own."""
        page = batch[0].page
        loaded, shown = await self._shown(batch)
        results = {**loaded, **shown}
        if not shown:
            return results
        # the last: what has gone wrong in a page mostly stays wrong; and any: some states may go wrong alone
        samples = {list(shown)[-1], random.choice(list(shown))}  # noqa: S311 - no secret
        samples.update(_unchanged(batch, results, shown))
        for sample in samples:
            fresh = await self._fresh(sample)
            if not _alike(fresh, shown[sample]):
                self._unlike.add(page)
                return {**loaded, sample: fresh}
            results[sample] = fresh
        largest = max(len(_rendering(result).snapshot.body) for result in results.values())
        self._sizes[page] = max(FIRST, min(2 * self._sizes[page], MOST, MAX_BYTES // max(1, largest)))
        return results

    async def _shown(self, batch: list[Due]) -> tuple[dict[Due, Result], dict[Due, Result]]:
        """States that a page was loaded for, and those that it was then taken to; whole snapshots only."""
        loaded: dict[Due, Result] = {}
        shown: dict[Due, Result] = {}
        waiting = deque(due for due in batch if BANG in due.url)
        pages = 0
        while waiting and pages < MAX_BROKEN:
            pages += 1
            first = self._site.state(waiting[0].url)
            into = loaded
            try:
                async with self._renderer.reuse(
                    RenderRequest(first.url, first.settings), self._site.origin(first)
                ) as show:
                    while waiting:
                        due = waiting.popleft()
                        result = await self._show(show, due)
                        if result is None:  # it ends its own page only, and is rendered in another
                            break
                        into[due] = result
                        into = shown
            except RendererUnavailable:
                raise
            except RenderError:  # no place for a page
                break
        if len(shown) <= len(batch) - len(loaded) - len(shown):  # more trouble than it saves
            self._unlike.add(batch[0].page)
        return loaded, shown

    async def _show(self, show: Show, due: Due) -> Result | None:
        state = self._site.state(due.url)
        began = time.perf_counter()
        try:
            with anyio.move_on_after(state.settings.deadline + PATIENCE):
                rendering = await show(RenderRequest(state.url, state.settings))
                whole = rendering.snapshot.kind == "html" and not rendering.snapshot.incomplete
                return Result(rendering, time.perf_counter() - began) if whole else None
        except RendererUnavailable:
            raise
        except (RenderError, UrlError):
            pass
        return None


def _rendering(result: Result) -> Rendering:
    assert isinstance(result.rendering, Rendering)
    return result.rendering


def _unchanged(batch: list[Due], results: dict[Due, Result], shown: dict[Due, Result]) -> Iterator[Due]:
    """States that show what the one before shows: the page may not know them, and have kept that."""
    before = b""
    for due in batch:
        body = _CANONICAL.sub(b"", _rendering(results[due]).snapshot.body) if due in results else b""
        if due in shown and body == before:
            yield due
        before = body


def _alike(one: Result, other: Result) -> bool:
    if isinstance(one.rendering, str) or isinstance(other.rendering, str):
        return False
    first, second = one.rendering.snapshot, other.rendering.snapshot
    return (first.kind, first.status, first.body) == (second.kind, second.status, second.body)
