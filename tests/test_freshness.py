"""How long snapshots are kept, by the settings and by the page's own word (RFC 9111)."""

from email.utils import formatdate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starlette_ajaxcrawl.freshness import age, cache_control, is_fresh, lifetime
from starlette_ajaxcrawl.snapshot import Snapshot

NOW = 1_700_000_000.0
HOUR = 3600.0


def page(*headers, status=200, kind="html", incomplete=(), created=NOW) -> Snapshot:
    return Snapshot("http://x/", kind, status, headers, b"", created, incomplete)


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


def test_a_snapshot_is_fresh_until_its_lifetime_is_over():
    assert is_fresh(page(), 60, NOW)
    assert is_fresh(page(), 60, NOW + 59)
    assert not is_fresh(page(), 60, NOW + 60)
    assert not is_fresh(page(), 0, NOW)
    assert not is_fresh(page(), 0, NOW - 1)


def test_a_snapshot_from_the_future_is_not_fresh_beyond_the_skew_of_clocks():
    assert is_fresh(page(created=NOW + 4), 60, NOW)
    assert not is_fresh(page(created=NOW + 6), 60, NOW)


def test_age_is_never_negative():
    assert age(page(), NOW + 7) == 7
    assert age(page(), NOW - 7) == 0


def test_caches_are_told_what_the_page_says_or_else_what_the_settings_say():
    assert cache_control(page(), HOUR) == "max-age=3600"
    assert cache_control(page(), 0) == "no-cache"
    assert cache_control(page(status=404), HOUR) == "max-age=60"
    assert cache_control(said("private, max-age=5"), HOUR) == "private, max-age=5"
    assert cache_control(page(("cache-control", "a"), ("cache-control", " "), ("cache-control", "b")), 1) == "a, b"


def test_what_is_incomplete_or_failed_is_not_to_be_stored_by_anyone():
    assert cache_control(page(("cache-control", "max-age=5"), incomplete=("deadline",)), HOUR) == "no-store"
    assert cache_control(page(("cache-control", "max-age=5"), status=503), HOUR) == "no-store"


@given(st.text(max_size=40), st.text(max_size=40), st.floats(0, 1e9))
def test_no_header_makes_it_raise_or_keep_longer_than_max_age(control, expires, max_age):
    assert 0 <= lifetime(page(("cache-control", control), ("expires", expires), ("vary", control)), max_age) <= max_age
