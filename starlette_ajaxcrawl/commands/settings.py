"""``starlette-ajaxcrawl settings``: prints every setting, its value and where that came from."""

from __future__ import annotations

import json

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..block_urls import DEFAULT_BLOCK_URLS
from ..errors import without_passwords
from ..settings import Described, Settings
from .exits import printable

UNITS = (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10))

EPILOG = "Exit codes: 0: printed. 2: settings are wrong; each fault is named."


def settings() -> None:
    """Print every setting: its value, where that came from (AJAXCRAWL_… variables, .env, default), what it means."""
    table = Table(box=SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 1, 0))
    table.add_column("Setting", min_width=max(len(name) for name in Settings.model_fields))  # names are not cut
    table.add_column("From", no_wrap=True)
    table.add_column("Value", overflow="fold")
    for setting in Settings().describe():
        name = Text(setting.name, style="bold", no_wrap=True, overflow="fold")
        meaning = Text(setting.meaning, style="dim")
        shown = without_passwords(printable(value_text(setting)))
        value = Text(shown, style="" if setting.source == "default" else "bold")
        table.add_row(Text("\n").join((name, meaning)), setting.source, value)
    Console(markup=False, highlight=False).print(table)


def value_text(setting: Described) -> str:
    """A value as it could be written in the environment."""
    value = setting.value
    if setting.name == "block_urls" and isinstance(value, tuple):
        return ",".join(_folded(value))
    if setting.name.endswith("_bytes") and isinstance(value, int):
        return next((f"{value // size} {unit}" for unit, size in UNITS if value and value % size == 0), str(value))
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, tuple):
        return json.dumps(value, ensure_ascii=False) if any("," in item for item in value) else ",".join(value)
    if isinstance(value, dict):
        return json.dumps(value, ensure_ascii=False)
    return f"{value:g}" if isinstance(value, float) else str(value)


def _folded(patterns: tuple[str, ...]) -> tuple[str, ...]:
    """The patterns with ``default`` in place of the package's own list."""
    size = len(DEFAULT_BLOCK_URLS)
    for start in range(len(patterns) - size + 1):
        if patterns[start : start + size] == DEFAULT_BLOCK_URLS:
            return (*patterns[:start], "default", *patterns[start + size :])
    return patterns
