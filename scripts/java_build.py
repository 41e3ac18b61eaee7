"""Builds and tests the Java part with gradle. Needs the standard library only: the wheel's build hook runs it too.

java_build.py jdk     print the JDK that gradle is to run on
java_build.py jars    fill build/jars, unless it is up to date
java_build.py test    run the JUnit tests
"""

from __future__ import annotations

import signal

signal.signal(signal.SIGINT, signal.SIG_DFL)  # Ctrl-C just ends it, without a stack

import hashlib
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
JARS = ROOT / "build" / "jars"
STAMP = ROOT / "build" / "jars.sha256"
LICENCES = ROOT / "THIRD-PARTY-LICENSES"
OUR_JARS = {"ajaxcrawl.jar", "ajaxcrawl-engine.jar"}
OLDEST_JDK = 17
NEWEST_JDK_FOR_DEBIANS_GRADLE = 21  # its Gradle 4.4.1 does not start on later ones


def jdk_homes() -> Iterator[Path]:
    """Folders that may hold a JDK; the one that the user named comes first."""
    if home := os.environ.get("JAVA_HOME"):
        yield Path(home)
    if javac := shutil.which("javac"):
        yield Path(javac).resolve().parent.parent
    yield from sorted(Path("/usr/lib/jvm").glob("*"))
    yield from sorted((Path.home() / ".sdkman/candidates/java").glob("*"))


def jdk_version(home: Path) -> int | None:
    """The feature version of the JDK in ``home``; None where there is no compiler."""
    release = home / "release"
    if not (home / "bin" / "javac").exists() or not release.exists():
        return None
    found = re.search(r'^JAVA_VERSION="(?:1\.)?(\d+)', release.read_text(errors="replace"), re.MULTILINE)
    return int(found[1]) if found else None


def newest_usable_jdk() -> int:
    """The newest JDK version that the gradle on PATH (or Debian's, where there is none yet) starts on."""
    gradle = shutil.which("gradle")
    debians = gradle is None or os.path.realpath(gradle).startswith("/usr/share/gradle")
    return NEWEST_JDK_FOR_DEBIANS_GRADLE if debians else sys.maxsize


def find_jdk() -> Path:
    """The oldest JDK that will do: gradle lags behind Java, the compiled classes are Java 17's all the same."""
    versions = {home: jdk_version(home) for home in jdk_homes()}
    usable = {home: v for home, v in versions.items() if v and OLDEST_JDK <= v <= newest_usable_jdk()}
    if usable:
        return min(usable, key=lambda home: usable[home])
    seen = ", ".join(f"{v} in {home}" for home, v in versions.items() if v) or "none"
    wanted = "17 to 21" if newest_usable_jdk() < sys.maxsize else "17 or later"
    sys.exit(f"error: no JDK for gradle: install a JDK {wanted} (Debian: openjdk-17-jdk-headless); found: {seen}")


def run_gradle(*tasks: str) -> None:
    """Run gradle in the project's root; its words reach the user only when it fails."""
    gradle = shutil.which("gradle")
    if gradle is None:
        sys.exit("error: gradle is missing: install it (Debian: apt-get install gradle)")
    home = find_jdk()
    done = subprocess.run(
        [gradle, "--no-daemon", "--console=plain", "-q", *tasks],
        cwd=ROOT,
        env={**os.environ, "JAVA_HOME": str(home)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode:
        sys.stderr.write(done.stdout)
        sys.exit(f"error: `gradle {' '.join(tasks)}` failed (JDK {jdk_version(home)} in {home})")


def sources_digest() -> str:
    """Changes with anything that the jars are made from."""
    digest = hashlib.sha256()
    folders = (ROOT / "java/src/main", ROOT / "java/src/engine")
    sources = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    for path in [ROOT / "build.gradle", ROOT / "settings.gradle", *sorted(sources)]:
        digest.update(f"{path.relative_to(ROOT)}\0".encode() + path.read_bytes() + b"\0")
    return digest.hexdigest()


def listed_licences() -> dict[str, str]:
    """SPDX expression by jar file name, from the table in THIRD-PARTY-LICENSES."""
    row = re.compile(r"^    (\S+) +(\d\S*) +(\S.*)$", re.MULTILINE)
    return {f"{name}-{version}.jar": spdx.strip() for name, version, spdx in row.findall(LICENCES.read_text())}


def check_licences() -> None:
    """Exit unless THIRD-PARTY-LICENSES lists exactly the jars that were collected."""
    actual = {path.name for path in JARS.glob("*.jar")} - OUR_JARS
    listed = set(listed_licences())
    if actual != listed:
        differences = [f"not listed: {name}" for name in sorted(actual - listed)]
        differences += [f"listed, but not there: {name}" for name in sorted(listed - actual)]
        sys.exit(f"error: {LICENCES.name} does not match build/jars: {'; '.join(differences)}")


def build_jars() -> None:
    """Fill build/jars, unless it holds what the sources make."""
    digest = sources_digest()
    if STAMP.exists() and STAMP.read_text() == digest and all((JARS / name).exists() for name in OUR_JARS):
        return
    print("building the jars", file=sys.stderr, flush=True)
    run_gradle("collectJars")
    check_licences()
    STAMP.write_text(digest)


def run_tests() -> None:
    """Run the JUnit tests and say how many there were."""
    print("running the JUnit tests", file=sys.stderr, flush=True)
    run_gradle("test")
    suites = [ET.parse(path).getroot() for path in (ROOT / "build/test-results/test").glob("*.xml")]  # noqa: S314 - gradle wrote it
    counts = {name: sum(int(suite.get(name, 0)) for suite in suites) for name in ("tests", "skipped")}
    print(f"JUnit: {counts['tests'] - counts['skipped']} passed, {counts['skipped']} skipped", flush=True)


def main(arguments: list[str]) -> None:
    """Carry out the command that ``arguments`` name."""
    commands = {"jdk": lambda: print(find_jdk()), "jars": build_jars, "test": run_tests}
    if len(arguments) != 1 or arguments[0] not in commands:
        sys.exit(__doc__)
    commands[arguments[0]]()


if __name__ == "__main__":
    main(sys.argv[1:])
