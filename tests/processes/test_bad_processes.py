"""What a process that renders may do: each page is answered, or honestly not, and the next one is as good as ever."""

import anyio
import pytest
from rendering import SETTINGS, SITE, Site

from starlette_ajaxcrawl.errors import RenderError, RendererUnavailable, RenderTimeout
from starlette_ajaxcrawl.renderers.process import child_process, renderer
from starlette_ajaxcrawl.renderers.process.renderer import ProcessRenderer
from starlette_ajaxcrawl.snapshot import RenderRequest

pytestmark = pytest.mark.anyio

COMMAND = "import sys; sys.path[:] = sys.argv[2].split('\\n'); from fake_child import main; main(int(sys.argv[1]){})"


@pytest.fixture
def anyio_backend():
    """test_renderer_contract.py is for both event loops."""
    return "asyncio"


@pytest.fixture(autouse=True)
def _soon(monkeypatch):
    monkeypatch.setattr(child_process, "COMMAND", COMMAND.format(""))
    for name in ("BEGIN_SECONDS", "GRACE_SECONDS", "STOP_SECONDS"):
        monkeypatch.setattr(child_process, name, 1.0)


@pytest.fixture
async def made():
    """Makes renderers, and closes them."""
    renderers = []

    def make(**changes):
        renderers.append(ProcessRenderer(SETTINGS.changed(renderer="process", **changes)))
        return renderers[-1]

    yield make
    for one in renderers:
        await one.close()
        assert one.processes == ()


async def ask(renderer: ProcessRenderer, path: str, **changes: object) -> str:
    """The process that has rendered it."""
    rendering = await renderer.render(RenderRequest(f"{SITE}/{path}", SETTINGS.changed(**changes)), Site({}))
    assert rendering.snapshot.body == b"<p>shown"
    return dict(rendering.snapshot.headers)["process"]


BAD = {
    "exit": "exit code 7",
    "garbage": "a frame has no valid header",
    "no-json": "a message has no valid head",
    "no-message": "ValueError",
    "wrong-type": "ValueError",
    "endless": "a message has more than",
    "deaf": "did not react",
}


async def test_a_process_that_goes_wrong_is_replaced(made, monkeypatch):
    monkeypatch.setattr(renderer, "AGAIN_SECONDS", 100.0)  # never
    one = made()
    for path, reason in BAD.items():
        with pytest.raises(RenderError, match=reason):
            await ask(one, path)
        assert one.processes == ()
    await ask(one, "good")


async def test_a_page_that_ends_its_process_is_tried_twice(made, caplog):
    one = made()
    with pytest.raises(RenderError, match="exit code 7"):
        await ask(one, "exit")
    assert caplog.text.count("that renders has ended: exit code 7") == 2


async def test_a_page_whose_process_ends_by_itself_is_rendered_in_another_and_so_is_its_neighbour(made, tmp_path):
    one = made()
    async with anyio.create_task_group() as group:
        group.start_soon(ask, one, f"silent-once{tmp_path}/a")
        while not (tmp_path / "a").exists():  # noqa: ASYNC110 - nothing tells
            await anyio.sleep(0.01)
        await ask(one, f"exit-once{tmp_path}/b")
    with anyio.fail_after(20):
        while len(one.processes) > 1:  # noqa: ASYNC110 - the other one is ending
            await anyio.sleep(0.02)


async def test_a_page_that_does_not_end_is_ended_with_its_process_once_and_its_neighbour_is_rendered_again(made):
    one = made()
    with pytest.raises(RenderTimeout, match="does not end"):
        await ask(one, "silent", deadline=0.5)
    assert one.processes == ()

    async def neighbour():
        with pytest.raises(RenderError, match="did not end"):  # in the second process as well
            await ask(one, "silent", deadline=60.0)

    async with anyio.create_task_group() as group:
        group.start_soon(neighbour)
        with pytest.raises(RenderTimeout):
            await ask(one, "silent", deadline=0.5)
        group.cancel_scope.cancel()
    await ask(one, "good")


async def test_a_process_whose_first_client_goes_away_as_it_is_started_serves_the_next(made, monkeypatch):
    one = made()
    with anyio.CancelScope() as client:

        class Unwanted(renderer.ChildProcess):
            def __init__(self, *about):
                super().__init__(*about)
                client.cancel()

        with monkeypatch.context() as patch:
            patch.setattr(renderer, "ChildProcess", Unwanted)
            await ask(one, "good")
    assert client.cancelled_caught
    with anyio.fail_after(20):
        await ask(one, "good")


async def test_a_process_is_replaced_after_so_many_renders(made):
    one = made(max_renders_per_process=2)
    seen = [await ask(one, "good") for _ in range(5)]
    assert [seen.count(process) for process in dict.fromkeys(seen)] == [2, 2, 1]


async def test_a_process_that_takes_too_much_memory_is_replaced_and_where_that_is_each_the_log_says_what_to_raise(
    made, caplog
):
    one = made(max_process_bytes="1 MiB")
    assert await ask(one, "good") != await ask(one, "good")
    assert caplog.text.count("more than it may (1 MiB), and is replaced: raise max_process_bytes") == 1
    assert "max_process_bytes" not in str(one.processes)


async def test_a_process_that_has_lost_a_thread_ends_at_once(made):
    one = made()
    with pytest.raises(RenderTimeout):
        await ask(one, "lost")
    with anyio.fail_after(20):
        while one.processes:  # noqa: ASYNC110 - nothing tells
            await anyio.sleep(0.02)
    assert one.lost_threads == 0
    await ask(one, "good")


async def test_there_are_as_many_processes_as_are_needed_and_not_more(made):
    one = made(render_processes=2, max_concurrent_renders=4)
    assert len({await ask(one, "good") for _ in range(3)}) == 1
    seen = set()

    async def note():
        seen.add(await ask(one, "good"))

    async with anyio.create_task_group() as group:
        for _ in range(8):
            group.start_soon(note)
    assert len(seen) == 2
    await one.close()
    await one.start()
    assert len(one.processes) == 2


@pytest.mark.parametrize(
    ("command", "reason"),
    [
        (COMMAND.format(", version='0.0'"), "has version 0.0 of the package"),
        (COMMAND.format(", ready=0"), "restart the server"),
        (COMMAND.format(", ready=None, failed='no Java'"), "no Java"),
        ("raise SystemExit(4)", "did not start: exit code 4"),
    ],
)
async def test_a_process_that_does_not_start_is_an_error_that_says_why(made, monkeypatch, command, reason):
    one = made()
    monkeypatch.setattr(child_process, "COMMAND", command)
    with pytest.raises(RendererUnavailable, match=reason):
        await ask(one, "good")
    monkeypatch.setattr(child_process, "COMMAND", COMMAND.format(""))
    with anyio.fail_after(20):
        await ask(one, "good")


async def test_a_process_that_never_gets_ready_is_not_waited_for(made, monkeypatch):
    monkeypatch.setattr(child_process, "COMMAND", "import time; time.sleep(100)")
    monkeypatch.setattr(child_process, "START_SECONDS", 0.2)
    with pytest.raises(RendererUnavailable, match="not ready after"):
        await ask(made(), "good")


async def test_what_is_left_of_the_deadline_is_all_that_a_second_try_has(made, tmp_path, monkeypatch):
    monkeypatch.setattr(renderer, "AGAIN_SECONDS", 100.0)
    with pytest.raises(RenderError, match="exit code 7"):
        await ask(made(), f"exit-once{tmp_path}/a")
