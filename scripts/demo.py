"""Serves an example site and shows what a crawler gets from it; runs until Ctrl-C."""

from __future__ import annotations

import argparse
import asyncio
import socket
import sys
import urllib.error
import urllib.request
from pathlib import Path

import uvicorn

HOST = "127.0.0.1"
APP = "examples.starlette_site:app"
STATE = "/products/2"
HEAD_LINES = 16
HEAD_COLUMNS = 110


def listen(port: int) -> socket.socket:
    """A listening socket, or an exit with what to do."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError as error:
        sys.exit(f"error: cannot listen on {HOST}:{port} ({error.strerror}); choose another port: make demo PORT=8001")
    listener.listen()
    return listener


def fetch(url: str) -> tuple[int, str]:
    """Status and text that ``url`` answers with."""
    try:
        with urllib.request.urlopen(url, timeout=60) as response:  # noqa: S310 - the demo's own http URL
            return response.status, response.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(errors="replace")


def head(text: str) -> str:
    """The first lines of ``text``, cut to a terminal's width."""
    lines = [line for line in text.splitlines() if line.strip()]
    return "\n".join(f"    {line[:HEAD_COLUMNS]}" for line in lines[:HEAD_LINES])


class DemoServer(uvicorn.Server):
    """Introduces the site as soon as it answers."""

    introduction: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then print the introduction while serving."""
        await super().startup(sockets)
        for listener in sockets or []:
            self.introduction = asyncio.create_task(self.introduce(f"http://{HOST}:{listener.getsockname()[1]}/"))

    async def introduce(self, site: str) -> None:
        """Print one ugly URL, the head of its snapshot, and what to open."""
        ugly = f"{site}?_escaped_fragment_={STATE}"
        print(f"\nA crawler that runs no scripts asks for {ugly} and gets:\n", flush=True)
        try:
            status, text = await asyncio.to_thread(fetch, ugly)
        except OSError:
            return  # the server was ended meanwhile
        if self.should_exit:
            return
        print(f"    HTTP {status}\n{head(text)}\n")
        print(f"Open {site}#!{STATE} to see the same state as people do, built by scripts.")
        print(f"Open view-source:{ugly} to see the whole snapshot.")
        print(f"Open view-source:{site} to see what a client without scripts got so far. Ctrl-C ends.", flush=True)


def main() -> None:
    """Parse the arguments and serve."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=8000)
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
    with listen(parser.parse_args().port) as listener:
        server = DemoServer(uvicorn.Config(APP, log_level="warning", timeout_graceful_shutdown=1))
        try:
            server.run([listener])
        except KeyboardInterrupt:
            print("\nstopped")
        if not server.started:
            sys.exit(1)  # uvicorn has said why


if __name__ == "__main__":
    main()
