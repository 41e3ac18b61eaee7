"""What a page logs while it is rendered, as a value that snapshots and errors carry."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class LogEntry:
    """A line of the page's log: a script error, a console message, a blocked or failed request."""

    level: Literal["error", "warning", "info"]
    kind: str
    message: str
    url: str = ""
    line: int = 0
