"""How long snapshots are kept, by the settings and by the page's own word (RFC 9111)."""

from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starlette_ajaxcrawl.freshness import Use, age, cache_control, is_error, lifetime, use
from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.snapshot import Snapshot

NOW = 1_700_000_000.0
HOUR = 3600.0
SETTINGS = Settings(_environment=False)


def page(*headers, status=200, kind="html", incomplete=(), created=NOW) -> Snapshot:
    return Snapshot("http://x/", kind, status, headers, b"", created, incomplete)


def keeping(max_age: float, stale_while_revalidate: float = 0, stale_if_error: float = 0) -> Settings:
    return SETTINGS.model_copy(
        update={
            "max_age": max_age,
            "stale_while_revalidate": stale_while_revalidate,
            "stale_if_error": stale_if_error,
        }
    )


def said(value: str) -> Snapshot:
    return page(("cache-control", value))


def test_a_page_that_says_nothing_is_kept_for_max_age():
    assert lifetime(page(), HOUR) == HOUR
    assert lifetime(page(), 0) == 0


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("max-age=60", 60),
        ("public, max-age=60", 60),
        ("MAX-AGE=60", 60),
        ('max-age="60"', 60),
        ("max-age = 60", 60),
        ("max-age=60, max-age=30", 30),
        ("max-age=10, s-maxage=60", 60),
        (f"max-age={'9' * 500}", HOUR),
        ("s-maxage=0, max-age=60", 0),
        ("max-age=99999999", HOUR),
        ("max-age=0", 0),
        ("max-age=-5", 0),
        ("max-age=soon", 0),
        ("max-age", 0),
        ("max-age=1.5", 0),
        ("no-store", 0),
        ("No-Store, max-age=60", 0),
        ("private", 0),
        ('private="set-cookie, x-a", max-age=60', 0),
        ("no-cache", 0),
        ("must-revalidate", HOUR),
        ('x="no-store, max-age=1"', HOUR),
        ("x-no-store", HOUR),
        ("", HOUR),
        (",,;=", HOUR),
    ],
)
def test_the_pages_own_cache_control_is_obeyed_within_max_age(value, seconds):
    assert lifetime(said(value), HOUR) == seconds


def test_several_cache_control_headers_count_together():
    assert lifetime(page(("cache-control", "max-age=60"), ("cache-control", "private")), HOUR) == 0


def test_expires_counts_from_when_the_page_was_made_unless_cache_control_says_more():
    soon = ("expires", formatdate(NOW + 60, usegmt=True))
    assert lifetime(page(soon), HOUR) == 60
    assert lifetime(page(soon, ("cache-control", "max-age=30")), HOUR) == 30
    assert lifetime(page(("expires", formatdate(NOW - 60, usegmt=True))), HOUR) == 0


@pytest.mark.parametrize("value", ["0", "-1", "never", "", "Mon, 99 Foo 2020 00:00:00 GMT"])
def test_an_expires_that_is_no_date_is_in_the_past(value):
    assert lifetime(page(("expires", value)), HOUR) == 0


@pytest.mark.parametrize("reason", ["deadline", "ready_flag"])
def test_incomplete_snapshots_are_never_kept(reason):
    assert lifetime(page(incomplete=(reason,)), HOUR) == 0


@pytest.mark.parametrize("status", [500, 502, 503, 599, 401, 403, 429, 204, 206])
def test_errors_that_pass_and_other_statuses_are_never_kept(status):
    assert lifetime(page(status=status), HOUR) == 0


@pytest.mark.parametrize("status", [404, 410, 301, 302, 303, 307, 308])
def test_missing_pages_and_redirects_are_kept_for_a_minute_at_most(status):
    assert lifetime(page(status=status), HOUR) == 60
    assert lifetime(page(status=status), 30) == 30
    assert lifetime(page(("cache-control", "max-age=20"), status=status), HOUR) == 20


def test_documents_that_are_not_html_are_not_kept():
    assert lifetime(page(kind="other"), HOUR) == 0


def test_pages_that_vary_by_everything_are_not_kept():
    assert lifetime(page(("vary", "Accept, *")), HOUR) == 0
    assert lifetime(page(("vary", "Cookie")), HOUR) == HOUR


def test_a_snapshot_is_fresh_until_its_lifetime_is_over_and_then_good_for_nothing():
    assert use(page(), keeping(60), NOW) is Use.FRESH
    assert use(page(), keeping(60), NOW + 59) is Use.FRESH
    assert use(page(), keeping(60), NOW + 60) is Use.NONE
    assert use(page(), keeping(0), NOW) is Use.NONE
    assert use(page(), keeping(0), NOW - 1) is Use.NONE


def test_a_snapshot_from_the_future_is_good_for_nothing_beyond_the_skew_of_clocks():
    assert use(page(created=NOW + 4), keeping(60), NOW) is Use.FRESH
    assert use(page(created=NOW + 6), keeping(60, 60, 60), NOW) is Use.NONE


@pytest.mark.parametrize(
    ("seconds", "good_for"),
    [(59, Use.FRESH), (60, Use.STALE), (89, Use.STALE), (90, Use.FALLBACK), (159, Use.FALLBACK), (160, Use.NONE)],
)
def test_a_snapshot_is_given_stale_for_as_long_as_the_settings_say(seconds, good_for):
    assert use(page(), keeping(60, 30, 100), NOW + seconds) is good_for


@pytest.mark.parametrize(
    ("value", "at_once", "on_error"),
    [
        ("stale-while-revalidate=10", 10, 100),
        ("stale-if-error=10", 30, 10),
        ("stale-while-revalidate=0, stale-if-error=x", 0, 0),
        ("must-revalidate, stale-if-error=10", 0, 0),
        ("proxy-revalidate", 0, 0),
        ("s-maxage=60", 0, 0),
        ("s-maxage=60, stale-while-revalidate=10", 10, 0),
    ],
)
def test_the_page_itself_says_for_how_long_it_may_be_given_stale(value, at_once, on_error):
    uses = [use(said(value), keeping(60, 30, 100), NOW + 60 + seconds) for seconds in range(120)]
    assert uses.count(Use.STALE) == at_once
    assert uses.count(Use.FALLBACK) == max(0, on_error - at_once)


@pytest.mark.parametrize("snapshot", [page(status=404), page(status=301), said("no-store"), said("private")])
def test_errors_redirects_and_what_is_not_to_be_kept_are_never_given_stale(snapshot):
    assert use(snapshot, keeping(60, 1000, 1000), NOW + 61) is Use.NONE


@pytest.mark.parametrize(
    ("snapshot", "expected"),
    [
        (page(status=503), True),
        (page(status=429), True),
        (page(incomplete=("deadline",)), True),
        (page(), False),
        (page(status=404), False),
        (page(status=403), False),
    ],
)
def test_what_passes_is_an_error_and_what_is_gone_or_forbidden_is_not(snapshot, expected):
    assert is_error(snapshot) is expected


def test_age_is_never_negative():
    assert age(page(), NOW + 7) == 7
    assert age(page(), NOW - 7) == 0


def test_caches_are_told_what_the_page_says_or_else_what_the_settings_say():
    assert cache_control(page(), keeping(HOUR)) == "max-age=3600"
    assert cache_control(page(), keeping(0)) == "no-cache"
    assert cache_control(page(status=404), keeping(HOUR)) == "max-age=60"
    assert cache_control(said("private, max-age=5"), keeping(HOUR)) == "private, max-age=5"
    assert (
        cache_control(page(("cache-control", "a"), ("cache-control", " "), ("cache-control", "b")), keeping(1))
        == "a, b"
    )


def test_the_settings_may_say_all_that_caches_are_told():
    settings = Settings(_environment=False, cache_control="public, max-age=5")
    assert cache_control(page(), settings) == "public, max-age=5"
    assert cache_control(said("max-age=1"), settings) == "max-age=1"
    assert cache_control(page(status=404), settings) == "max-age=60"
    assert cache_control(page(status=500), settings) == "no-store"


def test_what_is_incomplete_or_failed_is_not_to_be_stored_by_anyone():
    assert cache_control(page(("cache-control", "max-age=5"), incomplete=("deadline",)), keeping(HOUR)) == "no-store"
    assert cache_control(page(("cache-control", "max-age=5"), status=503), keeping(HOUR)) == "no-store"


@given(st.text(max_size=40), st.text(max_size=40), st.floats(0, 1e9))
def test_no_header_makes_it_raise_or_keep_longer_than_max_age(control, expires, max_age):
    assert 0 <= lifetime(page(("cache-control", control), ("expires", expires), ("vary", control)), max_age) <= max_age
