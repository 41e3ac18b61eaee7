"""Snapshots as bytes, for the stores that outlive the process. A record says whose it is, and whether it is whole."""

from __future__ import annotations

import json
from hashlib import blake2b

from ..snapshot import Snapshot

FORMAT = 1
"""Version of what stores hold: of records and of all that is around them. Another one is never read."""

OVERHEAD = 1024  # what an entry takes beside its bytes, measured generously: small snapshots must count too

_CHECKSUM = 16
_LENGTH = 4


class BadRecord(ValueError):
    """These bytes are not what was written under this key."""


def to_record(key: str, snapshot: Snapshot) -> bytes:
    """``snapshot`` as bytes that only hold under ``key``: a checksum, the length of the head, the head, the body."""
    head = json.dumps(
        [
            *(snapshot.url, snapshot.kind, snapshot.status, snapshot.headers, snapshot.created, snapshot.incomplete),
            *(snapshot.encoding, snapshot.changed, snapshot.digest),
        ],
        separators=(",", ":"),
    ).encode()
    rest = len(head).to_bytes(_LENGTH, "big") + head + snapshot.body
    return _checksum(key, rest) + rest


def from_record(key: str, record: bytes) -> Snapshot:
    """The snapshot that ``record`` holds; ``BadRecord`` where it is not what was written under ``key``."""
    rest = record[_CHECKSUM:]
    if not isinstance(record, bytes) or record[:_CHECKSUM] != _checksum(key, rest):
        raise BadRecord(f"not what was written under {key[:200]!r}")
    start = _LENGTH + int.from_bytes(rest[:_LENGTH], "big")
    url, kind, status, headers, created, incomplete, encoding, changed, digest = json.loads(rest[_LENGTH:start])
    named = tuple((name, value) for name, value in headers)
    return Snapshot(url, kind, status, named, rest[start:], created, tuple(incomplete), encoding, changed, digest)


def raw_key(key: str) -> bytes:
    """``key`` as bytes, for stores that order by bytes."""
    return key.encode("utf-8", "surrogatepass")


def size_of(key: bytes, record: bytes) -> int:
    """What an entry counts for in a store that is bounded by bytes."""
    return OVERHEAD + 2 * len(key) + len(record)


def _checksum(key: str, rest: bytes) -> bytes:
    hashed = blake2b(raw_key(key), digest_size=_CHECKSUM)
    hashed.update(b"\0%d\0" % len(key))
    hashed.update(rest)
    return hashed.digest()
