"""Renders of each app, warm and cold, by us and by others in turns; renders at once, and their memory."""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any

import httpx
from playwright.sync_api import Playwright

from benchmarks import browsers, memory, processes, site
from benchmarks.browsers import Chromium, Prerender
from benchmarks.processes import Server

WARM = 30  # renders of an app after which it counts as warm
AT_ONCE = (1, 2, 4)


def say(text: str) -> None:
    """What goes on, for those who watch."""
    print(text, file=sys.stderr, flush=True)


def pretty(served: Server, name: str) -> str:
    """An app's URL as people see it."""
    return f"http://{name}.localhost:{served.ports[0]}/#!{site.STATE}"


def snapshot(client: httpx.Client, served: Server, name: str) -> str:
    """Our answer for an app; raises where it is not whole."""
    reply = served.get(client, f"{name}.localhost", f"/?_escaped_fragment_={site.STATE}")
    if reply.status_code != 200 or "x-ajaxcrawl-complete" in reply.headers:
        raise RuntimeError(f"no whole snapshot of {name}: {reply.status_code} {reply.text[:200]}")
    return reply.text


class Rounds:
    """Seconds of several rounds by what was measured, and processor time by who worked."""

    def __init__(self) -> None:
        self.times: dict[str, list[float]] = {}
        self.cpu: dict[str, list[float]] = {}

    def add(self, **times: float) -> None:
        """Note seconds."""
        for name, seconds in times.items():
            self.times.setdefault(name, []).append(seconds)

    def spent(self, name: str, pid: int, action: Callable[..., Any], *arguments: Any) -> tuple[float, Any]:
        """Seconds that ``action`` takes, and what it gives; the tree of ``pid`` works for it."""
        before, started = processes.cpu_seconds(pid), time.perf_counter()
        result = action(*arguments)
        seconds = time.perf_counter() - started
        self.cpu.setdefault(name, []).append(processes.cpu_seconds(pid) - before)
        return seconds, result

    def result(self) -> dict[str, Any]:
        """Medians of the times and means of the processor times, which the system counts coarsely; milliseconds."""
        return {
            "ms": {name: round(statistics.median(times) * 1000, 1) for name, times in self.times.items()},
            "cpu_ms": {name: round(statistics.mean(times) * 1000, 1) for name, times in self.cpu.items()},
        }


def cold(driver: Playwright, client: httpx.Client, name: str, text: str, others: bool) -> dict[str, float]:
    """Milliseconds from the start of a process to the first page: ours with no script translated yet."""
    with ExitStack() as stack:
        cache = stack.enter_context(tempfile.TemporaryDirectory())
        started = time.perf_counter()
        served = stack.enter_context(
            processes.server("benchmarks.site:app", BENCH_APPS=str(site.APPS), AJAXCRAWL_JAVASCRIPT_CACHE=cache)
        )
        snapshot(client, served, name)
        times = {"ours": time.perf_counter() - started}
        url = pretty(served, name)
        started = time.perf_counter()
        chromium = stack.enter_context(Chromium(driver))
        launched = time.perf_counter() - started
        shown, idle = chromium.load(url, text)
        times |= {"chromium_text": launched + shown, "chromium_idle": launched + idle}
        if others:
            started = time.perf_counter()
            prerender = stack.enter_context(browsers.prerender())
            prerender.html(client, url)
            times["prerender"] = time.perf_counter() - started
    return {what: round(seconds * 1000) for what, seconds in times.items()}


def warm(
    client: httpx.Client,
    served: Server,
    chromium: Chromium,
    prerender: Prerender | None,
    name: str,
    text: str,
    rounds: int,
) -> dict[str, Any]:
    """Times and processor times of one app."""
    url = pretty(served, name)
    shows = chromium.text_of(snapshot(client, served, name), url)
    for _ in range(WARM):
        snapshot(client, served, name)
    chromium.load(url, text)
    if prerender:
        prerender.html(client, url)
    measured = Rounds()
    pids = (served.pid, chromium.pid, *([prerender.pid] if prerender else []))
    for _ in range(rounds):
        processes.wait_until_idle(*pids)
        measured.add(ours=measured.spent("ours", served.pid, snapshot, client, served, name)[0])
        processes.wait_until_idle(*pids)
        shown, idle = measured.spent("chromium", chromium.pid, chromium.load, url, text)[1]
        measured.add(chromium_text=shown, chromium_idle=idle)
        if prerender:
            processes.wait_until_idle(*pids)
            measured.add(prerender=measured.spent("prerender", prerender.pid, prerender.html, client, url)[0])
    return {"same_text": shows == text, **measured.result()}


def at_once(served: Server, names: list[str], places: int, renders: int) -> float:
    """Renders per second with so many at a time, the apps in turns."""
    with httpx.Client(timeout=120) as client, ThreadPoolExecutor(places) as threads:
        work = [names[number % len(names)] for number in range(renders)]
        started = time.perf_counter()
        list(threads.map(lambda name: snapshot(client, served, name), work))
        return renders / (time.perf_counter() - started)


def measure(rounds: int, missing: list[str]) -> dict[str, Any]:
    """All apps. What cannot be measured is added to ``missing``."""
    results: dict[str, Any] = {"apps": {}}
    with ExitStack() as stack:
        client = stack.enter_context(httpx.Client(timeout=120))
        driver = stack.enter_context(browsers.playwright())
        cache = stack.enter_context(tempfile.TemporaryDirectory())
        served = stack.enter_context(
            processes.server(
                "benchmarks.site:app",
                BENCH_APPS=str(site.APPS),
                AJAXCRAWL_MAX_AGE="0",  # a fresh render for each request
                AJAXCRAWL_MAX_CONCURRENT_RENDERS=str(max(AT_ONCE)),
                AJAXCRAWL_JAVASCRIPT_CACHE=cache,
            )
        )
        chromium = stack.enter_context(Chromium(driver))
        try:
            prerender = stack.enter_context(browsers.prerender())
        except RuntimeError as error:
            prerender = None
            missing.append(f"prerender: {error}")
        for name in site.names():
            say(f"rendering {name}")
            app = results["apps"][name] = {}
            try:
                text = chromium.text(pretty(served, name))
                app["warm"] = warm(client, served, chromium, prerender, name, text, rounds)
                app["cold_ms"] = cold(driver, client, name, text, prerender is not None)
            except Exception as error:  # whatever it is: the other apps can be measured
                missing.append(f"{name}, {'cold' if app else 'warm'}: {str(error).splitlines()[0]}")
        results["chromium"] = chromium.browser.version
        say("rendering several at once")
        measured = [name for name, app in results["apps"].items() if app]
        results["renders_per_second"], results["pss_mib"] = {}, {}
        for places in AT_ONCE if measured else ():
            rate = at_once(served, measured, places, rounds * 8)
            results["renders_per_second"][places] = round(rate, 1)
            with memory.watched(served.pid) as peak:  # apart: to look at it takes time
                at_once(served, measured, places, rounds * 2)
            theirs = memory.of_chromium(chromium, [pretty(served, name) for name in measured], places)
            results["pss_mib"][places] = {"ours": peak.mib, "chromium": theirs}
        if prerender and measured:
            results["pss_mib"][1]["prerender"] = round(processes.pss_bytes(prerender.pid) / memory.MIB)
    return results
