"""Where the compiler's own files are: in the wheel, or where `scripts/javascript_build.py` puts them in a checkout."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

BESIDE = Path(__file__).parent / "vendor"
IN_CHECKOUT = Path(__file__).parent.parent.parent / "build" / "javascript"


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
    for folder in (BESIDE, IN_CHECKOUT):
        files = Files(folder / "swc.js", folder / "swc.wasm", folder / "acorn.js")
        if files.wasm.is_file() and files.binding.is_file() and files.acorn.is_file():
            return files
    raise EngineUnavailable(
        f"no compiler in {BESIDE}: install the wheel, or run `scripts/javascript_build.py` in a source checkout"
    )
