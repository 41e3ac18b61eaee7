"""The list of recent renders, as the templates write it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from .filters import median, number
from .renders import OUTCOMES, Filter, Renders

SHOWN = 100  # renders in the list


def listing(renders: Renders, asked: Mapping[str, str]) -> dict[str, Any]:
    """What the query ``asked`` narrows ``renders`` to, and figures of all that are remembered."""
    outcome = asked.get("outcome", "")
    wanted = Filter(asked.get("text", "").strip(), outcome if outcome in OUTCOMES else "", number(asked.get("slower")))
    found, everything = renders.recent(wanted), renders.recent()
    return {
        "renders": found[:SHOWN],
        "found": len(found),
        "kept": len(everything),
        "troubled": sum(render.failed or render.event.outcome == "incomplete" for render in everything),
        "median": median([render.event.seconds for render in everything]),
        "answers": renders.answers,
        "seen": renders.seen,
        "worker": renders.worker,
        "as_of": f"{time.time():.1f}",
        "wanted": wanted,
        "live": asked.get("live", "1") != "0",
    }
