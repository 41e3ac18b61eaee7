"""AjaxCrawl: the object a site keeps; owns renderer, store and service."""

from __future__ import annotations

import logging
from functools import partial

from anyio import CancelScope
from anyio.lowlevel import current_token

from .hooks import AfterRender, BeforeRender, Pages
from .renderers.base import Renderer
from .server_snapshots import Snapshots
from .service import SnapshotService
from .settings import Settings
from .signals import StopSignals
from .stores import Store, open_store

logger = logging.getLogger(__name__)


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
        self.renderer = _default_renderer(self.settings) if renderer is None else renderer
        hooks = (snapshots, before_render, after_render)
        self.pages = self.renderer if hooks == (None, None, None) else Pages(self.renderer, *hooks)
        self.store = open_store(self.settings) if store is None else store
        self.service = SnapshotService(self.pages, self.store)
        self._signals = StopSignals()
        self._watching = False
        self._starting: CancelScope | None = None

    async def startup(self) -> None:
        """Take requests, and with ``warm_up`` start the renderer.

        A renderer that does not start is logged, not raised: people get their pages all the same, crawlers get 503.
        """
        self.service.open()
        self._watching = False
        self.watch_signals()
        if self.settings.warm_up:
            with CancelScope() as self._starting:
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


def _default_renderer(settings: Settings) -> Renderer:
    from .renderers.htmlunit import HtmlUnitRenderer  # loads JPype, which tests with another renderer do not need

    return HtmlUnitRenderer(settings)
