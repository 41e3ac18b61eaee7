"""Lowering as Java calls it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from starlette_ajaxcrawl import Settings, built_files
from starlette_ajaxcrawl.javascript.disk_cache import DiskCache
from starlette_ajaxcrawl.javascript.engine import Engine, EngineBroken, Lowered
from starlette_ajaxcrawl.javascript.lowering import WARM_UP, Lowering, lowering_for
from starlette_ajaxcrawl.javascript.vendor import EngineUnavailable


class CountingEngine:
    """Answers at once; ``made`` and ``sources`` count."""

    made = 0

    def __init__(self) -> None:
        type(self).made += 1
        self.sources: list[str] = []
        self.closed = False

    def lower(self, kind: str, source: str) -> Lowered:
        self.sources.append(source)
        if source == "breaks":
            raise EngineBroken("out of memory")
        return Lowered({"lines": "0"}, f"{kind} {source}")

    def stop(self) -> None:
        pass

    def close(self) -> None:
        self.closed = True


@pytest.fixture(autouse=True)
def none_made() -> None:
    CountingEngine.made = 0


def split(reply: bytes) -> tuple[dict[str, object], str]:
    head, _, code = reply.partition(b"\n")
    return json.loads(head), code.decode()


def lowering(cache: DiskCache | None = None, **options: float) -> Lowering:
    return Lowering(cache, make_engine=CountingEngine, **options)


def test_the_engine_is_made_when_it_is_needed_and_once() -> None:
    one = lowering()
    assert CountingEngine.made == 0
    assert split(one.lower("script", "é".encode())) == ({"lines": "0"}, "script é")
    one.lower("module", b"b")
    assert CountingEngine.made == 1


def test_what_is_in_the_folder_needs_no_engine(tmp_path: Path) -> None:
    first = lowering(DiskCache(tmp_path, 10_000)).lower("script", b"a")
    assert lowering(DiskCache(tmp_path, 10_000)).lower("script", b"a") == first
    assert CountingEngine.made == 1
    lowering(DiskCache(tmp_path, 10_000)).lower("module", b"a")
    assert CountingEngine.made == 2


def wait_until(happened: Callable[[], object]) -> None:
    last = time.monotonic() + 60
    while not happened():
        assert time.monotonic() < last
        time.sleep(0.01)


def test_where_nothing_was_ever_lowered_an_engine_gets_ready_ahead_of_the_first_script(tmp_path: Path) -> None:
    cache = DiskCache(tmp_path, 100_000)
    one = lowering(cache)
    one.prepare()
    wait_until(lambda: not cache.is_empty())
    engine = one._engine
    one.lower("script", b"a")
    assert one._engine is engine
    assert len(engine.sources) == 2
    lowering(cache).prepare()
    assert CountingEngine.made == 1


def test_what_an_engine_gets_ready_with_is_lowered_whole(tmp_path: Path) -> None:
    one = lowering_for(Settings(_environment=False, javascript_cache=str(tmp_path)))
    one.prepare()
    wait_until(lambda: any(tmp_path.glob("*.lowered")))
    head, code = split(one.lower("module", WARM_UP.read_bytes()))
    assert len(head["requests"]) == 3
    assert "class Base" not in code
    one.close()


def test_without_an_engine_nothing_gets_ready_and_the_first_script_says_so(caplog: pytest.LogCaptureFixture) -> None:
    tried = threading.Event()

    def fails() -> Engine:
        tried.set()
        raise EngineUnavailable("no V8")

    one = Lowering(make_engine=fails)
    one.prepare()
    assert tried.wait(60)
    assert split(one.lower("script", b"a"))[0] == {"unavailable": "no V8"}
    assert len(caplog.records) == 1


def test_an_idle_engine_is_dropped_and_made_again() -> None:
    one = lowering(idle=0.05)
    one.lower("script", b"a")
    engine = one._engine
    deadline = time.monotonic() + 10
    while one._engine is not None and time.monotonic() < deadline:
        time.sleep(0.01)
    assert engine.closed
    one.lower("script", b"b")
    assert CountingEngine.made == 2
    one.close()


def test_a_broken_engine_is_replaced_and_its_source_reported(tmp_path: Path) -> None:
    one = lowering(DiskCache(tmp_path, 10_000))
    head, code = split(one.lower("script", b"breaks"))
    assert "out of memory" in head["error"]["message"]
    assert code == ""
    assert split(one.lower("script", b"fine"))[1] == "script fine"
    assert CountingEngine.made == 2
    assert len(list(tmp_path.iterdir())) == 1


def test_without_an_engine_the_reason_is_the_answer_and_is_logged_once(caplog: pytest.LogCaptureFixture) -> None:
    def fails() -> Engine:
        raise EngineUnavailable("no V8")

    one = Lowering(make_engine=fails)
    assert [split(one.lower("script", b"a"))[0] for _ in range(2)] == [{"unavailable": "no V8"}] * 2
    assert len(caplog.records) == 1


def test_without_the_compilers_files_the_reason_says_what_to_do(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(built_files, "PACKAGE", tmp_path)
    monkeypatch.setattr(built_files, "BUILD", tmp_path)
    head, _ = split(Lowering().lower("script", b"a"))
    assert "javascript_build.py" in str(head["unavailable"])


def test_the_settings_name_the_folder(tmp_path: Path) -> None:
    settings = Settings(_environment=False, javascript_cache=str(tmp_path))
    one = lowering_for(settings)
    one.lower("script", b"class A {}")
    assert len(list(tmp_path.iterdir())) == 1
    one.close()
    assert lowering_for(settings.changed(javascript_cache=""))._cache is None
    default = lowering_for(Settings(_environment=False))._cache
    assert default is not None
    assert str(default._folder).startswith(os.environ["XDG_CACHE_HOME"])


def test_sources_from_many_threads_come_back_to_each() -> None:
    one = Lowering()
    sources = [f"class A{number} {{}}" for number in range(20)]
    with ThreadPoolExecutor(8) as pool:
        replies = list(pool.map(lambda source: one.lower("script", source.encode()), sources))
    assert all(f"A{number}" in reply.decode() for number, reply in enumerate(replies))
    one.close()


def test_a_process_with_an_engine_ends_by_itself() -> None:
    code = (
        "from starlette_ajaxcrawl.javascript.lowering import Lowering; one = Lowering();"
        "print(len(one.lower('script', b'class A {}')))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 10


def test_a_module_says_what_it_imports() -> None:
    one = Lowering()
    source = b"""import a, { b as c } from './a.js'; import data from './d.json' with { type: 'json' };
        export * from './e.js';
        export { x } from './x.js'; import './side.js'; export default class extends a { static url = import.meta.url }
        export let n = 1; n++; const later = () => import('./late.js'); console.log(c, data)"""
    head, code = split(one.lower("module", source))
    one.close()
    assert head["requests"] == [
        {"specifier": "./a.js", "attributes": {}},
        {"specifier": "./d.json", "attributes": {"type": "json"}},
        {"specifier": "./e.js", "attributes": {}},
        {"specifier": "./x.js", "attributes": {}},
        {"specifier": "./side.js", "attributes": {}},
    ]
    assert code.startswith("(function($$export,$$context)")
    assert "$$context.import(" in code
    assert "$$context.meta" in code


def test_what_the_first_statement_of_a_module_declares_is_exported() -> None:
    one = Lowering()
    for source in (
        b"var e=1;export{e as name};",
        b"class e{}export{e as name};",
        b"for(var e=0;e<1;e++);export{e as name};",
    ):
        _, code = split(one.lower("module", source))
        assert '$$export("name",e)' in code
    one.close()


def test_top_level_await_makes_an_execute_that_returns_a_promise() -> None:
    one = Lowering()
    _, code = split(one.lower("module", b"export const a = await fetch('/x');\nfor await (const b of a) {}"))
    one.close()
    assert "async function" not in code
    assert "await " not in code
