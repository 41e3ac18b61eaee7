"""``starlette-ajaxcrawl doctor``: says whether pages can be rendered here, and what to do where they cannot."""

from __future__ import annotations

import typer
from rich.console import Console
from rich.text import Text

from ..health import Verdict, examine
from ..settings import Settings
from .exits import Exit, printable

EPILOG = """\
Settings come from AJAXCRAWL_… variables and .env.

Exit codes:

0: pages can be rendered; there may be warnings

1: something is wrong

2: settings are wrong; each fault is named
"""

MARKS = {Verdict.OK: ("ok", "green"), Verdict.WARNING: ("warning", "yellow"), Verdict.WRONG: ("wrong", "red")}


def doctor() -> None:
    """Check Java, jars, memory and limits, render a test page, and say what to do about what is wrong."""
    console = Console(markup=False, highlight=False, soft_wrap=True)
    verdicts = set()
    for finding in examine(Settings()):
        word, colour = MARKS[finding.verdict]
        console.print(Text.assemble((f"{word:<9}", colour), f"{finding.subject}: {printable(finding.found)}"))
        if finding.advice:
            console.print(Text(f"{'':<9}{printable(finding.advice)}"))
        verdicts.add(finding.verdict)
    raise typer.Exit(Exit.FAILED if Verdict.WRONG in verdicts else Exit.OK)
