"""Finds files that a build adds to the package: in the wheel beside the code, in a checkout below ``build/``."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent
BUILD = PACKAGE.parent / "build"


def built_folder(what: str, in_wheel: str, in_checkout: str, made_by: str, *names: str) -> Path:
    """The folder with all files ``names`` of ``what``: ``in_wheel`` of the package, else ``in_checkout`` of ``build/``.

    Raises ``FileNotFoundError`` where neither has them, with what to do: ``made_by`` is a command.
    """
    for folder in (PACKAGE / in_wheel, BUILD / in_checkout):
        if all((folder / name).is_file() for name in names):
            return folder
    raise FileNotFoundError(
        f"no {what} in {PACKAGE / in_wheel}: install the wheel, or run `{made_by}` in a source checkout"
    )


def vendored(what: str, part: str, *names: str) -> Path:
    """The folder with the files of npm's that ``part`` of the package needs; raises as ``built_folder``."""
    return built_folder(what, f"{part}/vendor", part, "scripts/javascript_build.py", *names)
