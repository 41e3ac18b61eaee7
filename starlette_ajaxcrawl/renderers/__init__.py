"""Renderers: what makes a snapshot of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import SettingsError

if TYPE_CHECKING:
    from ..settings import Settings
    from .base import Reuser


def open_renderer(settings: Settings) -> Reuser:
    """The renderer that ``settings`` name. Each is loaded only where it is used: one of them loads JPype."""
    if settings.renderer == "process":
        from .process.renderer import ProcessRenderer

        return ProcessRenderer(settings)
    if settings.renderer.startswith("taskiq+"):
        try:
            from ..fleet.renderer import FleetRenderer
        except ImportError as error:
            raise SettingsError("renderer taskiq+redis:// needs starlette-ajaxcrawl[fleet]") from error
        return FleetRenderer(settings)
    from .htmlunit import HtmlUnitRenderer

    return HtmlUnitRenderer(settings)
