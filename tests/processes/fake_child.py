"""A child process that renders nothing: what it does is the path of the page."""

from __future__ import annotations

import os
import socket
import threading
import time
from pathlib import Path
from urllib.parse import urlsplit

from starlette_ajaxcrawl import __version__
from starlette_ajaxcrawl.errors import RenderTimeout
from starlette_ajaxcrawl.renderers.process import values
from starlette_ajaxcrawl.renderers.process.channel import Channel
from starlette_ajaxcrawl.renderers.process.frames import Head
from starlette_ajaxcrawl.snapshot import Rendering, Snapshot


class FakeChild:
    def __init__(self, connection: socket.socket, ready: Head) -> None:
        self._connection = connection
        self._ready = ready
        self.over = threading.Event()
        self._channel = Channel(connection, self._received, lambda reason: self.over.set(), 1 << 24)
        self._channel.start()

    def _received(self, head: Head, body: bytes) -> None:
        if "hello" in head:
            self._channel.send({name: value for name, value in self._ready.items() if value is not None})
        if "open" in head:
            number, url = head["open"], head["url"]
            path = urlsplit(url).path.strip("/")
            if path != "deaf":
                self._channel.send({"begun": number})
                self._answer(number, url, path)

    def _answer(self, number: int, url: str, path: str) -> None:
        snapshot = Snapshot(url, "html", 200, (("process", str(os.getpid())),), b"<p>shown", time.time())
        head, body = values.rendering_data(Rendering(snapshot))
        send = self._channel.send
        match path.split("/"):
            case ["exit"]:
                os._exit(7)
            case ["exit-once", *flag] if is_new("/", *flag):
                os._exit(7)
            case ["silent"]:
                pass
            case ["silent-once", *flag] if is_new("/", *flag):
                pass
            case ["garbage"]:
                self._connection.sendall(os.urandom(1 << 16))
            case ["no-json"]:
                self._connection.sendall(b"\0\0\0\x08\0\0\0\0\x01\0\0\0\x04{{}}")
            case ["no-message"]:
                send({"surprise": number})
            case ["wrong-type"]:
                send({"end": number, **head, "status": "200"}, body)
            case ["endless"]:
                send({"end": number, **head}, bytes(1 << 26))
            case ["lost"]:
                error = RenderTimeout(url, "a script of the page does not end")
                send({"end": number, "last": True, **values.error_data(error)})
                send({"lost": 1})
            case _:
                send({"end": number, "last": True, **head}, body)


def is_new(*path: str) -> bool:
    """Whether there is no such file yet; there is one now."""
    try:
        Path(*path).touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def main(descriptor: int, **ready: object) -> None:
    child = FakeChild(socket.socket(fileno=descriptor), {"ready": values.PROTOCOL, "version": __version__, **ready})
    child.over.wait()
