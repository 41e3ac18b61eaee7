"""What is to be said of a page: pure, from evidence to findings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import unquote, urldefrag, urlsplit

from ..scheme import BANG, is_ugly
from ..snapshot import INCOMPLETE, Snapshot
from .compare import Comparison, Difference, compare
from .evidence import Evidence, Visit

MAX_DETAILS = 20

ADVICE = {
    "title": "See whether a script or the server gives crawlers another title.",
    "text": "See what the page does otherwise for the renderer: run render with --log for script errors and blocked "
    "requests. A server or script that tells crawlers from people on purpose is cloaking.",
    "hidden text": "Styles keep this from people, and crawlers read it: have the server, or the script, leave it out.",
    "headings": "Mend what differs in the text first: headings are a part of it.",
    "links": "Crawlers follow the links of the snapshot: see which script makes those that are missing.",
    "meta": "Have the same script, or the server, write these for everybody.",
    "canonical": "Give people and crawlers the same rel=canonical.",
    "structured data": "Have the same script, or the server, write these for everybody.",
    "frames": "Give people and crawlers the same frames.",
    "image alternatives": "Give people and crawlers the same images and alternatives.",
    "user-agent": "Have the server give everybody the same page, or to crawlers a snapshot of it.",
    "answer": "The server answers this URL itself, or keeps an older snapshot: have it give what people see, or purge.",
}


@dataclass(frozen=True)
class Finding:
    """Something to be mended (``error``) or to be known (``warning``): what happened, and what to do."""

    code: str
    level: Literal["error", "warning"]
    what: str
    advice: str
    details: tuple[str, ...] = ()
    difference: Difference | None = None


def best(evidence: Evidence) -> Comparison:
    """The comparison of what crawlers get with what people see, where both differ least from load to load."""
    if evidence.snapshot is None or evidence.visit is None:
        return Comparison()
    people = (evidence.visit.shown.view, *evidence.again)
    comparisons = [
        compare(ours, theirs, (*evidence.visit.earlier, *(view for view in people if view is not theirs)), evidence.url)
        for theirs in people
        for ours in (evidence.snapshot.view, *evidence.snapshots)
    ]
    least = min(comparisons, key=lambda comparison: (comparison.weight, len(comparison.unsteady)))
    met = {part.part for part in comparisons[0].differences} - {part.part for part in least.differences}
    return replace(least, unsteady=tuple(dict.fromkeys((*least.unsteady, *sorted(met)))))


def judge(evidence: Evidence, tolerance: float = 0.0) -> list[Finding]:
    """Everything that is to be said of one page; differences up to ``tolerance`` (0 to 1) are warnings."""
    comparison = best(evidence)
    findings = [
        *_responses(evidence),
        *_differences(evidence, comparison, tolerance),
        *judge_answers(evidence, tolerance),
        *_unsteady(evidence, comparison),
        *_opt_in(evidence),
        *_ugly(evidence),
        *_budget(evidence),
        *_scripts(evidence),
        *_blocked(evidence, bool(comparison.differences)),
        *_accessibility(evidence),
    ]
    return sorted(findings, key=lambda finding: finding.level)


def _responses(evidence: Evidence) -> Iterator[Finding]:
    visit, rendering = evidence.visit, evidence.rendering
    if rendering is None and evidence.failure:
        yield Finding("no-snapshot", "error", f"There is no snapshot: {evidence.failure}.", "Run render with --log.")
    if visit is None:
        if evidence.visit_failure:
            what = f"People get no page: {evidence.visit_failure}."
            yield Finding("no-page", "error", what, "See whether the server runs; take the URL off the lists if not.")
        return
    if rendering is None:
        return
    snapshot = rendering.snapshot
    if snapshot.status >= 400 or visit.status >= 400:
        yield from _status(snapshot, visit)
    elif snapshot.kind == "other" or not visit.is_html:
        advice = "Take it off the lists of states."
        yield Finding("no-html", "warning", "The page is not HTML: it has no snapshot.", advice)
    elif snapshot.kind == "redirect" or visit.location:
        yield from _redirects(snapshot, visit)
    else:
        yield from _status(snapshot, visit)


def _redirects(snapshot: Snapshot, visit: Visit) -> Iterator[Finding]:
    location = next((value for name, value in snapshot.headers if name == "location"), "")
    if snapshot.kind != "redirect" or _plain(location) not in (_plain(visit.url), _plain(visit.location)):
        crawlers = f"to {location}" if snapshot.kind == "redirect" else f"nowhere (status {snapshot.status})"
        yield Finding(
            "redirect",
            "error",
            f"People are sent to {visit.url}, crawlers {crawlers}.",
            "Redirect both in the same way; see whether the server or a script tells them apart.",
        )
    else:
        advice = "List the page that it leads to."
        yield Finding("listed-redirect", "warning", f"The page is a redirect to {location}.", advice)


def _status(snapshot: Snapshot, visit: Visit) -> Iterator[Finding]:
    said = next((int(text) for text in visit.shown.view.statuses if text.isdigit()), visit.status)
    if snapshot.status not in (visit.status, said):
        what = f"People get status {visit.status}, crawlers {snapshot.status}."
        yield Finding("status", "error", what, "See what the server does otherwise for X-Ajaxcrawl-Render.")
    elif snapshot.status >= 400:
        what = f"The state answers {snapshot.status}."
        yield Finding("not-found", "error", what, "Take it off sitemaps and lists, or mend the page.")


def _differences(evidence: Evidence, comparison: Comparison, tolerance: float) -> Iterator[Finding]:
    for difference in comparison.differences:
        yield _difference(difference, tolerance, "the snapshot", ADVICE[difference.part], difference.part)
    if evidence.rendering is not None and evidence.visit is not None:
        snapshot = evidence.rendering.snapshot
        told = tuple(value for name, value in snapshot.headers if name == "x-robots-tag")
        if snapshot.kind == "html" and sorted(told) != sorted(evidence.visit.robots):
            yield Finding(
                "robots",
                "error",
                f"X-Robots-Tag differs: people get {list(evidence.visit.robots)}, crawlers {list(told)}.",
                "Have the server send the same X-Robots-Tag to everybody.",
            )


def _difference(difference: Difference, tolerance: float, where: str, advice: str, code: str) -> Finding:
    share = f"{100 * difference.share:.3g} %"
    return Finding(
        code.replace(" ", "-"),
        "error" if difference.share > tolerance else "warning",
        f"What people see and {where} differ in their {difference.part}, by {share}.",
        advice,
        (
            *(f"people only: {text}" for text in difference.people[:MAX_DETAILS]),
            *(f"crawlers only: {text}" for text in difference.crawlers[:MAX_DETAILS]),
        ),
        difference,
    )


def judge_answers(evidence: Evidence, tolerance: float = 0.0) -> Iterator[Finding]:
    """What the server itself gives to crawlers: both must be the page, or a snapshot of it."""
    visit = evidence.visit
    if visit is None:
        return
    given = {
        "answer": (evidence.answer, "the answer to the ugly URL"),
        "user-agent": (evidence.for_bots, "what a crawler's User-Agent gets of it"),
    }
    for code, (shown, what) in given.items():
        if shown is not None:
            again = (*visit.earlier, *evidence.again)
            for difference in compare(shown.view, visit.shown.view, again, evidence.url).differences:
                if difference.part in ("title", "text"):
                    yield _difference(difference, tolerance, what, ADVICE[code], code)


def _unsteady(evidence: Evidence, comparison: Comparison) -> Iterator[Finding]:
    if comparison.unsteady and not _needs_longer(evidence):
        yield Finding(
            "differs-by-reload",
            "warning",
            f"The page shows another thing at each load, in its {', '.join(comparison.unsteady)}.",
            "Leave what changes by itself (clocks, random picks, counters) out of pages that are to be found, or know "
            "that a snapshot shows the one that came up.",
        )


def _opt_in(evidence: Evidence) -> Iterator[Finding]:
    plain, visit, snapshot = evidence.plain, evidence.visit, evidence.snapshot
    if plain is None or visit is None:
        return
    fragments = plain.view.fragments
    wrong = [content for content in fragments if content != "!"]
    if wrong:
        yield Finding(
            "wrong-opt-in",
            "error",
            f'<meta name="fragment"> has the content "{wrong[0]}".',
            'Write <meta name="fragment" content="!">: with any other content crawlers do not ask for the snapshot.',
        )
    if BANG in evidence.url:
        return
    if "!" in fragments and snapshot and not compare(snapshot.view, plain.view, (), evidence.url).differences:
        yield Finding(
            "needless-opt-in",
            "warning",
            "The snapshot shows what the HTML shows without scripts.",
            'Remove <meta name="fragment" content="!"> here: it only costs a render.',
        )
    is_built = not compare(visit.shown.view, plain.view, evidence.again).differences
    if evidence.listed_as and not fragments and not is_built:
        yield Finding(
            "no-opt-in",
            "warning",
            "The sitemap lists the page, and scripts build it, but it has neither #! nor the opt-in meta.",
            'Write <meta name="fragment" content="!"> into its head, or list its #! URL: else crawlers that run no '
            "scripts get it without what the scripts add.",
        )


def _ugly(evidence: Evidence) -> Iterator[Finding]:
    advice = "Link to the pretty URL (with #!): crawlers make the ugly one themselves, people must not get it."
    views = [shown.view for shown in (evidence.snapshot, evidence.visit and evidence.visit.shown) if shown]
    links = tuple(dict.fromkeys(link for view in views for link in view.links if _is_ugly(link)))
    if links:
        yield Finding("ugly-link", "error", "The page links to ugly URLs.", advice, links[:MAX_DETAILS])
    named = [link for view in views for link in view.canonical]
    named += [meta.partition(": ")[2] for view in views for meta in view.metas if meta.startswith("og:url: ")]
    canonical = tuple(dict.fromkeys(link for link in named if _is_ugly(link)))
    if canonical:
        yield Finding("ugly-canonical", "error", "rel=canonical or og:url names an ugly URL.", advice, canonical)
    if _is_ugly(evidence.listed_as):
        advice = "List the pretty URL."
        yield Finding("ugly-in-sitemap", "error", "The sitemap lists an ugly URL.", advice, (evidence.listed_as,))
    headers = evidence.rendering.snapshot.headers if evidence.rendering else ()
    places = [value for name, value in headers if name == "location"]
    places += [evidence.visit.location, evidence.visit.url] if evidence.visit else []
    if any(map(_is_ugly, places)):
        advice = "Redirect to the pretty URL (with #!)."
        details = tuple(filter(_is_ugly, places))
        yield Finding("ugly-redirect", "error", "The page redirects to an ugly URL.", advice, details)


def _budget(evidence: Evidence) -> Iterator[Finding]:
    incomplete = evidence.rendering.snapshot.incomplete if evidence.rendering else ()
    for reason in incomplete:
        advice = f"{INCOMPLETE.get(reason, 'raise deadline')}.".capitalize()
        yield Finding("over-budget", "error", f"The snapshot is not complete: {reason}.", advice)
    if not incomplete and _needs_longer(evidence):
        yield Finding(
            "over-budget",
            "error",
            f"The page needs longer than its budget of {evidence.wait:g} s: with twice the wait it shows more.",
            f"Raise wait_for_background_javascript to {2 * evidence.wait:g}, or have the page show its content sooner.",
        )


def _needs_longer(evidence: Evidence) -> bool:
    """Whether the page shows more with a longer wait, and then no more: a clock would go on."""
    once, twice, thrice = (*evidence.longer, "", "", "")[:3]
    return len(evidence.longer) == 3 and once != twice == thrice


def _scripts(evidence: Evidence) -> Iterator[Finding]:
    log = evidence.rendering.log if evidence.rendering else ()
    ours = [entry for entry in log if entry.level == "error" and entry.kind == "script"]
    theirs = evidence.visit.errors if evidence.visit else ()
    if ours and not theirs:
        yield Finding(
            "script-failed",
            "warning",
            "Scripts fail in the renderer that work in people's browsers.",
            "See docs/javascript-support.md for what is missing, and load a polyfill for it.",
            tuple(dict.fromkeys(f"{entry.message} ({entry.url}:{entry.line})" for entry in ours))[:MAX_DETAILS],
        )
    elif theirs:
        advice = "Mend the page."
        details = tuple(dict.fromkeys(theirs))[:MAX_DETAILS]
        yield Finding("script-failed", "warning", "Scripts fail in people's browsers too.", advice, details)


def _blocked(evidence: Evidence, mattered: bool) -> Iterator[Finding]:
    """Requests that went through for people and not for the snapshot; those that changed nothing need no word."""
    if not mattered or evidence.rendering is None or evidence.visit is None:
        return
    loaded = {urldefrag(url)[0] for url in evidence.visit.loaded}
    requests = evidence.rendering.requests
    missing = [one for one in requests if one.outcome != "ok" and urldefrag(one.url)[0] in loaded]
    if missing:
        hosts = sorted({urlsplit(one.url).netloc for one in missing} - {urlsplit(evidence.url).netloc})
        blocked = f"List {', '.join(hosts)} in external_hosts" if hosts else "Mend what render --log says of them"
        yield Finding(
            "blocked-resource",
            "error",
            "The snapshot lacks resources that people's browsers load.",
            f"{blocked}; what block_urls keeps out can be let in there.",
            tuple(dict.fromkeys(f"{one.outcome}: {one.url}" for one in missing))[:MAX_DETAILS],
        )


def _accessibility(evidence: Evidence) -> Iterator[Finding]:
    ours = None if evidence.snapshot is None else evidence.snapshot.violations
    theirs = None if evidence.visit is None else evidence.visit.shown.violations
    if ours is None or theirs is None:
        return
    before = {violation.rule: violation.places for violation in theirs}
    added = [one for one in ours if one.places > before.get(one.rule, 0)]
    if added:
        yield Finding(
            "accessibility",
            "error",
            "The snapshot breaks rules of accessibility that the page as people see it keeps.",
            "See what scripts do for accessibility that the snapshot has not: roles, labels, styles that are blocked.",
            tuple(f"{one.rule}: {one.help} ({one.example})" for one in added)[:MAX_DETAILS],
        )


def _is_ugly(url: str) -> bool:
    return is_ugly(url.partition("#")[0].partition("?")[2])


def _plain(url: str) -> str:
    return unquote(url).removesuffix("/")
