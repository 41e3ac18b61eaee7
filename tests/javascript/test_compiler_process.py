"""The process that scripts are lowered in: what ends it, and what becomes of the server then."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from starlette_ajaxcrawl.javascript import compiler, engine
from starlette_ajaxcrawl.javascript.engine import CompilerProcess, Engine, EngineBroken
from starlette_ajaxcrawl.javascript.lowering import Lowering
from starlette_ajaxcrawl.javascript.vendor import EngineUnavailable

START = "from starlette_ajaxcrawl.javascript.engine import Engine; engine = Engine()\n"
LONG = b"a => 1;" * 500_000
LOWER = "assert 'class A' not in engine.lower('script', 'class A {}').code\n"
PID = "pid = engine._compiler._process.pid\n"


def python(code: str, **options: object) -> subprocess.Popen[str]:
    return subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, **options)  # type: ignore[call-overload]


def is_there(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until_gone(pid: int) -> None:
    last = time.monotonic() + 20
    while is_there(pid):
        assert time.monotonic() < last
        time.sleep(0.01)


@pytest.fixture(scope="module")
def one() -> Iterator[Engine]:
    made = Engine()
    yield made
    made.close()


def process_of(made: Engine) -> subprocess.Popen[bytes]:
    assert isinstance(made._compiler, CompilerProcess)
    return made._compiler._process


def once_it_works(process: subprocess.Popen[bytes], act: Callable[[], object]) -> None:
    """Have ``act`` called when the process has worked for 50 ms from now on."""
    began = processor_ticks(process.pid)

    def wait() -> None:
        while processor_ticks(process.pid) < began + 5:
            time.sleep(0.005)
        act()

    threading.Thread(target=wait).start()


def processor_ticks(pid: int) -> int:
    return sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]))


def stand_in(tmp_path: Path, answers: str) -> CompilerProcess:
    """A process that says it is ready, and then runs ``answers``."""
    script = tmp_path / "stand_in.py"
    script.write_text(f"import os, sys, time\nsys.stdout.buffer.write(bytes(4)); sys.stdout.flush()\n{answers}\n")
    return CompilerProcess([sys.executable, "-I", "-S", str(script)], engine._setup())


def test_the_server_holds_nothing_of_v8_and_the_process_goes_when_the_server_is_killed() -> None:
    code = START + LOWER + PID + "print(pid, 'mini_racer' in open('/proc/self/maps').read(), flush=True); input()"
    server = python(code, stdin=subprocess.PIPE)
    pid, holds_v8 = server.stdout.readline().split()
    assert holds_v8 == "False"
    assert is_there(int(pid))
    server.kill()
    server.communicate()
    wait_until_gone(int(pid))


def test_it_goes_at_the_servers_end_in_the_midst_of_work_and_with_closed_standard_streams() -> None:
    work = "Thread(target=engine.lower, args=('script', 'a => 1;' * 500_000), daemon=True).start()"
    code = f"""import os, time
from threading import Thread
pipe = os.dup(1)
os.closerange(0, 3)
{START}{LOWER}{PID}{work}
time.sleep(0.1)
os.write(pipe, b"%d" % pid)
os._exit(0)"""
    server = python(code, stdin=subprocess.DEVNULL)
    wait_until_gone(int(server.communicate()[0]))


def test_signals_to_the_server_do_not_reach_it(one: Engine) -> None:
    process = process_of(one)
    assert os.getsid(process.pid) != os.getsid(0)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        process.send_signal(number)
    assert one.lower("script", "class A {}").code
    assert process_of(one) is process


def test_its_end_leaves_no_core_dump(one: Engine) -> None:
    one.lower("script", "class A {}")
    limits = Path(f"/proc/{process_of(one).pid}/limits").read_text()
    assert re.search(r"^Max core file size +0 +0 ", limits, re.MULTILINE)


def test_killed_while_it_waits_it_is_started_again(one: Engine) -> None:
    process_of(one).kill()
    process_of(one).wait()
    assert one.lower("script", "class A {}").code


def test_killed_while_it_works_the_source_is_reported_and_the_next_is_lowered() -> None:
    lowering = Lowering()
    lowering.lower("script", b"class A {}")
    assert lowering._engine is not None
    process = process_of(lowering._engine)
    once_it_works(process, process.kill)
    assert b"can't be translated: the compiler's process ended with -9" in lowering.lower(
        "script", b"a => 1;" * 500_000
    )
    assert b"__ajaxcrawl__.class" in lowering.lower("script", b"class B {}")
    lowering.close()


def test_closing_ends_what_is_at_work_and_says_nothing(caplog: pytest.LogCaptureFixture) -> None:
    lowering = Lowering()
    lowering.lower("script", b"class A {}")
    assert lowering._engine is not None
    once_it_works(process_of(lowering._engine), lowering.close)
    assert b"the server is stopping" in lowering.lower("script", LONG)
    assert not caplog.records


def process_with(tmp_path: Path, *changes: tuple[str, str]) -> CompilerProcess:
    """The compiler with other limits."""
    script = Path(compiler.__file__).read_text()
    for old, new in (*changes, ("Path(__file__).parent / ", f"Path({str(Path(compiler.__file__).parent)!r}) / ")):
        assert old in script
        script = script.replace(old, new)
    changed = tmp_path / "compiler.py"
    changed.write_text(script)
    return CompilerProcess([sys.executable, "-I", "-S", str(changed)], engine._setup())


def test_a_source_has_so_much_processor_time(tmp_path: Path) -> None:
    process = process_with(
        tmp_path,
        ("CPU_SECONDS = 10.0", "CPU_SECONDS = 0.0"),
        ("CPU_SECONDS_PER_MIB = 10.0", "CPU_SECONDS_PER_MIB = 0.0"),
    )
    with pytest.raises(EngineBroken, match="it takes too long"):
        process.lower("script", "a => 1;" * 300_000)
    process.close()


@pytest.mark.parametrize(("limit", "mebibytes"), [("max_memory", 128), ("max_heap", 48)])
def test_a_source_has_so_much_memory_and_the_next_one_is_lowered_by_a_new_process(limit: str, mebibytes: int) -> None:
    setup = replace(engine._setup(), **{limit: mebibytes * 1024 * 1024})
    process = CompilerProcess([sys.executable, "-I", "-S", compiler.__file__], setup)
    with pytest.raises(EngineBroken, match="memory"):
        process.lower("script", "a => 1;" * 500_000)
    process.close()
    process = CompilerProcess([sys.executable, "-I", "-S", compiler.__file__], setup)
    assert "__ajaxcrawl__.class" in process.lower("script", "class A {}")
    process.close()


def test_a_source_that_leaves_much_takes_the_process_with_it(one: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    process = process_of(one)
    monkeypatch.setattr(engine, "FAT", 1)
    assert one.lower("script", "class A {}").code
    assert process.returncode is not None
    monkeypatch.undo()
    assert one.lower("script", "class A {}").code


def test_a_process_that_hangs_is_killed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    process = stand_in(tmp_path, "time.sleep(600)")
    monkeypatch.setattr(engine, "TIMEOUT", 0.1)
    with pytest.raises(EngineBroken, match="it takes too long"):
        process.lower("script", "a")
    assert process._process.returncode == -signal.SIGKILL
    process.close()


def test_a_process_that_dies_in_the_middle_of_its_answer_breaks_the_source(tmp_path: Path) -> None:
    process = stand_in(tmp_path, "sys.stdin.buffer.read(5); os.write(1, b'\\0\\0\\0\\x09half'); os._exit(3)")
    with pytest.raises(EngineBroken, match="ended with 3"):
        process.lower("script", "a")
    process.close()


def test_why_it_does_not_start_is_the_reason(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "py_mini_racer").mkdir()
    (tmp_path / "py_mini_racer" / "__init__.py").write_text("raise OSError('no V8 for this machine')")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "py_mini_racer", raising=False)
    with pytest.raises(EngineUnavailable, match="no V8 for this machine"):
        Engine()


def test_where_python_is_part_of_another_program_v8_is_in_its_process() -> None:
    code = f"import sys; sys.executable = '/usr/sbin/server'\n{START}{LOWER}print(type(engine._compiler).__name__)"
    server = python(code)
    assert server.communicate(timeout=60)[0] == "Compiler\n"
    assert server.returncode == 0


def test_where_no_process_can_be_started_the_reason_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise BlockingIOError(11, "Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", fails)
    with pytest.raises(EngineUnavailable, match="can't be started"):
        Engine()
