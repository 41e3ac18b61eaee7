"""Measures side by side, in one run, and prints ratios: absolute times say little on a machine that others use too.

    make bench     (or: python benchmarks/bench.py --rounds 20 --apps FOLDER)

Results go to benchmarks/results/latest.json, with versions and machine; those of the apps here to README.md too. A part
that cannot be measured is named, and the others are.
"""

import argparse
import importlib.metadata
import json
import os
import platform
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

RESULTS = ROOT / "benchmarks" / "results"


def machine() -> dict[str, Any]:
    """Where and with what this was measured."""
    from starlette_ajaxcrawl.errors import RendererUnavailable
    from starlette_ajaxcrawl.renderers.jvm import find_java

    names = ("starlette-ajaxcrawl", "starlette", "uvicorn", "jpype1", "mini-racer", "playwright")
    installed = {one.name.lower(): one.version for one in importlib.metadata.distributions() if one.name}
    try:
        java: object = find_java(None).version
    except RendererUnavailable:
        java = None
    return {
        "date": time.strftime("%Y-%m-%d"),
        "cores": os.cpu_count(),
        "load": round(os.getloadavg()[0], 1),
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "java": java,
        **{name: installed[name] for name in names if name in installed},
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=10, help="rounds of each kind (default 10)")
    parser.add_argument("--apps", type=Path, help="a folder of apps to render in place of the ones here")
    parser.add_argument("--json", type=Path, help="write the results here, and leave README.md as it is")
    arguments = parser.parse_args()
    if arguments.apps:
        os.environ["BENCH_APPS"] = str(arguments.apps.resolve())

    # what is imported reads the environment
    from benchmarks import archives, fetched, isolation, ping, renders, report, requests, stores, workers

    missing: list[str] = []
    results: dict[str, Any] = {"machine": machine(), "missing": missing}

    def part(name: str, measure: Callable[[], Any]) -> None:
        renders.say(f"measuring {name}")
        try:
            results[name] = measure()
        except Exception as error:  # whatever it is: the other parts can be measured
            missing.append(f"{name}: {str(error).splitlines()[0] if str(error) else type(error).__name__}")

    part("fetched", fetched.fetch)
    part("requests", lambda: requests.measure(arguments.rounds))
    part("stores", stores.measure)
    part("ping", ping.measure)
    part("renders", lambda: renders.measure(arguments.rounds, missing))
    part("isolation", lambda: isolation.measure(arguments.rounds))
    part("workers", workers.measure)
    part("archives", archives.measure)
    target = arguments.json or RESULTS / ("latest.json" if arguments.apps is None else f"{arguments.apps.name}.json")
    target.parent.mkdir(exist_ok=True)
    target.write_text(json.dumps(results, indent=2) + "\n")
    if arguments.json is None and arguments.apps is None:
        report.write_readme(results)
    print(report.table(results))
    print(f"written to {target}")


if __name__ == "__main__":
    main()
