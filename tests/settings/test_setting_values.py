"""Settings: what may be written for a value, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starlette_ajaxcrawl.block_urls import DEFAULT_BLOCK_URLS
from starlette_ajaxcrawl.errors import SettingsError
from starlette_ajaxcrawl.settings import Settings


@pytest.mark.parametrize(
    ("text", "bytes_"),
    [
        ("64 MiB", 64 << 20),
        ("1KiB", 1024),
        ("1.5 GiB", 3 << 29),
        ("2 kb", 2000),
        ("3MB", 3 * 10**6),
        ("1 GB", 10**9),
        ("1024", 1024),
        (" 7 b ", 7),
    ],
)
def test_sizes_are_read(text, bytes_):
    assert Settings(max_response_bytes=text).max_response_bytes == bytes_


@pytest.mark.parametrize("value", ["", "-1 MiB", "1 PB", "MiB", "1,5 MiB", "1e3", "0", 0, -1, True, None, 1.5, "٣ MiB"])
def test_wrong_sizes_are_refused(value):
    with pytest.raises(SettingsError, match="max_response_bytes must"):
        Settings(max_response_bytes=value)


@given(st.integers(1, 2**50))
def test_bytes_are_themselves(number):
    assert Settings(_environment=False, max_response_bytes=number).max_response_bytes == number
    assert Settings(_environment=False, max_response_bytes=str(number)).max_response_bytes == number


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("a.example, b.example", ("a.example", "b.example")),
        ('["a.example", "b.example"]', ("a.example", "b.example")),
        ("a.example", ("a.example",)),
        ("a.example,,", ("a.example",)),
        ("", ()),
        ("[]", ()),
    ],
)
def test_lists_in_the_environment_are_separated_by_commas_or_json(monkeypatch, text, items):
    monkeypatch.setenv("AJAXCRAWL_EXTERNAL_HOSTS", text)
    assert Settings().external_hosts == items


def test_lists_may_be_any_kind_of_collection():
    assert Settings(exclude=["/a"]).exclude == ("/a",)
    assert Settings(exclude={"/b", "/a"}).exclude == ("/a", "/b")
    assert Settings(exclude="/a,/b").exclude == ("/a", "/b")


def test_the_default_block_list_can_be_added_to_replaced_or_dropped(monkeypatch):
    assert Settings().block_urls == DEFAULT_BLOCK_URLS
    assert len(DEFAULT_BLOCK_URLS) > 20
    assert Settings(block_urls=["default", "/count"]).block_urls == (*DEFAULT_BLOCK_URLS, "/count")
    monkeypatch.setenv("AJAXCRAWL_BLOCK_URLS", "ads.example.com,default")
    settings = Settings()
    assert settings.block_urls == ("ads.example.com", *DEFAULT_BLOCK_URLS)
    assert settings.changed(css=False).block_urls == settings.block_urls
    assert Settings(block_urls="/count").block_urls == ("/count",)
    assert Settings(block_urls="").block_urls == ()


def test_mappings_in_the_environment_are_json(monkeypatch):
    monkeypatch.setenv("AJAXCRAWL_ORIGINS", '{"/static": "http://127.0.0.1:8080/"}')
    monkeypatch.setenv("AJAXCRAWL_OVERRIDES", '{"/slow/*": {"deadline": "25"}}')
    settings = Settings()
    assert settings.origins == {"/static": "http://127.0.0.1:8080"}
    assert settings.for_path("/slow/x").deadline == 25


def test_a_variable_set_to_nothing_is_no_value(monkeypatch):
    for name in ("ORIGINS", "OVERRIDES", "JAVA_HOME", "SITE_URL", "WAIT_FOR_SELECTOR", "EXCLUDE"):
        monkeypatch.setenv(f"AJAXCRAWL_{name}", "")
    monkeypatch.setenv("AJAXCRAWL_WAIT_FOR_BACKGROUND_JAVASCRIPT_STARTING_BEFORE", "")
    assert Settings() == Settings(_environment=False)


@pytest.mark.parametrize(
    ("given_", "kept"),
    [
        ("CDN.Example.com", "cdn.example.com"),
        ("*.Example.com", "*.example.com"),
        ("*", "*"),
        ("bücher.example", "xn--bcher-kva.example"),
        ("example.com:8443", "example.com:8443"),
        ("127.0.0.1", "127.0.0.1"),
        ("::1", "[::1]"),
        ("[0:0::1]", "[::1]"),
        ("[::1]:80", "[::1]:80"),
        ("my_host", "my_host"),
    ],
)
def test_hosts_are_kept_as_they_stand_in_urls(given_, kept):
    assert Settings(external_hosts=(given_,)).external_hosts == (kept,)


@pytest.mark.parametrize(
    "value",
    [
        "https://x",
        "//x",
        "x/y",
        "x:",
        "x:0",
        "x:99999",
        "a b",
        "-x",
        "x..y",
        "*x",
        "x.*",
        "[::1",
        "::g",
        "ü" * 70,
        "",
        ".",
    ],
)
def test_what_is_not_a_host_is_refused(value):
    with pytest.raises(SettingsError, match="external_hosts must"):
        Settings(external_hosts=[value])


def test_allowed_hosts_have_no_port_and_no_brackets():
    assert Settings(allowed_hosts="Example.com,[::1],*.x").allowed_hosts == ("example.com", "::1", "*.x")
    with pytest.raises(SettingsError, match="allowed_hosts must hold host names without scheme"):
        Settings(allowed_hosts="example.com:80")


@pytest.mark.parametrize(
    ("name", "value", "allowed"),
    [
        ("javascript_timeout", float("inf"), "finite"),
        ("javascript_timeout", float("nan"), "must be"),
        ("deadline", "soon", "a valid number"),
        ("deadline", None, "a valid number"),
        ("deadline", True, "a number"),
        ("wait_for_background_javascript", -0.1, "negative"),
        ("wait_for_background_javascript_starting_before", -1, "negative"),
        ("max_queued_renders", -1, "negative"),
        ("max_queued_renders", 1.5, "integer"),
        ("browser", "opera", "'chrome', 'firefox' or 'edge'"),
        ("time_zone", "Mars/Olympus", "IANA"),
        ("time_zone", "../etc/passwd", "IANA"),
        ("time_zone", "Europe", "IANA"),
        ("time_zone", "", "IANA"),
        ("locale", "en_US", "BCP 47"),
        ("locale", 3, "string"),
        ("site_url", "example.com", "https://example.com"),
        ("site_url", "ftp://example.com", "https://example.com"),
        ("site_url", "https://example.com/shop", "https://example.com"),
        ("site_url", "https://example.com?x", "https://example.com"),
        ("site_url", "https://example.com#x", "https://example.com"),
        ("site_url", "https://me@example.com", "https://example.com"),
        ("site_url", "https://*.example.com", "https://example.com"),
        ("site_url", "https://example.com:99999", "https://example.com"),
        ("site_url", "https://exa mple.com", "https://example.com"),
        ("site_url", "https://example.com:0", "https://example.com"),
        ("origins", {"static": "http://x"}, "path prefixes"),
        ("origins", {"/a b": "http://x"}, "path prefixes"),
        ("origins", {"/static": "x"}, "http or https"),
        ("origins", {"/static": 3}, "must map"),
        ("origins", "3", "JSON object"),
        ("origins", "{", "JSON object"),
        ("include", ["shop/*"], "path patterns"),
        ("exclude", 3, "list of texts"),
        ("exclude", [3], "texts only"),
        ("exclude_states", [""], "empty text"),
        ("ready_flag", ["a\nb"], "line breaks"),
        ("block_urls", 3, "list of texts"),
        ("exclude", "[1", "JSON list"),
        ("jvm_heap", "lots", "512m"),
        ("jvm_heap", "0m", "512m"),
        ("jvm_options", ["server"], "options of the JVM"),
        ("web_client_configurer", "a b", "Java class"),
        ("store", "ftp://localhost", "redis://localhost/0"),
        ("store", "redis://host:port/0", "redis://localhost/0"),
        ("renderer", "taskiq+redis://host:port/0", "taskiq+redis://localhost/0"),
        ("store", "sqlite://snapshots.db", "sqlite:///snapshots.db"),
        ("store", "snapshots.db", "memory://"),
        ("overrides", {"/a": 3}, "must map path patterns"),
        ("overrides", [1], "must map path patterns"),
        ("on_error", 503, "'503' or 'pass'"),
    ],
)
def test_wrong_values_are_refused_with_what_is_allowed(name, value, allowed):
    with pytest.raises(SettingsError) as caught:
        Settings(**{name: value})
    (fault,) = caught.value.faults
    assert fault.name == name
    assert allowed in str(caught.value)


@pytest.mark.parametrize(
    ("given_", "kept"),
    [
        ("HTTPS://Example.com/", "https://example.com"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("http://x:80", "http://x:80"),
    ],
)
def test_the_site_url_is_scheme_and_host(given_, kept):
    assert Settings(site_url=given_).site_url == kept


def test_a_system_without_time_zone_data_leaves_the_check_to_java(monkeypatch):
    assert Settings(time_zone="Europe/Berlin").time_zone == "Europe/Berlin"
    monkeypatch.setattr("zoneinfo.available_timezones", set)
    assert Settings(time_zone="Mars/Olympus").time_zone == "Mars/Olympus"


def test_options_of_the_jvm_are_kept_as_they_are():
    settings = Settings(jvm_options="-XX:+UseSerialGC, -Da=b", jvm_heap="2g", web_client_configurer="com.example.A$B")
    assert settings.jvm_options == ("-XX:+UseSerialGC", "-Da=b")
    assert (settings.jvm_heap, settings.web_client_configurer) == ("2g", "com.example.A$B")
