"""Settings: a frozen value from keyword arguments, AJAXCRAWL_… environment variables and .env, in this order."""

from __future__ import annotations

from typing import Literal

from pydantic_settings import BaseSettings, SettingsConfigDict

MIB = 1024 * 1024


class Settings(BaseSettings):
    """How snapshots are made and kept. Seconds are floats; sizes are bytes, or text such as "64 MiB"."""

    model_config = SettingsConfigDict(env_prefix="AJAXCRAWL_", env_file=".env", frozen=True, extra="ignore")

    wait_for_background_javascript: float = 10.0
    wait_for_background_javascript_starting_before: float | None = None
    clock: Literal["page", "wall"] = "page"
    ajax_controller: Literal["nicely_resynchronizing", "async"] = "nicely_resynchronizing"
    deadline: float = 20.0  # crawlers give up after about 30 s
    javascript_timeout: float = 5.0
    ready_flag: tuple[str, ...] = ("ajaxcrawlReady", "prerenderReady")
    wait_for_selector: str | None = None
    browser: Literal["chrome", "firefox", "edge"] = "chrome"
    css: bool = True
    comments: bool = True
    locale: str = "en-US"
    time_zone: str = "UTC"
    external_hosts: tuple[str, ...] = ()
    private_hosts: tuple[str, ...] = ()
    origins: dict[str, str] = {}
    allowed_hosts: tuple[str, ...] = ("*",)
    block_urls: tuple[str, ...] = ()
    max_concurrent_renders: int = 2
    max_queued_renders: int = 64
    max_page_requests: int = 200
    max_response_bytes: int = 16 * MIB
    max_snapshot_bytes: int = 8 * MIB
    max_allocated_bytes: int = 1024 * MIB
    max_lost_threads: int = 2
    jvm_heap: str = "512m"
    jvm_options: tuple[str, ...] = ()
    java_home: str | None = None
    warm_up: bool = False
    include: tuple[str, ...] = ("*",)
    exclude: tuple[str, ...] = ()
    exclude_states: tuple[str, ...] = ()
    overrides: dict[str, dict[str, object]] = {}
    java_class_path: tuple[str, ...] = ()
    web_client_configurer: str | None = None
    htmlunit_jars: tuple[str, ...] = ()
    modern_javascript: bool = True
    store: str = "memory://"
    max_age: float = 3600.0
    max_store_bytes: int = 64 * MIB
    on_timeout: Literal["serve", "503"] = "serve"
    on_error: Literal["503", "pass"] = "503"
    site_url: str | None = None
