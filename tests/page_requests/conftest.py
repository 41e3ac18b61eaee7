"""What holds for all tests of page requests."""

import pytest


@pytest.fixture
def anyio_backend():
    return "asyncio"
