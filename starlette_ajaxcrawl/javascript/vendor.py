"""Where the parser is that the compiler uses."""

from __future__ import annotations

from pathlib import Path

from ..built_files import vendored


class EngineUnavailable(Exception):
    """V8 or the parser is not there; ``reason`` says what to do."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def find_acorn() -> Path:
    """The parser's file. Raises ``EngineUnavailable`` when it is not there."""
    try:
        return vendored("parser", "javascript", "acorn.js") / "acorn.js"
    except FileNotFoundError as error:
        raise EngineUnavailable(str(error)) from None
