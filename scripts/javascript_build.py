"""Fetches the compiler of modern JavaScript with npm: SWC's WebAssembly and acorn, as pinned in scripts/npm.

Needs the standard library only: the wheel's build hook runs it too. Fills build/javascript, unless it is up to date.
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
FILES = ROOT / "build" / "javascript"
STAMP = ROOT / "build" / "javascript.sha256"
LICENCES = ROOT / "THIRD-PARTY-LICENSES"
COPIES = {
    "@swc/wasm/wasm.js": "swc.js",
    "@swc/wasm/wasm_bg.wasm": "swc.wasm",
    "@swc/wasm/LICENSE": "LICENSE-swc",
    "acorn/dist/acorn.js": "acorn.js",
    "acorn/LICENSE": "LICENSE-acorn",
}
"""Where npm puts a file, and the name it has here."""


def digest() -> str:
    """Changes with anything that the files are made from."""
    sources = (PINNED / "package.json", PINNED / "package-lock.json", Path(__file__))
    return hashlib.sha256(b"\0".join(path.read_bytes() for path in sources)).hexdigest()


def check_licences() -> None:
    """Exit unless THIRD-PARTY-LICENSES lists the packages in their pinned versions."""
    text = LICENCES.read_text()
    for name, version in re.findall(r'"(@?[\w/-]+)": "([\d.]+)"', (PINNED / "package.json").read_text()):
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
        sys.exit(f"{done.stdout}\nerror: npm could not fetch the compiler (scripts/npm)")


def build() -> None:
    """Fill build/javascript, unless it holds what is pinned."""
    current = digest()
    if STAMP.exists() and STAMP.read_text() == current and all((FILES / name).exists() for name in COPIES.values()):
        return
    print("fetching the compiler of modern JavaScript", file=sys.stderr, flush=True)
    check_licences()
    fetch()
    FILES.mkdir(parents=True, exist_ok=True)
    for source, name in COPIES.items():
        shutil.copy(WORK / "node_modules" / source, FILES / name)
    shutil.rmtree(WORK)
    STAMP.write_text(current)


if __name__ == "__main__":
    build()
