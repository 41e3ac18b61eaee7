"""Servers that the stores' tests use."""

from collections.abc import Iterator

import pytest
from redis_server import RedisServer


@pytest.fixture(scope="session")
def redis_server(tmp_path_factory) -> Iterator[RedisServer]:
    """One server for all tests; each begins with an empty one, see ``redis_url``."""
    with RedisServer(tmp_path_factory.mktemp("redis")) as server:
        yield server


@pytest.fixture
def redis_url(redis_server) -> str:
    redis_server.empty()
    return redis_server.url
