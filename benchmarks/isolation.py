"""Renders in the server's process and in one of its own, in turns: time, processor time and memory.

python benchmarks/isolation.py
"""

import json
import sys
import tempfile
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks import processes, site
from benchmarks.memory import MIB
from benchmarks.renders import WARM, Rounds, snapshot

KINDS = ("htmlunit", "process")


def measure(rounds: int = 20) -> dict[str, Any]:
    """Medians of milliseconds, means of processor milliseconds and MiB (PSS), by the setting ``renderer``."""
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
    return {**measured.result(), "pss_mib": memory}


if __name__ == "__main__":
    print(json.dumps(measure(), indent=2))
