"""AjaxCrawl: the object a site keeps; owns renderer, store and service."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from urllib.parse import urlsplit

from anyio import CancelScope
from anyio.lowlevel import current_token

from . import tracing
from .archive.states import Elsewhere, State, spellings, state_of
from .errors import UrlError
from .events import Observer, Observers
from .hooks import AfterRender, BeforeRender, Pages
from .renderers import open_renderer
from .renderers.base import Origin, Renderer, Reopened
from .server_snapshots import Snapshots
from .service import SnapshotService
from .settings import Settings
from .signals import StopSignals
from .snapshot import Answer, RenderRequest, Snapshot
from .stores import Store, open_store

logger = logging.getLogger(__name__)

MakeOrigin = Callable[[str, Settings], Origin]
"""What answers the requests of the page at a URL, for which these settings hold."""


class AjaxCrawl:
    """Makes and keeps snapshots for one site. Raises ``SettingsError`` when the settings are wrong.

    ``startup`` and ``shutdown`` are called by the middleware at the lifespan's ends; both may be called more than
    once, and a server that runs no lifespan gets everything at the first request. A renderer or store that is given
    is closed with the rest.

    ``snapshots`` are the states that the server writes itself. ``before_render`` gets each ``RenderRequest`` and may
    give another in its place, or the answer; ``after_render`` gets each ``Snapshot`` and may give another.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        renderer: Renderer | None = None,
        store: Store | None = None,
        snapshots: Snapshots | None = None,
        before_render: BeforeRender | None = None,
        after_render: AfterRender | None = None,
    ) -> None:
        self.settings = Settings() if settings is None else settings
        self.renderer = open_renderer(self.settings) if renderer is None else renderer
        hooks = (snapshots, before_render, after_render)
        self.pages = self.renderer if hooks == (None, None, None) else Pages(self.renderer, *hooks)
        self.store = open_store(self.settings) if store is None else store
        self.observers = Observers()
        if (spans := tracing.observer()) is not None:
            self.observers.add(spans)
        self.service = SnapshotService(self.pages, self.store, observers=self.observers)
        self._signals = StopSignals()
        self._watching = False
        self._starting: CancelScope | None = None
        self._origins: list[MakeOrigin] = []

    async def purge(self, url: str | None = None, *, prefix: str | None = None, everything: bool = False) -> int:
        """Forget what is kept of the page at ``url``, of all whose URLs begin with ``prefix``, or of all pages.

        URLs are pretty or ugly; with ``site_url`` set they may begin with their path. Says how many snapshots there
        were. What is purged is rendered anew at the next request, also where it is being rendered just now. Raises
        ``UrlError`` for what is no URL of the site, ``StoreError`` where the store cannot do it: then nothing is
        promised.
        """
        if (url is not None) + (prefix is not None) + everything != 1:
            raise TypeError("purge takes one of url, prefix and everything")
        if url is not None:
            return sum([await self.service.purge(spelling) for spelling in spellings(self.state(url).url)])
        return await self.service.purge(prefix="" if prefix is None else self._prefix(prefix))

    async def refresh(self, url: str, make_origin: MakeOrigin | None = None) -> Snapshot:
        """Render the page at ``url`` now, whatever is kept, and keep that; other variants of it are purged.

        The page's requests go to the application below the one middleware that this object has; where there are
        several, or none, ``make_origin`` says where they go. Raises ``UrlError`` and ``RenderError``.
        """
        state = self.state(url)
        make_origin = make_origin or self._only_origin("refresh")
        request = RenderRequest(state.url, state.settings)
        answer = await self.service.refresh(request, state.key, make_origin(state.url, state.settings))
        if state.settings.vary_on:
            await self.service.purge_variants(state.key)
        return answer.snapshot

    async def answer(self, url: str, make_origin: MakeOrigin | None = None) -> Answer:
        """What a crawler gets of the page at ``url``: what is kept, else it is rendered now.

        ``make_origin`` is as for ``refresh``, and so are the errors.
        """
        state = self.state(url)
        make_origin = make_origin or self._only_origin("answer")
        request = RenderRequest(state.url, state.settings)
        kept = await self.service.kept(request, state.key, partial(make_origin, state.url, state.settings))
        return kept or await self.service.get(request, state.key, make_origin(state.url, state.settings))

    def _only_origin(self, use: str) -> MakeOrigin:
        if len(self._origins) != 1:
            raise TypeError(f"{use} needs make_origin: there are {len(self._origins)} middlewares of this object")
        return self._origins[0]

    def observe(self, observer: Observer) -> Callable[[], None]:
        """Have ``observer`` called with each answer and each render that has ended; the result ends that.

        See ``starlette_ajaxcrawl.events``. An observer that raises is logged, and felt by nobody else.
        """
        return self.observers.add(observer)

    def serve(self, make_origin: MakeOrigin) -> None:
        """Called by each middleware: this is where its pages' requests go."""
        self._origins.append(make_origin)

    def state(self, url: str, settings: Settings | None = None) -> State:
        """The state that ``url`` means, pretty or ugly. Raises ``UrlError`` for what is no URL of the site."""
        site = self.settings.site_url
        try:
            if site is None:
                parts = urlsplit(url)
                if not parts.netloc:
                    raise UrlError(url, "the URL must have scheme and host, as site_url is not set")
                site = f"{parts.scheme.lower()}://{parts.netloc}"
            return state_of(url, site, settings or self.settings)
        except (Elsewhere, ValueError) as error:
            if isinstance(error, UrlError):
                raise
            raise UrlError(url, f"the site has no such page: {error}") from None

    def _prefix(self, prefix: str) -> str:
        page, hash_, state = prefix.partition("#")
        everywhere = self.settings.changed(include=("*",), exclude=(), exclude_states=())
        return self.state(page, everywhere).url + hash_ + state

    async def startup(self) -> None:
        """Take requests, and with ``warm_up`` start the renderer.

        A renderer that does not start is logged, not raised: people get their pages all the same, crawlers get 503.
        """
        self.service.open()
        if isinstance(self.renderer, Reopened):  # it may have been closed by an earlier lifespan
            self.renderer.open()
        self._starting = CancelScope()
        self._watching = False
        self.watch_signals()
        if self.settings.warm_up:
            with self._starting:
                try:
                    await self.renderer.start()
                except Exception as error:
                    logger.error("The renderer does not start: %s", error)

    def watch_signals(self) -> None:
        """End all renders when the server is told to stop: it waits for its requests, so for them, before all else.

        The middleware calls this before it renders, too: a server that runs no lifespan has called nothing by then.
        """
        if not self._watching:
            self._watching = True
            self._signals.watch(partial(self._end_renders, current_token()))

    def _end_renders(self, event_loop: object) -> None:
        self.service.close(event_loop)
        if self._starting is not None:
            self._starting.cancel()

    async def shutdown(self) -> None:
        """End running renders (their requests get 503) and free everything."""
        self._signals.forget()
        self.service.close()
        try:
            await self.renderer.close()
        finally:
            await self.store.close()
