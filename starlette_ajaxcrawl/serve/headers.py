"""Pure: what of a request's and a response's head a reverse proxy passes on (RFC 9110, 7.6)."""

from __future__ import annotations

from collections.abc import Iterable, MutableMapping
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

RawHeaders = Iterable[tuple[bytes, bytes]]
Scope = MutableMapping[str, Any]

HOP_BY_HOP = frozenset(
    {
        *(b"connection", b"keep-alive", b"proxy-authenticate", b"proxy-authorization", b"proxy-connection"),
        *(b"te", b"trailer", b"transfer-encoding", b"upgrade"),
    }
)
_DEFAULT_PORTS = {"http": 80, "https": 443, "ws": 80, "wss": 443}


def request_headers(scope: Scope) -> list[tuple[bytes, bytes]]:
    """The headers for the server, but for Host; ``X-Forwarded-…`` say what the client asked for, and who it is."""
    headers = _end_to_end(scope["headers"])
    # the server in front of this has said 100 Continue itself
    kept = [pair for pair in headers if pair[0] not in (b"host", b"expect", b"x-forwarded-proto", b"x-forwarded-host")]
    if any(name == b"transfer-encoding" for name, _ in scope["headers"]):
        kept = [*(pair for pair in kept if pair[0] != b"content-length"), (b"transfer-encoding", b"chunked")]
    client = scope.get("client")
    if client and not any(name == b"x-forwarded-for" for name, _ in kept):
        kept.append((b"x-forwarded-for", str(client[0]).encode()))
    secure = scope.get("scheme") in ("https", "wss")
    kept.append((b"x-forwarded-proto", b"https" if secure else b"http"))
    host = next((value for name, value in scope["headers"] if name == b"host"), b"")
    return [*kept, (b"x-forwarded-host", host)] if host else kept


def response_headers(headers: RawHeaders) -> list[tuple[bytes, bytes]]:
    """The headers for the client, in lower case as ASGI wants them."""
    return _end_to_end([(name.lower(), value) for name, value in headers])


def mapped_location(location: bytes, upstream: str, scope: Scope) -> bytes:
    """``location``, on the host that the client asked where it names the server ``upstream`` itself."""
    text = location.decode("latin-1")
    host = next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")
    try:
        here, there = urlsplit(upstream), urlsplit(text)
        same = (here.hostname, _port(here.scheme, here.port)) == (there.hostname, _port(there.scheme, there.port))
    except ValueError:
        return location
    if not host or not same or there.scheme not in ("http", "https", ""):
        return location
    if here.path and there.path != here.path and not there.path.startswith(f"{here.path}/"):
        return location
    rest = text.partition("//")[2]
    path = rest[len(there.netloc) :][len(here.path) :]
    return f"{scope['scheme']}://{host}{path if path.startswith('/') else f'/{path}'}".encode("latin-1", "replace")


def is_public_name(host: str) -> bool:
    """Whether ``host`` is a name that others know: neither an address nor one of the machine's or network's own."""
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        name = host.rstrip(".").lower()
        return "." in name and not name.endswith((".localhost", ".local", ".internal", ".test", ".home.arpa"))
    return False


def _end_to_end(headers: RawHeaders) -> list[tuple[bytes, bytes]]:
    """``headers`` without those that hold for one connection, by name or because Connection lists them."""
    listed = {
        part.strip().lower() for name, value in headers if name == b"connection" for part in value.split(b",")
    } - {b"host", b"content-length", b"content-type"}  # nobody may take these away
    return [(name, value) for name, value in headers if name not in HOP_BY_HOP and name not in listed]


def _port(scheme: str, port: int | None) -> int | None:
    return _DEFAULT_PORTS.get(scheme) if port is None else port
