"""The report: one HTML file that needs nothing else and runs nothing, and the same as JSON."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import Environment

from .. import __version__
from .evidence import Evidence, Shown
from .findings import Finding

MAX_SHOWN = 100  # pages that have pictures and frames in one report: those with findings come first
TEMPLATE = Path(__file__).with_name("report.html")


@dataclass(frozen=True)
class Page:
    """A page that was looked at, and what is to be said of it."""

    evidence: Evidence
    findings: tuple[Finding, ...]

    @property
    def level(self) -> str:
        """``error``, ``warning`` or ``same``."""
        return self.findings[0].level if self.findings else "same"


@dataclass(frozen=True)
class Report:
    """``started`` is a date as text, ``seconds`` what the run took."""

    target: str
    tolerance: float
    browser: str
    started: str
    seconds: float
    pages: Sequence[Page]

    def count(self, level: str) -> int:
        """Pages of a level."""
        return sum(page.level == level for page in self.pages)

    def as_json(self) -> str:
        """Everything but pictures and HTML."""
        values: dict[str, Any] = {
            "version": __version__,
            "target": self.target,
            "started": self.started,
            "seconds": round(self.seconds, 1),
            "browser": self.browser,
            "tolerance": self.tolerance,
            "pages": {level: self.count(level) for level in ("error", "warning", "same")},
            "results": [_page(page) for page in self.pages],
        }
        return json.dumps(values, ensure_ascii=False, indent=1)

    def as_html(self) -> str:
        """The whole report. What pages say is escaped, or in frames where no script runs."""
        order = {"error": 0, "warning": 1, "same": 2}
        pages = sorted(self.pages, key=lambda page: order[page.level])
        environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
        environment.filters["picture"] = _picture
        template = environment.from_string(TEMPLATE.read_text(encoding="utf-8"))
        return template.render(report=self, pages=pages, version=__version__, max_shown=MAX_SHOWN)


def _page(page: Page) -> dict[str, Any]:
    evidence = page.evidence
    snapshot = evidence.rendering.snapshot if evidence.rendering else None
    return {
        "url": evidence.url,
        "level": page.level,
        "status": {
            "people": evidence.visit.status if evidence.visit else None,
            "crawlers": snapshot.status if snapshot else None,
        },
        "findings": [
            {
                "code": finding.code,
                "level": finding.level,
                "what": finding.what,
                "advice": finding.advice,
                "details": finding.details,
                **({"share": round(finding.difference.share, 6)} if finding.difference else {}),
            }
            for finding in page.findings
        ],
    }


def _picture(shown: Shown) -> str:
    return f"data:image/jpeg;base64,{b64encode(shown.picture).decode()}"
