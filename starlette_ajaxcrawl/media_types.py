"""What Content-Type and Content-Disposition say of a body (RFC 9110, 8.3; RFC 6266)."""

from __future__ import annotations

import re

HTML = ("text/html", "application/xhtml+xml")

_CHARSET = re.compile(r";\s*charset\s*=\s*[\"']?([\w.:-]+)", re.IGNORECASE)


def media_type(content_type: str) -> str:
    """Without parameters, in lower case; empty where there is none."""
    return content_type.partition(";")[0].strip().lower()


def charset(content_type: str) -> str:
    """As it is written; empty where there is none."""
    named = _CHARSET.search(content_type)
    return named[1] if named else ""


def is_download(content_disposition: str) -> bool:
    """Whether browsers save the body rather than show it."""
    return media_type(content_disposition) == "attachment"
