"""The error tree: every error is drawn in it, carries its data, and can be copied to another process."""

import copy
import pickle

import pytest

from starlette_ajaxcrawl import errors
from starlette_ajaxcrawl.errors import (
    AjaxCrawlError,
    RenderError,
    RenderTimeout,
    SettingFault,
    SettingsError,
    StoreError,
    UrlError,
)
from starlette_ajaxcrawl.page_log import LogEntry


def every_error() -> list[type[AjaxCrawlError]]:
    found, todo = [], [AjaxCrawlError]
    while todo:
        todo += todo[0].__subclasses__()
        found.append(todo.pop(0))
    return [error for error in found if not error.__name__.startswith("_")]


def test_the_drawn_tree_names_every_error():
    assert all(error.__name__ in errors.__doc__ for error in every_error())


@pytest.mark.parametrize("kind", [kind for kind in every_error() if issubclass(kind, (RenderError, UrlError))])
def test_errors_about_a_url_carry_it_and_the_reason(kind):
    error = kind("http://x/#!a\nb", "no")
    assert (error.url, error.reason) == ("http://x/#!a\nb", "no")
    assert str(error) == r"no: 'http://x/#!a\nb'"
    for other in (copy.copy(error), pickle.loads(pickle.dumps(error))):
        assert (type(other), other.url, other.reason) == (kind, error.url, error.reason)


def test_a_render_error_carries_the_log_of_the_page():
    log = (LogEntry("error", "script", "boom"),)
    assert RenderError("u", "no").log == ()
    assert pickle.loads(pickle.dumps(RenderTimeout("u", "no", log))).log == log
    assert str(RenderError("u", "no", log)) == "no: 'u'"


def test_long_urls_are_cut_in_messages():
    assert len(str(UrlError("x" * 100_000, "no"))) < 300


def test_a_settings_error_carries_its_faults():
    error = SettingsError("wrong", (SettingFault("a", 1, "must be 2"),))
    assert str(error.faults[0]) == "a must be 2, got 1"
    assert SettingsError("wrong").faults == ()
    assert pickle.loads(pickle.dumps(error)).args == ("wrong",)


def test_settings_and_url_errors_are_value_errors_too():
    assert issubclass(SettingsError, ValueError)
    assert issubclass(UrlError, ValueError)
    assert not issubclass(StoreError, ValueError)
