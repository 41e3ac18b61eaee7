"""What holds for all tests."""

from __future__ import annotations

import atexit
import logging
import os
import shutil
import signal
import tempfile
from typing import TYPE_CHECKING

import hypothesis
import pytest
from chromium import Chromium

if TYPE_CHECKING:
    from collections.abc import Iterator

# what tests translate is not kept in the user's cache
os.environ["XDG_CACHE_HOME"] = tempfile.mkdtemp(prefix="ajaxcrawl-cache-")
atexit.register(shutil.rmtree, os.environ["XDG_CACHE_HOME"], ignore_errors=True)

# what a shell runs in the background ignores Ctrl-C, and so would all that tests start
signal.signal(signal.SIGINT, signal.default_int_handler)

# a busy machine is slow at times, and an example's time is nothing that these tests judge
hypothesis.settings.register_profile("any machine", deadline=None)
hypothesis.settings.load_profile("any machine")


@pytest.fixture(autouse=True)
def _logging_of_its_own() -> Iterator[None]:
    """Frameworks that tests make give the root logger a level and handlers, which write to what is closed by then."""
    level, handlers = logging.root.level, list(logging.root.handlers)
    yield
    logging.root.setLevel(level)
    logging.root.handlers[:] = handlers


@pytest.fixture(scope="session")
def chromium() -> Iterator[Chromium]:
    """One browser for all tests: Playwright's synchronous interface can be open once only."""
    with Chromium() as browser:
        yield browser
