"""What the middleware costs everyone else's requests, and what a kept snapshot costs beside a plain response.

Both of a pair are served by one process, and are asked for in turns, a few requests each: processor time of the event
loop's thread counts. What else the machine does only makes requests slower: the quickest quarter of the turns stands.
"""

import statistics
from pathlib import Path
from typing import Any

import httpx

from benchmarks.processes import Server, server

REQUESTS = 25  # a turn
TURNS = 20  # a round
UGLY = "/listing?_escaped_fragment_=/products"


def seconds(client: httpx.Client, served: Server, path: str, port: int) -> float:
    """Processor time that one request takes on the server's main thread."""
    schedstat = Path(f"/proc/{served.pid}/schedstat")
    url = f"http://127.0.0.1:{port}{path}"
    before = int(schedstat.read_text().split()[0])
    for _ in range(REQUESTS):
        client.get(url).raise_for_status()
    return (int(schedstat.read_text().split()[0]) - before) / 1e9 / REQUESTS


def compare(client: httpx.Client, served: Server, one: tuple[str, int], other: tuple[str, int], rounds: int) -> Any:
    """Requests per second of both, and how the second compares to the first."""
    times: dict[tuple[str, int], list[float]] = {one: [], other: []}
    for turn in range(TURNS * (rounds + 1)):
        for which in (one, other) if turn % 2 else (other, one):
            times[which].append(seconds(client, served, *which))
    # the first round warms up
    first, second = (1 / statistics.quantiles(measured[TURNS:], n=4)[0] for measured in times.values())
    return round(first), round(second), round(second / first, 3)


def measure(rounds: int) -> dict[str, Any]:
    """Pass-through and kept snapshots."""
    with httpx.Client(timeout=120) as client, server("benchmarks.site:both", ports=2) as served:
        wrapped, bare = served.ports
        snapshot = client.get(f"http://127.0.0.1:{wrapped}{UGLY}")
        if snapshot.status_code != 200 or "Product 60" not in snapshot.text:
            raise RuntimeError(f"no snapshot: {snapshot.status_code} {snapshot.text[:200]}")
        client.put(f"http://127.0.0.1:{bare}/same", content=snapshot.content).raise_for_status()
        without, with_it, passed = compare(client, served, ("/plain", bare), ("/plain", wrapped), rounds)
        plain, kept, hit = compare(client, served, ("/same", bare), (UGLY, wrapped), rounds)
    return {
        "pass_through": {"requests_per_second": {"without": without, "with": with_it}, "ratio": passed},
        "kept_snapshot": {
            "bytes": len(snapshot.content),
            "requests_per_second": {"plain": plain, "snapshot": kept},
            "ratio": hit,
        },
    }
