"""Requests for the policy to decide about, and what it may say."""

from __future__ import annotations

from starlette_ajaxcrawl.policy import Asked, Refuse, Render, decide
from starlette_ajaxcrawl.settings import Settings

DEFAULTS = Settings(_env_file=None)
ASKED = Asked(
    method="GET",
    scheme="https",
    path="/shop",
    raw_path=b"/shop",
    root_path="",
    query=b"_escaped_fragment_=/a",
    hosts=(b"example.com",),
    server=("10.0.0.1", 8000),
)


def settings(**changes: object) -> Settings:
    return Settings(_env_file=None, **changes)


def asked(**changes: object) -> Asked:
    if "path" in changes:
        changes.setdefault("raw_path", None)
    return ASKED._replace(**changes)


def pretty(request: Asked, its_settings: Settings = DEFAULTS) -> str:
    decision = decide(request, its_settings)
    assert isinstance(decision, Render), decision
    return decision.url


def reason(request: Asked, its_settings: Settings = DEFAULTS) -> str:
    decision = decide(request, its_settings)
    assert isinstance(decision, Refuse), decision
    return decision.error.reason
