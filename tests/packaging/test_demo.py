"""`make demo`, but for its set-up: what it shows, and how it ends."""

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).resolve().parents[2]
LAST_WORDS = "Ctrl-C ends."


@contextmanager
def demonstration(port: int) -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "scripts/demo.py", "--port", str(port)]
    with subprocess.Popen(
        command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL
    ) as process:
        yield process
        process.kill()


@pytest.fixture
def demo() -> Iterator["subprocess.Popen[str]"]:
    with demonstration(0) as process:
        yield process


def introduction(demo: "subprocess.Popen[str]") -> str:
    assert demo.stdout is not None
    lines = []
    for line in demo.stdout:
        lines.append(line)
        if LAST_WORDS in line:
            break
    return "".join(lines)


def test_it_shows_a_snapshot_and_what_to_open_serves_and_ends_quietly(demo: "subprocess.Popen[str]") -> None:
    shown = introduction(demo)
    ugly = re.findall(r"asks for (http://127\.0\.0\.1:\d+/\?_escaped_fragment_=\S+) and gets", shown)
    assert len(ugly) == 1, shown
    assert "HTTP 200" in shown
    assert "<title>Jade Dew" in shown
    opened = re.findall(r"^Open (?:view-source:)?(http\S+) ", shown, re.MULTILINE)
    assert len(opened) == 3
    assert [httpx.get(url).status_code for url in opened] == [200, 200, 200]
    demo.send_signal(signal.SIGINT)
    rest, _ = demo.communicate(timeout=20)
    assert rest.strip() == "stopped"
    assert demo.returncode == 0


def test_it_ends_quietly_while_it_still_starts(demo: "subprocess.Popen[str]") -> None:
    assert demo.stdout is not None
    while "asks for" not in demo.stdout.readline():
        pass
    demo.send_signal(signal.SIGINT)
    rest, _ = demo.communicate(timeout=20)
    assert rest.strip() == "stopped"
    assert demo.returncode == 0


def test_it_ends_quietly_while_it_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "uvicorn.py").write_text("import time; print('loading', flush=True); time.sleep(100)")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with demonstration(0) as demo:
        assert demo.stdout is not None
        assert demo.stdout.readline() == "loading\n"
        demo.send_signal(signal.SIGINT)
        rest, _ = demo.communicate(timeout=20)
    assert (rest, demo.returncode) == ("", 0)


def test_a_port_that_is_taken_is_said_and_the_next_one_serves() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with demonstration(port) as demo:
            shown = introduction(demo)
            demo.send_signal(signal.SIGINT)
            demo.communicate(timeout=20)
    said, served = re.findall(r"port (\d+) is taken, the site is at port (\d+)", shown)[0]
    assert int(said) == port
    assert f"Open http://127.0.0.1:{served}/#!/products/2 " in shown


def test_a_port_that_may_not_be_used_is_one_line() -> None:
    command = [sys.executable, "scripts/demo.py", "--port", "65536"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert (done.returncode, done.stdout) == (1, "")
    assert re.fullmatch(r"error: cannot listen on 127\.0\.0\.1:65536 \(.*\); .* make demo PORT=8001\n", done.stderr)
