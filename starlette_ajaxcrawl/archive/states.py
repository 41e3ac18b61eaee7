"""Which state a URL of a list, a sitemap or a link means: the same that the middleware finds for its ugly URL."""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import quote, unquote, unquote_to_bytes, urlsplit

from ..errors import UrlError
from ..policy import Asked, PassOn, Refuse, decide, host_and_port
from ..scheme import BANG, is_ugly, to_ugly
from ..settings import Settings

_NO_URL = re.compile(r"[\x00-\x20\x7f-\U0010ffff\"<>\\^`{|}]")


class Elsewhere(Exception):
    """The URL is not of this site, or the settings keep it out: nothing is wrong with it. The message says which."""


@dataclass(frozen=True, slots=True)
class State:
    """One thing to be rendered: the pretty URL, the key it is kept under, the ugly URL and the settings that hold."""

    url: str
    key: str
    ugly: str
    settings: Settings

    @property
    def page(self) -> str:
        """The URL of the document: states of one differ in the hash alone."""
        return self.url.partition("#")[0]


def state_of(text: str, site: str, settings: Settings) -> State:
    """The state that ``text`` means: a pretty or ugly URL, or one without scheme and host (``/shop#!/a``, ``#!/a``).

    ``site`` is the scheme and host of the site. Raises ``Elsewhere`` for a URL of another site and for what the
    settings exclude, ``UrlError`` for what has no ugly URL.
    """
    if text.startswith("#"):
        text = f"/{text}"
    url = f"{site}{text}" if text.startswith("/") and not text.startswith("//") else text
    page, hash_, fragment = url.partition("#")
    try:
        parts = urlsplit(page)
    except ValueError:
        raise UrlError(text, "this is no URL") from None
    if parts.scheme.lower() not in ("http", "https") or not parts.netloc:
        raise UrlError(text, "this is neither an HTTP URL nor a path")
    own = urlsplit(site)
    if _place(parts.scheme, parts.netloc) != _place(own.scheme, own.netloc):
        raise Elsewhere("another site")
    path, query = encoded(parts.path) or "/", encoded(parts.query)
    asked_for = path + (f"?{query}" if query else "")
    ugly = asked_for if is_ugly(query) and not hash_ else to_ugly(f"{asked_for}{hash_}{fragment}")
    raw_path, _, raw_query = ugly.partition("?")
    decision = decide(
        Asked(
            method="GET",
            scheme=own.scheme,
            path=unquote_to_bytes(raw_path).decode("utf-8", "replace"),
            raw_path=raw_path.encode(),
            root_path="",
            query=raw_query.encode(),
            hosts=(own.netloc.encode(),),
            server=None,
        ),
        settings,
    )
    if isinstance(decision, PassOn):
        raise Elsewhere("excluded by the settings include, exclude or exclude_states")
    if isinstance(decision, Refuse):
        raise decision.error
    return State(decision.url, decision.key, f"{site}{ugly}", decision.settings)


def encoded(text: str) -> str:
    """``text`` with what no URL may hold percent-encoded; what is encoded already stays as it is."""
    return _NO_URL.sub(lambda match: quote(match[0].encode("utf-8", "replace"), safe=""), text)


def public(url: str) -> str:
    """A pretty URL as people and sitemaps write it: encoded once, ``%`` too where it begins no escape."""
    page, hash_, state = url.partition(BANG)
    return page + (hash_ + re.sub(r"%(?![0-9A-Fa-f]{2})", "%25", encoded(state).replace("#", "%23")) if hash_ else "")


def spellings(url: str) -> tuple[str, ...]:
    """A pretty URL and those that people take for the same: by the scheme ``é`` and ``%C3%A9`` are two states."""
    page, hash_, state = url.partition(BANG)
    return tuple(dict.fromkeys((url, public(url), f"{page}{hash_}{unquote(state)}")))


def _place(scheme: str, netloc: str) -> tuple[str, str, int] | None:
    """Scheme, host and port to compare sites by."""
    scheme = scheme.lower()
    name = netloc.rpartition("@")[2]
    try:
        known = host_and_port(name.encode("idna" if not name.isascii() else "ascii"))
    except UnicodeError:
        known = None
    if known is None:
        raise UrlError(netloc, "this is no host")
    host, port = known
    return scheme, host, port or {"http": 80, "https": 443}[scheme]
