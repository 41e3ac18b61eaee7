"""Pure: the keys that snapshots are kept under."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote_plus

from .patterns import matches_any

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from .snapshot import Headers


def snapshot_key(url: str, variants: Headers = ()) -> str:
    """The key of the page at the pretty ``url`` in the variant that the request headers ``variants`` ask for.

    Different pages and variants never share one; keys of URLs that begin alike begin alike, see ``key_prefix``.
    """
    return "".join([key_prefix(url), *(f"\n{name}: {value}" for name, value in variants)])


def key_prefix(url_prefix: str) -> str:
    """What the keys of all URLs that begin with ``url_prefix`` begin with. A state may hold line breaks."""
    return url_prefix.replace("\\", "\\\\").replace("\n", "\\n")


def variants_of(headers: Iterable[tuple[bytes, bytes]], vary_on: Sequence[str]) -> Headers:
    """The values of the request headers called ``vary_on``, in that order; several are one list (RFC 9110, 5.3)."""
    if not vary_on:
        return ()
    values: dict[str, list[str]] = {name: [] for name in vary_on}
    for name, value in headers:
        found = values.get(name.decode("latin-1").lower())
        if found is not None:
            found.append(" ".join(value.decode("latin-1").split()))
    return tuple((name, ", ".join(found)) for name, found in values.items() if found)


def fold_query(query: str, ignored: Sequence[str]) -> str:
    """``query`` without the parameters whose name matches one of the patterns; what is left stays as it was sent."""
    if not ignored or not query:
        return query
    kept = [part for part in query.split("&") if not matches_any(ignored, unquote_plus(part.partition("=")[0]))]
    return "&".join(kept)
