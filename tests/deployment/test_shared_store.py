"""Workers that share a store: one render for a crowd, and none is held up for long by a worker that is killed."""

from __future__ import annotations

import time
from pathlib import Path

import anyio
import httpx
import pytest
from deployment.processes import FOUR_WORKERS, busyness, running
from redis_server import RedisServer

LEASE = 1.5  # seconds, on a machine with nothing else to do: on a busy one its holder is late itself


@pytest.fixture(params=["sqlite", "redis"])
def renders(request, tmp_path, monkeypatch):
    """The file in which the workers note their renders."""
    monkeypatch.setenv("LEASE", str(LEASE * busyness()))
    monkeypatch.setenv("RENDERS", str(tmp_path / "renders"))
    (tmp_path / "renders").touch()
    if request.param == "sqlite":
        monkeypatch.setenv("STORE", f"sqlite:///{tmp_path}/kept.db")
        yield tmp_path / "renders"
    else:
        with RedisServer(tmp_path) as server:
            monkeypatch.setenv("STORE", server.url)
            yield tmp_path / "renders"


async def crowd(socket: str, size: int, fragment: str) -> list[httpx.Response]:
    """What so many clients get, each by a connection of its own, so from any worker; from another if that dies."""
    transport = httpx.AsyncHTTPTransport(uds=socket, limits=httpx.Limits(max_keepalive_connections=0))
    answers = []

    async def answered(client: httpx.AsyncClient) -> bool:
        try:
            answers.append(await client.get("http://localhost/", params={"_escaped_fragment_": fragment}))
        except httpx.TransportError:
            return False
        return True

    async def ask(client: httpx.AsyncClient) -> None:
        if not await answered(client):
            await anyio.sleep(0.02)
            await ask(client)

    async with httpx.AsyncClient(transport=transport, timeout=60) as client, anyio.create_task_group() as group:
        for _ in range(size):
            group.start_soon(ask, client)
    return answers


def test_a_crowd_at_four_workers_makes_one_render_and_a_worker_that_dies_holds_it_up_no_longer_than_its_lease(
    renders: Path,
) -> None:
    with running(FOUR_WORKERS, "app", module="shared_site") as server:
        answers = anyio.run(crowd, server.socket, 200, "/a")
        assert [answer.status_code for answer in answers] == [200] * 200
        assert len({answer.content for answer in answers}) == 1, "\n".join(server.stderr)
        assert len(renders.read_text().splitlines()) == 1

        renders.write_text("")
        began = time.monotonic()
        answers = anyio.run(crowd, server.socket, 40, "/dies")
        seconds = time.monotonic() - began
        assert [answer.status_code for answer in answers] == [200] * 40
        dead, *others = [line.split()[0] for line in renders.read_text().splitlines()]
        assert len(others) == 1
        assert dead not in others
        assert seconds < (LEASE + 2) * busyness()
