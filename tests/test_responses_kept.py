"""Replies for kept snapshots: compressed where the client can read that, and 304 for those who have the content."""

import gzip
from dataclasses import replace
from email.utils import formatdate
from random import Random

import anyio
import brotli
import pytest
import zstandard

from starlette_ajaxcrawl.compression import compressed
from starlette_ajaxcrawl.responses import respond
from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.snapshot import Answer, Snapshot

CHANGED = 1_700_000_000.0
NOW = CHANGED + 5000
BODY = b"<p>" + b"long " * 1000
PLAIN = Snapshot("http://x/", "html", 200, (), BODY, NOW - 10, changed=CHANGED)
KEPT = anyio.run(compressed, PLAIN)
SETTINGS = Settings(_environment=False)
DECODERS = {"zstd": zstandard.decompress, "gzip": gzip.decompress, "br": brotli.decompress, "": bytes}


def reply(snapshot=KEPT, *, method="GET", outcome="hit", settings=SETTINGS, now=NOW, **asked):
    headers = [(name.replace("_", "-").encode(), value.encode()) for name, value in asked.items()]
    answer = respond(Answer(snapshot, outcome), method, headers, now, settings)
    assert len({name for name, _ in answer.headers}) == len(answer.headers)
    return answer, {name.decode(): value.decode() for name, value in answer.headers}


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [
        ("gzip, deflate, br, zstd", "zstd"),
        ("ZSTD;q=0.1, identity;q=0.05", "zstd"),
        ("ZSTD;q=0.1, identity", ""),
        ("zstd;q=0.1, gzip;q=1", "gzip"),
        ("gzip, *;q=0", "gzip"),
        ("*;q=0.5, gzip;q=0.1", "zstd"),
        ("gzip", "gzip"),
        ("gzip;q=1.0, br", "gzip"),
        ("zstd;q=0, gzip ; q=0.5", "gzip"),
        ("*", "zstd"),
        ("*;q=0", ""),
        ("*, zstd;q=0, gzip;q=0", ""),
        ("br", ""),
        ("zstd;q=x, gzip;q=0.0.0", ""),
        ("xzstd, zstdx, gzip-", ""),
        ("", ""),
        ("identity", ""),
    ],
)
def test_a_kept_body_goes_out_as_the_client_can_read_it(accepted, encoding):
    answer, headers = reply(accept_encoding=accepted)
    assert headers.get("content-encoding", "") == encoding
    assert DECODERS[encoding](answer.body) == BODY
    assert headers["content-length"] == str(len(answer.body))
    assert headers["vary"] == "Accept-Encoding"
    head, same = reply(accept_encoding=accepted, method="HEAD")
    assert (head.status, head.body, same) == (200, b"", headers)


def test_a_store_may_keep_other_encodings_and_what_is_short_is_kept_as_it_is():
    in_brotli = replace(KEPT, body=brotli.compress(BODY), encoding="br")
    assert reply(in_brotli, accept_encoding="br")[0].body == in_brotli.body
    assert DECODERS["gzip"](reply(in_brotli, accept_encoding="gzip")[0].body) == BODY
    assert reply(in_brotli, accept_encoding="zstd")[0].body == BODY
    short = anyio.run(compressed, replace(PLAIN, body=b"<p>a"))
    answer, headers = reply(short, accept_encoding="zstd, gzip")
    assert (answer.body, short.encoding) == (b"<p>a", "")
    assert "vary" not in headers
    assert "content-encoding" not in headers


def test_what_is_large_is_compressed_too_and_what_gets_no_shorter_stays_as_it_is():
    large = anyio.run(compressed, replace(PLAIN, body=bytes(range(256)) * 4000))
    assert (large.encoding, large.content) == ("zstd", bytes(range(256)) * 4000)
    noise = replace(PLAIN, body=Random(1).randbytes(100_000))
    assert anyio.run(compressed, noise).encoding == ""
    assert anyio.run(compressed, noise).digest == noise.content_digest


def test_each_encoding_has_a_strong_entity_tag_of_its_own_and_each_says_that_the_content_is_known():
    tags = {encoding: reply(accept_encoding=encoding)[1]["etag"] for encoding in ("zstd", "gzip", "")}
    assert len(set(tags.values())) == 3
    assert not any(tag.startswith("W/") for tag in tags.values())
    for tag in tags.values():
        for accepted in tags:
            answer, headers = reply(if_none_match=f'W/"x" , {tag}', accept_encoding=accepted)
            assert (answer.status, answer.body, headers["etag"]) == (304, b"", tag)
            assert set(headers) == {"etag", "cache-control", "x-ajaxcrawl", "age", "vary"}
    assert reply(replace(KEPT, digest="0" * 32), if_none_match=", ".join(tags.values()))[0].status == 200


def test_the_tag_of_a_kept_snapshot_is_that_of_the_same_snapshot_before_it_was_kept():
    assert reply(PLAIN)[1]["etag"] == reply(KEPT)[1]["etag"]


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize(
    ("since", "status"),
    [
        (formatdate(CHANGED, usegmt=True), 304),
        (formatdate(CHANGED + 1, usegmt=True), 304),
        (formatdate(NOW + 1e6, usegmt=True), 304),
        ("Tuesday, 14-Nov-23 22:13:20 GMT", 304),
        ("Tue Nov 14 22:13:20 2023", 304),
        (formatdate(CHANGED - 1, usegmt=True), 200),
        ("yesterday", 200),
        ("", 200),
        ("1700000000", 200),
    ],
)
def test_who_has_seen_the_content_since_it_changed_gets_304(since, status, method):
    answer, headers = reply(if_modified_since=since, method=method)
    assert answer.status == status
    assert headers["etag"]
    assert ("last-modified" in headers) is (status == 200)


def test_an_entity_tag_counts_more_than_a_date():
    since = formatdate(NOW, usegmt=True)
    assert reply(if_modified_since=since, if_none_match='"x"')[0].status == 200
    assert reply(if_modified_since=since, if_none_match="")[0].status == 200


def test_last_modified_is_since_when_the_content_is_what_it_is_and_never_in_the_future():
    assert reply()[1]["last-modified"] == formatdate(CHANGED, usegmt=True)
    assert reply(now=CHANGED - 60)[1]["last-modified"] == formatdate(CHANGED - 60, usegmt=True)
    assert "last-modified" not in reply(replace(KEPT, changed=None))[1]
    assert "last-modified" not in reply(replace(KEPT, status=404))[1]
    assert reply(replace(KEPT, changed=None), if_modified_since=formatdate(NOW, usegmt=True))[0].status == 200


def test_what_the_page_depends_on_stands_in_vary():
    settings = SETTINGS.changed(vary_on=["Accept-Language", "DNT"])
    assert reply(settings=settings)[1]["vary"] == "Accept-Encoding, accept-language, dnt"
    not_there = replace(PLAIN, status=404, body=b"<p>a")
    assert reply(not_there, settings=settings)[1]["vary"] == "accept-language, dnt"


def test_a_stale_snapshot_says_so_and_has_its_age():
    headers = reply(outcome="stale")[1]
    assert (headers["x-ajaxcrawl"], headers["age"]) == ("stale", "10")
