"""Real servers in processes of their own, on a Unix socket each: no port is taken twice."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import httpx

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

HERE = Path(__file__).parent
PATIENCE = 60.0  # a server that does nothing for so long on a busy machine never will

UVICORN = ["uvicorn", "{app}", "--uds", "{socket}"]
GUNICORN = ["gunicorn", "{app}", "-k", "uvicorn_worker.UvicornWorker", "-b", "unix:{socket}"]
HYPERCORN = ["hypercorn", "{app}", "-b", "unix:{socket}"]
COMMANDS = {
    "uvicorn": UVICORN,
    "uvicorn without lifespan": [*UVICORN, "--lifespan", "off"],
    "uvicorn with 2 workers": [*UVICORN, "--workers", "2"],
    "gunicorn with 2 workers": [*GUNICORN, "-w", "2"],
    "gunicorn with preload": [*GUNICORN, "--preload"],
    "hypercorn": HYPERCORN,
    "hypercorn on trio": [*HYPERCORN, "-k", "trio"],
    "granian": ["granian", "{app}", "--interface", "asgi", "--uds", "{socket}"],
}
FOUR_WORKERS = [*UVICORN, "--workers", "4"]


def in_time(seconds: float, limit: float) -> bool:
    """Whether ``seconds`` are within ``limit``, which is that of a machine with nothing else to do."""
    return seconds < limit * busyness()


def busyness() -> float:
    """How many times as long as on a machine with nothing else to do things may take."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1))


class ServerProcess:
    """A server that runs. ``client`` speaks to it."""

    def __init__(self, command: list[str], socket: str) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", *command],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), str(HERE.parent.parent)])},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        self.socket = socket
        self.stderr: list[str] = []
        self._news = threading.Condition()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        self.client = httpx.Client(
            transport=httpx.HTTPTransport(uds=socket), base_url="http://localhost", timeout=PATIENCE
        )

    def _read(self) -> None:
        assert self._process.stderr is not None
        for line in self._process.stderr:
            with self._news:
                self.stderr.append(line.rstrip("\n"))
                self._news.notify_all()

    def wait_for(self, words: str, times: int = 1) -> None:
        """Returns once the server has said ``words`` so often on stderr."""
        with self._news:
            assert self._news.wait_for(lambda: self._said(words) >= times, PATIENCE), "\n".join(self.stderr)

    def _said(self, words: str) -> int:
        return sum(words in line for line in self.stderr)

    def wait_until_it_serves(self) -> None:
        until = time.monotonic() + PATIENCE
        while not self._serves():
            assert self._process.poll() is None, "\n".join(self.stderr)
            assert time.monotonic() < until, "\n".join(self.stderr)
            time.sleep(0.05)

    def _serves(self) -> bool:
        try:
            return self.client.get("/process").is_success
        except httpx.TransportError:  # the socket is not there yet
            return False

    def send_signal(self, number: int, *, workers: bool = False) -> None:
        """To the server alone, or to its workers, too."""
        if workers:
            with suppress(ProcessLookupError):  # all have ended
                os.killpg(self._process.pid, number)
        else:
            self._process.send_signal(number)

    def stop(
        self, number: int = signal.SIGTERM, *, workers: bool = False, then: Callable[[], object] = lambda: None
    ) -> tuple[int, float]:
        """Sends the signal; the server's exit code, and the seconds until it and all its workers had ended."""
        began = time.monotonic()
        self.send_signal(number, workers=workers)
        then()
        code = self._process.wait(PATIENCE)
        while self._has_processes():
            assert time.monotonic() < began + PATIENCE, "a worker goes on"
            time.sleep(0.01)
        seconds = time.monotonic() - began
        self._reader.join(PATIENCE)
        return code, seconds

    def _has_processes(self) -> bool:
        try:
            os.killpg(self._process.pid, 0)
        except ProcessLookupError:
            return False
        return True

    def end(self) -> None:
        """Whatever it does, it and its workers end now."""
        self.client.close()
        with suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._reader.join(PATIENCE)
        assert self._process.stderr is not None
        self._process.stderr.close()


@contextmanager
def running(
    server: str | list[str], app: str, module: str = "deployed_site", *, until: str | None = None
) -> Iterator[ServerProcess]:
    """``app`` of ``module`` under a command, or the one of ``COMMANDS`` that is called so.

    It has answered, or has said what ``until`` says.
    """
    with TemporaryDirectory() as folder:
        socket = f"{folder}/s"
        parts = COMMANDS[server] if isinstance(server, str) else server
        command = [part.format(app=f"{module}:{app}", socket=socket) for part in parts]
        process = ServerProcess(command, socket)
        try:
            if until is None:
                process.wait_until_it_serves()
            else:
                process.wait_for(until)
            yield process
        finally:
            process.end()
