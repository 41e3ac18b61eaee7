"""scripts/java_build.py: which JDK gradle runs on, and what is built anew."""

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def java_build() -> ModuleType:
    spec = importlib.util.spec_from_file_location("java_build", ROOT / "scripts" / "java_build.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def make_jdk(home: Path, version: str, *, compiler: bool = True) -> Path:
    (home / "bin").mkdir(parents=True)
    (home / "release").write_text(f'IMPLEMENTOR="Somebody"\nJAVA_VERSION="{version}"\n')
    if compiler:
        (home / "bin" / "javac").touch()
    return home


@pytest.mark.parametrize(("text", "version"), [("17.0.15", 17), ("25", 25), ("1.8.0_402", 8)])
def test_a_jdk_is_known_by_its_release_file(java_build: ModuleType, tmp_path: Path, text: str, version: int) -> None:
    assert java_build.jdk_version(make_jdk(tmp_path, text)) == version


def test_a_jre_is_no_jdk(java_build: ModuleType, tmp_path: Path) -> None:
    assert java_build.jdk_version(make_jdk(tmp_path, "17.0.1", compiler=False)) is None


def test_gradle_runs_on_the_oldest_jdk_that_will_do(
    java_build: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    homes = [make_jdk(tmp_path / version, version) for version in ("25.0.1", "21.0.2", "17.0.3", "11.0.4")]
    monkeypatch.setattr(java_build, "jdk_homes", lambda: homes)
    assert java_build.find_jdk() == tmp_path / "17.0.3"


def test_a_jdk_too_new_for_debians_gradle_is_named_in_the_message(
    java_build: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = make_jdk(tmp_path, "25.0.1")
    monkeypatch.setattr(java_build, "jdk_homes", lambda: [home])
    monkeypatch.setattr(java_build.shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match=f"install a JDK 17 to 21 .*; found: 25 in {home}"):
        java_build.find_jdk()


def test_a_gradle_of_ones_own_may_run_on_any_later_jdk(
    java_build: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = make_jdk(tmp_path / "jdk", "25.0.1")
    monkeypatch.setattr(java_build, "jdk_homes", lambda: [home])
    monkeypatch.setattr(java_build.shutil, "which", lambda name: str(tmp_path / "gradle"))
    assert java_build.find_jdk() == home


def test_a_jar_without_a_listed_licence_stops_the_build(
    java_build: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [*java_build.listed_licences(), "ajaxcrawl.jar", "stranger-1.0.jar"]:
        (tmp_path / name).touch()
    monkeypatch.setattr(java_build, "JARS", tmp_path)
    with pytest.raises(SystemExit, match=r"THIRD-PARTY-LICENSES does not match .*: not listed: stranger-1\.0\.jar$"):
        java_build.check_licences()
    (tmp_path / "stranger-1.0.jar").unlink()
    java_build.check_licences()
    (tmp_path / "htmlunit-5.7.0.jar").unlink()
    with pytest.raises(SystemExit, match=r"listed, but not there: htmlunit-5\.7\.0\.jar$"):
        java_build.check_licences()


def test_an_unknown_command_prints_the_commands(java_build: ModuleType) -> None:
    with pytest.raises(SystemExit, match=r"java_build\.py jars"):
        java_build.main(["dance"])
