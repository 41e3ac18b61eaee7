"""What workers and those who look after them prove to each other: that they have the same key."""

from __future__ import annotations

import hmac

from .signing import signature


def fingerprint(key: str, worker: str) -> str:
    """By which a worker shows that its key is this one."""
    return signature(key, "worker", worker.encode())


def drain_text(key: str, worker: str) -> str:
    """What has a worker end."""
    return signature(key, "drain", worker.encode())


def may_drain(key: str, worker: str, text: str) -> bool:
    """Whether ``text`` is what ``drain_text`` gives."""
    return hmac.compare_digest(drain_text(key, worker).encode(), text.encode("utf-8", "replace"))
