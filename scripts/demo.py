"""Serves an example site and shows what a crawler gets from it; runs until Ctrl-C."""

from __future__ import annotations

import os
import signal
import time


def leave(*_: object) -> None:
    """End at once and without a word."""
    time.sleep(0.1)  # make is to notice Ctrl-C before it notices the end of this process
    os._exit(0)


signal.signal(signal.SIGINT, leave)  # until it serves: else the stack of a half-done import

import argparse
import errno
import socket
import sys
import threading
import urllib.error
import urllib.request
from pathlib import Path

import uvicorn

HOST = "127.0.0.1"
APP = "examples.starlette_site:app"
STATE = "/products/2"
HEAD_LINES = 16
HEAD_COLUMNS = 110
PORTS = 10


def stop(*_: object) -> None:
    """End with a word, as there were some before."""
    print("\nstopped", flush=True)
    leave()


def listen(port: int) -> socket.socket:
    """A socket listening at ``port``, or at the next one that is free; an exit with what to do where there is none."""
    for number in range(port, port + PORTS) if port else (0,):
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, number))
        except (OSError, OverflowError) as error:
            listener.close()
            if getattr(error, "errno", None) == errno.EADDRINUSE:
                continue
            sys.exit(f"error: cannot listen on {HOST}:{number} ({error}); choose another port: make demo PORT=8001")
        if number != port:
            print(f"port {port} is taken, the site is at port {number}")
        listener.listen()
        return listener
    sys.exit(f"error: ports {port} to {port + PORTS - 1} are taken; choose another one: make demo PORT=9000")


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


def introduce(site: str, server: uvicorn.Server) -> None:
    """Print one ugly URL, the head of its snapshot, and what to open. The answer comes once the site is served."""
    ugly = f"{site}?_escaped_fragment_={STATE}"
    print(f"\nA crawler that runs no scripts asks for {ugly} and gets:\n", flush=True)
    try:
        status, text = fetch(ugly)
    except OSError:
        return  # the server was ended meanwhile
    if server.should_exit:
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
        server = uvicorn.Server(uvicorn.Config(APP, log_level="warning", timeout_graceful_shutdown=1))
        site = f"http://{HOST}:{listener.getsockname()[1]}/"
        signal.signal(signal.SIGINT, stop)  # which uvicorn calls once it has ended
        threading.Thread(target=introduce, args=(site, server), daemon=True).start()
        server.run([listener])
        if not server.started:
            sys.exit(1)  # uvicorn has said why


if __name__ == "__main__":
    main()
