"""Archives: states a minute with a page for each and with one page for all, and what ten thousand states take.

python benchmarks/archives.py
"""

import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

ROOT = Path(__file__).resolve().parent.parent
LIGHT = """<!doctype html><title>Light</title><h1></h1><script>
onhashchange = show
show()
function show() { document.querySelector('h1').textContent = location.hash }
</script>"""


async def page(request: Request) -> Response:
    return HTMLResponse(LIGHT)


light = Starlette(routes=[Route("/", page)])


class Run(NamedTuple):
    """What one archive took: seconds, processor seconds, and the most memory at once."""

    states: int
    seconds: float
    processor: float
    mib: float


def archive(app: str, host: str, states: int, *options: str) -> Run:
    """Archive so many states of the home page of ``app`` in a process of its own."""
    with tempfile.TemporaryDirectory() as folder:
        listed = Path(folder) / "states.txt"
        listed.write_text("".join(f"/#!/products/{number}\n" for number in range(states)))
        command = ["-m", "starlette_ajaxcrawl", "archive", app, "--out", f"{folder}/archive", "--states", str(listed)]
        own = {name: value for name, value in os.environ.items() if not name.startswith("AJAXCRAWL_")}
        environment = {**own, "AJAXCRAWL_SITE_URL": f"http://{host}", "PYTHONPATH": str(ROOT)}
        began = time.monotonic()
        pid = os.posix_spawn(
            sys.executable,
            [sys.executable, *command, *options],
            environment,
            file_actions=[(os.POSIX_SPAWN_OPEN, 2, f"{folder}/said", os.O_CREAT | os.O_WRONLY, 0o600)],
        )
        _, status, usage = os.wait4(pid, 0)
        if status:
            raise RuntimeError(Path(folder, "said").read_text().strip().rpartition("\n")[2])
        seconds = time.monotonic() - began
        return Run(states, seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024)


def a_minute(fewer: Run, more: Run) -> float:
    """States a minute, once all is running."""
    return 60 * (more.states - fewer.states) / (more.seconds - fewer.seconds)


def processor_ms(fewer: Run, more: Run) -> float:
    """Milliseconds of the processor for one state more."""
    return 1000 * (more.processor - fewer.processor) / (more.states - fewer.states)


def measure() -> dict[str, Any]:
    """States a minute of an AngularJS page, and how memory and time grow with the states of a light one."""
    app = "benchmarks.site:app", "angularjs.localhost"
    alone = [archive(*app, states) for states in (20, 120)]
    reused = [archive(*app, states, "--reuse-page") for states in (100, 1100)]
    light = [
        archive("benchmarks.archives:light", "light.localhost", states, "--reuse-page")
        for states in (100, 1000, 10_000)
    ]
    return {
        "states_per_minute": {"reuse_page": round(a_minute(*reused)), "a_page_each": round(a_minute(*alone))},
        "peak_mib": {run.states: round(run.mib) for run in light},
        "processor_ms_per_state": {
            "100 to 1000": round(processor_ms(light[0], light[1]), 2),
            "1000 to 10000": round(processor_ms(light[1], light[2]), 2),
        },
    }


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
