"""Settings: where values come from, how they hold for paths, and how faults are told."""

import copy
import os
import pickle
from types import SimpleNamespace

import pytest

from starlette_ajaxcrawl.errors import SettingsError
from starlette_ajaxcrawl.machine import cores, default_heap, this_machine
from starlette_ajaxcrawl.settings import Settings

ISSUE = {  # the names and defaults that were agreed on
    "wait_for_background_javascript": 10.0,
    "wait_for_background_javascript_starting_before": None,
    "clock": "page",
    "ajax_controller": "nicely_resynchronizing",
    "deadline": 20.0,
    "javascript_timeout": 5.0,
    "wait_for_selector": None,
    "browser": "chrome",
    "css": True,
    "locale": "en-US",
    "time_zone": "UTC",
    "external_hosts": (),
    "private_hosts": (),
    "origins": {},
    "allowed_hosts": ("*",),
    "max_concurrent_renders": cores(),
    "max_queued_renders": 64,
    "max_page_requests": 200,
    "max_response_bytes": 16 << 20,
    "max_snapshot_bytes": 8 << 20,
    "max_allocated_bytes": 1 << 30,
    "max_lost_threads": 2,
    "jvm_heap": default_heap(this_machine().memory),
    "jvm_options": (),
    "java_home": None,
    "warm_up": False,
    "include": ("*",),
    "exclude": (),
    "exclude_states": (),
    "overrides": {},
    "java_class_path": (),
    "web_client_configurer": None,
    "htmlunit_jars": (),
    "modern_javascript": True,
    "store": "memory://",
    "max_age": 3600.0,
    "on_timeout": "serve",
    "on_error": "503",
    "site_url": None,
}


@pytest.mark.parametrize("name", ISSUE)
def test_the_default_is_the_one_agreed_on(name):
    assert getattr(Settings(), name) == ISSUE[name]


def test_ready_flags_are_our_own_and_that_of_others():
    assert Settings().ready_flag == ("ajaxcrawlReady", "prerenderReady")


def test_arguments_come_before_the_mapping_the_environment_and_the_file(monkeypatch, tmp_path):
    (tmp_path / ".env").write_text("AJAXCRAWL_DEADLINE=1\nAJAXCRAWL_MAX_AGE=1\nAJAXCRAWL_CSS=no\nAJAXCRAWL_LOCALE=de\n")
    monkeypatch.setenv("AJAXCRAWL_DEADLINE", "2")
    monkeypatch.setenv("AJAXCRAWL_MAX_AGE", "2")
    monkeypatch.setenv("AJAXCRAWL_CSS", "on")
    mapping = {"AJAXCRAWL_DEADLINE": 3, "AJAXCRAWL_MAX_AGE": 3}
    settings = Settings.from_mapping(mapping, deadline=4)
    assert (settings.deadline, settings.max_age, settings.css, settings.locale) == (4, 3, True, "de")
    sources = {one.name: one.source for one in settings.describe()}
    assert sources["deadline"] == "argument"
    assert sources["max_age"] == "mapping"
    assert sources["css"] == "environment"
    assert sources["locale"] == ".env"
    assert sources["clock"] == "default"


def test_a_configuration_may_have_them_as_attributes():
    configuration = SimpleNamespace(AJAXCRAWL_MAX_AGE=5, ajaxcrawl_deadline=1, DEBUG=True)
    settings = Settings.from_mapping(configuration)
    assert (settings.max_age, settings.deadline) == (5.0, 20.0)
    with pytest.raises(SettingsError, match="AJAXCRAWL_MAXAGE is not a setting"):
        Settings.from_mapping(SimpleNamespace(AJAXCRAWL_MAXAGE=5))


def test_every_setting_is_described():
    described = Settings().describe()
    assert {one.name for one in described} >= {*ISSUE, "ready_flag", "block_urls", "comments", "max_store_bytes"}
    assert all(one.meaning.endswith(".") for one in described)


def test_names_in_the_environment_may_be_in_any_case(monkeypatch):
    monkeypatch.setenv("ajaxcrawl_Deadline", "7")
    assert Settings().deadline == 7


def test_other_names_in_environment_file_and_mapping_are_no_business_of_ours(monkeypatch, tmp_path):
    (tmp_path / ".env").write_text("DATABASE_URL=x\nAJAX=1\nAJAXCRAWLER_X=1\n")
    monkeypatch.setenv("AJAXCRAWLER_DEADLINE", "x")
    assert Settings.from_mapping({"SECRET_KEY": "x", "ajaxcrawl_deadline": 1, 3: 4}) == Settings(_env_file=None)


def test_another_file_or_none_can_be_named(tmp_path):
    (tmp_path / ".env").write_text("AJAXCRAWL_DEADLINE=1\n")
    (tmp_path / "other").write_text("AJAXCRAWL_DEADLINE=2\n")
    assert Settings(_env_file=None).deadline == 20
    assert Settings(_env_file="other").deadline == 2


def test_a_file_that_cannot_be_read_is_a_settings_error(tmp_path):
    (tmp_path / ".env").write_bytes(b"AJAXCRAWL_LOCALE=\xff\xfe\n")
    with pytest.raises(SettingsError, match=r"\.env cannot be read"):
        Settings()


def test_unknown_names_fail_everywhere_and_the_nearest_name_is_offered(monkeypatch, tmp_path):
    (tmp_path / ".env").write_text("AJAXCRAWL_NONSENSE_HERE=1\nAJAXCRAWL_NOTHING\n")
    monkeypatch.setenv("AJAXCRAWL_DEDLINE", "2")
    with pytest.raises(SettingsError) as caught:
        Settings.from_mapping({"AJAXCRAWL_MAXAGE": 3}, clok="page")
    lines = str(caught.value).splitlines()
    assert lines[0] == "settings are wrong:"
    assert lines[1:] == [
        "  clok is not a setting (did you mean clock?), got 'page'",
        "  AJAXCRAWL_MAXAGE is not a setting (did you mean AJAXCRAWL_MAX_AGE?), got 3",
        "  AJAXCRAWL_DEDLINE (environment) is not a setting (did you mean AJAXCRAWL_DEADLINE?), got '2'",
        "  AJAXCRAWL_NONSENSE_HERE (.env) is not a setting, got '1'",
        "  AJAXCRAWL_NOTHING (.env) is not a setting, got ''",
    ]
    assert [fault.name for fault in caught.value.faults][:2] == ["clok", "AJAXCRAWL_MAXAGE"]


def test_one_error_names_every_fault_with_name_value_and_what_is_allowed(monkeypatch):
    monkeypatch.setenv("AJAXCRAWL_MAX_AGE", "-1")
    with pytest.raises(SettingsError) as caught:
        Settings(deadline=0, clock="moon", css="perhaps", max_concurrent_renders=0)
    assert sorted(map(str, caught.value.faults)) == [
        "AJAXCRAWL_MAX_AGE (environment) must not be negative, got '-1'",
        "clock must be 'page' or 'wall', got 'moon'",
        "css must be true or false, got 'perhaps'",
        "deadline must be greater than 0, got 0",
        "max_concurrent_renders must be at least 1, got 0",
    ]


def test_long_values_are_cut_in_messages():
    with pytest.raises(SettingsError) as caught:
        Settings(locale="x" * 10_000)
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize("name", ["wait_for_background_javascript", "wait_for_background_javascript_starting_before"])
def test_under_the_wall_clock_a_wait_longer_than_the_deadline_is_an_error(name):
    with pytest.raises(SettingsError, match=rf"{name} must not be longer than deadline \(20\)"):
        Settings(clock="wall", **{name: 21})
    assert getattr(Settings(clock="wall", **{name: 20}), name) == 20
    assert getattr(Settings(clock="page", **{name: 21}), name) == 21


def test_the_first_pattern_that_matches_a_path_overrides_settings_for_it():
    settings = Settings(
        max_age=5,
        overrides={"/shop/slow/*": {"deadline": 25}, "/shop/*": {"deadline": 22, "max_response_bytes": "1 KiB"}},
    )
    assert settings.for_path("/").deadline == 20
    assert settings.for_path("/shop/x").deadline == 22
    assert settings.for_path("/shop/x").max_response_bytes == 1024
    slow = settings.for_path("/shop/slow/x")
    assert (slow.deadline, slow.max_response_bytes, slow.max_age) == (25, 16 << 20, 5)
    assert slow is settings.for_path("/shop/slow/y")
    assert slow.for_path("/shop/x") is slow


def test_faults_in_overrides_are_told_with_their_place(monkeypatch):
    monkeypatch.setenv("AJAXCRAWL_DEADLINE", "8")
    with pytest.raises(SettingsError) as caught:
        Settings(overrides={"/a": {"deadlin": 1, "store": "memory://"}, "b": {"max_age": -1}, "/c": {"clock": "wall"}})
    assert [str(fault) for fault in caught.value.faults] == [
        'overrides["/a"].deadlin is not a setting for single paths (did you mean deadline?), got 1',
        "overrides[\"/a\"].store is not a setting for single paths, got 'memory://'",
        'overrides["b"] must have path patterns such as "/shop/*" as keys, got \'b\'',
        'overrides["b"].max_age must not be negative, got -1',
        'overrides["/c"].wait_for_background_javascript must not be longer than deadline (8) with clock="wall":'
        " no render would see its end, got 10.0",
    ]


def test_changed_settings_are_checked_and_leave_the_first_ones_alone(monkeypatch):
    monkeypatch.setenv("AJAXCRAWL_DEADLINE", "8")
    settings = Settings(max_age=3)
    monkeypatch.delenv("AJAXCRAWL_DEADLINE")
    changed = settings.changed(css=False)
    assert (changed.css, changed.max_age, changed.deadline) == (False, 3, 8)
    assert settings.css is True
    with pytest.raises(SettingsError):
        settings.changed(deadline=-1)


def test_settings_are_frozen_values():
    settings = Settings(deadline=5, overrides={"/a": {"deadline": 6}})
    with pytest.raises(ValueError, match="frozen"):
        settings.deadline = 6
    assert settings == Settings(deadline=5.0, overrides={"/a": {"deadline": 6}})
    assert settings != Settings()
    assert settings != 5
    for other in (copy.deepcopy(settings), pickle.loads(pickle.dumps(settings))):
        assert other == settings
        assert other.for_path("/a").deadline == 6


def test_the_cores_that_this_process_may_use_are_counted(monkeypatch):
    monkeypatch.setattr(os, "process_cpu_count", lambda: 3, raising=False)
    assert cores() == 3
    monkeypatch.delattr(os, "process_cpu_count")
    monkeypatch.setattr(os, "sched_getaffinity", lambda pid: {0, 1, 2, 3}, raising=False)
    assert cores() == 4
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert cores() == 1
