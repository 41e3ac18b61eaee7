"""Messages on a byte stream: a JSON object and bytes, cut into frames, so that a long one holds up no other.

A frame is a header (``FRAME``: length of the payload, number of the message, whether it is the message's last) and a
payload. The payloads of a message put together are the length of its head (``LENGTH``), the head as JSON, and the body.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator
from typing import Any

FRAME = struct.Struct(">IIB")
LENGTH = struct.Struct(">I")
MAX_PAYLOAD = 128 * 1024
MAX_OPEN = 256  # messages that have begun

Head = dict[str, Any]


class ProtocolError(Exception):
    """What came is no message, or one that is too long."""


def cut(number: int, head: Head, body: bytes) -> Iterator[bytes]:
    """The frames of a message; ``number`` is that of no other message under way."""
    text = json.dumps(head).encode()
    first = LENGTH.pack(len(text)) + text
    if len(first) + len(body) <= MAX_PAYLOAD:
        yield FRAME.pack(len(first) + len(body), number, 1) + first + body
        return
    pieces = [memoryview(first), memoryview(body)]
    left = [piece[start : start + MAX_PAYLOAD] for piece in pieces for start in range(0, len(piece), MAX_PAYLOAD)]
    for place, payload in enumerate(left, 1):
        yield FRAME.pack(len(payload), number, place == len(left)) + payload


class Assembly:
    """Puts frames together. No message may have more than ``max_bytes``."""

    def __init__(self, max_bytes: int) -> None:
        self.max_bytes = max_bytes
        self._open: dict[int, bytearray] = {}

    def payload_length(self, header: bytes) -> int:
        """How many bytes follow a frame's header."""
        length, _, last = FRAME.unpack(header)
        if length > MAX_PAYLOAD or last > 1:
            raise ProtocolError("a frame has no valid header")
        return int(length)

    def add(self, header: bytes, payload: bytes) -> tuple[Head, bytes] | None:
        """Head and body of the message that is whole by this frame. Raises ``ProtocolError``."""
        _, number, last = FRAME.unpack(header)
        content = self._open.setdefault(number, bytearray())
        content += payload
        if len(content) > self.max_bytes:
            raise ProtocolError(f"a message has more than {self.max_bytes} bytes")
        if not last:
            if len(self._open) > MAX_OPEN:
                raise ProtocolError(f"more than {MAX_OPEN} messages at once")
            return None
        del self._open[number]
        return _taken_apart(content)


def _taken_apart(content: bytearray) -> tuple[Head, bytes]:
    try:
        (length,) = LENGTH.unpack_from(content)
        end = LENGTH.size + length
        if end > len(content):
            raise ProtocolError("a message ends within its head")
        head = json.loads(content[LENGTH.size : end])
    except (struct.error, ValueError, RecursionError) as error:
        raise ProtocolError(f"a message has no valid head: {error}") from error
    if not isinstance(head, dict):
        raise ProtocolError("a message's head is no object")
    return head, bytes(memoryview(content)[end:])
