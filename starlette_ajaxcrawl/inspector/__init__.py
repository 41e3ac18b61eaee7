"""The inspector: a page for the people who run a site, on what crawlers get from it. Needs the extra [inspector]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..errors import SettingsError

if TYPE_CHECKING:
    from ..crawl import AjaxCrawl
    from .access import Allow
    from .app import Inspector

__all__ = ["inspector"]


def inspector(crawl: AjaxCrawl, *, token: str | None = None, allow: Allow | None = None) -> Inspector:
    """An ASGI application that shows what ``crawl`` renders and keeps, to be mounted where the site wants it.

    It is open to those who have ``token`` (by a form, or as ``Authorization: Bearer``), or to the requests for which
    ``allow`` gives true; ``allow`` gets Starlette's ``Request`` and may be async. Raises ``SettingsError`` where there
    is neither, or both, and where Jinja2 is missing.
    """
    try:
        from .app import Inspector
    except ModuleNotFoundError as error:
        if error.name != "jinja2":
            raise
        raise SettingsError("the inspector needs Jinja2: pip install 'starlette-ajaxcrawl[inspector]'") from error
    return Inspector(crawl, token, allow)
