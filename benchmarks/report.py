"""The figures as tables in Markdown, for a terminal and for README.md."""

import statistics
from collections.abc import Iterator
from pathlib import Path
from typing import Any

README = Path(__file__).resolve().parent.parent / "README.md"
START = "<!-- measured: written by make bench -->\n"
END = "<!-- end of measured -->\n"
OTHERS = {
    "chromium_text": "Chromium until the text is there",
    "chromium_idle": "Chromium until the network is idle",
    "prerender": "prerender",
}
STORED = {
    "kept": "kept snapshots a second / plain responses of the same content",
    "uncompressed": "the same, for clients that read no compression",
    "not_modified": "304s a second / plain responses",
}
ISOLATED = {
    "ms": ("a render, warm", "ms"),
    "cpu_ms": ("its processor time", "ms"),
    "renders_per_second": ("renders a second, two at once", "a second"),
    "pss_mib": ("memory (PSS) of all processes", "MiB"),
}
KINDS = {
    "ms": "warm",
    "cold_ms": "cold, from the start of the process",
    "cpu_ms": "processor time",
}


def table(results: dict[str, Any]) -> str:
    """All that was measured, and what was not."""
    machine = results["machine"]
    where = f"{machine['cores']} cores, load {machine['load']}, Python {machine['python']}, Java {machine['java']}"
    renders = results.get("renders", {})
    where += f", Chromium {renders['chromium']}" if "chromium" in renders else ""
    lines = [f"Measured on {machine['date']} ({where}).", ""]
    lines += [*_apps(renders), "", *_rest(results)]
    lines += ["", *(f"Not measured: {one}." for one in results["missing"])] if results["missing"] else []
    return "\n".join([*lines, ""])


def _apps(renders: dict[str, Any]) -> Iterator[str]:
    """A line for each app and kind of time, then the medians of the ratios."""
    yield " | ".join(["| milliseconds (times ours)", "ours", *OTHERS.values()]) + " |"
    yield "|---|---:" + "|---:" * len(OTHERS) + "|"
    ratios: dict[tuple[str, str], list[float]] = {}
    for name, app in renders.get("apps", {}).items():
        measured = {**app.get("warm", {}), "cold_ms": app.get("cold_ms", {})}
        differs = "" if measured.get("same_text", True) else " (another text than Chromium's)"
        for kind, title in KINDS.items():
            times = dict(measured.get(kind, {}))
            if not times.get("ours"):
                continue
            times.setdefault("chromium_idle", times.get("chromium"))  # the processor's time is that of a whole load
            cells = [f"| {name}, {title}{differs}", f"{times['ours']:.0f}"]
            for other in OTHERS:
                theirs = times.get(other)
                cells.append(f"{theirs:.0f} ({theirs / times['ours']:.1f})" if theirs else "")
                if theirs:
                    ratios.setdefault((kind, other), []).append(theirs / times["ours"])
            yield " | ".join(cells) + " |"
    for kind, title in KINDS.items():
        medians = [ratios.get((kind, other)) for other in OTHERS]
        if any(medians):
            cells = [f"({statistics.median(found):.1f})" if found else "" for found in medians]
            yield " | ".join([f"| median of the apps, {title}", "", *cells]) + " |"


def _rest(results: dict[str, Any]) -> Iterator[str]:
    """What is one figure each."""
    yield "| compared | ratio | figures |"
    yield "|---|---:|---:|"
    requests, renders, ping = (results.get(part, {}) for part in ("requests", "renders", "ping"))
    for name, title in (
        ("pass_through", "everyone else's requests a second, with the middleware / without"),
        ("kept_snapshot", "kept snapshots a second / plain responses of as many bytes"),
    ):
        if name in requests:
            one, other = requests[name]["requests_per_second"].values()
            yield f"| {title} | {requests[name]['ratio']:.2f} | {other} / {one} |"
    for store, measured in results.get("stores", {}).items():
        rates, ratios = measured["requests_per_second"], measured["ratio"]
        for kind, title in STORED.items():
            yield f"| {store}: {title} | {ratios[kind]:.2f} | {rates[kind]} / {rates['plain']} |"
    for places, memory in renders.get("pss_mib", {}).items():
        pages = "one page at a time" if int(places) == 1 else f"{places} pages at once"
        for other in ("chromium", "prerender"):
            if memory.get(other):
                theirs, ours = memory[other], memory["ours"]
                title = f"memory (PSS) of all processes, {pages}, ours / {other}"
                yield f"| {title} | {ours / theirs:.2f} | {ours} / {theirs} MiB |"
    if ping:
        idle, busy = ping["idle_p99_ms"], ping["rendering_p99_ms"]
        title = "the slowest hundredth of others' requests, while pages are rendered / idle"
        yield f"| {title} | {busy / idle:.1f} | {busy} / {idle} ms |"
    for kind, (title, unit) in ISOLATED.items():
        if measured := results.get("isolation", {}).get(kind):
            here, apart = measured["htmlunit"], measured["process"]
            title = f'`renderer="process"` / in the server\'s process: {title}'
            yield f"| {title} | {apart / here:.2f} | {apart} / {here} {unit} |"
    if fleet := results.get("workers"):
        (few, slow), *more = fleet["renders_per_minute"].items()
        busy = fleet["cores_busy"]
        for workers, rate in more:
            cores = f"cores busy: {busy[workers]} / {busy[few]}"
            title = f"renders a minute of a fleet, {workers} workers / {few} ({cores})"
            yield f"| {title} | {rate / slow:.2f} | {rate} / {slow} |"
        parts = fleet["cpu_ms"]
        yield f"| processor time of such a render, {' / '.join(parts)} | | {' / '.join(map(str, parts.values()))} ms |"
    if archives := results.get("archives"):
        one, other = archives["states_per_minute"].values()
        yield f"| archived states a minute, `--reuse-page` / a page each | {one / other:.1f} | {one} / {other} |"
        first, *_, last = archives["peak_mib"].items()
        title = f"memory of an archive at its most, {last[0]} states / {first[0]}"
        yield f"| {title} | {last[1] / first[1]:.2f} | {last[1]} / {first[1]} MiB |"
        first, last = archives["processor_ms_per_state"].items()
        title = f"processor time of one more state, {last[0]} / {first[0]}"
        yield f"| {title} | {last[1] / first[1]:.2f} | {last[1]} / {first[1]} ms |"
    for places, rate in renders.get("renders_per_second", {}).items():
        yield f"| renders a second, {places} at once | | {rate} |"


def write_readme(results: dict[str, Any]) -> None:
    """Renew README.md's table."""
    before, rest = README.read_text().split(START)
    _, after = rest.split(END)
    README.write_text(f"{before}{START}{table(results)}{END}{after}")
