"""Pretty and ugly URLs of the AJAX crawling scheme: pure functions, byte for byte.

A *pretty* URL is what people see (``/shop?lang=en#!/products/2``), an *ugly* URL what a client asks for that runs no
scripts (``/shop?lang=en&_escaped_fragment_=/products/2``). The source of every rule is Google's "Making AJAX
applications crawlable: full specification" (2009–2015).
"""

from __future__ import annotations

import re
from urllib.parse import unquote_to_bytes

from .errors import UrlError

TOKEN = "_escaped_fragment_"  # noqa: S105 - the scheme's word for its query key
BANG = "#!"

_TOKEN = TOKEN.encode()
_WITH_VALUE, _ALONE = b"&%b=" % _TOKEN, b"&%b&" % _TOKEN
_BAD_ESCAPE = re.compile(rb"%(?![0-9A-Fa-f]{2})")
_ESCAPED = frozenset([*range(0x21), 0x23, 0x25, 0x26, 0x2B, *range(0x7F, 0x100)])
_ESCAPES = tuple(f"%{byte:02X}" if byte in _ESCAPED else chr(byte) for byte in range(0x100))


def to_ugly(url: str) -> str:
    """The URL that a crawler asks for instead of the pretty ``url``, absolute or relative.

    The state is escaped, all else stays as it is. A URL without a fragment (or with an empty one) is taken for a page
    that opts in by ``<meta name="fragment" content="!">``: its ugly URL ends in an empty value.

    Raises ``UrlError`` for a fragment that is not a state (``#top``, ``#/products``: outside the scheme, and dropping
    it would silently name another page), for a URL that is an ugly one already, and for lone surrogates.
    """
    page, _, fragment = url.partition("#")
    _, question, query = page.partition("?")
    if is_ugly(query):
        raise UrlError(url, "the URL is an ugly one already")
    if fragment and not fragment.startswith("!"):
        raise UrlError(url, "the fragment is no state: states begin with #!")
    _encode(page, url)
    separator = "&" if query else "" if question else "?"
    return f"{page}{separator}{TOKEN}={escape(fragment[1:], url)}"


def to_pretty(url: str) -> str:
    """The URL that people see for the ugly ``url``, absolute or relative; a URL without the token stays as it is.

    The token goes, with the ``?`` or ``&`` before it; its value, unescaped once, becomes the state. An empty value is
    no state and adds no ``#!``. Other parameters and the path are neither decoded nor encoded.

    Raises ``UrlError`` where the token stands twice, where its value has a bad escape or is not UTF-8, where an ugly
    URL has a fragment (there is no page for people that it could mean), and for lone surrogates.
    """
    page, hash_, _ = url.partition("#")
    path, _, query = page.partition("?")
    split = split_query(_encode(query, url), url)
    if split is None:
        _encode(url, url)
        return url
    if hash_:
        raise UrlError(url, "an ugly URL has no fragment")
    _encode(path, url)
    others, value = split
    return join(path, others.decode(), unescape(value, url))


def is_ugly(query: str | bytes) -> bool:
    """Whether a raw query (what follows the ``?``) has the token: a key named exactly so, not percent-encoded."""
    if isinstance(query, str):
        query = query.encode("utf-8", "surrogatepass")
    if _TOKEN not in query:
        return False
    padded = b"&" + query + b"&"
    return _WITH_VALUE in padded or _ALONE in padded


def split_query(query: bytes, url: str) -> tuple[bytes, bytes] | None:
    """The other parameters, as sent, and the token's raw value; None where the query has no token.

    ``url`` is for the ``UrlError`` that a second token raises.
    """
    if _TOKEN not in query:
        return None
    parameters = query.split(b"&")
    places = [place for place, parameter in enumerate(parameters) if _is_token(parameter)]
    if not places:
        return None
    if len(places) > 1:
        raise UrlError(url, f"{TOKEN} stands more than once in the query")
    value = parameters.pop(places[0]).partition(b"=")[2]
    return b"&".join(parameters), value


def join(page: str, query: str, state: str) -> str:
    """The pretty URL of ``page`` (a URL up to its path) with a query and a state, either of which may be empty."""
    return page + (f"?{query}" if query else "") + (BANG + state if state else "")


def escape(state: str, url: str = "") -> str:
    """The token's value for a state: bytes 00–20, 23, 25, 26, 2B and 7F–FF of its UTF-8 as %XX, all else as it is."""
    return "".join([_ESCAPES[byte] for byte in _encode(state, url)])


def unescape(value: bytes, url: str = "") -> str:
    """The state that the token's raw value stands for: every %XX decoded, once; ``+`` is a plus.

    Raises ``UrlError`` (with ``url``) for a ``%`` without two hexadecimal digits and for bytes that are not UTF-8.
    """
    if _BAD_ESCAPE.search(value):
        raise UrlError(url, f"a % in {TOKEN} is not followed by two hexadecimal digits")
    try:
        return unquote_to_bytes(value).decode("utf-8")
    except UnicodeDecodeError:
        raise UrlError(url, f"{TOKEN} is not UTF-8") from None


def _is_token(parameter: bytes) -> bool:
    return parameter.partition(b"=")[0] == _TOKEN


def _encode(text: str, url: str) -> bytes:
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError:
        raise UrlError(url, "the URL has a lone surrogate") from None
