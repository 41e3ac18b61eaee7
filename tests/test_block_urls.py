"""The URLs that pages do not ask for by default; what a pattern matches is tested in Java (ListsTest)."""

import re

from starlette_ajaxcrawl.block_urls import DEFAULT_BLOCK_URLS


def test_patterns_are_hosts_and_paths_without_a_scheme():
    for pattern in DEFAULT_BLOCK_URLS:
        assert re.fullmatch(r"[a-z0-9.*-]+(/[^ ]*)?", pattern), pattern


def test_each_pattern_stands_once():
    assert len(set(DEFAULT_BLOCK_URLS)) == len(DEFAULT_BLOCK_URLS)


def test_no_pattern_is_so_wide_that_it_blocks_a_top_level_domain():
    for pattern in DEFAULT_BLOCK_URLS:
        host = pattern.partition("/")[0].removeprefix("*.").replace("*", "")
        assert len(host.strip(".")) >= 4, pattern
