"""Lowers the published files of hundreds of npm packages and compiles them in the JVM: all that V8 parses must compile.

Also runs the parser tests of test262 (npm: test262-parser-tests): what is no JavaScript must be refused. The packages
are fetched by npm once, into build/bulk. What it prints last are the figures; it exits with 1 where a file fails.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tarfile
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import jpype
from py_mini_racer import MiniRacer

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from starlette_ajaxcrawl.javascript import vendor  # noqa: E402 - found on the path above
from starlette_ajaxcrawl.javascript.engine import Engine, EngineBroken  # noqa: E402 - as above
from starlette_ajaxcrawl.renderers.jvm import ensure_started  # noqa: E402 - as above
from starlette_ajaxcrawl.settings import Settings  # noqa: E402 - as above

FOLDER = ROOT / "build" / "bulk"
PACKAGES = (ROOT / "benchmarks" / "bulk-packages.txt").read_text().split()
PARSER_TESTS = "test262-parser-tests"
AT_ONCE = 30  # packages a call of npm
MAX_BYTES = 1_500_000  # of one file: larger ones are mostly data
PUBLISHED = re.compile(r"/(dist|build|umd|esm?|lib|cjs|bundles|packages?|fesm2022)/|\.min\.m?js$|^package/[^/]+$")
STACK = 256 * 1024 * 1024  # the JVM compiles on the caller's thread; trees can be deep

PARSES = """
(source, isModule) => {
  try {
    if (isModule) acorn.parse(source, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true });
    else new Function(source.replace(/^#!/, '//'));
    return '';
  } catch (error) { return String(error); }
}
"""
MODULE = re.compile(r"^\s*(import\b\s*[\w{*'\"]|export\b)|[;}]\s*export\s*[{*]|\bimport\.meta\b", re.MULTILINE)


def fetch(names: list[str]) -> None:
    """Have npm pack those packages that are not there yet, without what they depend on, and unpack them."""
    missing = [name for name in names if not (FOLDER / name).exists()]
    for start in range(0, len(missing), AT_ONCE):
        some = missing[start : start + AT_ONCE]
        print(f"fetching {start + len(some)} of {len(missing)} packages", file=sys.stderr, flush=True)
        packed = FOLDER / "packed"
        packed.mkdir(parents=True, exist_ok=True)
        subprocess.run(
            ["npm", "pack", "--silent", "--pack-destination", packed, *some], check=True, stdout=subprocess.DEVNULL
        )
        for archive in packed.glob("*.tgz"):
            unpack(archive)
        shutil.rmtree(packed)


def unpack(archive: Path) -> None:
    """Keep the scripts of one package."""
    with tarfile.open(archive) as files:
        manifest = next(member for member in files if re.fullmatch(r"[^/]+/package\.json", member.name))
        content = files.extractfile(manifest)
        assert content
        folder = FOLDER / json.load(content)["name"]
        for member in files:
            path = "package/" + member.name.partition("/")[2]
            if member.isfile() and re.search(r"\.[mc]?js$", path) and member.size <= MAX_BYTES and ".." not in path:
                target = folder / path.removeprefix("package/")
                source = files.extractfile(member)
                assert source
                target.parent.mkdir(parents=True, exist_ok=True)
                target.write_bytes(source.read())
        folder.mkdir(parents=True, exist_ok=True)


def published(name: str, most: int) -> Iterator[Path]:
    """The files of a package that pages load, the largest first."""
    folder = FOLDER / name
    files = [path for path in folder.rglob("*") if path.is_file()]
    chosen = [path for path in files if PUBLISHED.search("package/" + path.relative_to(folder).as_posix())]
    yield from sorted(chosen, key=lambda path: -path.stat().st_size)[:most]


class Compilers:
    """V8 to say what parses, ours to lower, and the JVM to compile."""

    def __init__(self) -> None:
        ensure_started(Settings(_environment=False))
        self.engine = Engine()
        self._v8 = MiniRacer()
        self._v8.eval(vendor.find_acorn().read_text("utf-8"))
        self._parses: Any = self._v8.eval(PARSES)
        factory: Any = jpype.JClass("org.htmlunit.corejs.javascript.ContextFactory")
        self._context: Any = factory().enterContext()
        self._context.setLanguageVersion(200)
        self._context.setInterpretedMode(True)

    def parses(self, source: str, kind: str) -> bool:
        """Whether V8 reads it."""
        return not self._parses(source, kind == "module")

    def problem(self, source: str, kind: str) -> str:
        """What keeps a source from being compiled; empty: nothing."""
        try:
            lowered = self.engine.lower(kind, source)
        except EngineBroken as error:
            self.engine = Engine()
            return f"lowering: {error}"
        if "error" in lowered.head:
            return f"refused: {lowered.head['error']['message']}"
        try:
            self._context.compileString(lowered.code, "bulk", 1, None)
        except jpype.JException as error:
            return f"compiling: {error.message()}"
        return ""

    def close(self) -> None:
        self.engine.close()
        self._v8.close()


@dataclass
class Count:
    """What became of some files."""

    files: int = 0
    unparsed: int = 0
    failures: list[str] = field(default_factory=list)


def packages(compilers: Compilers, most: int) -> Count:
    """The published files of all packages."""
    count = Count()
    for name in PACKAGES:
        for path in published(name, most):
            source = path.read_text("utf-8", "replace")
            kind = "module" if path.suffix == ".mjs" or MODULE.search(source) else "script"
            if not compilers.parses(source, kind):
                count.unparsed += 1
                continue
            count.files += 1
            problem = compilers.problem(source, kind)
            if problem:
                count.failures.append(f"{path.relative_to(FOLDER)} ({kind}): {problem}")
                print(count.failures[-1], flush=True)
    return count


def parser_tests(compilers: Compilers) -> Count:
    """test262's: ``pass`` must compile, ``fail`` and ``early`` must not."""
    count = Count()
    for path in sorted((FOLDER / PARSER_TESTS).rglob("*.js")):
        source = path.read_text("utf-8")
        kind = "module" if ".module." in path.name else "script"
        expected = path.parent.name.startswith("pass")
        if compilers.parses(source, kind) != expected:  # a test of another year, or of what a function's body allows
            count.unparsed += 1
            continue
        count.files += 1
        problem = compilers.problem(source, kind)
        if bool(problem) == expected:
            count.failures.append(f"{path.relative_to(FOLDER)}: {problem or 'is no JavaScript, and compiles'}")
            print(count.failures[-1], flush=True)
    return count


def run(most: int, results: list[Count]) -> None:
    """Both, in the thread with the large stack."""
    compilers = Compilers()
    start = time.monotonic()
    for title, count in (("packages", packages(compilers, most)), ("parser tests", parser_tests(compilers))):
        print(f"{title}: {count.files} files, {len(count.failures)} fail, {count.unparsed} that V8 sees otherwise")
        results.append(count)
    print(f"{len(PACKAGES)} packages, {time.monotonic() - start:.0f} s")
    compilers.close()


def main() -> None:
    """Fetch, run, and say how it went."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=12, help="files a package, the largest first")
    arguments = parser.parse_args()
    fetch([*PACKAGES, PARSER_TESTS])
    results: list[Count] = []
    threading.stack_size(STACK)
    thread = threading.Thread(target=run, args=(arguments.files, results))
    thread.start()
    thread.join()
    sys.exit(0 if len(results) == 2 and not any(count.failures for count in results) else 1)


if __name__ == "__main__":
    main()
