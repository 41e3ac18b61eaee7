"""A signal reaches the crawl first and the server's own handler always."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import TYPE_CHECKING

import anyio
import pytest

from starlette_ajaxcrawl.signals import StopSignals

if TYPE_CHECKING:
    from collections.abc import Iterator

NUMBER = signal.SIGTERM
BACKENDS = ["asyncio", "trio"]


@pytest.fixture(autouse=True)
def handled() -> Iterator[list[str]]:
    """What the server's handler was called for, as uvicorn's would be."""
    calls: list[str] = []
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    signal.signal(NUMBER, lambda number, frame: calls.append("server"))
    yield calls
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.mark.parametrize("backend", BACKENDS)
def test_the_callback_runs_on_the_event_loop_and_the_servers_handler_goes_on(backend: str, handled: list[str]) -> None:
    async def main() -> None:
        called = anyio.Event()
        signals = StopSignals()
        signals.watch(called.set)
        signal.raise_signal(NUMBER)
        assert handled == ["server"]
        assert not called.is_set()  # a signal may come at any point of any task
        with anyio.fail_after(20):
            await called.wait()
        signals.forget()
        signal.raise_signal(NUMBER)
        assert handled == ["server"] * 2

    anyio.run(main, backend=backend)


def test_handlers_of_the_event_loop_go_on_too() -> None:
    async def main() -> None:
        called, told = asyncio.Event(), asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(NUMBER, told.set)
        before = signal.getsignal(NUMBER)
        signals = StopSignals()
        signals.watch(called.set)
        signal.raise_signal(NUMBER)
        await asyncio.wait_for(asyncio.gather(called.wait(), told.wait()), 20)
        signals.forget()
        assert signal.getsignal(NUMBER) is before

    asyncio.run(main())


@pytest.mark.parametrize("handler", [signal.SIG_DFL, signal.SIG_IGN, signal.default_int_handler])
def test_what_is_no_servers_handler_is_left_alone(handler: object) -> None:
    async def main() -> None:
        signal.signal(NUMBER, handler)
        signals = StopSignals()
        signals.watch(print)
        assert signal.getsignal(NUMBER) is handler
        signals.forget()
        assert signal.getsignal(NUMBER) is handler

    asyncio.run(main())


@pytest.mark.parametrize("first_to_end", [0, 1])
def test_two_that_watch_end_in_any_order(first_to_end: int, handled: list[str]) -> None:
    async def main() -> None:
        server = signal.getsignal(NUMBER)
        called = [asyncio.Event(), asyncio.Event()]
        watching = [StopSignals(), StopSignals()]
        for signals, event in zip(watching, called, strict=True):
            signals.watch(event.set)
        watching[first_to_end].forget()
        signal.raise_signal(NUMBER)
        await asyncio.wait_for(called[1 - first_to_end].wait(), 20)
        assert handled == ["server"]
        assert not called[first_to_end].is_set()
        watching[1 - first_to_end].forget()
        assert signal.getsignal(NUMBER) is server

    asyncio.run(main())


def test_to_watch_again_ends_the_watch_before(handled: list[str]) -> None:
    signals = StopSignals()
    server = signal.getsignal(NUMBER)
    called: list[int] = []

    async def main(number: int) -> None:
        signals.watch(lambda: called.append(number))
        signal.raise_signal(NUMBER)
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    asyncio.run(main(1))
    asyncio.run(main(2))  # the first event loop has ended without a shutdown: a server was forced to quit
    assert (called, handled) == ([1, 2], ["server"] * 2)
    signal.raise_signal(NUMBER)  # nobody is there to be told
    assert (called, handled) == ([1, 2], ["server"] * 3)
    signals.forget()
    assert signal.getsignal(NUMBER) is server


def test_a_forked_child_does_not_wake_the_parent(handled: list[str]) -> None:
    woken: list[object] = []

    async def main() -> None:
        asyncio.get_running_loop().call_soon_threadsafe = woken.append
        signals = StopSignals()
        signals.watch(print)
        child = os.fork()
        if child == 0:
            signal.raise_signal(NUMBER)
            os._exit(0 if (woken, handled) == ([], ["server"]) else 1)
        _, status = os.waitpid(child, 0)  # noqa: ASYNC222 - the child does nothing else
        assert os.waitstatus_to_exitcode(status) == 0
        signal.raise_signal(NUMBER)
        assert (woken, handled) == ([print], ["server"])
        signals.forget()

    asyncio.run(main())


def test_outside_the_main_thread_nothing_is_touched() -> None:
    server = signal.getsignal(NUMBER)

    async def elsewhere() -> None:
        signals = StopSignals()
        signals.watch(print)
        assert signal.getsignal(NUMBER) is server
        signals.forget()

    async def main() -> None:
        await asyncio.to_thread(asyncio.run, elsewhere())

    asyncio.run(main())


class Stopped:
    """A server that has had its signal, and has the event loop for a moment yet."""

    should_exit = True

    def handle_exit(self, number: int, frame: object) -> None:
        """As uvicorn's."""


def test_a_server_that_was_told_to_stop_before_anybody_watched_is_noticed(handled: list[str]) -> None:
    async def main() -> None:
        signal.signal(NUMBER, Stopped().handle_exit)
        told: list[str] = []
        first, second = StopSignals(), StopSignals()
        first.watch(lambda: told.append("first"))
        second.watch(lambda: told.append("second"))  # through the first one's handler
        assert told == ["first", "second"]
        second.forget()
        first.forget()

    asyncio.run(main())
