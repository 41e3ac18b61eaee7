"""Renders in the server's process and in one of its own, in turns: time, processor time, how many a second, memory.

python benchmarks/isolation.py
"""

import json
import statistics
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import processes, site
from benchmarks.memory import MIB
from benchmarks.renders import WARM, Rounds, at_once, snapshot

KINDS = ("htmlunit", "process")
AT_ONCE = 2


def measure(rounds: int = 20) -> dict[str, Any]:
    """Medians of milliseconds, means of processor ones, renders a second and MiB (PSS), by the setting ``renderer``."""
    measured = Rounds()
    with ExitStack() as stack:
        client = stack.enter_context(httpx.Client(timeout=120))
        cache = stack.enter_context(tempfile.TemporaryDirectory())
        servers = {
            kind: stack.enter_context(
                processes.server(
                    "benchmarks.site:app",
                    BENCH_APPS=str(site.APPS),
                    AJAXCRAWL_MAX_AGE="0",
                    AJAXCRAWL_MAX_CONCURRENT_RENDERS=str(AT_ONCE),
                    AJAXCRAWL_RENDERER=kind,
                    AJAXCRAWL_JAVASCRIPT_CACHE=cache,
                )
            )
            for kind in KINDS
        }
        for served in servers.values():
            for name in site.names():
                for _ in range(WARM):
                    snapshot(client, served, name)
        for _ in range(rounds):
            for name in site.names():
                for kind, served in servers.items():
                    processes.wait_until_idle(*(one.pid for one in servers.values()))
                    seconds, _ = measured.spent(kind, served.pid, snapshot, client, served, name)
                    measured.add(**{kind: seconds})
        memory = {kind: round(processes.pss_bytes(served.pid) / MIB) for kind, served in servers.items()}
        names = site.names()
        rates: dict[str, list[float]] = {kind: [] for kind in KINDS}
        for _ in range(rounds // 4):
            for kind, served in servers.items():
                processes.wait_until_idle(*(one.pid for one in servers.values()))
                rates[kind].append(at_once(served, names, AT_ONCE, 4 * len(names)))
    per_second = {kind: round(statistics.median(found), 1) for kind, found in rates.items()}
    return {**measured.result(), "pss_mib": memory, "renders_per_second": per_second}


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
