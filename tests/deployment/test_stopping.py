"""SIGTERM and SIGINT end a server as they would without snapshots, whatever is being rendered."""

from __future__ import annotations

import functools
import re
import signal
import threading
from contextlib import suppress

import httpx
import pytest
from deployment.processes import ServerProcess, in_time, running

SIGNALS = [signal.SIGTERM, signal.SIGINT]


class Asked:
    """A request that runs in a thread of its own."""

    def __init__(self, process: ServerProcess, path: str) -> None:
        self._process = process
        self._path = path
        self.answer: httpx.Response | None = None
        self._thread = threading.Thread(target=self._ask, daemon=True)
        self._thread.start()

    def _ask(self) -> None:
        with suppress(httpx.TransportError):  # a server that stops listens no more
            self.answer = self._process.client.get(self._path, headers={"connection": "close"})

    def result_if_any(self) -> httpx.Response | None:
        self._thread.join(60)
        return self.answer

    def result(self) -> httpx.Response:
        answer = self.result_if_any()
        assert answer is not None
        return answer


def words(process: ServerProcess) -> list[str]:
    """What the server said, without what differs from run to run."""
    return [re.sub(r"\d+|/\S*/s\b", "…", line) for line in process.stderr if "Waiting for connections" not in line]


@functools.cache
def stopped_plainly(number: int, server: str = "uvicorn", workers: int = 0) -> tuple[int, list[str]]:
    """Exit code and words; where there are several ``workers``, all have started and get SIGINT, too."""
    with running(server, "plain") as process:
        process.wait_for("Application startup complete", workers)
        code, _ = process.stop(number, workers=workers > 0 and number == signal.SIGINT)
        return code, words(process)


@pytest.mark.parametrize("number", SIGNALS)
@pytest.mark.parametrize("server", ["uvicorn", "uvicorn without lifespan"])
def test_a_running_render_gets_503_and_the_server_ends_as_it_would_without_snapshots(number: int, server: str) -> None:
    with running(server, "app") as process:
        asked = Asked(process, "/spinning?_escaped_fragment_=/a")
        process.wait_for("site: render begun")
        code, seconds = process.stop(number)
        answer = asked.result()
        said = words(process)
    assert (answer.status_code, answer.headers["retry-after"]) == (503, "5")
    assert in_time(seconds, 3)
    said.remove("site: render begun")
    assert (code, said) == stopped_plainly(number, server)


@pytest.mark.parametrize("number", SIGNALS)
def test_an_idle_server_that_has_rendered_ends_as_it_would_without_snapshots(number: int) -> None:
    with running("uvicorn", "app") as process:
        assert process.client.get("/quick?_escaped_fragment_=/a").status_code == 200
        code, seconds = process.stop(number)
        said = words(process)
    assert in_time(seconds, 3)
    assert (code, said) == stopped_plainly(number)


def test_a_script_that_nothing_can_end_does_not_keep_the_server() -> None:
    with running("uvicorn", "app") as process:
        asked = Asked(process, "/unstoppable?_escaped_fragment_=/a")
        process.wait_for("site: render begun")
        code, seconds = process.stop(signal.SIGTERM)
        assert asked.result().status_code == 503
        assert (code, in_time(seconds, 6)) == (-signal.SIGTERM, True)
        assert "site: lifespan shutdown" in process.stderr


def test_a_second_signal_still_forces_the_server_to_quit() -> None:
    with running("uvicorn", "app") as process:
        Asked(process, "/never-ending")
        process.wait_for("site: never ending")
        process.send_signal(signal.SIGINT)
        process.wait_for("Waiting for connections to close")
        _, seconds = process.stop(signal.SIGINT)
        assert in_time(seconds, 3)
        assert "site: lifespan shutdown" not in process.stderr


@pytest.mark.parametrize("server", ["uvicorn with 2 workers", "gunicorn with 2 workers", "granian"])
def test_workers_end_with_a_render_running(server: str) -> None:
    with running(server, "app") as process:
        asked = Asked(process, "/spinning?_escaped_fragment_=/a")
        process.wait_for("site: render begun")
        _, seconds = process.stop(signal.SIGTERM)
        assert asked.result().status_code == 503
        assert in_time(seconds, 6)
        assert "site: lifespan shutdown" in process.stderr
