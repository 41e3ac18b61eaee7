"""The inspector's own files, and htmx."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from pathlib import Path

import jinja2

from ..built_files import vendored
from ..errors import SettingsError
from .filters import FILTERS
from .renders import OUTCOMES
from .report import PHASES

HERE = Path(__file__).parent
TYPES = {"js": "text/javascript; charset=utf-8", "css": "text/css; charset=utf-8", "svg": "image/svg+xml"}


@cache
def static_files() -> dict[str, bytes]:
    """Each file that pages load, by name. Raises ``SettingsError`` where htmx is not there."""
    files = {path.name: path.read_bytes() for path in sorted((HERE / "static").iterdir()) if path.suffix[1:] in TYPES}
    try:
        return {**files, "htmx.js": (vendored("htmx", "inspector", "htmx.js") / "htmx.js").read_bytes()}
    except FileNotFoundError as error:
        raise SettingsError(str(error)) from None


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
