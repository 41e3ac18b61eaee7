"""Several machines in one: each in a network namespace of its own, or, where that may not be, all at ports of it."""

import asyncio
import os
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from benchmarks.processes import free_port

SUBNET = "198.18.0"  # kept for benchmarks, RFC 2544


class Machine(NamedTuple):
    """A machine: its address, and what the commands that run there begin with."""

    name: str
    host: str
    words: tuple[str, ...] = ()


class Namespaces:
    """Network namespaces with a cable each to a switch, as this process has. Raises ``CalledProcessError``."""

    kind = "network namespaces"

    def __init__(self) -> None:
        self._prefix = f"fleet{os.getpid()}"
        self._names: list[str] = []
        try:
            self._switch = self._add("switch")
            _ip("-n", self._switch, "link", "add", "switch", "type", "bridge")
            _ip("-n", self._switch, "link", "set", "switch", "up")
            own = f"f{os.getpid()}"
            self._plug(own, "own", ())
            self._address(own, 1, ())
        except BaseException:
            self.close()
            raise

    def machine(self, name: str) -> Machine:
        """A new machine, named with a few characters."""
        namespace = self._add(name)
        there = ("-n", namespace)
        self._plug("eth0", name, ("netns", namespace))
        number = len(self._names)
        self._address("eth0", number, there)
        _ip(*there, "link", "set", "lo", "up")
        return Machine(name, f"{SUBNET}.{number}", ("ip", "netns", "exec", namespace))

    def way(self, machine: Machine, host: str, port: int) -> tuple[str, int]:
        """Where ``machine`` finds what listens at ``port`` of ``host``."""
        return host, port

    def cut(self, machine: Machine, seconds: float) -> None:
        """Pull the cable of ``machine`` out, and put it back in."""
        _ip("-n", self._switch, "link", "set", machine.name, "down")
        time.sleep(seconds)
        _ip("-n", self._switch, "link", "set", machine.name, "up")

    def running(self) -> int:
        """How many processes there are on the machines."""
        return sum(len(_ip("netns", "pids", name).split()) for name in self._names)

    def close(self) -> None:
        """End all machines."""
        while self._names:
            _ip("netns", "del", self._names.pop())

    def _add(self, name: str) -> str:
        namespace = f"{self._prefix}-{name}"
        _ip("netns", "add", namespace)
        self._names.append(namespace)
        return namespace

    def _plug(self, device: str, port: str, place: tuple[str, ...]) -> None:
        cable = ("type", "veth", "peer", "name", port, "netns", self._switch)
        _ip("link", "add", device, *place, *cable)
        _ip("-n", self._switch, "link", "set", port, "master", "switch", "up")

    def _address(self, device: str, number: int, there: tuple[str, ...]) -> None:
        _ip(*there, "addr", "add", f"{SUBNET}.{number}/24", "dev", device)
        _ip(*there, "link", "set", device, "up")


class Ports:
    """All machines are this one; a way that may be cut leads through a relay."""

    kind = "ports"

    def __init__(self) -> None:
        self._relays: dict[Machine, Relay] = {}

    def machine(self, name: str) -> Machine:
        """This machine by another name."""
        return Machine(name, "127.0.0.1")

    def way(self, machine: Machine, host: str, port: int) -> tuple[str, int]:
        """Where ``machine`` finds what listens at ``port`` of ``host``; one way for each machine."""
        relay = self._relays[machine] = Relay(port)
        return host, relay.port

    def cut(self, machine: Machine, seconds: float) -> None:
        """Carry nothing on the way of ``machine``."""
        self._relays[machine].cut(seconds)

    def running(self) -> int:
        """Not known: they are processes as all others."""
        return 0

    def close(self) -> None:
        """Nothing: relays end with this process."""


class Relay(threading.Thread):
    """A way to ``port`` that may be cut: then it keeps what comes, as a network that drops packets does."""

    def __init__(self, port: int) -> None:
        super().__init__(daemon=True)
        self.port = free_port()
        self._behind = port
        self._up = threading.Event()
        self.start()
        self._up.wait()

    def run(self) -> None:
        asyncio.run(self._serve())

    async def _serve(self) -> None:
        self._loop, self._open = asyncio.get_running_loop(), asyncio.Event()
        self._open.set()
        async with await asyncio.start_server(self._carry, "127.0.0.1", self.port):
            self._up.set()
            await asyncio.Event().wait()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._open.wait()
        try:
            there, onward = await asyncio.open_connection("127.0.0.1", self._behind)
            await asyncio.gather(self._pump(reader, onward), self._pump(there, writer))
        except OSError:
            pass
        finally:
            writer.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(65536):
                await self._open.wait()
                writer.write(data)
                await writer.drain()
        finally:
            writer.close()

    def cut(self, seconds: float) -> None:
        """Carry nothing for so long."""
        self._loop.call_soon_threadsafe(self._open.clear)
        time.sleep(seconds)
        self._loop.call_soon_threadsafe(self._open.set)


@contextmanager
def network() -> Iterator[Namespaces | Ports]:
    """Namespaces where this process may make them, else ports."""
    made = _made()
    try:
        yield made
    finally:
        made.close()


def _made() -> Namespaces | Ports:
    if os.geteuid() == 0 and shutil.which("ip"):
        try:
            return Namespaces()
        except subprocess.CalledProcessError as error:  # in a container, say
            print(f"no network namespaces: {error.stderr.strip()}", flush=True)
    return Ports()


def _ip(*words: str) -> str:
    return subprocess.run(["ip", *words], check=True, capture_output=True, text=True).stdout
