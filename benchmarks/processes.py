"""Servers in processes of their own, and what a process and its children take of processor and memory."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx

ROOT = Path(__file__).resolve().parent.parent
TICKS = os.sysconf("SC_CLK_TCK")
IDLE_IN = 3.0  # seconds
# not uvicorn's own --fd, which takes any socket for a local one: TCP would wait for more to send with each response
SERVE = """
import socket, sys, uvicorn
config = uvicorn.Config(sys.argv[1], access_log=False, log_level="warning")
uvicorn.Server(config).run([socket.socket(fileno=int(number)) for number in sys.argv[2:]])
"""


@dataclass(frozen=True)
class Server:
    """A running server: its ports, and its process."""

    ports: tuple[int, ...]
    pid: int

    def get(self, client: httpx.Client, host: str, path: str) -> httpx.Response:
        """A response of ``host`` at the first port."""
        port = self.ports[0]
        return client.get(f"http://127.0.0.1:{port}{path}", headers={"host": f"{host}:{port}"})


def free_port() -> int:
    """A port that nobody listens on just now."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def server(app: str, ports: int = 1, **environment: str) -> Iterator[Server]:
    """``app`` under uvicorn. The last of several ports is in ``BENCH_BARE_PORT``. Clients may connect at once."""
    with ExitStack() as stack:
        listeners = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(ports)]
        numbers = tuple(int(listener.getsockname()[1]) for listener in listeners)
        own = {name: value for name, value in os.environ.items() if not name.startswith("AJAXCRAWL_")}
        process = subprocess.Popen(
            [sys.executable, "-c", SERVE, app, *(str(listener.fileno()) for listener in listeners)],
            cwd=ROOT,
            env={**own, "BENCH_BARE_PORT": str(numbers[-1]), **environment},
            pass_fds=[listener.fileno() for listener in listeners],
        )
        stack.callback(end, process)
        yield Server(numbers, process.pid)


def end(process: "subprocess.Popen[bytes]") -> None:
    """End a process; one that does not is killed."""
    process.terminate()
    try:
        process.wait(timeout=20)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def wait_for(ready: Callable[[], bool], seconds: float = 30) -> None:
    """Return once ``ready``; raises ``TimeoutError``."""
    last = time.monotonic() + seconds
    while not ready():
        if time.monotonic() > last:
            raise TimeoutError
        time.sleep(0.02)


def wait_until_idle(*pids: int) -> None:
    """Return once the trees of these processes rest, or after ``IDLE_IN``.

    What one leaves to be done later is not to be paid by who is measured next.
    """
    last = time.monotonic() + IDLE_IN
    before = sum(map(cpu_seconds, pids))
    while time.monotonic() < last:
        time.sleep(0.1)
        now = sum(map(cpu_seconds, pids))
        if now - before < 0.02:
            return
        before = now


def listens(port: int) -> bool:
    """Whether a connection to ``port`` is taken."""
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


def tree(pid: int) -> list[int]:
    """``pid`` and all its descendants."""
    children: dict[int, list[int]] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        fields = _stat(path)
        if fields:
            children.setdefault(int(fields[1]), []).append(int(path.parent.name))
    found = [pid]
    for one in found:
        found += children.get(one, [])
    return found


def cpu_seconds(pid: int) -> float:
    """Processor time of the tree of ``pid``, with that of children that have ended."""
    spent = 0
    for one in tree(pid):
        fields = _stat(Path(f"/proc/{one}/stat"))
        spent += sum(int(field) for field in fields[11:15]) if fields else 0
    return spent / TICKS


def pss_bytes(pid: int) -> int:
    """Memory of the tree of ``pid``: what processes share counts once."""
    return sum(_pss(one) for one in tree(pid))


def _pss(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:  # it has ended
        return 0
    return next((int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:")), 0)


def _stat(path: Path) -> list[str]:
    """State, parent and so on; what stands before may hold blanks. Empty: the process has ended."""
    try:
        return path.read_text().rpartition(")")[2].split()
    except OSError:
        return []
