"""Every error the package raises.

AjaxCrawlError
├── SettingsError              a setting is wrong: name, value, what is allowed
├── UrlError                   a URL the scheme cannot map (``url``, ``reason``)
├── StoreError                 a store cannot answer
└── RenderError                no snapshot can be given (``url``, ``reason``)
    ├── RendererUnavailable    no Java, no jars, a forked process, too many lost threads
    ├── RendererBusy           the queue is full, or the server is stopping
    ├── RenderTimeout          the page's thread did not come back in time
    └── SnapshotTooLarge       beyond ``max_snapshot_bytes``
"""

from __future__ import annotations


class AjaxCrawlError(Exception):
    """Base of every error of this package."""


class SettingsError(AjaxCrawlError, ValueError):
    """A setting is wrong: the message names it, repeats the value and says what is allowed."""


class UrlError(AjaxCrawlError, ValueError):
    """A URL that the AJAX crawling scheme cannot map."""

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(f"{reason}: {url[:200]!r}")
        self.url = url
        self.reason = reason


class StoreError(AjaxCrawlError):
    """A store cannot answer."""


class RenderError(AjaxCrawlError):
    """No snapshot can be given for ``url``."""

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(f"{reason} ({url[:200]})")
        self.url = url
        self.reason = reason


class RendererUnavailable(RenderError):
    """The renderer cannot work: no Java, no jars, a forked process, too many lost threads."""


class RendererBusy(RenderError):
    """The queue is full, or the server is stopping."""


class RenderTimeout(RenderError):
    """The page's thread did not come back in time."""


class SnapshotTooLarge(RenderError):
    """The snapshot has more bytes than ``max_snapshot_bytes``."""
