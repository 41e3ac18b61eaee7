"""The archive of Java's classes with real JVMs."""

from pathlib import Path

from scenario import output

from starlette_ajaxcrawl.renderers.class_archive_maker import checksum


def test_a_jvm_takes_its_classes_from_the_shared_archive_and_another_ones_is_ignored_without_a_word(tmp_path):
    log = tmp_path / "loaded.log"
    code = f"""
    shared = settings(class_cache={str(tmp_path)!r}, jvm_options=("-Xlog:class+load:file={log}",))
    print(shown(shared))
    with open("/proc/self/maps") as file:  # what was moved to another address is a process's own, and can be written
        print(any(".jsa" in line and " r--p " in line for line in file))
    jvm.archive_classes()
    """
    assert output(code) == ["rendered", "False"]
    assert "org.htmlunit.WebClient source: shared objects file" not in log.read_text()
    (archive,) = tmp_path.glob("*.jsa")

    assert output(code) == ["rendered", "True"]
    assert "org.htmlunit.WebClient source: shared objects file" in log.read_text()

    archive.write_bytes(b"made by a Java of another make" * 100_000)
    archive.rename(Path(f"{str(archive).rpartition('-')[0]}-{checksum(archive)}.jsa"))
    assert output(code) == ["rendered", "False"]
    assert "org.htmlunit.WebClient source: shared objects file" not in log.read_text()
