"""The table that make bench writes."""

import importlib.util
from pathlib import Path

PATH = Path(__file__).resolve().parent.parent / "benchmarks" / "report.py"
MACHINE = {"date": "2026-01-02", "cores": 2, "load": 0.1, "python": "3.13.0", "java": 21}


def table(**results: object) -> list[str]:
    spec = importlib.util.spec_from_file_location("bench_report", PATH)
    assert spec is not None
    assert spec.loader is not None
    report = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(report)
    return report.table({"machine": MACHINE, "missing": [], **results}).splitlines()


def test_a_part_that_could_not_be_measured_is_named_and_the_others_are_shown():
    kept = {"requests_per_second": {"plain": 1000, "snapshot": 800}, "ratio": 0.8}
    lines = table(requests={"kept_snapshot": kept}, missing=["renders: Chromium is missing"])
    assert "| kept snapshots a second / plain responses of as many bytes | 0.80 | 800 / 1000 |" in lines
    assert lines[-1] == "Not measured: renders: Chromium is missing."


def test_each_store_has_a_line_for_what_it_gives_whole_uncompressed_and_not_at_all():
    rates = {"plain": 1000, "kept": 800, "uncompressed": 700, "not_modified": 900}
    ratio = {"kept": 0.8, "uncompressed": 0.7, "not_modified": 0.9}
    lines = table(stores={"sqlite": {"requests_per_second": rates, "ratio": ratio}})
    assert "| sqlite: kept snapshots a second / plain responses of the same content | 0.80 | 800 / 1000 |" in lines
    assert "| sqlite: 304s a second / plain responses | 0.90 | 900 / 1000 |" in lines


def test_archives_have_a_line_for_speed_for_memory_and_for_time():
    archives = {
        "states_per_minute": {"reuse_page": 3000, "a_page_each": 200},
        "peak_mib": {"100": 200, "1000": 210, "10000": 220},
        "processor_ms_per_state": {"100 to 1000": 4.0, "1000 to 10000": 5.0},
    }
    lines = table(archives=archives)
    assert "| archived states a minute, `--reuse-page` / a page each | 15.0 | 3000 / 200 |" in lines
    assert "| memory of an archive at its most, 10000 states / 100 | 1.10 | 220 / 200 MiB |" in lines
    assert "| processor time of one more state, 1000 to 10000 / 100 to 1000 | 1.25 | 5.0 / 4.0 ms |" in lines


def test_fleets_have_a_line_for_each_number_of_workers():
    busy = {"1": 1.0, "2": 1.9, "3": 2.0}
    cpu = {"workers": 90.1, "site": 20.0, "redis": 2.0}
    lines = table(workers={"renders_per_minute": {"1": 400, "2": 800, "3": 820}, "cores_busy": busy, "cpu_ms": cpu})
    assert "| renders a minute of a fleet, 2 workers / 1 (cores busy: 1.9 / 1.0) | 2.00 | 800 / 400 |" in lines
    assert "| renders a minute of a fleet, 3 workers / 1 (cores busy: 2.0 / 1.0) | 2.05 | 820 / 400 |" in lines
    assert "| processor time of such a render, workers / site / redis | | 90.1 / 20.0 / 2.0 ms |" in lines


def test_renders_in_a_process_of_their_own_have_a_line_for_time_for_processor_time_for_speed_and_for_memory():
    kinds = {"ms": (11.5, 10.0), "cpu_ms": (12.0, 10.0), "renders_per_second": (18.0, 20.0), "pss_mib": (330, 300)}
    lines = table(isolation={kind: {"process": one, "htmlunit": other} for kind, (one, other) in kinds.items()})
    where = '`renderer="process"` / in the server\'s process'
    assert f"| {where}: a render, warm | 1.15 | 11.5 / 10.0 ms |" in lines
    assert f"| {where}: its processor time | 1.20 | 12.0 / 10.0 ms |" in lines
    assert f"| {where}: renders a second, two at once | 0.90 | 18.0 / 20.0 a second |" in lines
    assert f"| {where}: memory (PSS) of all processes | 1.10 | 330 / 300 MiB |" in lines


def test_apps_have_a_line_for_each_kind_of_time_and_the_median_of_the_ratios():
    def app(times: float) -> dict[str, object]:
        warm = {"ms": {"ours": 20, "chromium_idle": 20 * times}, "cpu_ms": {"ours": 10, "chromium": 50}}
        return {"warm": {**warm, "same_text": True}, "cold_ms": {}}

    lines = table(renders={"chromium": "150", "apps": {"a": app(10), "b": app(20), "c": app(40)}})
    assert "| a, warm | 20 |  | 200 (10.0) |  |" in lines
    assert "| b, processor time | 10 |  | 50 (5.0) |  |" in lines
    assert "| median of the apps, warm |  |  | (20.0) |  |" in lines
    assert "Chromium 150" in lines[0]


def test_memory_has_a_line_for_each_number_of_pages_at_once_and_everyone_measured():
    memory = {1: {"ours": 150, "chromium": 300, "prerender": 450}, 4: {"ours": 200, "chromium": 500}}
    lines = table(renders={"apps": {}, "pss_mib": memory})
    what = "memory (PSS) of all processes"
    assert f"| {what}, one page at a time, ours / chromium | 0.50 | 150 / 300 MiB |" in lines
    assert f"| {what}, one page at a time, ours / prerender | 0.33 | 150 / 450 MiB |" in lines
    assert f"| {what}, 4 pages at once, ours / chromium | 0.40 | 200 / 500 MiB |" in lines
