"""Renders thousands of pages, good, slow, broken and hostile, at the pool's limit, and shows whether anything grows.

Everything runs in one process, below the middleware, so that its memory is ours. After a warm-up heap, memory (PSS),
threads and open files must stay flat. Every good page must come, and be right. Where others hold the processors it may
first be refused, or cut, and said to be so: figures show that, and it is asked for again.
"""

from __future__ import annotations

import argparse
import gc
import json
import logging
import os
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

import anyio
import jpype

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from benchmarks.shares import Shares  # noqa: E402 - found on the path above, as are those that follow
from benchmarks.soak_site import BROKEN, GOOD, HOSTILE, SITE, SLOW  # noqa: E402
from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, Settings  # noqa: E402
from starlette_ajaxcrawl.events import Event, Rendered  # noqa: E402
from starlette_ajaxcrawl.machine import cores  # noqa: E402

MIB = 1024 * 1024
INTERVALS = 10
WARM_UP = 3  # of these: pages' threads keep the stack that the deepest recursion took, and each must have had one
GROWTH = 1.10  # what counts as flat
SLACK = {
    "heap": 6 * MIB,
    "pss": 24 * MIB,
    "threads": 4,
    "files": 4,
}  # noise of a measurement, in small numbers above all


MIX = ((GOOD, 80), (SLOW, 8), (BROKEN, 8), (HOSTILE, 4))
LIMITS = {
    "deadline": 3.0,
    "javascript_timeout": 0.25,
    "max_allocated_bytes": "128 MiB",
    "max_response_bytes": "256 KiB",
}


async def get(app: Callable[..., Any], path: str, query: str) -> tuple[int, dict[bytes, bytes], bytes]:
    """Status, headers and body of one request."""
    status, body, asked = 0, b"", False
    headers: dict[bytes, bytes] = {}

    async def receive() -> dict[str, Any]:
        nonlocal asked
        if asked:
            await anyio.sleep_forever()
        asked = True
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        nonlocal status, headers, body
        status = message.get("status", status)
        headers = dict(message.get("headers", headers))
        body += message.get("body", b"")

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "GET",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": query.encode(),
        "root_path": "",
        "headers": [(b"host", b"example.com")],
        "server": ("127.0.0.1", 80),
        "client": ("127.0.0.1", 1),
        "state": {},
    }
    await app(scope, receive, send)
    return status, headers, body


@dataclass
class Measured:
    """The process after some pages: sizes in bytes, times in seconds."""

    pages: int
    heap: int
    pss: int
    threads: int
    files: int
    lost: int
    median: float
    p95: float
    renders_per_second: float

    def line(self) -> str:
        return (
            f"{self.pages:>8} {self.heap / MIB:>8.1f} {self.pss / MIB:>8.1f} {self.threads:>8} {self.files:>6} "
            f"{self.lost:>5} {self.median * 1000:>10.1f} {self.p95 * 1000:>8.1f} {self.renders_per_second:>9.1f}"
        )


HEADING = "   pages heap MiB  PSS MiB  threads  files  lost  median ms   p95 ms renders/s"


@dataclass
class Soak:
    """The run: what is asked, and what came back."""

    pages: int
    seed: int
    wrong: list[str] = field(default_factory=list)
    late: list[str] = field(default_factory=list)  # good pages that were refused or cut, as the machine was busy
    failures: dict[str, str] = field(default_factory=dict)  # of renders, by the page's number
    measured: list[Measured] = field(default_factory=list)

    async def run(self) -> None:
        settings = Settings(_env_file=None, max_age=0, **LIMITS)
        crawl = AjaxCrawl(settings)
        crawl.observe(self._note)
        app = AjaxCrawlMiddleware(SITE, crawl)
        self._shares = Shares()
        await crawl.renderer.start()
        try:
            chooser = random.Random(self.seed)  # the same mix each time
            numbers = iter(range(self.pages))
            for _ in range(INTERVALS):
                await self._interval(app, settings.max_concurrent_renders, numbers, chooser)
                print(self.measured[-1].line(), flush=True)
        finally:
            self._shares.stop()
            await crawl.shutdown()

    def _note(self, event: Event) -> None:
        if isinstance(event, Rendered) and event.error is not None:
            self.failures[event.url.rpartition("/")[2]] = event.reason

    async def _interval(
        self, app: AjaxCrawlMiddleware, places: int, numbers: Iterator[int], chooser: random.Random
    ) -> None:
        times: list[float] = []
        left = self.pages // INTERVALS
        began = time.perf_counter()

        async def ask() -> None:
            nonlocal left
            while left > 0:
                left -= 1
                await self._one(app, next(numbers), chooser, times)

        async with anyio.create_task_group() as group:
            for _ in range(places + 1):  # one more than there are places: none of them is ever empty
                group.start_soon(ask)
        seconds = time.perf_counter() - began
        lost = app.crawl.renderer.lost_threads  # type: ignore[attr-defined] # HtmlUnit's, as app() made it
        self.measured.append(await anyio.to_thread.run_sync(self._measure, times, lost, seconds))

    async def _one(self, app: AjaxCrawlMiddleware, number: int, chooser: random.Random, times: list[float]) -> None:
        pages = chooser.choices([pages for pages, _ in MIX], [weight for _, weight in MIX])[0]
        kind = {id(GOOD): "good", id(SLOW): "slow", id(BROKEN): "broken", id(HOSTILE): "hostile"}[id(pages)]
        name = chooser.choice(sorted(pages))
        while True:
            began = time.perf_counter()
            status, headers, body = await get(app, f"/{kind}/{name}", f"_escaped_fragment_=/{number}")
            failure = self.failures.pop(str(number), "")
            if kind != "good":
                right = status in (200, 500, 503)
            elif _says_that_it_is_late(status, headers) and (busy := self._busy(began)):
                self.late.append(f"{kind}/{name}: {status} {failure}: {busy}")
                continue  # as a crawler does, if later
            else:
                times.append(time.perf_counter() - began)
                right = status == 200 and f"<p>done #!/{number}</p>".encode() in body
            break
        if not right:
            self.wrong.append(f"{kind}/{name}: {status} {failure} {body[-200:]!r}")

    def _busy(self, began: float) -> str:
        """What shows that other processes have kept a page from the processors; empty where they have not."""
        seconds, ran, waited = self._shares.since(began)
        if waited > ran and ran < 0.5 * seconds * cores():
            return f"in {seconds:.1f} s this process ran {ran:.1f} s and waited {waited:.1f} s for a processor"
        return ""

    def _measure(self, times: list[float], lost: int, seconds: float) -> Measured:
        runtime = jpype.JClass("java.lang.Runtime").getRuntime()
        for _ in range(3):  # what waits for a finaliser or a cleaner goes at the second, or the third
            gc.collect()
            jpype.JClass("java.lang.System").gc()
            time.sleep(0.2)
        return Measured(
            pages=(len(self.measured) + 1) * (self.pages // INTERVALS),
            heap=int(runtime.totalMemory() - runtime.freeMemory()),
            pss=_proc("smaps_rollup", "Pss:") * 1024,
            threads=_proc("status", "Threads:"),
            files=len(os.listdir("/proc/self/fd")),
            lost=lost,
            median=statistics.median(times),
            p95=statistics.quantiles(times, n=20)[-1],
            renders_per_second=self.pages // INTERVALS / seconds,
        )

    def grown(self) -> list[str]:
        """What is not flat after the warm-up."""
        first, last = self.measured[WARM_UP - 1], self.measured[-1]
        found = []
        for name, slack in SLACK.items():
            before, after = getattr(first, name), getattr(last, name)
            if after > max(before * GROWTH, before + slack):
                found.append(f"{name}: {before} after the warm-up, {after} at the end")
        if last.lost:
            found.append(f"lost threads: {last.lost}")
        return found


def _says_that_it_is_late(status: int, headers: dict[bytes, bytes]) -> bool:
    return (status == 503 and b"retry-after" in headers) or headers.get(b"x-ajaxcrawl-complete") == b"false"


def _proc(file: str, name: str) -> int:
    lines = Path("/proc/self", file).read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(name))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pages", type=int, default=10_000, help="how many to render (default 10000)")
    parser.add_argument("--seed", type=int, default=1, help="which mix of pages (default 1)")
    parser.add_argument("--json", type=Path, help="write what was measured to this file")
    arguments = parser.parse_args()
    logging.disable()  # most pages of the mix are at fault
    soak = Soak(arguments.pages, arguments.seed)
    print(HEADING)
    anyio.run(soak.run)
    if arguments.json:
        result = {
            "measured": [asdict(measured) for measured in soak.measured],
            "wrong": soak.wrong,
            "late": soak.late,
        }
        arguments.json.write_text(json.dumps(result, indent=2) + "\n")
    first, last = soak.measured[0], soak.measured[-1]
    print(
        f"a good page took {first.median * 1000:.1f} ms at the start, {last.median * 1000:.1f} ms at the end (median)"
    )
    if soak.late:
        print(
            "\n".join(
                [
                    f"good pages refused or cut as the machine was busy, and asked for again: {len(soak.late)}",
                    *soak.late,
                ]
            )
        )
    faults = soak.grown() + [f"wrong answer: {wrong}" for wrong in soak.wrong[:10]]
    if faults:
        sys.exit("\n".join(["not flat, or not right:", *faults]))
    print("flat, and every good page was right")


if __name__ == "__main__":
    main()
