"""One real server a clock, one Chromium and one JVM for all end-to-end tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from crawled import Crawled, crawled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from chromium import Chromium


@pytest.fixture(scope="session")
def page_clock_site(chromium: Chromium) -> Iterator[Crawled]:
    with crawled(chromium) as site:
        yield site


@pytest.fixture(scope="session")
def wall_clock_site(chromium: Chromium) -> Iterator[Crawled]:
    with crawled(chromium, clock="wall", wait_for_background_javascript=2.5) as site:
        yield site


@pytest.fixture
def site(page_clock_site: Crawled) -> Crawled:
    """The site with the default settings."""
    return page_clock_site
