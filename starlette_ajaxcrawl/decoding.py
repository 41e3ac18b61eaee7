"""Content-Encoding: bodies are decoded in steps, so that a small one that inflates to a huge one is never held."""

from __future__ import annotations

import io
import zlib
from importlib import import_module
from typing import TYPE_CHECKING, Any

import zstandard

if TYPE_CHECKING:
    from collections.abc import Callable


def optional(name: str) -> Any:
    """The module called ``name``; None where it is not installed."""
    try:
        return import_module(name)
    except ImportError:
        return None


brotli = optional("brotli")

_BROTLI = hasattr(getattr(brotli, "Decompressor", None), "can_accept_more_data")  # older ones know no limit

ACCEPT_ENCODING = ", ".join(["gzip", "deflate", *["br"] * _BROTLI, "zstd"])
"""What can be decoded here; brotli is optional."""

MAX_WHOLE = 1 << 30

_BROTLI_STEP = 1 << 18


class UndecodableError(Exception):
    """A body is not in the encoding that its header names, or none is known by that name."""


def decode(body: bytes, encodings: str, limit: int) -> tuple[bytes, bool]:
    """The first ``limit`` bytes of the decoded ``body``, and whether there are more.

    ``encodings`` is the header's value, the encoding applied last standing last (RFC 9110, 8.4). An end that is
    missing is no error, as in browsers. Raises ``UndecodableError``.
    """
    more = False
    for name in reversed([part.strip().lower() for part in encodings.split(",")]):
        if not body or name in ("", "identity"):
            continue
        step = _DECODERS.get(name)
        if step is None:
            raise UndecodableError(f"content-encoding {name!r} cannot be decoded here")
        try:
            decoded = step(body, limit + 1)
        except Exception as error:  # each library has errors of its own
            raise UndecodableError(f"the body is not in content-encoding {name!r}: {error}") from error
        body, more = decoded[:limit], more or len(decoded) > limit
    return body, more


def decode_whole(body: bytes, encoding: str) -> bytes:
    """What a body holds that was encoded here, so of no frightening size. Raises ``UndecodableError``."""
    try:
        if encoding == "zstd":
            return zstandard.ZstdDecompressor().decompressobj().decompress(body)
        return _DECODERS[encoding](body, MAX_WHOLE)
    except Exception as error:
        raise UndecodableError(f"the body is not in content-encoding {encoding!r}: {error}") from error


def _gzip(body: bytes, size: int) -> bytes:
    parts: list[bytes] = []
    while size > 0:  # members may follow each other
        inflater = zlib.decompressobj(wbits=16 + zlib.MAX_WBITS)
        parts.append(inflater.decompress(body, size))
        size -= len(parts[-1])
        body = inflater.unused_data
        if not body.startswith(b"\x1f\x8b"):
            break
    return b"".join(parts)


def _deflate(body: bytes, size: int) -> bytes:
    # Meant is zlib's format; some servers send the bare one.
    zlib_header = len(body) > 1 and body[0] & 0x0F == 8 and (body[0] << 8 | body[1]) % 31 == 0
    return zlib.decompressobj(wbits=zlib.MAX_WBITS if zlib_header else -zlib.MAX_WBITS).decompress(body, size)


def _brotli(body: bytes, size: int) -> bytes:
    decoder = brotli.Decompressor()
    parts: list[bytes] = []
    while size > 0 and (part := decoder.process(body, output_buffer_limit=_BROTLI_STEP)):
        parts.append(part)
        size -= len(part)
        body = b""
    return b"".join(parts)


def _zstd(body: bytes, size: int) -> bytes:
    reader = zstandard.ZstdDecompressor().stream_reader(io.BytesIO(body), read_across_frames=True)
    return bytes(reader.read(size))


_DECODERS: dict[str, Callable[[bytes, int], bytes]] = {
    "gzip": _gzip,
    "x-gzip": _gzip,
    "deflate": _deflate,
    **({"br": _brotli} if _BROTLI else {}),
    "zstd": _zstd,
}
