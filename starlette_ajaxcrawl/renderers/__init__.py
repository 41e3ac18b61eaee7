"""Renderers: what makes a snapshot of a page."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from ..errors import SettingsError

if TYPE_CHECKING:
    from ..settings import Settings
    from .base import Reuser


logger = logging.getLogger(__name__)

OF_PROCESSES = ("render_processes", "max_renders_per_process", "max_process_bytes")


def open_renderer(settings: Settings) -> Reuser:
    """The renderer that ``settings`` name. Each is loaded only where it is used: one of them loads JPype."""
    given = [one.name for one in settings.describe() if one.name in OF_PROCESSES and one.source != "default"]
    if given and settings.renderer != "process":
        logger.warning('%s: of no effect here, as renderer is not "process"', ", ".join(given))
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
