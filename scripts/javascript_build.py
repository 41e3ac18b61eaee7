"""Fetches the JavaScript that the package carries with npm, as pinned in scripts/npm.

Needs the standard library only: the wheel's build hook runs it too. Fills folders of build, unless they are up to date.
"""

from __future__ import annotations

import signal

signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C just ends it, without a stack

import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PINNED = ROOT / "scripts" / "npm"
WORK = ROOT / "build" / "npm"
BUILD = ROOT / "build"
STAMP = BUILD / "javascript.sha256"
LICENCES = ROOT / "THIRD-PARTY-LICENSES"
COPIES = {
    "javascript": {  # the parser that modern JavaScript is lowered with
        "acorn/dist/acorn.js": "acorn.js",
        "acorn/LICENSE": "LICENSE-acorn",
    },
    "inspector": {
        "htmx.org/dist/htmx.min.js": "htmx.js",
        "htmx.org/LICENSE": "LICENSE-htmx",
    },
    "verify": {
        "axe-core/axe.min.js": "axe.js",
        "axe-core/LICENSE": "LICENSE-axe-core",
        "axe-core/LICENSE-3RD-PARTY.txt": "LICENSE-axe-core-parts",
    },
}
"""Subpackages: where npm puts a file, and the name it has below build and in the wheel (in the folder vendor)."""


def digest() -> str:
    """Changes with anything that the files are made from."""
    sources = (PINNED / "package.json", PINNED / "package-lock.json", Path(__file__))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()


def check_licences() -> None:
    """Exit unless THIRD-PARTY-LICENSES lists the packages in their pinned versions."""
    text = LICENCES.read_text()
    for name, version in re.findall(r'"(@?[\w/.-]+)": "([\d.]+)"', (PINNED / "package.json").read_text()):
        if not re.search(rf"^  \* {re.escape(name)} {re.escape(version)}, ", text, re.MULTILINE):
            sys.exit(f"error: {LICENCES.name} does not list {name} {version}")


def fetch() -> None:
    """Have npm fetch the packages."""
    npm = shutil.which("npm")
    if npm is None:
        sys.exit("error: npm is missing: install it (Debian: apt-get install npm)")
    shutil.rmtree(WORK, ignore_errors=True)
    WORK.mkdir(parents=True)
    for name in ("package.json", "package-lock.json"):
        shutil.copy(PINNED / name, WORK)
    done = subprocess.run(
        [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund"],
        cwd=WORK,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        sys.exit(f"{done.stdout}\nerror: npm could not fetch the packages (scripts/npm)")


def build() -> None:
    """Fill the folders, unless they hold what is pinned."""
    current = digest()
    places = {BUILD / folder / name: source for folder, names in COPIES.items() for source, name in names.items()}
    if STAMP.exists() and STAMP.read_text() == current and all(place.exists() for place in places):
        return
    print("fetching the JavaScript that the package carries", file=sys.stderr, flush=True)
    check_licences()
    fetch()
    for place, source in places.items():
        place.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(WORK / "node_modules" / source, place)
    shutil.rmtree(WORK)
    STAMP.write_text(current)


if __name__ == "__main__":
    build()
