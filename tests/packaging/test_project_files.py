"""What holds for the project's own files."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("name", ["runtime.txt", "dev.txt"])
def test_constraints_are_pins_without_hashes_and_addresses(name: str) -> None:
    lines = (ROOT / "constraints" / name).read_text().splitlines()
    assert len(lines) > 10
    wrong = [line for line in lines if not re.fullmatch(r"[a-z0-9-]+==[\w.+!]+( ; [^#]+)?", line)]
    assert wrong == []


def test_the_constraints_for_users_agree_with_those_for_developers() -> None:
    pins = {name: set((ROOT / "constraints" / name).read_text().split("\n")) for name in ("runtime.txt", "dev.txt")}
    versions = {name: {line.partition(" ")[0] for line in lines} for name, lines in pins.items()}
    assert versions["runtime.txt"] <= versions["dev.txt"]


@pytest.mark.parametrize("target", ["demo", "test", "lint", "bench", "soak", "stops", "fleet", "fuzz", "build", "help"])
def test_make_knows_the_target(target: str) -> None:
    subprocess.run(["make", "-n", target], cwd=ROOT, check=True, capture_output=True)


def test_no_file_names_a_registry_by_its_address() -> None:
    addresses = re.compile(r"pythonhosted|pypi\.org|npmjs\.(org|com)|maven\.org|maven2|--index-url|--extra-index")
    files = [ROOT / name for name in ("pyproject.toml", "build.gradle", "settings.gradle", "Makefile", ".ci/run")]
    files += [path for folder in ("constraints", "scripts") for path in (ROOT / folder).iterdir() if path.is_file()]
    assert [path.name for path in files if addresses.search(path.read_text())] == []


def test_continuous_integration_runs_make_test() -> None:
    assert "make test" in (ROOT / ".ci" / "run").read_text()
