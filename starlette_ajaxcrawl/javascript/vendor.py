"""Where the compiler's own files are."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ..built_files import vendored


class EngineUnavailable(Exception):
    """V8 or the compiler's files are not there; ``reason`` says what to do."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Files:
    """SWC's JavaScript binding and WebAssembly, and acorn."""

    binding: Path
    wasm: Path
    acorn: Path


def find() -> Files:
    """The files. Raises ``EngineUnavailable`` when they are not there."""
    try:
        folder = vendored("compiler", "javascript", "swc.js", "swc.wasm", "acorn.js")
    except FileNotFoundError as error:
        raise EngineUnavailable(str(error)) from None
    return Files(folder / "swc.js", folder / "swc.wasm", folder / "acorn.js")
