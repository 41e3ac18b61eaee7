"""Types of settings: each reads what people write, text from the environment too, or says what is allowed."""

from __future__ import annotations

import json
import re
import zoneinfo
from collections.abc import Callable
from ipaddress import IPv6Address
from typing import Annotated, Any
from urllib.parse import urlsplit

from pydantic import BeforeValidator, Field, SecretStr

from .block_urls import DEFAULT_BLOCK_URLS
from .user_agents import KNOWN, PEOPLE

UNITS = {"": 1, "b": 1, "kb": 10**3, "mb": 10**6, "gb": 10**9, "kib": 2**10, "mib": 2**20, "gib": 2**30}

_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?)\s*([a-z]*)")
_HOST = re.compile(r"(?!-)[a-z0-9_-]{1,63}(?<!-)(?:\.(?!-)[a-z0-9_-]{1,63}(?<!-))*\.?")
_LANGUAGE_TAG = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")
_JAVA_NAME = re.compile(r"[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*")


def size(value: object) -> object:
    """Bytes from ``"64 MiB"``; KiB, MiB, GiB count in 1024, KB, MB, GB in 1000."""
    if isinstance(value, str):
        match = _SIZE.fullmatch(value.strip().lower())
        if not match or match[2] not in UNITS:
            raise ValueError('must be bytes, or a size such as "64 MiB" (KiB, MiB, GiB, KB, MB, GB)')
        return int(float(match[1]) * UNITS[match[2]])
    if isinstance(value, bool):
        raise ValueError('must be bytes, or a size such as "64 MiB"')
    return value


def items(value: object) -> object:
    """A list from text: JSON where it begins like a JSON list, else separated by commas."""
    if not isinstance(value, str):
        if isinstance(value, (list, tuple)):
            return tuple(value)
        if isinstance(value, (set, frozenset)):
            return tuple(sorted(value, key=str))
        raise ValueError("must be a list of texts, or text separated by commas")
    if value.lstrip().startswith("["):
        return tuple(_json(value, list, "a JSON list, or text separated by commas"))
    return tuple(item.strip() for item in value.split(",") if item.strip())


def mapping(value: object) -> object:
    """A mapping from JSON text."""
    if isinstance(value, str):
        return _json(value, dict, "a JSON object") if value.strip() else {}
    return value


def overrides(value: object) -> object:
    """Path patterns to settings; which settings may stand there is checked when all else is known."""
    pairs = mapping(value)
    if not isinstance(pairs, dict) or not all(
        isinstance(pattern, str) and isinstance(values, dict) and all(isinstance(name, str) for name in values)
        for pattern, values in pairs.items()
    ):
        raise ValueError('must map path patterns to settings, such as {"/shop/*": {"deadline": 25}}')
    return pairs


def _json(text: str, kind: type, what: str) -> Any:
    try:
        value = json.loads(text)
    except ValueError as error:
        raise ValueError(f"must be {what} ({error})") from None
    if not isinstance(value, kind):
        raise ValueError(f"must be {what}")
    return value


def nothing(value: object) -> object:
    """None from empty text: a variable that is set to nothing is not set."""
    return None if isinstance(value, str) and not value.strip() else value


def not_a_bool(value: object) -> object:
    """Numbers only: ``True`` would count as 1."""
    if isinstance(value, bool):
        raise ValueError("must be a number")
    return value


def host(value: str) -> str:
    """A host in lower case, ``*.`` of a domain, or ``*`` for any; IDN as ASCII, IPv6 without brackets."""
    text = value.strip().lower()
    if text == "*":
        return text
    try:
        if ":" in text:
            return str(IPv6Address(text[1:-1] if text.startswith("[") and text.endswith("]") else text))
        text = text.encode("idna").decode() if not text.isascii() else text
    except ValueError:
        raise ValueError(_HOSTS) from None
    if not _HOST.fullmatch(text.removeprefix("*.")):
        raise ValueError(_HOSTS)
    return text


def server(value: str) -> str:
    """A host as in a URL, so IPv6 in brackets; a port may follow."""
    name, port = value.strip(), ""
    match = re.fullmatch(r"(\[[^\]]*\]|[^:]*):([0-9]{1,5})", name)
    try:
        if match:
            name, port = match[1], f":{int(match[2])}"
            if int(match[2]) not in range(1, 65536):
                raise ValueError
        name = host(name)
    except ValueError:
        raise ValueError(f"{_HOSTS}; a port may follow") from None
    return (f"[{name}]" if ":" in name else name) + port


_HOSTS = 'must hold host names without scheme and path, such as "cdn.example.com" or "*.example.com"'


def base_url(value: str) -> str:
    """An absolute http or https URL without query, fragment and user; no slash at its end."""
    return _url(value, 'must be an http or https URL without query, such as "http://127.0.0.1:8080"')


def site_url(value: str) -> str:
    """Scheme and host (and port) of the site."""
    allowed = 'must be the scheme and host of the site, such as "https://example.com"'
    url = _url(value, allowed)
    if urlsplit(url).path:
        raise ValueError(allowed)
    return url


def _url(value: str, allowed: str) -> str:
    try:
        parts = urlsplit(value.strip())
        plain = not (parts.query or parts.fragment or "@" in parts.netloc or parts.port == 0)
        if parts.scheme not in ("http", "https") or not plain or re.search(r"[\s\x00-\x20\x7f\\?#]", value.strip()):
            raise ValueError(allowed)
        name = host(parts.hostname or "")
    except ValueError:
        raise ValueError(allowed) from None
    if name.startswith("*"):
        raise ValueError(allowed)
    netloc = f"[{name}]" if ":" in name else name
    return f"{parts.scheme}://{netloc}{f':{parts.port}' if parts.port else ''}{parts.path.rstrip('/')}"


def path_prefix(value: str) -> str:
    """The beginning of a path."""
    if not value.startswith("/") or re.search(r"[\s\x00-\x20\x7f?#]", value):
        raise ValueError('must have path prefixes such as "/static" as keys')
    return value


def header_name(value: str) -> str:
    """A request header by which pages may differ, in lower case."""
    name = value.strip().lower()
    if not re.fullmatch("[a-z0-9-]+", name) or name in NOT_OF_A_PAGE:
        raise ValueError(
            f'must hold names of request headers such as "Accept-Language", but not {", ".join(NOT_OF_A_PAGE)}'
        )
    return name


# of one visitor or one connection; their answers are nobody else's
NOT_OF_A_PAGE = ("accept-encoding", "authorization", "connection", "content-length", "cookie", "host", "range")


def path_pattern(value: str) -> str:
    """A pattern that a path can match."""
    if not value.startswith(("/", "*")):
        raise ValueError('must hold path patterns such as "/shop/*"')
    return value


def _is_redis(url: str) -> bool:
    """Whether ``url`` is that of a Redis server: of a host with a port or without, or of a socket."""
    try:
        parts = urlsplit(url)
        return parts.path != "" if parts.scheme == "unix" else bool(parts.hostname) and parts.port != 0
    except ValueError:  # a port that is none
        return False


def store(value: str) -> str:
    """The URL of a store: ``sqlite:///a.db`` is in the working directory, ``sqlite:////srv/a.db`` anywhere."""
    if not re.fullmatch(r"memory://|(?:sqlite|archive):///.*[^/]", value) and not (
        re.match("rediss?://|unix:///", value) and _is_redis(value)
    ):
        raise ValueError(
            "must be memory://, sqlite:///snapshots.db, archive:///folder, or the URL of a Redis server as "
            "redis://localhost/0"
        )
    return value


def renderer(value: str) -> str:
    """A renderer in this process, in others, or on other machines."""
    fleet = re.fullmatch(r"taskiq\+((?:rediss?://|unix:///).+)", value)
    if value not in ("htmlunit", "process") and not (fleet and _is_redis(fleet[1])):
        raise ValueError(
            'must be "htmlunit", "process", or taskiq+ and the URL of a Redis server (redis://, rediss:// or unix:///; '
            'fleets have no other brokers), as in "taskiq+redis://localhost/0"'
        )
    return value


def token(value: str) -> str:
    """A secret that cannot be guessed."""
    if not re.fullmatch(r"[\x21-\x7e]{16,}", value):
        raise ValueError("must have 16 or more letters, digits and signs")
    return value


def time_zone(value: str) -> str:
    """An IANA time zone."""
    try:
        zoneinfo.ZoneInfo(value)
    except (KeyError, ValueError, OSError):  # a folder of zones is an OSError, another path a ValueError
        if zoneinfo.available_timezones():  # none where the system has no such data; Java brings its own
            raise ValueError('must be an IANA time zone such as "UTC" or "Europe/Berlin"') from None
    return value


def locale(value: str) -> str:
    """A BCP 47 language tag."""
    if not _LANGUAGE_TAG.fullmatch(value):
        raise ValueError('must be a BCP 47 language tag such as "en-US"')
    return value


def java_class(value: str) -> str:
    """The full name of a Java class."""
    if not _JAVA_NAME.fullmatch(value):
        raise ValueError('must be the full name of a Java class such as "com.example.Configurer"')
    return value


def jvm_option(value: str) -> str:
    """An option of the JVM."""
    if not value.startswith("-") or "\0" in value:
        raise ValueError('must hold options of the JVM such as "-XX:+UseSerialGC"')
    return value


def jvm_heap(value: str) -> str:
    """A size as the JVM's -Xmx reads it."""
    if not re.fullmatch(r"[1-9][0-9]*[kmgKMG]", value):
        raise ValueError('must be a size as for -Xmx, such as "512m" or "2g"')
    return value


def bot(value: str) -> str:
    """``known``, or a regular expression for User-Agents that no browser of people's matches."""
    if value == KNOWN:
        return value
    try:
        pattern = re.compile(value, re.IGNORECASE)
    except re.error as error:
        raise ValueError(f'must be "known" or regular expressions for User-Agents ({error})') from None
    if any(pattern.search(user_agent) for user_agent in PEOPLE):
        raise ValueError("must not match browsers: people never get snapshots")
    return value


def _each(check: Callable[[str], str]) -> BeforeValidator:
    def checked(value: object) -> object:
        texts = items(value)
        assert isinstance(texts, tuple)
        if not all(isinstance(text, str) for text in texts):
            raise ValueError("must hold texts only")
        return tuple(check(text) for text in texts)

    return BeforeValidator(checked)


def _one(check: Callable[[str], str]) -> BeforeValidator:
    return BeforeValidator(lambda value: check(value) if isinstance(value, str) else value)


def _line(value: str) -> str:
    if not value.strip() or re.search(r"[\x00-\x1f\x7f]", value):
        raise ValueError("must not hold empty text, line breaks or other control characters")
    return value


def _blocked(value: object) -> object:
    """Patterns of URLs; the item ``default`` becomes the list in the package."""
    texts = items(value)
    if not isinstance(texts, tuple) or "default" not in texts:
        return texts
    place = texts.index("default")
    return (*texts[:place], *DEFAULT_BLOCK_URLS, *texts[place + 1 :])


def _bases(value: object) -> object:
    pairs = mapping(value)
    if not isinstance(pairs, dict) or not all(isinstance(text, str) for pair in pairs.items() for text in pair):
        raise ValueError("must map path prefixes to base URLs")
    return {path_prefix(prefix): base_url(base) for prefix, base in pairs.items()}


Empty = BeforeValidator(nothing)
Number = BeforeValidator(not_a_bool)
Seconds = Annotated[float, Number, Field(ge=0, allow_inf_nan=False)]
SomeSeconds = Annotated[float, Number, Field(gt=0, allow_inf_nan=False)]
Count = Annotated[int, Number, Field(ge=0)]
SomeCount = Annotated[int, Number, Field(ge=1)]
Size = Annotated[int, Field(ge=0), BeforeValidator(size)]
SomeSize = Annotated[int, Field(ge=1), BeforeValidator(size)]
OptionalCount = Annotated[SomeCount | None, Empty]
OptionalSize = Annotated[SomeSize | None, Empty]
Texts = Annotated[tuple[str, ...], _each(_line)]
BlockUrls = Annotated[Texts, BeforeValidator(_blocked)]
Hosts = Annotated[tuple[str, ...], _each(host)]
Servers = Annotated[tuple[str, ...], _each(server)]
HeaderNames = Annotated[tuple[str, ...], _each(header_name)]
PathPatterns = Annotated[tuple[str, ...], _each(path_pattern)]
Bots = Annotated[tuple[str, ...], _each(bot)]
JvmOptions = Annotated[tuple[str, ...], _each(jvm_option)]
Bases = Annotated[dict[str, str], BeforeValidator(_bases)]
Overrides = Annotated[dict[str, dict[str, object]], BeforeValidator(overrides)]
RendererName = Annotated[str, _one(renderer)]
StoreUrl = Annotated[str, _one(store)]
JvmHeap = Annotated[str, _one(jvm_heap)]
Locale = Annotated[str, _one(locale)]
TimeZone = Annotated[str, _one(time_zone)]
OptionalText = Annotated[str | None, Empty]
OptionalSiteUrl = Annotated[str | None, _one(site_url), Empty]
OptionalBase = Annotated[str | None, _one(base_url), Empty]
OptionalJavaClass = Annotated[str | None, _one(java_class), Empty]
OptionalToken = Annotated[SecretStr | None, _one(token), Empty]
OptionalSeconds = Annotated[Seconds | None, Empty]
