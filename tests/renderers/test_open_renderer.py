"""Which renderer settings name."""

import pytest

from starlette_ajaxcrawl import Settings
from starlette_ajaxcrawl.renderers import open_renderer


@pytest.mark.parametrize(("renderer", "lines"), [("htmlunit", 1), ("process", 0)])
def test_settings_of_processes_where_there_are_none_are_said(renderer, lines, caplog):
    open_renderer(Settings(_env_file=None, _environment=False, renderer=renderer, render_processes=2))
    said = 'render_processes: of no effect here, as renderer is not "process"'
    assert [record.message for record in caplog.records] == [said] * lines
