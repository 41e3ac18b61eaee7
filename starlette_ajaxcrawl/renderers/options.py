"""Which settings a renderer reads, and these as text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..settings import Settings

JAVA_SETTINGS = (
    "wait_for_background_javascript",
    "wait_for_background_javascript_starting_before",
    "clock",
    "ajax_controller",
    "deadline",
    "javascript_timeout",
    "ready_flag",
    "wait_for_selector",
    "browser",
    "css",
    "comments",
    "locale",
    "time_zone",
    "modern_javascript",
    "external_hosts",
    "private_hosts",
    "origins",
    "block_urls",
    "max_page_requests",
    "max_response_bytes",
    "max_snapshot_bytes",
    "max_allocated_bytes",
    "web_client_configurer",
)
"""The settings that ``RenderOptions`` reads, for each render."""

PROCESS_SETTINGS = (
    "modern_javascript",
    "javascript_cache",
    "max_javascript_cache_bytes",
    "jvm_heap",
    "jvm_options",
    "class_cache",
    "java_home",
    "java_class_path",
    "htmlunit_jars",
)
"""The settings that hold for all renders of one process."""


def options_text(settings: Settings) -> list[str]:
    """Name, value, name, value … as RenderOptions.java takes them."""
    texts: list[str] = []
    for name in JAVA_SETTINGS:
        value = getattr(settings, name)
        if value is None:
            continue
        if isinstance(value, bool):
            text = str(value).lower()
        elif isinstance(value, dict):
            text = "\n".join(f"{key} {item}" for key, item in value.items())
        elif isinstance(value, tuple):
            text = "\n".join(value)
        else:
            text = str(value)
        texts += [name, text]
    return texts


def heap_bytes(settings: Settings) -> int:
    """The JVM's heap: the last -Xmx counts."""
    heap = 0
    for option in (f"-Xmx{settings.jvm_heap}", *settings.jvm_options):
        match = re.fullmatch(r"-Xmx(\d+)([kmgt]?)", option, re.IGNORECASE)
        if match:
            heap = int(match[1]) << {"": 0, "k": 10, "m": 20, "g": 30, "t": 40}[match[2].lower()]
    return heap
