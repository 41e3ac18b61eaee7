"""Bodies are kept compressed, and handed out so to clients that can read it."""

from __future__ import annotations

import gzip
import re
from dataclasses import replace
from functools import lru_cache

import zstandard
from anyio import to_thread

from .decoding import decode_whole
from .snapshot import Snapshot

LEVEL = 3  # zstd's own default: higher ones take far longer for a few hundredths
SMALL = 500  # bytes; less than this is not worth a header
LEAST = 0.0001  # weights have three decimals
ON_THE_LOOP = 64 * 1024  # a larger body is compressed in a thread: it would hold up everybody else

_ACCEPTED = re.compile(r"\s*([\w!#$%&'*+.^`|~-]+)\s*(?:;\s*q\s*=\s*([0-9.]+)\s*)?")


async def compressed(snapshot: Snapshot) -> Snapshot:
    """``snapshot`` as it is kept: with its digest, and its body in zstd where that is shorter."""
    if len(snapshot.body) > ON_THE_LOOP:
        return await to_thread.run_sync(_compressed, snapshot)
    return _compressed(snapshot)


def _compressed(snapshot: Snapshot) -> Snapshot:
    named = replace(snapshot, digest=snapshot.content_digest)
    if snapshot.encoding or len(snapshot.body) < SMALL:
        return named
    body = zstandard.compress(snapshot.body, LEVEL)
    return replace(named, body=body, encoding="zstd") if len(body) < len(snapshot.body) else named


def encoded_for(accept_encoding: str, snapshot: Snapshot) -> tuple[str, bytes]:
    """The Content-Encoding and the body for a client that sends this Accept-Encoding.

    What the client likes best; of equals as it is kept, then gzip, which is made at the time, then the content itself,
    which is ``""``.
    """
    if not snapshot.encoding:
        return "", snapshot.body
    best = preferred(accept_encoding, (snapshot.encoding, "gzip", "identity"))
    if best == snapshot.encoding:
        return best, snapshot.body
    if best == "gzip" and (len(snapshot.body) <= ON_THE_LOOP or not accepts(accept_encoding, "identity")):
        return "gzip", _gzipped(snapshot.body, snapshot.encoding)
    return "", snapshot.content


@lru_cache(maxsize=64)  # some megabytes at most
def _gzipped(body: bytes, encoding: str) -> bytes:
    return gzip.compress(decode_whole(body, encoding), mtime=0)  # the same bytes each time: their tag is strong


def accepts(accept_encoding: str, encoding: str) -> bool:
    """Whether a client that sends this Accept-Encoding wants ``encoding`` (RFC 9110, 12.5.3)."""
    return preferred(accept_encoding, (encoding,)) == encoding


@lru_cache(maxsize=256)  # there are few browsers and crawlers, each with one value
def preferred(accept_encoding: str, encodings: tuple[str, ...]) -> str | None:
    """Which of ``encodings`` a client that sends this Accept-Encoding likes best, the first of equals; None: none."""
    weights: dict[str, float] = {}
    for part in accept_encoding.lower().split(","):
        match = _ACCEPTED.fullmatch(part)
        if match:
            try:
                weights[match[1]] = float(match[2] or 1)
            except ValueError:
                weights[match[1]] = 0.0
    unsaid = weights.get("*", 0.0)
    # the content itself is fine, and liked least, where nothing is said of it
    least = {"identity": weights.get("*", LEAST)}
    best = max(encodings, key=lambda encoding: weights.get(encoding, least.get(encoding, unsaid)))
    return best if weights.get(best, least.get(best, unsaid)) > 0 else None
