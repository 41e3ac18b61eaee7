"""Log lines about renders have their facts as fields, too."""

from __future__ import annotations

import logging

import pytest
from asgi_calls import call
from bare_site import PRETTY, UGLY, Site, around, snapshot

from starlette_ajaxcrawl import LogEntry, Rendering, RenderTimeout

pytestmark = pytest.mark.anyio

BOOM = LogEntry("error", "script", "boom", "http://example.com/a.js", 3)


async def test_what_is_said_of_a_render_is_said_in_fields_too(caplog) -> None:
    with caplog.at_level(logging.INFO):
        await call(around(Site(), {PRETTY: Rendering(snapshot(incomplete=("heap", "deadline")), (BOOM,))}), UGLY)
        await call(around(Site(), {PRETTY: RenderTimeout(PRETTY, "too slow", (BOOM,))}), UGLY)
    said = [(record.levelname, record.outcome, record.reason) for record in caplog.records]
    assert said == [
        ("WARNING", "incomplete", "heap"),
        ("WARNING", "incomplete", "deadline"),
        ("WARNING", "incomplete", "heap, deadline"),
        ("INFO", "incomplete", "heap, deadline"),
        ("ERROR", "render_timeout", "too slow"),
        ("WARNING", "render_timeout", "too slow"),
    ]
    assert {record.name for record in caplog.records} == {"starlette_ajaxcrawl.renders"}
    assert {record.url for record in caplog.records} == {PRETTY}
    assert all(0 <= record.seconds < 60 for record in caplog.records)
    assert [getattr(record, "page_error", None) for record in caplog.records] == [
        None,
        None,
        "script",
        None,
        None,
        "script",
    ]
    assert caplog.records[3].getMessage().startswith(f"Rendered {PRETTY!r} in 0.")
