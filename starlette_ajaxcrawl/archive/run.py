"""One run over an archive: plans the states that are due, renders several at once, keeps what came of each."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from math import inf
from typing import NamedTuple, cast

import anyio
from anyio import to_thread
from protego import Protego

from ..errors import RenderError, RendererUnavailable, UrlError
from ..renderers.base import Reuser
from ..snapshot import INCOMPLETE, Rendering, RenderRequest, Snapshot
from .folder import Folder, file_name
from .links import links
from .manifest import Due, Kept, Known, Manifest
from .reuse import PATIENCE, PageReuse, Result
from .site import USER_AGENT, Site
from .sitemaps import Entry
from .states import Elsewhere, public

MAX_ERRORS = 10  # script errors of one page; a broken page has hundreds of the same kind
MAX_INVALID = 10  # texts that are no URLs; a list may hold a million
MAX_DEPTH = 1_000_000  # of a state that is not reached by links
BATCH = 500  # states that are planned in one transaction
COUNTED = 5.0  # seconds after which a fleet's places are counted again


class Limits(NamedTuple):
    """How far a crawl goes: so many states in a run, so many links away from where it began."""

    pages: int = 10_000
    depth: int = 100


@dataclass
class Progress:
    """What a run has done so far. ``invalid``: texts that are no URLs; ``invalid_texts``: the first of them, and why;
    ``kept``: snapshots in the archive.
    """

    planned: int = 0
    completed: int = 0
    failed: int = 0
    skipped: int = 0
    elsewhere: int = 0
    kept: int = 0
    invalid: int = 0
    invalid_texts: list[str] = field(default_factory=list)

    @property
    def done(self) -> int:
        """States that were rendered in this run, well or not."""
        return self.completed + self.failed + self.skipped


def is_due(known: Known | None, lastmod: float | None, max_age: float, run: int, now: float) -> bool:
    """Whether a state is to be rendered in a run: one that is new, failed, has changed since, or is old.

    What a broken-off run has done is not done again when it goes on.
    """
    if known is None or known.tried is None:
        return True
    if known.run == run:
        return False
    if known.outcome == "failed":
        return True
    if lastmod is not None:
        return lastmod > known.tried
    return now - known.tried >= max_age or known.tried > now  # the latter: the clock was set back


def verdict(snapshot: Snapshot) -> tuple[str, str]:
    """What to do with a snapshot: ``completed``, ``failed`` or ``skipped``, and why."""
    if snapshot.incomplete:
        reasons = (f"{reason}; {INCOMPLETE.get(reason, 'raise deadline')}" for reason in snapshot.incomplete)
        return "failed", f"not complete: {', '.join(reasons)}"
    if snapshot.kind == "other":
        return "skipped", f"the page is not HTML (status {snapshot.status})"
    rules = {
        rule.strip().lower().partition("=")[0]
        for name, value in snapshot.headers
        if name == "cache-control"
        for rule in value.split(",")
    }
    if rules & {"no-store", "private"}:
        return "skipped", "the page's Cache-Control says that it is not to be kept"
    if snapshot.status < 400 or snapshot.status in (404, 410):
        return "completed", ""
    return "failed", f"status {snapshot.status}"


class Run:
    """Renders what is due; ``report`` is called after each. ``limits`` has it follow links. ``reuse_page``: states
    that differ in the hash alone share a page, see ``PageReuse``; the site's renderer must be a ``Reuser`` then.
    ``places`` says how many states at once are worth it, where that is not ``max_concurrent_renders``; such a renderer
    sees to its limits itself.

    Raises ``OSError`` and ``sqlite3.Error`` when the disk is full, ``RendererUnavailable`` when nothing can be
    rendered; what is done by then stays, and the next run goes on.
    """

    def __init__(
        self,
        folder: Folder,
        manifest: Manifest,
        site: Site,
        *,
        limits: Limits | None = None,
        everything: bool = False,
        reuse_page: bool = False,
        places: Callable[[], Awaitable[int]] | None = None,
        report: Callable[[Progress], None] = lambda progress: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.progress = Progress()
        self._folder = folder
        self._manifest = manifest
        self._site = site
        self._limits = limits
        self._everything = everything
        self._places = places
        self._report = report
        self._clock = clock
        self._reuse: PageReuse | None = None
        if reuse_page:
            self._reuse = PageReuse(site, cast("Reuser", site.renderer), manifest.take, self._fresh, self._note)
        self._number = manifest.begin_run(clock())
        self._robots: Protego | None = None
        self._hired = 0
        self._wanted = 0
        self._working = 0
        self._changed = anyio.Event()
        self._over = anyio.Event()

    async def plan(self, sources: AsyncIterator[Entry], start: Iterable[str] = ()) -> None:
        """Note the states that ``sources`` name, and those a crawl is to start from."""
        if self._limits is not None:
            self._robots = await self._site.robots()
        self._manifest.begin()
        for text in start:
            self._plan(text, None, 0)
        number = 0
        async for entry in sources:
            self._plan(entry.url, entry.lastmod, 0)
            number += 1
            if number % BATCH == 0:
                self._manifest.commit()
                self._manifest.begin()
        self._manifest.commit()

    def plan_known(self) -> None:
        """Note the states that the archive has already."""
        self._manifest.begin()
        for batch in self._manifest.urls(BATCH):
            for url in batch:
                self._plan(url, None, MAX_DEPTH)
        self._manifest.commit()

    async def render(self) -> None:
        """Render all that is due, and what is found meanwhile."""
        self.progress.planned = self._manifest.count_due()
        self._report(self.progress)
        failure: Exception | None = None
        async with anyio.create_task_group() as group:

            async def work() -> None:
                nonlocal failure
                try:
                    await self._work()
                except Exception as error:  # raised below, where no task group wraps it
                    failure = failure or error
                    group.cancel_scope.cancel()

            while not self._over.is_set():
                self._wanted = (
                    self._site.settings.max_concurrent_renders if self._places is None else await self._places()
                )
                for _ in range(self._wanted - self._hired):
                    self._hired += 1
                    group.start_soon(work)
                with anyio.move_on_after(inf if self._places is None else COUNTED):
                    await self._over.wait()
        if failure is not None:
            raise failure
        self._manifest.end_run(self._clock())
        self.progress.kept = self._manifest.count_kept()

    def _plan(self, text: str, lastmod: float | None, depth: int) -> None:
        progress = self.progress
        try:
            state = self._site.state(text)
        except Elsewhere:
            progress.elsewhere += 1
            return
        except UrlError as error:
            if depth == 0:  # one that was named; a bad link is the page's fault, and no browser follows it either
                progress.invalid += 1
                if progress.invalid <= MAX_INVALID:
                    progress.invalid_texts.append(str(error))
            return
        if self._robots is not None and not self._robots.can_fetch(state.ugly, USER_AGENT):
            progress.elsewhere += 1
            return
        known = self._manifest.known(state.key)
        if self._everything:
            due = is_due(known, None, 0.0, self._number, self._clock())
        else:
            due = is_due(known, lastmod, state.settings.max_age, self._number, self._clock())
        if due and self._limits is not None and progress.planned >= self._limits.pages:
            return
        if self._manifest.plan(Due(state.key, state.url, state.page, depth), lastmod, due):
            progress.planned += 1
        written = public(state.url)
        if written != state.url:  # who reads it in a sitemap or a link asks for another state, as % is escaped, too
            self._plan(written, lastmod, depth)

    async def _work(self) -> None:
        """Render one state after the other until nobody can find any more, or there are too many who do."""
        while self._hired <= self._wanted:
            due = self._manifest.take()
            if due is None:
                if not self._working:
                    self._changed.set()
                    self._over.set()
                    return
                await self._changed.wait()
                continue
            self._working += 1
            try:
                if self._reuse is None:
                    await self._note(due, await self._fresh(due))
                else:
                    await self._reuse.render(due)
            finally:
                self._working -= 1
                self._changed.set()
                self._changed = anyio.Event()
        self._hired -= 1

    async def _fresh(self, due: Due) -> Result:
        """The state in a page of its own."""
        began = time.perf_counter()
        result: Rendering | str = "the render did not end in time"
        try:
            state = self._site.state(due.url)
            request = RenderRequest(state.url, state.settings, priority="archive")
            with anyio.move_on_after(inf if self._places else state.settings.deadline + PATIENCE):
                result = await self._site.renderer.render(request, self._site.origin(state))
        except RendererUnavailable:
            raise
        except (RenderError, UrlError) as error:
            result = error.reason
        except Elsewhere as error:  # the settings are others than when it was planned
            result = str(error)
        return Result(result, time.perf_counter() - began)

    async def _note(self, due: Due, result: Result) -> None:
        """Keep what became of a state; follow its links where that is asked for."""
        kept: Kept | None = None
        errors: list[str] = []
        found: list[str] = []
        if isinstance(result.rendering, str):
            outcome, reason = "failed", result.rendering
        else:
            snapshot = result.rendering.snapshot
            outcome, reason = verdict(snapshot)
            log = result.rendering.log
            errors = [
                f"{entry.kind}: {entry.message} ({entry.url}:{entry.line})" for entry in log if entry.level == "error"
            ]
            if outcome == "completed":
                kept = await self._written(due.key, snapshot)
                if self._limits is not None and due.depth < self._limits.depth:
                    found = links(snapshot)
        manifest = self._manifest
        manifest.begin()
        manifest.note(due.key, Known(self._clock(), self._number, outcome), reason, errors[:MAX_ERRORS], result.seconds)
        if kept is not None:
            manifest.keep(due.key, kept)
        elif outcome == "skipped":  # what it was before must not be given any more
            manifest.forget(due.key)
        for link in found:
            self._plan(link, None, due.depth + 1)
        manifest.commit()
        setattr(self.progress, outcome, getattr(self.progress, outcome) + 1)
        self._report(self.progress)

    async def _written(self, key: str, snapshot: Snapshot) -> Kept:
        digest = sha256(snapshot.body).hexdigest()
        name = file_name(key, digest) if snapshot.body else None
        if name is not None:
            await to_thread.run_sync(self._folder.write, name, snapshot.body)
        return Kept(
            snapshot.url,
            snapshot.kind,
            snapshot.status,
            snapshot.headers,
            snapshot.created,
            snapshot.created,
            name,
            digest,
            len(snapshot.body),
        )
