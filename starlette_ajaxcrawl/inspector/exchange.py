"""What passes between browsers and the inspector: forms, cookies, headers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException

from .access import COOKIE

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

MAX_BODY = 2 * 2**20  # bytes; the texts of a page fit


def page_headers(site: str, nonce: str) -> dict[str, str]:
    """Headers of the inspector's pages: they load their own files, by ``nonce``, and pages of ``site`` in frames."""
    return {
        "content-security-policy": (
            f"default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; img-src 'self'; "
            f"connect-src 'self'; form-action 'self'; frame-src 'self' {site}; frame-ancestors 'none'; base-uri 'none'"
        ),
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "same-origin",
        "cross-origin-opener-policy": "same-origin",
        "x-robots-tag": "noindex",
        "vary": "cookie, authorization, hx-request",
    }


def set_cookie(request: Request, response: Response, value: str, seconds: int) -> None:
    """Without a path the cookie is for the folder of the inspector, wherever a proxy has it."""
    secure = request.url.scheme == "https"
    response.set_cookie(COOKIE, value, seconds, path=None, secure=secure, httponly=True, samesite="strict")


def elsewhere(request: Request, response: Response) -> Response:
    """``response`` to a request that is for another worker: the next connection may meet it."""
    if request.scope.get("http_version", "1.1").startswith("1"):  # there is no such header in HTTP/2
        response.headers["connection"] = "close"
    return response


def is_own(target: str) -> bool:
    """Whether ``target`` is a page of the inspector: no scheme, no host, no other folder."""
    return re.fullmatch(r"(?:\./|[a-z]+)(?:\?[!-~]*)?", target) is not None


def here(request: Request) -> str:
    """The address of ``request`` within the inspector's folder."""
    page = request.url.path.rpartition("/")[2]
    return f"{page}?{request.url.query}" if request.url.query else page or "./"


async def read_form(request: Request) -> dict[str, str]:
    """The fields of a form, as browsers send them by default."""
    body = bytearray()
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            raise HTTPException(413, "That is too large.")
    try:
        fields = parse_qs(body.decode("ascii"), keep_blank_values=True, max_num_fields=20, errors="replace")
    except ValueError:
        raise HTTPException(400, "That is no form.") from None
    return {name: values[-1] for name, values in fields.items()}
