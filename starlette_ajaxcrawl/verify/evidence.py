"""What was seen of one page: by our renderer, by people's browser, and by what shows a snapshot."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ..snapshot import Rendering
from .views import View


class Violation(NamedTuple):
    """A rule of axe-core that a page breaks, at so many elements."""

    rule: str
    help: str
    places: int
    example: str


@dataclass(frozen=True)
class Shown:
    """HTML as it shows in a browser; ``html`` is for a frame, ``picture`` a JPEG, ``violations`` None where unknown."""

    view: View
    html: str = ""
    picture: bytes = b""
    violations: tuple[Violation, ...] | None = None


@dataclass(frozen=True)
class Visit:
    """A page as people see it. ``shown`` is what it showed at last, ``earlier`` what else it showed once half of its
    budget was over: it has long been loaded by then, so what changes still goes on changing.

    ``status``, ``location``, ``content_type`` and ``document``, the body, are those of the first response; ``url`` is
    where the visit ended.
    """

    status: int
    url: str
    shown: Shown
    location: str = ""
    robots: tuple[str, ...] = ()
    document: bytes = b""
    content_type: str = "text/html"
    earlier: tuple[View, ...] = ()
    errors: tuple[str, ...] = ()
    loaded: frozenset[str] = frozenset()

    @property
    def is_html(self) -> bool:
        """Whether the page is HTML, or a redirect."""
        return bool(self.location) or "html" in self.content_type.lower()


@dataclass(frozen=True)
class Evidence:
    """All that is known of one state.

    ``rendering`` is None where there is no snapshot: ``failure`` says why; ``visit`` is None where people's browser
    gets no page: ``visit_failure`` says why. ``plain`` is the server's document with its scripts off. ``again`` are
    further views of people and ``snapshots`` further ones of crawlers, had where something differed. ``longer`` are the
    texts of renders with the ``wait`` (in seconds) as it is, and twice and three times as long, where more came then.
    ``answer`` is what the server itself gives for the ugly URL, where that is a snapshot, ``for_bots`` what the
    page shows to a browser that calls itself a crawler, where the server gives that another document. ``listed_as`` is
    what a sitemap has for the state.
    """

    url: str
    ugly: str
    listed_as: str = ""
    rendering: Rendering | None = None
    failure: str = ""
    snapshot: Shown | None = None
    visit: Visit | None = None
    visit_failure: str = ""
    plain: Shown | None = None
    again: tuple[View, ...] = ()
    snapshots: tuple[View, ...] = ()
    longer: tuple[str, ...] = ()
    answer: Shown | None = None
    for_bots: Shown | None = None
    wait: float = 10.0
