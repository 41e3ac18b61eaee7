"""What works in the documents' table works."""

from __future__ import annotations

from features.features import PASSED, recorded, snippets, with_package


def test_a_feature_that_works_goes_on_working() -> None:
    works = recorded()
    results = with_package(snippet for snippet in snippets() if works.get(snippet.name))
    assert {name: result for name, result in results.items() if result != PASSED} == {}


def test_the_table_has_every_snippet_once() -> None:
    names = [snippet.name for snippet in snippets()]
    assert len(names) == len(set(names))
    assert sorted(recorded()) == sorted(names)
