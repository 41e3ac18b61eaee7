"""The comparison of what crawlers get with what people see, without any browser."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from starlette_ajaxcrawl.verify.compare import compare, is_same
from starlette_ajaxcrawl.verify.views import View

words = st.lists(st.sampled_from(["tea", "pot", "and", "cup", "12:00", "ü", "<b>"]), max_size=40)
lists = st.lists(st.sampled_from(["a: 1", "b: 2", "http://h/x", "{}"]), max_size=6).map(tuple)
views = st.builds(
    View,
    title=st.sampled_from(["", "Shop"]),
    text=words.map(" ".join),
    headings=lists,
    links=lists,
    metas=lists,
    canonical=lists,
    structured=lists,
    images=lists,
)
NAMES = ["Ada", "Bea", "Cem", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jan", "Kim", "Leo", "Mia", "Ned", "Oma", "Pia"]
PAGE = View(title="Shop", text="We sell tea\nand pots all day", links=("http://h/a", "http://h/b"))


def parts(crawlers: View, people: View, *again: View) -> list[str]:
    return [difference.part for difference in compare(crawlers, people, again).differences]


@given(views)
def test_a_view_is_the_same_as_itself_however_it_is_laid_out_and_ordered(view):
    turned = replace(
        view,
        text="\n".join(view.words),
        **{name: tuple(reversed(getattr(view, name))) for name in ("links", "metas", "headings", "images")},
    )
    assert is_same(view, turned)


@given(views, views)
def test_a_difference_is_seen_from_both_sides_alike_and_is_a_share(one, other):
    there, back = compare(one, other), compare(other, one)
    assert {d.part for d in there.differences} == {d.part for d in back.differences}
    assert all(0 < difference.share <= 1 for difference in there.differences)
    assert is_same(one, other) == (not there.differences)


@given(views, st.integers(0, 40))
def test_a_word_that_crawlers_alone_get_is_found(view, place):
    more = [*view.words[:place], "pills", *view.words[place:]]
    (difference,) = compare(replace(view, text=" ".join(more)), view).differences
    assert "pills" in " ".join(difference.crawlers)
    assert difference.part == "text"


@given(views, views, views)
def test_what_people_see_each_time_is_not_excused_by_what_changes(crawlers, people, again):
    unsteady = compare(crawlers, people, [again]).unsteady
    assert people != again or not unsteady


def test_white_space_within_words_is_no_difference():
    assert is_same(PAGE, replace(PAGE, text="Wesell tea and pots\n\nallday"))


def test_every_part_is_compared():
    one = ("x",)
    other = View("Tea", "x", "pills", one, one, one, ("http://h/",), one, one, one)
    assert parts(other, PAGE) == [
        "title",
        "text",
        "hidden text",
        "headings",
        "links",
        "meta",
        "canonical",
        "structured data",
        "image alternatives",
        "frames",
    ]


def test_hidden_text_counts_where_people_have_it_nowhere():
    assert parts(replace(PAGE, hidden="We sell tea\npots"), PAGE) == []
    assert parts(PAGE, replace(PAGE, hidden="a menu")) == []
    assert parts(replace(PAGE, hidden="cheap pills"), PAGE) == ["hidden text"]
    assert parts(replace(PAGE, hidden="load 1"), PAGE, replace(PAGE, hidden="load 1")) == []


def test_the_share_is_that_of_the_words_that_differ():
    (difference,) = compare(replace(PAGE, text="We sell pills\nand pots all day"), PAGE).differences
    assert difference.share == 2 / 14
    assert (difference.people, difference.crawlers) == (("tea",), ("pills",))
    assert [segment.kind for segment in difference.segments] == ["same", "people", "crawlers", "same"]


def test_a_clock_is_excused_where_people_see_another_time_at_each_load():
    crawlers, people, again = (replace(PAGE, text=f"{PAGE.text}\nIt is {when}") for when in ("9:00", "9:01", "9:02"))
    assert parts(crawlers, people) == ["text"]
    comparison = compare(crawlers, people, [again])
    assert (comparison.differences, comparison.unsteady) == ((), ("text",))


def test_what_stands_beside_a_clock_is_not_excused():
    people, again = (replace(PAGE, text=f"{PAGE.text}\nIt is {when}") for when in ("9:01", "9:02"))
    spam = replace(PAGE, text=f"{PAGE.text}\nIt is 9:00 {'cheap pills ' * 5}")
    assert parts(spam, people, again) == ["text"]
    assert parts(replace(people, text=people.text.replace("tea", "pills")), people, again) == ["text"]


def test_a_page_that_is_another_at_each_load_is_not_excused_as_a_whole():
    crawlers, people, again = (View(text=" ".join(f"{who}{n}" for n in range(60))) for who in "abc")
    assert parts(crawlers, people, again) == ["text"]


def test_a_list_of_random_people_is_excused_as_a_whole_and_nothing_beside_it() -> None:
    def listed(seed: int, beside: str = "", within: str = "") -> View:
        some = Random(seed)
        row = "{} {} Family Friends Others {} Road"
        rows = [row.format(some.choice(NAMES), some.choice(NAMES), some.randrange(999)) for _ in range(15)]
        steady = ["what all see in a page of this size"] * 20
        return View(text="\n".join([*steady, beside, *steady, *rows, within, "The end"]))

    for seed in range(0, 12, 3):
        people, again = listed(seed), listed(seed + 1)
        assert parts(listed(seed + 2), people, again) == []
        assert parts(listed(seed + 2, beside="pills what all see"), people, again) == ["text"]
        assert parts(listed(seed + 2, within="pills " * 100), people, again) == ["text"]


def test_a_link_that_changes_at_each_load_is_excused():
    crawlers, people, again = (replace(PAGE, links=("http://h/a", f"http://h/?{n}")) for n in range(3))
    assert compare(crawlers, people, [again]).unsteady == ("links",)
    assert parts(replace(crawlers, links=("http://h/spam", "http://h/?0")), people, again) == ["links"]


def test_a_canonical_link_to_the_page_itself_is_as_good_as_none():
    crawlers = replace(PAGE, canonical=("http://h/#!/%C3%A9",))
    assert not compare(crawlers, PAGE, (), "http://h/#!/é").differences
    assert parts(replace(PAGE, canonical=("http://h/other",)), PAGE) == ["canonical"]


def test_long_texts_are_compared_in_no_time():
    words = [f"word{n % 500}" for n in range(30_000)]
    other = [*words[:15_000], "pills", *words[15_000:20_000], *words[20_010:]]
    (difference,) = compare(View(text=" ".join(other)), View(text=" ".join(words))).differences
    assert "pills" in " ".join(difference.crawlers)
    assert difference.share < 0.001
    assert sum(len(segment.text) for segment in difference.segments) < 1000
