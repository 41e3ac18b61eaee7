"""The client that is watched while it waits: what it sends is kept, its going away ends the wait."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio
import pytest

from starlette_ajaxcrawl.client import KEPT_BYTES, Client, ClientGone

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.types import Message, Receive

pytestmark = pytest.mark.anyio

DISCONNECT = {"type": "http.disconnect"}


def part(body: bytes, *, more: bool = False) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def sending(*messages: Message) -> Receive:
    """``receive`` of a client that sends ``messages`` and then nothing."""
    unsent = list(messages)

    async def receive() -> Message:
        if not unsent:
            await anyio.sleep_forever()
        return unsent.pop(0)

    return receive


def when_idle(result: str = "made") -> Callable[[], Awaitable[str]]:
    """Gives ``result`` once nothing else can run, so after all that the client sends."""

    async def make() -> str:
        await anyio.wait_all_tasks_blocked()
        return result

    return make


async def test_what_the_client_sent_meanwhile_is_there_for_the_application() -> None:
    client = Client(sending(part(b"a", more=True), part(b"b"), DISCONNECT))
    later = Client(sending(part(b"a", more=True), part(b"b")))
    assert await later.wait_for(when_idle()) == "made"
    assert [await later.receive(), await later.receive()] == [part(b"a", more=True), part(b"b")]
    assert [await client.receive() for _ in range(3)] == [part(b"a", more=True), part(b"b"), DISCONNECT]


async def test_a_disconnect_cancels_the_wait() -> None:
    cancelled = False

    async def make() -> None:
        nonlocal cancelled
        try:
            await anyio.sleep_forever()
        finally:
            cancelled = True

    with pytest.raises(ClientGone):
        await Client(sending(part(b""), DISCONNECT)).wait_for(make)
    assert cancelled


async def test_an_error_comes_out_as_it_was_raised() -> None:
    async def make() -> None:
        raise LookupError("as raised")

    with pytest.raises(LookupError, match="as raised"):
        await Client(sending(part(b""))).wait_for(make)


async def test_cancelling_the_request_cancels_the_wait() -> None:
    with anyio.move_on_after(0.01) as scope:
        await Client(sending(part(b""))).wait_for(anyio.sleep_forever)
    assert scope.cancelled_caught


async def test_a_large_body_stays_with_the_server() -> None:
    chunk = b"x" * 4096
    taken = 0

    async def receive() -> Message:
        nonlocal taken
        taken += 1
        return part(chunk, more=True)

    client = Client(receive)
    assert await client.wait_for(when_idle()) == "made"
    assert taken * len(chunk) <= KEPT_BYTES + 2 * len(chunk)
    before = taken
    for _ in range(before + 1):
        assert await client.receive() == part(chunk, more=True)
    assert taken == before + 1


@pytest.mark.parametrize("message", [part(b""), part(b"", more=True)])
async def test_a_server_that_never_waits_does_not_keep_the_loop(message: Message) -> None:
    async def receive() -> Message:
        return message

    with anyio.fail_after(5):
        assert await Client(receive).wait_for(when_idle()) == "made"


async def test_a_client_that_cannot_be_watched_gets_its_answer() -> None:
    async def receive() -> Message:
        raise RuntimeError("no receiving here")

    assert await Client(receive).wait_for(when_idle()) == "made"
