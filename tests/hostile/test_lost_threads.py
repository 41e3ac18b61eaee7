"""What the JVM cannot end takes its thread with it: that is counted, and the rest goes on until there are too many."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path


def test_lost_threads_are_counted_and_at_their_limit_nothing_is_rendered_any_more() -> None:
    """In a process of its own, as its threads spin until it ends."""
    script = Path(__file__).with_name("unstoppable.py")
    done = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=100, check=False)
    assert done.returncode == 0, done.stderr
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    # page, status, has Retry-After, is the good page
    assert answers == [
        ["endless", 503, True, False],
        ["good", 200, False, True],
        ["endless", 503, True, False],
        ["good", 503, True, False],
    ]
    assert "(max_lost_threads): restart the process" in done.stderr
