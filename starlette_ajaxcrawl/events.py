"""What a crawl tells those who watch it: each answer, and each render that has ended."""

from __future__ import annotations

import logging
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .errors import AjaxCrawlError, RenderError

if TYPE_CHECKING:
    from .snapshot import Rendering

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Answered:
    """A request for a snapshot was answered.

    ``url`` is the pretty URL; ``outcome`` is what ``X-Ajaxcrawl`` says (``hit``, ``stale``, ``miss``, ``shared``,
    ``error``, ``refused``), or ``passed`` where the request is left to the application. ``status`` is that of the
    answer, 0 where the application gives it; ``seconds`` is how long it took to have it. ``bot``: the client did not
    ask for an ugly URL, but was known by its User-Agent.
    """

    url: str
    outcome: str
    status: int
    seconds: float
    bot: bool = False


@dataclass(frozen=True, slots=True)
class Rendered:
    """A render has ended.

    ``url`` is the pretty URL, ``key`` what it is kept under; ``started`` is in seconds since the epoch, ``seconds``
    count from there and hold the wait for a place. ``outcome`` is ``complete``, ``incomplete`` (``reason`` says what
    was cut), ``cancelled`` (nobody waited any more) or the class of the ``error``, as ``render_timeout``; ``reason`` is
    the error's. ``rendering`` has the snapshot, the page's log, its requests and the timings; None with an error.
    """

    url: str
    key: str
    started: float
    seconds: float
    outcome: str
    reason: str = ""
    rendering: Rendering | None = None
    error: AjaxCrawlError | None = None

    @classmethod
    def of(cls, url: str, key: str, started: float, seconds: float, result: Rendering | BaseException) -> Rendered:
        """The event for what a renderer gave or raised."""
        if isinstance(result, Exception):
            error = result if isinstance(result, AjaxCrawlError) else RenderError(url, "the renderer failed")
            reason = str(getattr(error, "reason", error))
            return cls(url, key, started, seconds, _snake_case(type(error).__name__), reason, error=error)
        if isinstance(result, BaseException):
            return cls(url, key, started, seconds, "cancelled", "nobody waits any more, or the server is stopping")
        incomplete = result.snapshot.incomplete
        outcome = "incomplete" if incomplete else "complete"
        return cls(url, key, started, seconds, outcome, ", ".join(incomplete), result)


Event = Answered | Rendered

Observer = Callable[[Event], object]
"""Gets each event on the event loop's thread, before the next thing happens there: it must be quick."""


class Observers:
    """Those who watch a crawl. Falsy where nobody does, so that events need not be made."""

    def __init__(self) -> None:
        self._observers: tuple[Observer, ...] = ()

    def __bool__(self) -> bool:
        return bool(self._observers)

    def add(self, observer: Observer) -> Callable[[], None]:
        """Tell ``observer`` from now on; the result ends that."""

        def forget() -> None:
            self._observers = tuple(one for one in self._observers if one is not entry)

        def entry(event: Event) -> object:  # so that one who is added twice ends once
            return observer(event)

        self._observers = (*self._observers, entry)
        return forget

    def tell(self, event: Event) -> None:
        """Tell all; one that raises is logged, and felt by nobody."""
        for observer in self._observers:
            try:
                observer(event)
            except Exception:  # noqa: PERF203 - there are few
                logger.exception("An observer failed at %s", type(event).__name__)


def _snake_case(name: str) -> str:
    return re.sub(r"(?<=.)(?=[A-Z])", "_", name).lower()
