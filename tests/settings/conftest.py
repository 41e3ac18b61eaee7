"""Settings of no folder and no environment but those that a test sets."""

import os

import pytest


@pytest.fixture(autouse=True)
def empty_folder_and_environment(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    for name in os.environ:
        if name.upper().startswith("AJAXCRAWL_"):
            monkeypatch.delenv(name)
