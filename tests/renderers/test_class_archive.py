"""The archive of Java's classes: made once, used only where it is whole and fits, and never in the way of a start."""

import dataclasses
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from starlette_ajaxcrawl.renderers import class_archive_maker as maker
from starlette_ajaxcrawl.renderers.class_archive import ClassArchive

FAKE_JAVA = """#!/bin/sh
for argument; do
  case $argument in
    -XX:DumpLoadedClassList=*) touch "${argument#*=}" ;;
    -XX:SharedArchiveFile=*) file="${argument#*=}" ;;
    -Xshare:dump) dumps=yes; echo dump >> "$0.log"; sleep 0.2 ;;
  esac
done
[ -e "$0.fails" ] && exit 1
[ -n "$dumps" ] && echo classes > "$file"
exit 0
"""


@pytest.fixture
def home(tmp_path):
    """A Java that makes an archive of a line."""
    java = tmp_path / "home/bin/java"
    java.parent.mkdir(parents=True)
    java.write_text(FAKE_JAVA)
    java.chmod(0o755)
    (tmp_path / "home/release").write_text('JAVA_VERSION="25"')
    return tmp_path / "home"


def archive(home, arguments=("-Xmx64m",), jars=(__file__,), cache="cache"):
    return ClassArchive.of(cache and str(home.parent / cache), home, arguments, jars)


def made(home):
    one = archive(home)
    one.make()
    return one.find()


def test_what_was_made_is_found_by_the_next_start_and_made_no_more(home):
    assert archive(home).options() == []
    path = made(home)
    assert archive(home).options()[0] == f"-XX:SharedArchiveFile={path}"
    archive(home).make()
    assert (home / "bin/java.log").read_text() == "dump\n"
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_processes_that_start_at_once_make_it_once(home):
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda _: archive(home).make(), range(4)))
    assert (home / "bin/java.log").read_text() == "dump\n"
    assert archive(home).find()


def test_one_that_was_altered_is_thrown_away(home):
    path = made(home)
    path.write_text("damaged")
    assert archive(home).options() == []
    assert not path.exists()


def test_other_options_jars_and_javas_have_archives_of_their_own(home):
    assert made(home)
    assert archive(home, arguments=("-Xmx65m",)).find() is None
    assert archive(home, jars=(maker.__file__,)).find() is None
    (home / "release").write_text('JAVA_VERSION="25.0.1"')
    assert archive(home).find() is None


def test_what_failed_is_tried_again_after_an_hour_only_and_leaves_nothing(home, monkeypatch):
    (home / "bin/java.fails").touch()
    one = archive(home)
    one.make()
    one.make()
    assert not (home / "bin/java.log").exists()
    assert [path.name for path in Path(one.folder).iterdir()] == [f"{one.key}.tried"]
    (home / "bin/java.fails").unlink()
    one.make()
    assert one.find() is None
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now + 3601)
    maker.make(**{**dataclasses.asdict(one), "folder": Path(one.folder)})
    assert one.find()


def test_the_archives_that_were_not_used_longest_go(home):
    for number in range(6):
        archive(home, arguments=(f"-Xmx{64 + number}m",)).make()
    found = [archive(home, arguments=(f"-Xmx{64 + number}m",)).find() for number in range(6)]
    assert [bool(one) for one in found] == [False, False, True, True, True, True]


@pytest.mark.parametrize("option", ["-Xshare:off", "-XX:SharedArchiveFile=x", "-XX:AOTCache=x"])
def test_there_is_none_beside_options_of_that_kind(home, option):
    assert archive(home, arguments=(option,)) is None


def test_there_is_none_where_java_could_not_make_it(home, tmp_path):
    assert archive(home, cache="") is None
    assert archive(home, jars=(str(tmp_path),)) is None
    assert archive(home, jars=(str(tmp_path / "missing.jar"),)) is None


def test_a_folder_that_cannot_be_written_is_nobodys_trouble(home):
    (home.parent / "cache").write_text("a file")
    archive(home).make()
    assert archive(home).options() == []


def test_a_python_inside_a_server_makes_none(home, monkeypatch):
    monkeypatch.setattr(sys, "executable", "/usr/bin/uwsgi")
    assert made(home) is None


def test_little_memory_makes_none(home, monkeypatch):
    monkeypatch.setattr("starlette_ajaxcrawl.renderers.class_archive.MEMORY", 1 << 60)
    assert made(home) is None
