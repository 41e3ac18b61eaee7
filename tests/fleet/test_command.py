"""``starlette-ajaxcrawl fleet`` shows the workers, and has one end."""

import json
import re
import sys

import anyio
import pytest
from anyio.to_thread import run_sync

from fleet.conftest import KEY, URL
from fleet.test_order import until_waiting
from starlette_ajaxcrawl import FakeRenderer
from starlette_ajaxcrawl.cli import main

pytestmark = pytest.mark.anyio


@pytest.fixture
def command(monkeypatch, capsys):
    """Runs the command in another thread; its exit code, stdout and stderr."""
    monkeypatch.setenv("AJAXCRAWL_FLEET_KEY", KEY)
    monkeypatch.setenv("COLUMNS", "200")

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["starlette-ajaxcrawl", "fleet", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        return ended.value.code, *capsys.readouterr()

    async def asked(*arguments):
        return await run_sync(run, *arguments)

    return asked


@pytest.fixture
async def busy(fleet):
    """A worker that renders a page until its event is set, with another job behind it."""
    done = anyio.Event()
    renderer = FakeRenderer(lambda url: "<p>shown", wait=done)
    async with fleet.working(renderer, places=1), anyio.create_task_group() as group:
        group.start_soon(fleet.ask)
        with anyio.fail_after(60):
            while not renderer.requests:  # noqa: ASYNC110 - nothing tells
                await anyio.sleep(0.01)
        group.start_soon(fleet.ask, f"{URL}archived", "archive")
        await until_waiting(fleet, 1)
        try:
            yield done
        finally:
            done.set()


async def the_worker(fleet):
    """The one there is, once it has said what it is."""
    with anyio.fail_after(60):
        while True:
            for worker in (await fleet.renderer.report()).workers:
                if worker.key:
                    return worker
            await anyio.sleep(0.01)


async def test_it_shows_what_workers_do_and_what_waits(redis, fleet, busy, command):
    await the_worker(fleet)
    code, out, _ = await command("--broker", redis.url)
    assert code == 0
    lines = [" ".join(line.split()) for line in out.splitlines()]
    assert re.search(r"^crawler 0 1 \d", "\n".join(lines), re.MULTILINE)
    assert re.search(r"^archive 1 0 \d", "\n".join(lines), re.MULTILINE)
    assert re.search(rf"^-\d+-[0-9a-f]+ .* 1 of 1 [\d.]+ s crawler {re.escape(URL)}$", "\n".join(lines), re.MULTILINE)


async def test_it_gives_scripts_json(redis, fleet, busy, command, monkeypatch):
    monkeypatch.setenv("FLEET_BROKER", redis.url)
    await the_worker(fleet)
    code, out, _ = await command("--json")
    found = json.loads(out)
    (worker,) = found["workers"]
    assert code == 0
    assert found["queues"]["archive"]["waiting"] == found["queues"]["crawler"]["running"] == 1
    assert (worker["same_key"], worker["places"], worker["running"][0]["url"]) == (True, 1, URL)


async def test_a_worker_is_drained_others_that_are_none_are_named(redis, fleet, command):
    async with fleet.working() as worker:
        found = await the_worker(fleet)
        code, _, error = await command("--broker", redis.url, "--drain", "nobody")
        assert (code, error) == (1, f"error: no worker is called nobody: {found.id}\n")
        code, out, _ = await command("--broker", redis.url, "--drain", found.id)
        assert (code, out) == (0, f"{found.id} takes no more jobs\n{found.id} has ended\n")
        assert worker._stop.is_set()


async def test_a_worker_with_another_key_is_not_drained(redis, fleet, command):
    async with fleet.working(key="another-key-of-sixteen"):
        found = await the_worker(fleet)
        code, _, error = await command("--broker", redis.url, "--drain", found.id)
        assert (code, error) == (1, f"error: {found.id} has another fleet_key, and obeys nobody with this one\n")
        code, out, _ = await command("--broker", redis.url)
        assert f"{found.id} has another fleet_key than is set here." in out


@pytest.mark.parametrize(
    ("broker", "code", "said"),
    [("redis://127.0.0.1:1/0", 3, "Redis cannot be asked"), ("http://x", 2, "--broker is no URL of a Redis server")],
)
async def test_a_broker_that_is_none_is_said(command, broker, code, said):
    found, _, error = await command("--broker", broker)
    assert (found, said in error) == (code, True)
