"""A server, and the reverse proxy in front of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest
from proxied import proxied
from servers import uvicorn_running
from upstream import Upstream

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture(scope="module")
def upstream() -> Upstream:
    return Upstream()


@pytest.fixture(scope="module")
def upstream_url(upstream: Upstream) -> Iterator[str]:
    with uvicorn_running(upstream.app) as url:
        yield url


@pytest.fixture(scope="module")
def site(upstream_url: str) -> Iterator[str]:
    with proxied(upstream_url, settings={"bots": "known"}) as url:
        yield url


@pytest.fixture(scope="module")
def client(site: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=site, timeout=30, headers={"user-agent": "Mozilla/5.0 (X11)"}) as client:
        yield client
