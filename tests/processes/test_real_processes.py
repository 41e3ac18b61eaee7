"""Processes with a JVM: what keeps them from rendering, and how they end."""

import os
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import anyio
import pytest
from rendering import RENDERERS, SETTINGS, SITE, Site, response, script, text

from starlette_ajaxcrawl.errors import RenderTimeout
from starlette_ajaxcrawl.renderers.process import child_process
from starlette_ajaxcrawl.snapshot import RenderRequest

pytestmark = pytest.mark.anyio

RENDERER = RENDERERS["process"]
TESTS = Path(__file__).parents[1]
ENDLESS = "'a'.repeat(2e6).lastIndexOf('b' + 'a'.repeat(1e6));"


@pytest.fixture
def anyio_backend():
    return "asyncio"


async def shown(site, path="/", **changes):
    rendering = await RENDERER.render(RenderRequest(SITE + path, SETTINGS.changed(**changes)), site)
    return text(rendering)


def pids():
    return [process.pid for process in RENDERER.processes]


def is_there(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def asks(word):
    return script(f"get('/{word}', function () {{ say('{word}') }})")


async def test_what_a_killed_process_was_rendering_is_rendered_in_another():
    before = []

    async def kill(request):
        if not before:
            before.extend(pids())
            for pid in before:
                os.kill(pid, signal.SIGKILL)
            await anyio.sleep_forever()
        return response("x")

    site = Site({"/a": asks("first"), "/b": asks("second"), "/first": kill, "/second": kill})
    said = []

    async def one(path):
        said.append(await shown(site, path))

    async with anyio.create_task_group() as group:
        group.start_soon(one, "/a")
        group.start_soon(one, "/b")
    assert sorted(said) == ["first", "second"]
    assert 0 < RENDERER.load().heap_used < RENDERER.load().heap_max
    assert not {*before} & {*pids()}


async def test_a_stopped_process_is_ended_at_the_deadline_and_replaced(monkeypatch):
    monkeypatch.setattr(child_process, "GRACE_SECONDS", 0.5)
    stopped = []

    async def stop(request):
        if not stopped:
            stopped.extend(pids())
            for pid in stopped:
                os.kill(pid, signal.SIGSTOP)
        return response("x")

    site = Site({"/": asks("first"), "/first": stop})
    await shown(site, "/none")
    with pytest.raises(RenderTimeout):
        await shown(site, deadline=1.0)
    # that with the page has ended, and was waited for; another test may have left an idle one
    assert [is_there(pid) for pid in stopped].count(False) == 1
    assert await shown(site) == "first"


async def test_an_idle_process_that_does_not_react_costs_no_page(monkeypatch):
    monkeypatch.setattr(child_process, "BEGIN_SECONDS", 0.5)
    site = Site({"/": script("say('well')")})
    await shown(site)
    for pid in pids():
        os.kill(pid, signal.SIGSTOP)
    assert await shown(site) == "well"


async def test_a_thread_that_java_cannot_end_ends_with_its_process(monkeypatch):
    before = "from starlette_ajaxcrawl.renderers import jvm_tools; jvm_tools.end_thread = lambda name: False; from"
    monkeypatch.setattr(child_process, "COMMAND", child_process.COMMAND.replace("from", before, 1))
    await RENDERER.close()
    await RENDERER.start()
    (pid,) = pids()
    site = Site({"/": script(ENDLESS), "/b": script("say('well')")})
    with pytest.raises(RenderTimeout, match="does not end"):
        await shown(site, deadline=1.5)
    with anyio.fail_after(60):
        while pid in pids():  # noqa: ASYNC110 - nothing tells
            await anyio.sleep(0.05)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    monkeypatch.undo()
    assert await shown(site, "/b") == "well"


LIFE = """
import asyncio, os, signal, sys
sys.path[:0] = [{root!r}]
from starlette_ajaxcrawl import AjaxCrawl, OriginResponse, RenderRequest, Settings

settings = Settings(_environment=False, renderer="process")
renderer = AjaxCrawl(settings).renderer

class Site:
    async def fetch(self, request, *, timeout):
        return OriginResponse(200, (("content-type", "text/html"),), b"<p>1<script>document.write(1 + 1)</script>")

async def shown():
    return (await renderer.render(RenderRequest("http://site.example/", settings), Site())).snapshot.body

async def main(close=True):
    assert b"<p>12" in await shown()
    print([process.pid for process in renderer.processes], flush=True)
    if close:
        await renderer.close()
"""


def ended(pid, seconds=20):
    until = time.monotonic() + seconds
    with suppress(ProcessLookupError):
        while time.monotonic() < until:
            os.kill(pid, 0)
            if "State:\tZ" in Path(f"/proc/{pid}/status").read_text():  # nobody is there to wait for it
                return True
            time.sleep(0.02)
        return False
    return True


def test_the_web_process_has_no_jvm_a_fork_of_it_has_processes_of_its_own_and_all_end_with_it():
    code = """
asyncio.run(main(False))
if os.fork() == 0:
    asyncio.run(main())
    os._exit(0)
assert os.wait()[1] == 0
asyncio.run(main(False))
assert "jpype" not in sys.modules
signal.pause()
"""
    with subprocess.Popen(
        [sys.executable, "-c", LIFE.format(root=str(TESTS.parent)) + code], stdout=subprocess.PIPE, text=True
    ) as process:
        mine, forks, again = (process.stdout.readline() for _ in range(3))
        assert mine == again != forks
        pid = int(mine.strip("[]\n"))
        os.kill(pid, signal.SIGINT)  # Ctrl-C is meant for the web process
        process.kill()
    assert ended(pid)
