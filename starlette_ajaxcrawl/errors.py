"""Every error the package raises.

AjaxCrawlError
├── SettingsError              settings are wrong (``faults``: name, value, what is allowed)
├── UrlError                   a URL the scheme cannot map (``url``, ``reason``)
├── StoreError                 a store cannot answer
└── RenderError                no snapshot can be given (``url``, ``reason``, ``log``)
    ├── RendererUnavailable    no Java, no jars, a forked process, too many lost threads
    ├── RendererBusy           the queue is full, or the server is stopping
    ├── RenderTimeout          the page's thread did not come back in time
    └── SnapshotTooLarge       beyond ``max_snapshot_bytes``
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from .page_log import LogEntry


class AjaxCrawlError(Exception):
    """Base of every error of this package."""


def without_passwords(text: str) -> str:
    """``text`` with what stands before the hosts of its URLs left out, for logs and screens."""
    return re.sub(r"(?<=//)[^\s\"']*@", "***@", text)


class SettingFault(NamedTuple):
    """One wrong setting: its name as it was given, its value, and what is allowed instead."""

    name: str
    value: object
    allowed: str

    def __str__(self) -> str:
        """One line: ``max_age must be greater than or equal to 0, got -1``."""
        value = without_passwords(repr(self.value))
        return f"{self.name} {self.allowed}, got {value if len(value) <= 200 else value[:200] + '…'}"


class SettingsError(AjaxCrawlError, ValueError):
    """Settings are wrong: the message names each, repeats its value and says what is allowed.

    ``faults`` holds the same as values; it is empty where the error is not about single settings.
    """

    def __init__(self, message: str, faults: tuple[SettingFault, ...] = ()) -> None:
        super().__init__(message)
        self.faults = faults


class _AboutUrl(AjaxCrawlError):
    """An error about ``url``; both values are the exception's arguments, so that it copies and pickles."""

    def __init__(self, url: str, reason: str) -> None:
        super().__init__(url, reason)
        self.url = url
        self.reason = reason

    def __str__(self) -> str:
        # repr: a state may hold line breaks, and messages end up in logs
        return f"{self.reason}: {self.url[:200]!r}"


class UrlError(_AboutUrl, ValueError):
    """A URL that the AJAX crawling scheme cannot map."""


class StoreError(AjaxCrawlError):
    """A store cannot answer."""


class RenderError(_AboutUrl):
    """No snapshot can be given for ``url``; ``log`` is what the page had logged until then."""

    def __init__(self, url: str, reason: str, log: tuple[LogEntry, ...] = ()) -> None:
        super().__init__(url, reason)
        self.args = (url, reason, log)
        self.log = log


class RendererUnavailable(RenderError):
    """The renderer cannot work: no Java, no jars, a forked process, too many lost threads."""


class RendererBusy(RenderError):
    """The queue is full, or the server is stopping."""


class RenderTimeout(RenderError):
    """The page's thread did not come back in time."""


class SnapshotTooLarge(RenderError):
    """The snapshot has more bytes than ``max_snapshot_bytes``."""
