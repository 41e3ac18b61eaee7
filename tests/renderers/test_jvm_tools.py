"""Ending threads through the JVM's tool interface; tests/hostile has pages that need it."""

import logging

import pytest

from starlette_ajaxcrawl.renderers import jvm_tools


@pytest.mark.parametrize("library", ["/no/such/libjvm.so", "libc.so.6"])
def test_a_jvm_without_a_tool_interface_ends_no_thread_and_is_told_of_once(monkeypatch, caplog, library):
    monkeypatch.setattr(jvm_tools, "_tools", None)
    monkeypatch.setattr(jvm_tools, "_fails", False)
    monkeypatch.setattr(jvm_tools, "_library", lambda: library)
    with caplog.at_level(logging.WARNING, "starlette_ajaxcrawl"):
        assert [jvm_tools.end_thread("ajaxcrawl-page-1") for _ in range(3)] == [False] * 3
    assert [record.message.split(":")[0] for record in caplog.records] == [
        "threads held by endless scripts can't be ended in this JVM"
    ]
