"""Where the opt-in meta goes in a document."""

from __future__ import annotations

import pytest

from starlette_ajaxcrawl.opt_in import LIMIT, META, opted_in

M = META


def put(document: str, ended: bool = True, charset: str = "utf-8") -> str | None:
    result = opted_in(document.encode(), charset, ended)
    return None if result is None else result.decode()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<!doctype html><html><head>", "<title>a"),
        ('\ufeff<!DOCTYPE html>\n<html lang="en" data-a=">">\n<HEAD profile="b">', "<title>a"),
        ('<head><meta charset="utf-8">', "<title>a"),
        ('<head>\n  <meta http-equiv="Content-Type" content="text/html; charset=utf-8">', "\n<title>a"),
        ("<!-- <head> --><!doctype html><!--[if IE]><html><![endif]--><html><head/>", "<p>"),
        ("<!doctype html>", "<title>a</title><p>"),
        ("<!doctype html><html>", "<body><p>"),
        ("", "Hello"),
        ("", "<header>a</header>"),
        ("", "<h1>a"),
        ('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head>', "<title/>"),
        ("<!-- <meta name=fragment content=!> --><head>", "<title>é"),
        ("<head>", "<meta name=fragments><meta content=fragment>"),
    ],
)
def test_it_stands_first_in_the_head_or_where_that_would_begin(before: str, after: str) -> None:
    assert put(before + after) == before + M + after


@pytest.mark.parametrize(
    "document",
    [
        "",
        "  \n",
        "<!doctype html>",
        f"<head>{M}<title>a",
        "<head><title>a</title><META content='!' NAME='fragment' />",
        "<head><meta name=fragment content=!>",
    ],
)
def test_what_is_empty_or_has_it_already_stays_as_it_is(document: str) -> None:
    assert put(document) == document


def test_it_is_put_in_once() -> None:
    once = put("<head><title>a")
    assert once is not None
    assert put(once) == once


WHOLE = '<!doctype html><!-- a > b --><html lang="en" title="a>b" data-b=\'c>\'><head id="x"><title>a</title>'


@pytest.mark.parametrize("end", range(len(WHOLE) + 1))
def test_a_beginning_that_does_not_show_the_head_yet_is_waited_for(end: int) -> None:
    seen = put(WHOLE[:end], ended=False)
    head = WHOLE.index("<title>")
    if end < head:
        assert seen is None
    else:
        assert seen == WHOLE[:head] + M + WHOLE[head:end]


def test_no_more_than_a_bounded_part_is_waited_for() -> None:
    long = "<!--" + "a" * LIMIT
    assert put(long, ended=False) == long


@pytest.mark.parametrize(("codec", "charset"), [("utf-16-le", "UTF-16LE"), ("utf-16-be", "utf-16be"), ("utf-16", "")])
def test_wide_encodings_get_it_in_their_own(codec: str, charset: str) -> None:
    document = "<html><head><title>é𝒳"
    result = opted_in(document.encode(codec), charset, True)
    assert result is not None
    assert result.decode(codec) == f"<html><head>{M}<title>é𝒳"


def test_other_encodings_stay_byte_for_byte() -> None:
    assert (
        opted_in(b"<!-- \xa4\xff --><head>\x82\xa0", "shift_jis", True)
        == b"<!-- \xa4\xff --><head>" + M.encode() + b"\x82\xa0"
    )
