"""HTML snapshots of JavaScript pages for clients that run no scripts: the AJAX crawling scheme as ASGI middleware."""

from .crawl import AjaxCrawl
from .crawlable import CrawlableHTML
from .errors import (
    AjaxCrawlError,
    RendererBusy,
    RenderError,
    RendererUnavailable,
    RenderTimeout,
    SettingsError,
    SnapshotTooLarge,
    StoreError,
    UrlError,
)
from .events import Answered, Rendered
from .middleware import AjaxCrawlMiddleware
from .page_log import LogEntry
from .renderers.base import Origin, OriginRequest, OriginResponse, Renderer
from .renderers.fake import FakeRenderer
from .scheme import is_ugly, to_pretty, to_ugly
from .server_snapshots import Snapshots
from .settings import Settings
from .snapshot import PageRequest, Rendering, RenderRequest, Snapshot, Timings
from .stores import MemoryStore, Store
from .templating import add_helpers, ajaxcrawl_url, pretty_url

__version__ = "0.1.0"

__all__ = [
    "AjaxCrawl",
    "AjaxCrawlError",
    "AjaxCrawlMiddleware",
    "Answered",
    "CrawlableHTML",
    "FakeRenderer",
    "LogEntry",
    "MemoryStore",
    "Origin",
    "OriginRequest",
    "OriginResponse",
    "PageRequest",
    "RenderError",
    "RenderRequest",
    "RenderTimeout",
    "Rendered",
    "Renderer",
    "RendererBusy",
    "RendererUnavailable",
    "Rendering",
    "Settings",
    "SettingsError",
    "Snapshot",
    "SnapshotTooLarge",
    "Snapshots",
    "Store",
    "StoreError",
    "Timings",
    "UrlError",
    "__version__",
    "add_helpers",
    "ajaxcrawl_url",
    "is_ugly",
    "pretty_url",
    "to_pretty",
    "to_ugly",
]
