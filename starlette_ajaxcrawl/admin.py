"""The admin endpoint: purges and refreshes by HTTP, for those who have the token. There is none without a token."""

from __future__ import annotations

import hmac
import json
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from .errors import RenderError, StoreError, UrlError

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from .crawl import AjaxCrawl, MakeOrigin

MAX_BODY = 64 * 1024  # bytes; a URL fits many times
FORMS = {
    "purge": 'one of {"url": "…"}, {"prefix": "…"}, {"everything": true}',
    "refresh": '{"url": "…"}',
}


class _Refused(Exception):
    """What was asked for is answered with ``status`` instead."""

    def __init__(self, status: int, reason: str, **headers: str) -> None:
        super().__init__(reason)
        self.status = status
        self.headers = headers


async def administer(
    crawl: AjaxCrawl, action: str, make_origin: MakeOrigin, scope: Scope, receive: Receive, send: Send
) -> None:
    """Answer a request for ``action`` with JSON."""
    request = Request(scope, receive)
    response: Response
    try:
        _authorise(request, crawl)
        asked = await _read(request, action)
        response = JSONResponse(
            await (_purge(crawl, asked) if action == "purge" else _refresh(crawl, asked, make_origin))
        )
    except _Refused as refused:
        response = JSONResponse({"error": str(refused)}, refused.status, refused.headers)
    except UrlError as error:
        response = JSONResponse({"error": error.reason}, 400)
    except StoreError as error:
        response = JSONResponse({"error": f"the store fails: {error}"}, 503)
    except RenderError as error:
        response = JSONResponse({"error": f"no snapshot: {error.reason}"}, 503)
    response.headers["cache-control"] = "no-store"
    await response(scope, receive, send)


def _authorise(request: Request, crawl: AjaxCrawl) -> None:
    token = crawl.settings.admin_token
    kind, _, given = request.headers.get("authorization", "").partition(" ")
    # compared in full, so that the time it takes tells nothing
    if token is None or not hmac.compare_digest(given.strip().encode(), token.get_secret_value().encode()):
        raise _Refused(401, "the token is missing or wrong", **{"www-authenticate": "Bearer"})
    if kind.lower() != "bearer":
        raise _Refused(401, "the token goes with Bearer", **{"www-authenticate": "Bearer"})


async def _read(request: Request, action: str) -> dict[str, Any]:
    if action not in FORMS:
        raise _Refused(404, f"there is no such action; there are {', '.join(FORMS)}")
    if request.method != "POST":
        raise _Refused(405, "only POST", allow="POST")
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > MAX_BODY:
            raise _Refused(413, "too large")
    try:
        asked = json.loads(body)
    except (ValueError, RecursionError):
        asked = None
    forms = {"url": str, "prefix": str, "everything": bool} if action == "purge" else {"url": str}
    if (
        not isinstance(asked, dict)
        or len(asked) != 1
        or not all(name in forms and isinstance(value, forms[name]) and value for name, value in asked.items())
    ):
        raise _Refused(400, f"the body must be {FORMS[action]}")
    return asked


async def _purge(crawl: AjaxCrawl, asked: dict[str, Any]) -> dict[str, Any]:
    return {"purged": await crawl.purge(**asked)}


async def _refresh(crawl: AjaxCrawl, asked: dict[str, Any], make_origin: MakeOrigin) -> dict[str, Any]:
    snapshot = await crawl.refresh(asked["url"], make_origin)
    return {"url": snapshot.url, "status": snapshot.status, "incomplete": list(snapshot.incomplete)}
