"""What npm fetches for the measurements, into build/bench: the frameworks of the apps, and prerender."""

import json
import shutil
import subprocess
from pathlib import Path

HERE = Path(__file__).resolve().parent
PINNED = HERE / "package.json"
FOLDER = HERE.parent / "build" / "bench"
MODULES = FOLDER / "node_modules"


def fetch() -> dict[str, str]:
    """Fill build/bench, unless it holds what is pinned; gives the versions. A ``RuntimeError`` has npm's words."""
    stamp = FOLDER / "fetched.json"
    if not stamp.exists() or stamp.read_bytes() != PINNED.read_bytes():
        npm = shutil.which("npm")
        if npm is None:
            raise RuntimeError("npm is missing")
        FOLDER.mkdir(parents=True, exist_ok=True)
        shutil.copy(PINNED, FOLDER / "package.json")
        _run([npm, "install", "--ignore-scripts", "--no-package-lock", "--no-audit", "--no-fund"])
        stamp.write_bytes(PINNED.read_bytes())
    bundle(HERE / "apps" / "react" / "app.jsx", MODULES / "app-react.js")
    return dict(json.loads(PINNED.read_text())["dependencies"])


def bundle(source: Path, target: Path) -> None:
    """One minified module of a source and all it imports, as sites ship it."""
    if target.exists() and target.stat().st_mtime > source.stat().st_mtime:
        return
    shutil.copy(source, FOLDER / source.name)  # where it finds what it imports
    _run(
        [
            *("node_modules/.bin/esbuild", source.name, "--bundle", "--minify", "--format=esm", "--jsx=automatic"),
            *("--target=es2022", '--define:process.env.NODE_ENV="production"', f"--outfile={target}"),
        ]
    )


def _run(command: list[str]) -> None:
    done = subprocess.run(command, cwd=FOLDER, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise RuntimeError(f"{Path(command[0]).name} failed: {(done.stderr or done.stdout).strip()[-500:]}")
