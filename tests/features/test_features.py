"""What works in the documents' table works."""

from __future__ import annotations

from features.features import PASSED, REASONS, TABLE, recorded, snippets, with_package


def test_a_feature_that_works_goes_on_working() -> None:
    works = recorded()
    results = with_package(snippet for snippet in snippets() if works.get(snippet.name))
    assert {name: result for name, result in results.items() if result != PASSED} == {}


def test_the_table_has_every_snippet_once() -> None:
    names = [snippet.name for snippet in snippets()]
    assert len(names) == len(set(names))
    assert sorted(recorded()) == sorted(names)


def test_what_does_not_work_has_its_reason_in_the_document() -> None:
    failing = {name for name, works in recorded().items() if not works}
    assert failing == set(REASONS)
    text = TABLE.read_text(encoding="utf-8")
    assert all(f"- {name}: {reason}." in text for name, reason in REASONS.items())
