"""One end of a connection between two processes: messages go out from any thread, and come in on one of its own."""

from __future__ import annotations

import logging
import os
import queue
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count

from .frames import FRAME, Assembly, Head, ProtocolError, cut

logger = logging.getLogger(__name__)


class Channel:
    """Messages over ``connection``, which it owns.

    ``on_message`` and ``on_end`` are called on the channel's thread, the latter once: with nothing when the other side
    has gone or ``close`` was called, else with what was wrong with a message, as an error of ``on_message`` is.
    """

    def __init__(
        self,
        connection: socket.socket,
        on_message: Callable[[Head, bytes], object],
        on_end: Callable[[str], object],
        max_bytes: int,
    ) -> None:
        self._connection = connection
        self._on_message = on_message
        self._on_end = on_end
        self._assembly = Assembly(max_bytes)
        self._numbers = count()
        self._outgoing: queue.SimpleQueue[Iterator[bytes] | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="ajaxcrawl-write", daemon=True)
        self._reader = threading.Thread(target=self._read, name="ajaxcrawl-read", daemon=True)

    def start(self) -> None:
        """Begin to read and to write."""
        self._writer.start()
        self._reader.start()

    def send(self, head: Head, body: bytes = b"") -> None:
        """Have a message sent; never blocks. Once the channel has ended nothing happens."""
        self._outgoing.put(cut(next(self._numbers) & 0xFFFFFFFF, head, body))

    def close(self) -> None:
        """End the channel; what has not gone out yet may be lost."""
        with suppress(OSError):  # it has ended
            self._connection.shutdown(socket.SHUT_RDWR)

    def allow(self, max_bytes: int) -> None:
        """Take messages of so many bytes from now on."""
        self._assembly.max_bytes = max(self._assembly.max_bytes, max_bytes)

    def wait(self, seconds: float) -> None:
        """Block until the channel has ended and ``on_end`` is done."""
        self._reader.join(seconds)

    def forget(self) -> None:
        """In a forked process, where the threads are no more: close this process's copy of the connection."""
        with suppress(OSError):
            os.close(self._connection.detach())

    def _read(self) -> None:
        reason = ""
        try:
            with self._connection.makefile("rb") as stream:
                while len(header := stream.read(FRAME.size)) == FRAME.size:
                    length = self._assembly.payload_length(header)
                    payload = stream.read(length)
                    if len(payload) < length:
                        break
                    message = self._assembly.add(header, payload)
                    if message is not None:
                        self._on_message(*message)
        except OSError:
            pass  # as at its end
        except ProtocolError as error:
            reason = str(error)
        except Exception as error:
            logger.debug("a message could not be read", exc_info=True)
            reason = f"a message could not be read: {type(error).__name__}"
        finally:
            self.close()
            self._outgoing.put(None)
            self._writer.join()
            self._connection.close()
            self._on_end(reason)

    def _write(self) -> None:
        """Write the frames of all messages in turns: a long one holds up no other."""
        messages: deque[Iterator[bytes]] = deque()
        try:
            while True:
                while not messages or not self._outgoing.empty():
                    message = self._outgoing.get()
                    if message is None:
                        return
                    messages.append(message)
                frame = next(messages[0], None)
                if frame is None:
                    messages.popleft()
                else:
                    self._connection.sendall(frame)
                    messages.rotate(-1)
        except OSError:
            pass  # it has ended
        except Exception:
            logger.exception("a message could not be written")
        finally:
            self.close()  # the reader notices
