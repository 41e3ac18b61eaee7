"""URLs of the scheme in templates: pretty ones for people, those that crawlers ask for instead, in Jinja2."""

from __future__ import annotations

from typing import Any

from .archive.states import public
from .scheme import BANG, is_ugly, to_pretty, to_ugly


def pretty_url(url: object, state: str | None = None) -> str:
    """The URL that people see of the page at ``url``, encoded as in a link; for links and ``rel=canonical``.

    ``url`` is text or what ``url_for`` gives, absolute or relative, pretty or ugly. ``state`` is what is to stand after
    ``#!``, in place of what ``url`` has there. Raises ``UrlError`` for what has no pretty URL.
    """
    pretty = to_pretty(str(url))
    if state is not None:
        pretty = pretty.partition("#")[0] + (BANG + state if state else "")
    return public(pretty)


def ajaxcrawl_url(url: object, state: str | None = None) -> str:
    """The ugly URL of the page at ``url``: what crawlers ask for. Never to be shown to people.

    Arguments as for ``pretty_url``. Raises ``UrlError`` for what has no ugly URL, as a fragment without ``!``.
    """
    text = str(url)
    pretty = to_pretty(text) if is_ugly(text.partition("#")[0].partition("?")[2]) else text
    if state is not None:
        pretty = pretty.partition("#")[0] + (BANG + state if state else "")
    return to_ugly(pretty)


def add_helpers(environment: Any) -> None:
    """Make both known to a Jinja2 environment, as functions and as filters.

    Of Starlette and FastAPI that is ``templates.env``, of Quart and Flask ``app.jinja_env``.
    """
    helpers = {"ajaxcrawl_url": ajaxcrawl_url, "pretty_url": pretty_url}
    environment.globals.update(helpers)
    environment.filters.update(helpers)
