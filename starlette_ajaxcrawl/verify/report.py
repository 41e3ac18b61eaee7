"""The report: one HTML file that needs nothing else and runs nothing, and the same as JSON."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from jinja2 import Environment

from .. import __version__
from .evidence import Evidence, Shown
from .findings import Finding

MAX_SHOWN = 100  # pages that have pictures and frames in one report: each takes some 200 KB
TEMPLATE = Path(__file__).with_name("report.html")


@dataclass(frozen=True)
class Side:
    """What one of both sides shows: for a frame and as a JPEG, which may have been left out."""

    title: str
    html: str
    picture: bytes

    @classmethod
    def of(cls, shown: Shown | None) -> Side | None:
        """The side that was shown."""
        return None if shown is None else cls(shown.view.title, shown.html, shown.picture)


@dataclass(frozen=True)
class Page:
    """What is kept of a page that was looked at. A status is None where there is no answer."""

    url: str
    findings: tuple[Finding, ...]
    people_status: int | None
    crawlers_status: int | None
    people: Side | None = None
    crawlers: Side | None = None
    is_shown: bool = True

    @classmethod
    def of(cls, evidence: Evidence, findings: Sequence[Finding]) -> Page:
        """The page of some evidence."""
        visit, rendering = evidence.visit, evidence.rendering
        return cls(
            evidence.url,
            tuple(findings),
            None if visit is None else visit.status,
            None if rendering is None else rendering.snapshot.status,
            Side.of(None if visit is None else visit.shown),
            Side.of(evidence.snapshot),
        )

    @property
    def level(self) -> str:
        """``error``, ``warning`` or ``same``."""
        return self.findings[0].level if self.findings else "same"

    def without_sides(self) -> Page:
        """The same, without pictures and HTML."""
        return replace(self, people=None, crawlers=None, is_shown=False)


class Pages:
    """Collects pages by their place; ``MAX_SHOWN`` of them keep their sides, those with findings first."""

    def __init__(self) -> None:
        self._pages: dict[int, Page] = {}
        self._shown: dict[str, list[int]] = {"error": [], "warning": [], "same": []}

    def add(self, place: int, page: Page) -> None:
        """Add a page; a lesser one may lose its sides for it."""
        self._pages[place] = page
        self._shown[page.level].append(place)
        if sum(map(len, self._shown.values())) > MAX_SHOWN:
            least = next(places for places in reversed(self._shown.values()) if places).pop()
            self._pages[least] = self._pages[least].without_sides()

    def __iter__(self) -> Iterator[Page]:
        """By their places."""
        return (self._pages[place] for place in sorted(self._pages))


@dataclass(frozen=True)
class Report:
    """``started`` is a date as text, ``seconds`` what the run took, ``invalid`` what was listed and is no URL."""

    target: str
    tolerance: float
    browser: str
    started: str
    seconds: float
    pages: Sequence[Page]
    invalid: tuple[str, ...] = ()

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
            "invalid": self.invalid,
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
        return template.render(report=self, pages=pages, version=__version__)


def _page(page: Page) -> dict[str, Any]:
    return {
        "url": page.url,
        "level": page.level,
        "status": {"people": page.people_status, "crawlers": page.crawlers_status},
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


def _picture(side: Side) -> str:
    return f"data:image/jpeg;base64,{b64encode(side.picture).decode()}"
