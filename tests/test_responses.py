"""Replies: status, headers and body that HTTP wants for a snapshot, for HEAD, for a cache that asks again."""

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starlette_ajaxcrawl.errors import (
    RendererBusy,
    RenderError,
    RendererUnavailable,
    RenderTimeout,
    SnapshotTooLarge,
    StoreError,
    UrlError,
)
from starlette_ajaxcrawl.responses import failure, respond
from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.snapshot import Answer, Rendering, Snapshot, Timings

URL = "http://site.example/#!/a"
NOW = 1_700_000_000.0
SETTINGS = Settings(_environment=False)
BODY = "<!doctype html><title>ä</title>".encode()


def page(*headers, status=200, body=BODY, kind="html", incomplete=()) -> Snapshot:
    return Snapshot(URL, kind, status, headers, body, NOW, incomplete)


def reply(snapshot=None, *, method="GET", asked=(), outcome="miss", now=NOW, settings=SETTINGS, rendering=None):
    return respond(Answer(snapshot or page(), outcome, rendering), method, asked, now, settings)


def values(answer, name):
    return [value for key, value in answer.headers if key == name]


def test_a_snapshot_is_html_in_utf_8_with_its_length():
    answer = reply()
    assert (answer.status, answer.body) == (200, BODY)
    assert dict(answer.headers) == {
        b"content-type": b"text/html; charset=utf-8",
        b"content-length": str(len(BODY)).encode(),
        b"cache-control": b"max-age=3600",
        b"etag": b'"%s"' % hashlib.sha256(BODY).hexdigest()[:32].encode(),
        b"x-ajaxcrawl": b"miss",
    }


@pytest.mark.parametrize("status", [200, 404, 410, 500])
def test_head_has_the_headers_of_get_and_no_body(status):
    snapshot = page(("x-robots-tag", "noindex"), status=status)
    get, head = reply(snapshot), reply(snapshot, method="HEAD")
    assert (head.status, head.headers, head.body) == (status, get.headers, b"")


def test_an_empty_document_is_still_html():
    answer = reply(page(body=b""))
    assert values(answer, b"content-length") == [b"0"]
    assert values(answer, b"content-type") == [b"text/html; charset=utf-8"]


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(
    "template",
    ["{tag}", "W/{tag}", '"x", {tag}', '"a,b" ,W/{tag}', "*", ' {tag} , "y"', '"x",{tag},"y"'],
)
def test_a_cache_that_has_the_body_already_gets_304_without_it(template, method):
    tag = values(reply(), b"etag")[0].decode()
    answer = reply(
        page(("expires", "Thu, 01 Dec 1994 16:00:00 GMT"), ("link", "<x>")),
        method=method,
        asked=[(b"host", b"x"), (b"if-none-match", template.format(tag=tag).encode())],
        outcome="hit",
        now=NOW + 9,
    )
    assert (answer.status, answer.body) == (304, b"")
    assert {name for name, _ in answer.headers} == {b"etag", b"cache-control", b"expires", b"age", b"x-ajaxcrawl"}
    assert values(answer, b"etag") == [tag.encode()]


@pytest.mark.parametrize("value", [b'"x"', b"x", b"", b'W/"x", "y"', b'"', b"**", b'"*"', b"\xff"])
def test_other_entity_tags_get_the_body(value):
    assert reply(asked=[(b"if-none-match", value)]).status == 200


def test_if_none_match_may_be_spread_over_several_headers():
    tag = values(reply(), b"etag")[0]
    assert reply(asked=[(b"if-none-match", b'"x"'), (b"if-none-match", tag)]).status == 304


@pytest.mark.parametrize("status", [404, 301, 500])
def test_only_successful_answers_have_an_entity_tag_and_can_be_not_modified(status):
    answer = reply(page(status=status), asked=[(b"if-none-match", b"*")])
    assert answer.status == status
    assert values(answer, b"etag") == []


def test_other_bytes_have_another_entity_tag_and_the_same_bytes_the_same():
    assert values(reply(page(body=b"a")), b"etag") != values(reply(page(body=b"b")), b"etag")
    assert values(reply(page(body=b"a")), b"etag") == values(reply(page(("link", "<x>"), body=b"a")), b"etag")


def test_only_a_kept_snapshot_has_an_age():
    assert values(reply(outcome="hit", now=NOW + 61.9), b"age") == [b"61"]
    assert values(reply(outcome="hit", now=NOW - 5), b"age") == [b"0"]
    assert values(reply(outcome="shared", now=NOW + 5), b"age") == []


@pytest.mark.parametrize("outcome", ["hit", "miss", "shared"])
def test_the_outcome_is_told(outcome):
    assert values(reply(outcome=outcome), b"x-ajaxcrawl") == [outcome.encode()]


def test_timings_are_told_in_milliseconds_where_there_was_a_render():
    rendering = Rendering(page(), timings=Timings(0.0012, 0.25, 1, 0))
    assert values(reply(rendering=rendering), b"server-timing") == [
        b"wait;dur=1.2, fetch;dur=250.0, script;dur=1000.0, serialise;dur=0.0"
    ]
    assert values(reply(), b"server-timing") == []


def test_an_incomplete_snapshot_says_so_and_is_stored_by_nobody():
    answer = reply(page(("cache-control", "max-age=9"), incomplete=("deadline",)))
    assert (answer.status, answer.body) == (200, BODY)
    assert values(answer, b"x-ajaxcrawl-complete") == [b"false"]
    assert values(answer, b"cache-control") == [b"no-store"]
    assert values(reply(), b"x-ajaxcrawl-complete") == []


def test_an_incomplete_snapshot_is_503_where_the_settings_say_so():
    answer = reply(page(incomplete=("deadline",)), settings=SETTINGS.changed(on_timeout="503"))
    assert answer.status == 503
    assert values(answer, b"retry-after") == [b"60"]
    assert values(answer, b"content-type") == [b"text/plain; charset=utf-8"]
    assert reply(page(), settings=SETTINGS.changed(on_timeout="503")).status == 200


def test_a_redirect_has_its_location_and_no_body():
    answer = reply(page(("location", "http://site.example/b#!/%C3%A4"), status=301, body=b"", kind="redirect"))
    assert (answer.status, answer.body) == (301, b"")
    assert values(answer, b"location") == [b"http://site.example/b#!/%C3%A4"]
    assert values(answer, b"content-length") == [b"0"]
    assert values(answer, b"content-type") == []


@pytest.mark.parametrize("status", [204, 205, 304])
def test_statuses_without_a_body_have_none_and_no_length(status):
    answer = reply(page(status=status))
    assert (answer.status, answer.body) == (status, b"")
    assert values(answer, b"content-length") == []


def test_the_documents_own_headers_are_kept():
    own = [("x-robots-tag", "noindex"), ("content-language", "de"), ("link", "<a>; rel=x"), ("link", "<b>; rel=y")]
    answer = reply(page(*own, ("X-Custom", " 1 ")))
    for name, value in own:
        assert (name.encode(), value.encode()) in answer.headers
    assert values(answer, b"x-custom") == [b"1"]


def test_headers_of_the_visitor_the_connection_or_the_documents_bytes_do_not_get_through():
    kept_back = ["set-cookie", "content-length", "content-encoding", "transfer-encoding", "connection", "keep-alive"]
    kept_back += ["te", "trailer", "upgrade", "proxy-authenticate", "etag", "last-modified", "date", "server", "age"]
    kept_back += ["content-range", "accept-ranges", "vary", "content-type", "x-accel-redirect", "x-ajaxcrawl"]
    kept_back += ["Set-Cookie", "x-ajaxcrawl-complete", "server-timing", "content-md5", "x-one"]
    answer = reply(page(*((name, "evil") for name in kept_back), ("connection", "close, X-One")))
    assert b"evil" not in b"".join(value for _, value in answer.headers)
    assert {name for name, _ in answer.headers} == {name for name, _ in reply().headers}


@pytest.mark.parametrize("value", ["a\r\nset-cookie: x", "a\nb", "a\0b", "a\rb", "\x7f", "a\x0bb"])
@pytest.mark.parametrize("name", ["x-a", "location", "cache-control", "link"])
def test_header_values_with_line_breaks_or_control_characters_do_not_get_through(name, value):
    answer = reply(page((name, value)))
    assert not any(set(b"\r\n\0\x7f\x0b") & set(one) for pair in answer.headers for one in pair)
    assert values(answer, b"set-cookie") == []


@pytest.mark.parametrize("name", ["", "a b", "a:b", "ä", "a\r\nb", "(a)"])
def test_headers_with_names_that_are_none_do_not_get_through(name):
    assert {key for key, _ in reply(page((name, "1"))).headers} == {key for key, _ in reply().headers}


def test_header_values_go_out_with_the_bytes_they_came_with_or_in_utf_8():
    answer = reply(page(("x-a", "\xc3\xa4"), ("x-b", "日"), ("x-c", "\ud800"), ("cache-control", "x=日")))
    assert values(answer, b"x-a") == [b"\xc3\xa4"]
    assert values(answer, b"x-b") == ["日".encode()]
    assert values(answer, b"x-c") == [b"?"]
    assert values(answer, b"cache-control") == ["x=日".encode()]


def test_headers_that_are_too_long_for_proxies_are_left_out_but_for_the_location():
    long = "x" * 8193
    answer = reply(page(("link", long), ("location", long), ("cache-control", long), status=302))
    assert values(answer, b"link") == []
    assert values(answer, b"location") == [long.encode()]
    assert values(answer, b"cache-control") == [b"no-store"]


@given(st.text(), st.text(), st.binary())
def test_whatever_the_document_says_the_reply_is_well_formed(name, value, asked):
    answer = reply(page((name.lower(), value), ("cache-control", value)), asked=[(b"if-none-match", asked)])
    for key, one in answer.headers:
        assert key
        assert not set(key) & set(b"\r\n\0: ")
        assert not set(one) & set(b"\r\n\0")


def test_a_url_that_the_scheme_cannot_map_is_a_bad_request_and_not_repeated():
    answer = failure(UrlError("http://x/<script>", "bad escape"), "GET")
    assert (answer.status, answer.body) == (400, b"bad escape\n")
    assert values(answer, b"content-type") == [b"text/plain; charset=utf-8"]
    assert values(answer, b"retry-after") == []


@pytest.mark.parametrize(
    ("error", "seconds"),
    [
        (RendererBusy(URL, "/secret"), b"5"),
        (RendererUnavailable(URL, "/secret"), b"60"),
        (RenderTimeout(URL, "/secret"), b"60"),
        (SnapshotTooLarge(URL, "/secret"), b"60"),
        (RenderError(URL, "/secret"), b"60"),
        (StoreError("/secret"), b"60"),
    ],
)
def test_every_other_error_is_503_with_retry_after_and_says_nothing_of_the_server(error, seconds):
    answer = failure(error, "GET")
    assert answer.status == 503
    assert values(answer, b"retry-after") == [seconds]
    assert values(answer, b"cache-control") == [b"no-store"]
    assert b"secret" not in answer.body
    head = failure(error, "HEAD")
    assert (head.headers, head.body) == (answer.headers, b"")
