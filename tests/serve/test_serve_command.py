"""``starlette-ajaxcrawl serve``: what it says, what it serves, how it ends."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from starlette_ajaxcrawl.cli import main

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = """<!doctype html><title>Shop</title><h1></h1>
<script>document.querySelector("h1").textContent = "This is " + location.pathname + location.hash</script>"""


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "starlette_ajaxcrawl", "serve", *arguments]


@contextmanager
def serving(*arguments: str, folder: Path) -> Iterator[tuple[str, str, subprocess.Popen[str]]]:
    """The command in ``folder``: its address, what it printed, and its process."""
    process = subprocess.Popen(
        [*command("--port", "0", *arguments)], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    try:
        said = ""
        while "Ctrl-C" not in said:
            line = process.stdout.readline()
            assert line, process.communicate()
            said += line
        yield re.findall(r"^(http://\S+)/ ", said)[0], said, process
    finally:
        process.kill()
        process.communicate()


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    (folder / "dist").mkdir()
    (folder / "dist" / "index.html").write_text(PAGE)
    return folder


BROWSER = {"user-agent": "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0"}


def test_a_front_end_is_served_with_the_inspector_beside_it(dist: Path) -> None:
    options = ("--history", "--bots", "known", "--inspector-token", "a-token-of-some-length")
    with serving("--static", "dist", *options, folder=dist) as (url, said, process):
        assert said.splitlines()[0] == f"{url}/ shows dist"
        assert "Bots that get snapshots of plain URLs: known" in said
        assert f"Inspector: {url}/_inspector/" in said
        assert httpx.get(f"{url}/products/2", headers=BROWSER).text == PAGE
        token = {"authorization": "Bearer a-token-of-some-length"}
        assert "Inspector" in httpx.get(f"{url}/_inspector/", headers=token).text
        assert httpx.get(f"{url}/_inspector/", headers=BROWSER).status_code != 200
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
        assert (process.returncode, errors) == (130, "")


def test_a_running_server_is_served_to_people_crawlers_and_bots(dist: Path) -> None:
    upstream = subprocess.Popen(
        [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", "dist"],
        cwd=dist,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    try:
        assert upstream.stdout is not None
        server = re.findall(r"\((http://\S+)/\)", upstream.stdout.readline())[0]
        options = ("--opt-in", "/index.html, /b/*", "--bots", "known", "--metrics")
        with serving("--upstream", server, *options, folder=dist) as (url, said, process):
            assert said.splitlines()[0] == f"{url}/ shows {server}"
            assert httpx.get(url, headers=BROWSER).text == PAGE
            opted_in = PAGE.replace("<title>", '<meta name="fragment" content="!"><title>')
            assert httpx.get(f"{url}/index.html", headers=BROWSER).text == opted_in
            assert "<h1>This is /#!/b</h1>" in httpx.get(f"{url}/?_escaped_fragment_=/b", timeout=120).text
            bot = httpx.get(f"{url}/index.html", headers={"user-agent": "Twitterbot/1.0"}, timeout=120)
            assert "<h1>This is /index.html</h1>" in bot.text
            health = httpx.get(f"{url}/_ajaxcrawl/health", timeout=60)
            assert (health.status_code, health.json()["ready"]) == (200, True)
            assert 'ajaxcrawl_renders_total{outcome="complete"} 2.0' in httpx.get(f"{url}/_ajaxcrawl/metrics").text
            with pytest.raises(InvalidStatus, match="502"):  # the server behind speaks HTTP/1.0, and no WebSocket
                connect(url.replace("http", "ws") + "/nowhere")
            process.terminate()
            _, errors = process.communicate(timeout=60)
            assert process.returncode == -signal.SIGTERM
            assert re.fullmatch(r"WARNING: \S+: InvalidMessage: .*\n", errors)  # and no error of uvicorn's
    finally:
        upstream.kill()
        upstream.communicate()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        ((), 2, "give either --upstream URL or --static FOLDER"),
        (("--static", "dist", "--upstream", "http://a"), 2, "give either --upstream URL or --static FOLDER"),
        (("--static", "nowhere"), 2, "nowhere is no folder"),
        (("--upstream", "localhost:3000"), 2, "upstream must be an http or https URL"),
        (("--upstream", "http://a", "--history"), 2, "--history goes with --static"),
        (("--static", "dist", "--bots", "("), 2, "bots must be"),
        (("--static", "dist", "--store", "nosql://"), 2, "store must be"),
        (("--static", "dist", "--opt-in", "a"), 2, "must hold path patterns"),
        (("--static", "dist", "--inspector-token", "short"), 2, "16 or more"),
        (("--static", "dist", "--trust", "nginx"), 2, "'nginx' does not appear to be an IPv4 or IPv6 network"),
        (("--static", "dist", "--host", "203.0.113.1"), 1, "cannot listen at 203.0.113.1, port 8000"),
    ],
)
def test_what_cannot_be_is_said_in_one_line(arguments, code, said, dist, monkeypatch, capsys) -> None:
    monkeypatch.chdir(dist)
    assert run(monkeypatch, *arguments) == code
    output, errors = capsys.readouterr()
    assert output == ""
    assert errors.startswith("error: ")
    assert said in errors


def test_a_port_that_is_taken_is_said(dist, monkeypatch, capsys) -> None:
    monkeypatch.chdir(dist)
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert run(monkeypatch, "--static", "dist", "--port", str(port)) == 1
    assert capsys.readouterr().err == f"error: cannot listen at 127.0.0.1, port {port}: Address already in use\n"


def test_what_is_not_installed_is_said(dist, monkeypatch, capsys) -> None:
    monkeypatch.chdir(dist)
    monkeypatch.setitem(sys.modules, "uvicorn", None)
    assert run(monkeypatch, "--static", "dist") == 2
    assert 'uvicorn is missing: pip install "starlette-ajaxcrawl[serve]"' in capsys.readouterr().err


def test_a_missing_java_is_said_at_the_start(dist, monkeypatch, capsys) -> None:
    monkeypatch.chdir(dist)
    monkeypatch.setenv("AJAXCRAWL_JAVA_HOME", "/nowhere")
    assert run(monkeypatch, "--static", "dist", "--host", "203.0.113.1") == 1
    said = capsys.readouterr().err
    assert said.startswith("warning: no snapshots can be rendered: ")
    assert "/nowhere" in said


def test_the_help_names_the_extras_that_are_needed(monkeypatch, capsys) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert run(monkeypatch, "--help") == 0
    output = capsys.readouterr().out
    assert "starlette-ajaxcrawl[serve]" in output
    assert "extra [metrics]" in output


def run(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """The exit code of the command, run in this process."""
    monkeypatch.setattr(sys, "argv", ["starlette-ajaxcrawl", "serve", *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    assert isinstance(ended.value.code, int)
    return ended.value.code
