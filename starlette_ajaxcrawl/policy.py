"""What to do with a request: pass it on, render a pretty URL, or refuse. Pure: values in, a decision out."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache
from ipaddress import AddressValueError, IPv4Address, IPv6Address
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import quote, unquote

from . import scheme
from .assets import is_asset
from .errors import UrlError
from .keys import fold_query, snapshot_key, variants_of
from .patterns import matches_any

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from .settings import Settings
    from .snapshot import Headers

ADMIN = "/_ajaxcrawl/"

_LABEL = "[A-Za-z0-9_-]{1,63}"
_HOST = re.compile(
    rf"(?P<host>\[(?P<ipv6>[0-9A-Fa-f:.]+)\]|(?=.{{1,254}}(?::|$)){_LABEL}(?:\.{_LABEL})*\.?)(?::(?P<port>[0-9]{{0,5}}))?"
)
_ENDS_IN_A_NUMBER = re.compile(r"(?:.*\.)?(?:[0-9]+|0x[0-9a-f]*)\.?")
_DEFAULT_PORTS = {"http": 80, "https": 443}
_PATH_SAFE = "/:@!$&'()*+,;=~"  # what a path may hold unescaped, RFC 3986 section 3.3

# No client that follows the standards sends these, and browsers would read them as another URL than the server did.
_TWISTED_PATH = re.compile(r"[\x00-\x20\x7f#\\]|/(?:\.|%2[eE]){1,2}(?:/|$)|^[^/]")
_TWISTED_QUERY = re.compile(r"[\x00-\x20\x7f#]")


class Asked(NamedTuple):
    """What the policy must know of a request; names and values are those of an ASGI scope.

    ``query`` is the raw query string, ``hosts`` the values of all Host headers.
    """

    method: str
    scheme: str
    path: str
    raw_path: bytes | None
    root_path: str
    query: bytes
    hosts: tuple[bytes, ...]
    server: tuple[str, int | None] | None


@dataclass(frozen=True, slots=True)
class PassOn:
    """The request is the application's, as it was sent."""


@dataclass(frozen=True, slots=True)
class Render:
    """The request asks for the snapshot of the pretty ``url``, which is kept under ``key``.

    ``query`` is the raw query without the token; ``settings`` are those that hold for the path; ``headers`` are those
    of the request that the page may depend on (``vary_on``).
    """

    url: str
    query: bytes
    settings: Settings
    key: str
    headers: Headers = ()


@dataclass(frozen=True, slots=True)
class Refuse:
    """The request is for an ugly URL, but there is no page it could mean: ``error`` says why."""

    error: UrlError


def decide(asked: Asked, settings: Settings) -> PassOn | Render | Refuse:
    """Decide about one request; only a GET or HEAD for an ugly URL is more than passed on.

    ``include``, ``exclude`` and ``overrides`` are matched against the percent-decoded path of the pretty URL (with the
    root path), ``exclude_states`` against the unescaped state; what they keep out is the application's business alone,
    however odd the rest of the request is.
    """
    if asked.method not in ("GET", "HEAD") or not scheme.is_ugly(asked.query):
        return PassOn()
    try:
        return _page(asked, settings)
    except UrlError as error:
        return Refuse(error)


def decide_for_bot(asked: Asked, settings: Settings) -> PassOn | Render:
    """Decide about a request that is for no ugly URL: whether a bot gets a snapshot at this URL, if it is a page's.

    The snapshot is that of the page without a state. Assets are told by their suffix.
    """
    if asked.method not in ("GET", "HEAD") or is_asset(asked.path):
        return PassOn()
    try:
        return _page(asked, settings)
    except UrlError:
        return PassOn()  # the application may know what it means


def _page(asked: Asked, settings: Settings) -> PassOn | Render:
    path = public_path(asked.path, asked.raw_path, asked.root_path)
    plain_path = unquote(path)
    if not matches_any(settings.include, plain_path) or matches_any(settings.exclude, plain_path):
        return PassOn()
    query, state = _query_and_state(asked.query, path)
    if matches_any(settings.exclude_states, state):
        return PassOn()
    effective = settings.for_path(plain_path)
    url = scheme.join(_site(asked, settings) + path, fold_query(query, effective.query_ignore), state)
    return Render(url, query.encode(), effective, snapshot_key(url))


def varied(render: Render, headers: Iterable[tuple[bytes, bytes]]) -> Render:
    """``render`` for a request that has ``headers``."""
    variants = variants_of(headers, render.settings.vary_on)
    return replace(render, key=snapshot_key(render.url, variants), headers=variants) if variants else render


def admin_action(path: str, root_path: str) -> str | None:
    """What a request asks the admin endpoint for, below the root path; None where it is not for the endpoint."""
    root = root_path.rstrip("/")
    own = path[len(root) :] if root and path.startswith(f"{root}/") else path
    return own[len(ADMIN) :] if own.startswith(ADMIN) else None


def public_path(path: str, raw_path: bytes | None, root_path: str) -> str:
    """The path that the client asked for, percent-encoded as it was sent, from an ASGI scope's three values.

    Servers and frameworks differ in whether ``path`` and ``raw_path`` begin with ``root_path``; ``raw_path`` is missing
    where a server does not have it, and stale where something has rewritten ``path``. Raises ``UrlError`` for a path
    that is not UTF-8 or that browsers would read as another one.
    """
    root = root_path.rstrip("/")
    whole = path if path == root or path.startswith(root + "/") else root + path
    raw = (raw_path or b"").partition(b"?")[0]
    decoded = unquote(raw)
    try:
        if decoded == whole:
            public = raw.decode()
        elif decoded == path:
            public = quote(root, safe=_PATH_SAFE) + raw.decode()
        else:
            public = quote(whole, safe=_PATH_SAFE)
    except UnicodeError:
        raise UrlError(path, "the path is not UTF-8") from None
    public = public or "/"
    if _TWISTED_PATH.search(public):
        raise UrlError(path, "the path has characters or dot segments that no URL has")
    return public


@lru_cache(maxsize=128)  # a site has few names, and each request one of them
def host_and_port(value: bytes) -> tuple[str, int | None] | None:
    """Host (lower case, IPv6 in brackets) and port of a Host header; None for what is not a host."""
    match = _HOST.fullmatch(value.decode("latin-1"))
    if match is None:
        return None
    host, port = match["host"].lower(), int(match["port"]) if match["port"] else None
    if port is not None and port > 0xFFFF:
        return None
    try:
        if match["ipv6"] is not None:
            host = f"[{IPv6Address(match['ipv6'])}]"
        elif _ENDS_IN_A_NUMBER.fullmatch(host):  # an IPv4 address or nothing, URL Standard 3.5; browsers write it out
            host = str(IPv4Address(host))
    except AddressValueError:
        return None
    return host, port


def host_allowed(host: str, allowed: Collection[str]) -> bool:
    """Whether ``host``, as from ``host_and_port``, is one of the setting ``allowed_hosts``."""
    if "*" in allowed:
        return True
    bare = host.strip("[]")
    return any(pattern == bare or (pattern.startswith("*.") and bare.endswith(pattern[1:])) for pattern in allowed)


def _query_and_state(query: bytes, url: str) -> tuple[str, str]:
    """The other parameters as sent, and the state; the query has the token."""
    others, value = scheme.split_query(query, url) or (query, b"")
    try:
        rest = others.decode()
    except UnicodeDecodeError:
        raise UrlError(url, "the query is not UTF-8") from None
    if _TWISTED_QUERY.search(rest) or b"#" in value:
        raise UrlError(url, "the query has characters that no URL has")
    return rest, scheme.unescape(value, url)


def _site(asked: Asked, settings: Settings) -> str:
    """Scheme and host of the pretty URL; a ``UrlError`` where the request names none, or none that is allowed."""
    host, port = _asked_host(asked)
    if not host_allowed(host, settings.allowed_hosts):
        raise UrlError(host, "invalid Host header")
    if settings.site_url is not None:
        return settings.site_url.rstrip("/")
    if asked.scheme not in _DEFAULT_PORTS:
        raise UrlError(asked.scheme, "the scheme is neither http nor https")
    return f"{asked.scheme}://{host}" + ("" if port in (None, _DEFAULT_PORTS[asked.scheme]) else f":{port}")


def _asked_host(asked: Asked) -> tuple[str, int | None]:
    """The one Host header; without any (HTTP/1.0) the address the server was reached at, which no client can forge."""
    values = asked.hosts
    if not values and asked.server is not None:
        name, port = asked.server
        host = f"[{name}]" if ":" in name else name
        values = ((host if port is None else f"{host}:{port}").encode("utf-8", "replace"),)
    parsed = host_and_port(values[0]) if len(values) == 1 else None
    if parsed is None:
        raise UrlError(b", ".join(values).decode("latin-1"), "invalid Host header" if values else "no Host header")
    return parsed
