"""The short form of `make soak`: some hundred pages of every kind, and nothing has grown."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
MIB = 1024 * 1024


@pytest.mark.timeout(300)
def test_after_hundreds_of_renders_of_every_kind_all_is_as_it_was(tmp_path: Path) -> None:
    result = tmp_path / "soak.json"
    command = [sys.executable, ROOT / "benchmarks" / "soak.py", "--pages", "250", "--json", result]
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=280, check=False)
    soak = json.loads(result.read_text())
    assert soak["wrong"] == []
    first, last = soak["measured"][1], soak["measured"][-1]
    assert last["pages"] == 250
    assert last["lost"] == 0
    assert last["threads"] <= first["threads"] + 4
    assert last["files"] <= first["files"] + 4
    assert last["heap"] <= first["heap"] + 6 * MIB
