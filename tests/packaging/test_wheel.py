"""The wheel and the source archive, built and used as a user would."""

import subprocess
import sys
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD_TIME = 600

pytestmark = pytest.mark.timeout(BUILD_TIME)


def build(source: Path, kind: str, out: Path) -> Path:
    command = [sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", str(out), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=BUILD_TIME)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = out.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


def test_the_wheel_holds_the_jars(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    jars = {name.rpartition("/")[2] for name in names if name.endswith(".jar")}
    assert {"ajaxcrawl.jar", "htmlunit-5.7.0.jar", "htmlunit-core-js-5.7.0.jar"} <= jars
    assert all(name.startswith("starlette_ajaxcrawl/jars/") for name in names if name.endswith(".jar"))
    assert not [jar for jar in jars if "junit" in jar]


def test_the_wheel_says_its_licence_and_those_of_each_library_in_it(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (folder,) = {name.partition("/")[0] for name in archive.namelist() if ".dist-info/" in name}
    metadata = message_from_bytes(archive.read(f"{folder}/METADATA"))
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata.get_all("License-File") == ["LICENSE", "THIRD-PARTY-LICENSES"]
    assert b"Apache License" in archive.read(f"{folder}/licenses/LICENSE")
    rows = [line.split() for line in archive.read(f"{folder}/licenses/THIRD-PARTY-LICENSES").decode().splitlines()]
    listed = {f"{row[0]}-{row[1]}.jar" for row in rows if len(row) > 2 and row[1][0].isdigit()}
    jars = {name.rpartition("/")[2] for name in archive.namelist() if name.endswith(".jar")}
    assert jars - listed == {"ajaxcrawl.jar"}


def test_the_source_archive_builds_the_same_wheel_by_itself(wheel: Path, tmp_path: Path) -> None:
    sdist = build(ROOT, "sdist", tmp_path / "sdist")
    subprocess.run(["tar", "-xf", str(sdist)], check=True, cwd=tmp_path)
    rebuilt = build(tmp_path / sdist.name.removesuffix(".tar.gz"), "wheel", tmp_path / "wheel")
    assert sorted(zipfile.ZipFile(rebuilt).namelist()) == sorted(zipfile.ZipFile(wheel).namelist())
