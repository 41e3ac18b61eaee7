"""The inspector's own files, and htmx: in the wheel, or where `scripts/javascript_build.py` puts it."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

import jinja2

from ..errors import SettingsError
from .filters import FILTERS
from .renders import OUTCOMES
from .report import PHASES

HERE = Path(__file__).parent
IN_CHECKOUT = HERE.parent.parent / "build" / "inspector"
TYPES = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml"}


@cache
def static_files() -> dict[str, bytes]:
    """Each file that pages load, by name. Raises ``SettingsError`` where htmx is not there."""
    files = {path.name: path.read_bytes() for path in sorted((HERE / "static").iterdir()) if path.suffix[1:] in TYPES}
    for folder in (HERE / "vendor", IN_CHECKOUT):
        if (folder / "htmx.js").is_file():
            return {**files, "htmx.js": (folder / "htmx.js").read_bytes()}
    raise SettingsError(
        f"no htmx in {HERE / 'vendor'}: install the wheel, or run `scripts/javascript_build.py` in a source checkout"
    )


@cache
def templates() -> jinja2.Environment:
    """The templates. ``version`` changes with any of the static files, so that browsers may keep those for good."""
    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(HERE / "templates"),
        autoescape=True,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters.update(FILTERS)
    version = sha256(b"\0".join(static_files().values())).hexdigest()[:12]
    environment.globals.update(version=version, phases=PHASES, outcomes=OUTCOMES)
    return environment
