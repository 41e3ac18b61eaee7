"""Content-Encoding: what is decoded, and how much of it at most."""

import gzip
import zlib

import brotli
import pytest
import zstandard

from starlette_ajaxcrawl import decoding
from starlette_ajaxcrawl.decoding import UndecodableError, decode

TEXT = b"<p>hello</p>" * 100
LIMIT = 1 << 16


def bare_deflate(data: bytes) -> bytes:
    deflater = zlib.compressobj(wbits=-zlib.MAX_WBITS)
    return deflater.compress(data) + deflater.flush()


ENCODERS = {
    "gzip": gzip.compress,
    "x-gzip": gzip.compress,
    "deflate": zlib.compress,
    "deflate (bare)": bare_deflate,
    "br": brotli.compress,
    "zstd": zstandard.compress,
    "identity": bytes,
    "": bytes,
}


@pytest.fixture(params=ENCODERS)
def encoding(request):
    return request.param


def test_every_encoding_is_decoded(encoding):
    assert decode(ENCODERS[encoding](TEXT), encoding.split(" ")[0], LIMIT) == (TEXT, False)


def test_the_name_of_an_encoding_may_be_in_any_case():
    assert decode(gzip.compress(TEXT), " GZip ", LIMIT) == (TEXT, False)


def test_other_names_are_no_encodings():
    assert decode(TEXT, "identity, ,", LIMIT) == (TEXT, False)


def test_encodings_are_undone_last_first():
    assert decode(brotli.compress(gzip.compress(TEXT)), "gzip, br", LIMIT) == (TEXT, False)


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
def test_a_body_that_inflates_beyond_the_limit_is_cut(encoding):
    body, more = decode(ENCODERS[encoding](bytes(50 * LIMIT)), encoding, LIMIT)
    assert (len(body), more) == (LIMIT, True)


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
def test_a_body_of_just_the_limit_is_whole(encoding):
    assert decode(ENCODERS[encoding](bytes(LIMIT)), encoding, LIMIT) == (bytes(LIMIT), False)


def test_gzip_members_follow_each_other():
    assert decode(gzip.compress(b"a") + gzip.compress(b"b"), "gzip", LIMIT) == (b"ab", False)


def test_what_follows_the_last_gzip_member_is_ignored():
    assert decode(gzip.compress(b"a") + b"\0\0\0", "gzip", LIMIT) == (b"a", False)
    assert decode(gzip.compress(b"a") + b"junk", "gzip", LIMIT) == (b"a", False)


def test_a_missing_end_is_no_error():
    whole = gzip.compress(bytes(range(256)) * 50)
    body, more = decode(whole[:-12], "gzip", LIMIT)
    assert body.startswith(bytes(range(256)))
    assert not more


def test_an_empty_body_is_empty_in_every_encoding(encoding):
    assert decode(b"", encoding.split(" ")[0], LIMIT) == (b"", False)


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "br", "zstd"])
def test_what_is_not_encoded_is_an_error(encoding):
    with pytest.raises(UndecodableError, match=encoding):
        decode(b"<p>not encoded at all</p>", encoding, LIMIT)


def test_an_unknown_encoding_is_an_error():
    with pytest.raises(UndecodableError, match="'compress'"):
        decode(TEXT, "compress", LIMIT)


def test_only_what_can_be_decoded_is_advertised():
    assert decoding.ACCEPT_ENCODING == "gzip, deflate, br, zstd"
    assert decoding.optional("no_such_module") is None
