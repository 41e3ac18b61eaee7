"""Writes the table of settings into README.md and docs/settings.md, from the settings themselves."""

from __future__ import annotations

import json
from pathlib import Path

from pydantic.fields import FieldInfo

from starlette_ajaxcrawl import Settings

ROOT = Path(__file__).resolve().parent.parent
FILES = (ROOT / "README.md", ROOT / "docs" / "settings.md")
START = "<!-- settings: written by scripts/settings_table.py -->\n"
END = "<!-- end of settings -->\n"
MIB = 1024 * 1024
GIB = 1024 * MIB
COMPUTED = {
    "max_concurrent_renders": "the processor's cores",
    "block_urls": "a list in the package",
    "jvm_heap": '`"512m"`, less where memory is short',
}


def default(name: str, field: FieldInfo) -> str:
    """The default as people write it."""
    if name in COMPUTED:
        return COMPUTED[name]
    value = field.default
    if isinstance(value, int) and not isinstance(value, bool) and value >= MIB:
        return f'`"{value // GIB} GiB"`' if value % GIB == 0 else f'`"{value // MIB} MiB"`'
    if isinstance(value, str | tuple | dict):
        return f"`{json.dumps(value)}`"
    return f"`{value}`"


def table() -> str:
    """The table in Markdown."""
    rows = ["| setting | default | meaning |", "|---|---|---|"]
    for name, field in Settings.model_fields.items():
        meaning = " ".join((field.description or "").split()).replace("|", "\\|")
        rows.append(f"| `{name}` | {default(name, field)} | {meaning} |")
    return "\n".join(rows) + "\n"


def main() -> None:
    """Replace what stands between the marks."""
    for path in FILES:
        before, rest = path.read_text().split(START)
        _, after = rest.split(END)
        path.write_text(f"{before}{START}{table()}{END}{after}")


if __name__ == "__main__":
    main()
