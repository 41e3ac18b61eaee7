"""`make demo`, but for its set-up: what it shows, and how it ends."""

import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

ROOT = Path(__file__).resolve().parents[2]
LAST_WORDS = "Ctrl-C ends."


@pytest.fixture
def demo() -> Iterator["subprocess.Popen[str]"]:
    command = [sys.executable, "scripts/demo.py", "--port", "0"]
    with subprocess.Popen(
        command, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL
    ) as process:
        yield process
        process.kill()


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


def test_a_port_that_is_taken_is_said_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        command = [sys.executable, "scripts/demo.py", "--port", port]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 1
    assert done.stdout == ""
    expected = rf"error: cannot listen on 127\.0\.0\.1:{port} \(Address already in use\); .* make demo PORT=8001\n"
    assert re.fullmatch(expected, done.stderr)
