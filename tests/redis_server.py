"""A real Redis (or Valkey) server on a free port, which tests may stop, kill and start again."""

from __future__ import annotations

import contextlib
import shutil
import socket
import subprocess
import time
from typing import TYPE_CHECKING

import redis

if TYPE_CHECKING:
    from pathlib import Path


class RedisServer:
    """Runs while the context is open. It keeps what it has acknowledged in a file, as one in production would.

    Without fsync, which only power cuts ask for: most of the tests' time would go into that.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        self.url = f"redis://127.0.0.1:{self.port}/0"

    def __enter__(self) -> RedisServer:
        self.start()
        return self

    def __exit__(self, *about: object) -> None:
        self.kill()

    def start(self) -> None:
        """Start, and wait until it answers."""
        program = shutil.which("redis-server") or shutil.which("valkey-server")
        assert program, "install redis-server or valkey-server"
        options = ["--bind", "127.0.0.1", "--port", str(self.port), "--dir", str(self._folder)]
        options += ["--appendonly", "yes", "--appendfsync", "no", "--save", "", "--enable-debug-command", "yes"]
        self._process = subprocess.Popen([program, *options], stdout=subprocess.DEVNULL)
        end = time.monotonic() + 30
        while not self._answers():
            assert time.monotonic() < end, "the Redis server does not start"
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            with self.client() as client:
                return bool(client.ping())
        except redis.ConnectionError:
            return False

    def kill(self) -> None:
        """End it as it is, in mid-work."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    def client(self) -> redis.Redis:
        return redis.Redis(port=self.port)

    def empty(self) -> None:
        with contextlib.closing(self.client()) as client:
            client.flushall()
