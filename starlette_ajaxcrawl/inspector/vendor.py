"""Where the inspector's own files are, and htmx: in the wheel, or where `scripts/javascript_build.py` puts it."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from ..errors import SettingsError

HERE = Path(__file__).parent
IN_CHECKOUT = HERE.parent.parent / "build" / "inspector"
TYPES = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml"}


def static_files() -> dict[str, bytes]:
    """Each file that pages load, by name. Raises ``SettingsError`` where htmx is not there."""
    files = {path.name: path.read_bytes() for path in sorted((HERE / "static").iterdir()) if path.suffix[1:] in TYPES}
    for folder in (HERE / "vendor", IN_CHECKOUT):
        if (folder / "htmx.js").is_file():
            return {**files, "htmx.js": (folder / "htmx.js").read_bytes()}
    raise SettingsError(
        f"no htmx in {HERE / 'vendor'}: install the wheel, or run `scripts/javascript_build.py` in a source checkout"
    )


def version_of(files: dict[str, bytes]) -> str:
    """Changes with any of ``files``, so that browsers may keep them for good."""
    return sha256(b"\0".join(files.values())).hexdigest()[:12]
