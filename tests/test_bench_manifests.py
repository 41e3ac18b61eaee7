"""What the judged run of a fleet looks for in an archive."""

import importlib.util
from pathlib import Path

import anyio
import pytest
from archive_runs import BASE, archive

from starlette_ajaxcrawl import FakeRenderer, RenderError

PATH = Path(__file__).resolve().parent.parent / "benchmarks" / "manifests.py"
PAGES = {f"{BASE}/#!/{number}": f"<p>page {number}</p>" for number in range(3)}


def faults(folder, pages=PAGES):
    spec = importlib.util.spec_from_file_location("bench_manifests", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.faults(folder, pages)


@pytest.fixture
def folder(tmp_path):
    """An archive in which nothing is wrong."""
    anyio.run(archive, tmp_path, FakeRenderer(lambda url: f"<p>page {url[-1]}</p>"), [*PAGES])
    assert faults(tmp_path) == []
    return tmp_path


def test_a_state_that_is_missing_one_too_many_and_one_that_is_there_twice_are_named(folder):
    assert any("/3: 0 times" in fault for fault in faults(folder, {**PAGES, f"{BASE}/#!/3": "<p>"}))
    assert any("/2: 1 times" in fault for fault in faults(folder, dict([*PAGES.items()][:2])))
    jsonl = folder / "manifest.jsonl"
    jsonl.write_text(jsonl.read_text() + jsonl.read_text().splitlines()[0] + "\n")
    assert faults(folder) == [f"{BASE}/#!/0: 2 times"]


def test_a_file_that_is_changed_missing_or_nobodys_is_named(folder):
    first, second, _ = sorted(folder.glob("pages/*/*"))
    first.with_name("nobodys").touch()
    assert faults(folder) == [f"1 files are missing, or nobody's: {first.with_name('nobodys').relative_to(folder)}"]
    first.with_name("nobodys").unlink()
    first.write_bytes(second.read_bytes())
    changed, shown = faults(folder)
    assert "is another one's" in changed
    assert "<p>page" in shown


def test_a_state_that_failed_is_named(tmp_path):
    state = f"{BASE}/#!/0"
    anyio.run(archive, tmp_path, FakeRenderer({state: RenderError(state, "broken")}), [state])
    assert faults(tmp_path, {state: "<p>"})[0] == f"{state}: failed None broken"
