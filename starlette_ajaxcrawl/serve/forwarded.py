"""Who asked, and for what: Forwarded and X-Forwarded-… count where a trusted proxy has sent them, and nowhere else."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from email.utils import formatdate
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING, NamedTuple

from ..policy import host_and_port

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

Network = IPv4Network | IPv6Network
RawHeaders = Iterable[tuple[bytes, bytes]]

X_FORWARDED_FOR = b"x-forwarded-for"
SAID_BY_PROXIES = frozenset(
    {
        *(b"forwarded", b"x-real-ip", X_FORWARDED_FOR, b"x-forwarded-proto", b"x-forwarded-host"),
        *(b"x-forwarded-port", b"x-forwarded-prefix", b"x-forwarded-server", b"x-forwarded-ssl", b"x-forwarded-scheme"),
    }
)

_ELEMENT = re.compile(r"""\s*([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;,"]*))\s*(;|,|$)""")


class Seen(NamedTuple):
    """A request as the client made it. ``chain`` is who has passed it on, the client first, as X-Forwarded-For says."""

    client: str | None
    chain: tuple[str, ...]
    scheme: str | None
    host: bytes | None


class TrustedProxies:
    """An ASGI application around another, for the outermost place: the scope is as the client made the request.

    ``trusted`` holds addresses and networks of proxies in front. What such headers say of other peers is dropped; what
    is believed goes on as ``X-Forwarded-For``. Responses without a Date have one afterwards.
    """

    def __init__(self, app: ASGIApp, trusted: Sequence[str] = ()) -> None:
        """Raises ``ValueError`` for what is no address and no network."""
        self.app = app
        self._trusted = [ip_network(one, strict=False) for one in trusted]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        client = scope.get("client")
        seen = see(scope["headers"], client[0] if client else None, self._trusted)
        headers = [pair for pair in scope["headers"] if pair[0].replace(b"_", b"-") not in SAID_BY_PROXIES]
        if seen.host is not None:
            headers = [(b"host", seen.host), *(pair for pair in headers if pair[0] != b"host")]
        if seen.chain:
            headers.append((X_FORWARDED_FOR, ", ".join(seen.chain).encode()))
        scope = {**scope, "headers": headers}
        if client and seen.client != client[0]:
            scope["client"] = (seen.client, 0)
        if seen.scheme is not None:
            secure = seen.scheme == "https"
            scope["scheme"] = ("wss" if secure else "ws") if scope["type"] == "websocket" else seen.scheme

        async def send_dated(message: Message) -> None:
            if message["type"] == "http.response.start" and not any(
                name.lower() == b"date" for name, _ in message.get("headers", ())
            ):
                dated = [*message.get("headers", ()), (b"date", formatdate(usegmt=True).encode())]
                message = {**message, "headers": dated}
            await send(message)

        await self.app(scope, receive, send_dated)


def see(headers: RawHeaders, peer: str | None, trusted: Sequence[Network]) -> Seen:
    """What ``headers`` say of a request that ``peer`` has sent, as far as trusted proxies have written them.

    RFC 7239 where there is a Forwarded, else X-Forwarded-For, -Proto and -Host. Of several values those count that the
    farthest trusted proxy in a row has written.
    """
    if peer is None:
        return Seen(None, (), None, None)
    if not _is_trusted(peer, trusted):
        return Seen(peer, (peer,), None, None)
    hops, schemes, hosts = _said(headers)
    chain = (*hops, peer)
    proxies = next((n for n, one in enumerate(reversed(chain)) if not _is_trusted(one, trusted)), len(hops))
    client = chain[-1 - proxies] if proxies else peer
    scheme, host = _nth_last(schemes, proxies).lower(), _nth_last(hosts, proxies).encode("latin-1", "replace")
    return Seen(
        client,
        chain,
        scheme if scheme in ("http", "https") else None,
        host if host and host_and_port(host) is not None else None,
    )


def _said(headers: RawHeaders) -> tuple[list[str], list[str], list[str]]:
    """Addresses, schemes and hosts, those of the farthest hop first."""
    values: dict[bytes, list[str]] = {}
    for name, value in headers:
        if name in SAID_BY_PROXIES:
            values.setdefault(name, []).append(value.decode("latin-1"))
    if b"forwarded" in values:
        elements = _elements(", ".join(values[b"forwarded"]))
        hops, schemes, hosts = ([one.get(name, "") for one in elements] for name in ("for", "proto", "host"))
    else:
        hops, schemes, hosts = (
            [part.strip() for value in values.get(name, ()) for part in value.split(",")]
            for name in (X_FORWARDED_FOR, b"x-forwarded-proto", b"x-forwarded-host")
        )
    return [_bare(hop) for hop in hops], schemes, hosts


def _elements(text: str) -> list[dict[str, str]]:
    """The elements of a Forwarded; none where any of it cannot be read."""
    elements: list[dict[str, str]] = [{}]
    place = 0
    while place < len(text):
        match = _ELEMENT.match(text, place)
        if match is None:
            return []
        elements[-1][match[1].lower()] = match[3] if match[2] is None else re.sub(r"\\(.)", r"\1", match[2])
        if match[4] == ",":
            elements.append({})
        place = match.end()
    return elements


def _bare(hop: str) -> str:
    """An address without its port; what is none (``unknown``, a name that hides one) is ``unknown``."""
    match = re.fullmatch(r"\[([0-9A-Fa-f:.]+)\](?::\d+)?|([\d.]+)(?::\d+)?|([0-9A-Fa-f:]+(?:\.[\d.]+)?)", hop)
    try:
        return str(ip_address(match[1] or match[2] or match[3])) if match else "unknown"
    except ValueError:
        return "unknown"


def _nth_last(values: Sequence[str], n: int) -> str:
    if not values:
        return ""
    return values[-n] if 0 < n <= len(values) else values[0]


def _is_trusted(address: str, trusted: Sequence[Network]) -> bool:
    try:
        parsed = ip_address(address)
    except ValueError:
        return False
    return any(parsed in network for network in trusted)
