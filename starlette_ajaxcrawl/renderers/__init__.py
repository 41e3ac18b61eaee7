"""Renderers: what makes a snapshot of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..settings import Settings
    from .base import Reuser


def open_renderer(settings: Settings) -> Reuser:
    """The renderer that ``settings`` name. Each is loaded only where it is used: one of them loads JPype."""
    if settings.renderer == "process":
        from .process.renderer import ProcessRenderer

        return ProcessRenderer(settings)
    from .htmlunit import HtmlUnitRenderer

    return HtmlUnitRenderer(settings)
