"""What the log says of renders: lines for people, and the same as fields for machines.

Each record has ``url`` (pretty), ``outcome``, ``reason`` and ``seconds``, as ``events.Rendered`` has them; those about
a page's own errors also ``page_error``, their kind. The logger is ``starlette_ajaxcrawl.renders``.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

from .errors import RendererBusy, RenderError, RendererUnavailable
from .snapshot import INCOMPLETE

if TYPE_CHECKING:
    from .complaints import Complaints
    from .events import Rendered
    from .page_log import LogEntry

logger = logging.getLogger("starlette_ajaxcrawl.renders")

MAX_LOGGED = 10  # script errors of one page; a broken page has hundreds of the same kind


def made(event: Rendered) -> None:
    """A render gave a snapshot: what it lacks and what went wrong in the page are warnings."""
    assert event.rendering is not None
    fields = _fields(event)
    for reason in event.rendering.snapshot.incomplete:
        advice = INCOMPLETE.get(reason, "raise deadline")
        logger.warning("Incomplete: %r: %s; %s", event.url, reason, advice, extra={**fields, "reason": reason})
    _errors(event.url, event.rendering.log, fields)
    logger.info("Rendered %r in %.3f s: %s", event.url, event.seconds, event.outcome, extra=fields)


def failed(event: Rendered, complaints: Complaints) -> None:
    """A render gave no snapshot."""
    error = event.error
    assert isinstance(error, RenderError)
    # these two are not about the page, and come with every request while they last
    if not isinstance(error, RendererBusy | RendererUnavailable) or complaints.due(type(error).__name__):
        fields = _fields(event)
        logger.error("No snapshot: %s", error, extra=fields)
        _errors(error.url, error.log, fields)


def _errors(url: str, log: tuple[LogEntry, ...], fields: dict[str, Any]) -> None:
    """What went wrong in a page, for the people who run the site. %r: a page's own text may hold line breaks."""
    errors = [entry for entry in log if entry.level == "error"]
    for entry in errors[:MAX_LOGGED]:
        logger.warning(
            *("Error in %r: %s: %r at %r:%d", url, entry.kind, entry.message, entry.url, entry.line),
            extra={**fields, "page_error": entry.kind},
        )
    if len(errors) > MAX_LOGGED:
        logger.warning("Error in %r: %d more", url, len(errors) - MAX_LOGGED, extra=fields)


def _fields(event: Rendered) -> dict[str, Any]:
    return {"url": event.url, "outcome": event.outcome, "reason": event.reason, "seconds": round(event.seconds, 4)}
