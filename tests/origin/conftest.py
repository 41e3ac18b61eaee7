"""What holds for all tests of the in-process origin."""

import logging

import pytest
from anyio import Event


class Logged(logging.Handler):
    """Remembers the errors that the origin logs; ``one`` is set by the first."""

    def __init__(self):
        super().__init__(logging.ERROR)
        self.one = Event()
        self.records = []

    def emit(self, record):
        self.records.append(record)
        self.one.set()


@pytest.fixture
async def logged():
    handler = Logged()
    logger = logging.getLogger("starlette_ajaxcrawl.origin")
    logger.addHandler(handler)
    yield handler
    logger.removeHandler(handler)
