"""The command line but for `render`: settings, version, help, and how text reaches a terminal."""

import re

from starlette_ajaxcrawl import __version__
from starlette_ajaxcrawl.commands.exits import Exit, printable
from starlette_ajaxcrawl.settings import Settings


def test_wrong_settings_are_named_line_by_line(run, monkeypatch):
    monkeypatch.setenv("AJAXCRAWL_DEADLINE", "0")
    monkeypatch.setenv("AJAXCRAWL_CSSS", "no")
    for command in (["render", "a_site:app"], ["settings"]):
        code, out, err = run(*command)
        assert (code, out) == (Exit.USAGE, "")
        assert err.splitlines() == [
            "error: settings are wrong:",
            "  AJAXCRAWL_CSSS (environment) is not a setting (did you mean AJAXCRAWL_CSS?), got 'no'",
            "  AJAXCRAWL_DEADLINE (environment) must be greater than 0, got '0'",
        ]


def test_the_settings_are_printed_with_their_values_and_where_those_came_from(run, monkeypatch, folder):
    (folder / ".env").write_text("AJAXCRAWL_MAX_RESPONSE_BYTES=1 MiB\n")
    monkeypatch.setenv("AJAXCRAWL_EXTERNAL_HOSTS", "a.example,b.example")
    monkeypatch.setenv("AJAXCRAWL_BLOCK_URLS", "default,/count")
    monkeypatch.setenv("AJAXCRAWL_JVM_OPTIONS", '["-Da=1,2"]')
    monkeypatch.setenv("AJAXCRAWL_ORIGINS", '{"/s": "http://x"}')
    monkeypatch.setenv("COLUMNS", "200")
    code, out, err = run("settings")
    assert (code, err) == (0, "")
    for name in Settings.model_fields:
        assert re.search(rf"^\s*{name}\s", out, re.MULTILINE), name
    rows = {line.split()[0]: " ".join(line.split()[1:]) for line in out.splitlines() if line.strip()}
    assert rows["max_response_bytes"] == ".env 1 MiB"
    assert rows["external_hosts"] == "environment a.example,b.example"
    assert rows["block_urls"] == "environment default,/count"
    assert rows["jvm_options"] == 'environment ["-Da=1,2"]'
    assert rows["origins"] == 'environment {"/s": "http://x"}'
    assert rows["css"] == "default true"
    assert rows["java_home"] == "default"
    assert rows["max_age"] == "default 3600"
    assert rows["max_store_bytes"] == "default 64 MiB"


def test_the_settings_are_readable_in_eighty_columns(run, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("AJAXCRAWL_BLOCK_URLS", "/count")
    _, out, _ = run("settings")
    assert max(map(len, out.splitlines())) <= 80
    assert "wait_for_background_javascript_starting_before" in out
    assert re.search(r"^ block_urls +environment +/count *$", out, re.MULTILINE)
    assert "…" not in out


def test_the_version_is_printed(run):
    assert run("--version") == (0, f"starlette-ajaxcrawl {__version__}\n", "")


def test_the_help_names_every_exit_code(run):
    code, out, _ = run("render", "--help")
    assert code == 0
    for exit_code in Exit:
        assert re.search(rf"^\s*{int(exit_code)}: ", out, re.MULTILINE)
    assert "Exit codes: 0: printed. 2: settings are wrong" in run("settings", "--help")[1]


def test_without_a_command_the_help_is_shown(run):
    code, out, err = run()
    assert code == Exit.USAGE
    assert "render" in out + err


def test_an_option_that_there_is_not_is_a_usage_error(run):
    assert run("render", "a_site:app", "--nonsense")[0] == Exit.USAGE


def test_text_for_terminals_is_on_one_line_without_control_characters():
    assert printable("a\nb\x1b[0m\u202eä\ud800") == r"a\nb\x1b[0m\u202eä\ud800"
