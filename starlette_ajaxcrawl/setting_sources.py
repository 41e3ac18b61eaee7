"""Where settings come from: arguments, a framework's configuration, the environment, .env."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from difflib import get_close_matches
from typing import Any, NamedTuple

from pydantic_settings import BaseSettings, DotEnvSettingsSource, EnvSettingsSource

from .errors import SettingFault, SettingsError

PREFIX = "AJAXCRAWL_"


class Given(NamedTuple):
    """A value as it was given, by which name, and where: ``argument``, ``mapping``, ``environment`` or ``.env``."""

    value: Any
    name: str
    source: str


def gather(
    cls: type[BaseSettings], arguments: Mapping[str, Any], env_file: Any
) -> tuple[dict[str, Given], list[SettingFault]]:
    """Each setting's value from the first place that has it, and faults for names that are no settings.

    Two arguments are no settings: ``_mapping`` is a configuration with ``AJAXCRAWL_…`` keys among others;
    ``_environment=False`` leaves environment and .env out.
    """
    known = cls.model_fields
    given: dict[str, Given] = {}
    faults = []

    def take(source: str, name: str, shown: str, value: Any, prefix: str) -> None:
        if name in known:
            given.setdefault(name, Given(value, shown, source))
        else:
            faults.append(SettingFault(shown, value, f"is not a setting{hint(name, known, prefix)}"))

    for name, value in arguments.items():
        if name not in ("_mapping", "_environment"):
            take("argument", name, name, value, "")
    for key, value in (arguments.get("_mapping") or {}).items():
        if isinstance(key, str) and key.startswith(PREFIX):
            take("mapping", key[len(PREFIX) :].lower(), key, value, PREFIX)
    if arguments.get("_environment", True):
        for source, values in _environment(cls, env_file):
            for key, value in values.items():
                if key.startswith(PREFIX.lower()):  # pydantic-settings gives names in lower case
                    name = key[len(PREFIX) :]
                    take(source, name, f"{key.upper()} ({source})", "" if value is None else value, PREFIX)
    return given, faults


def hint(name: str, known: Iterable[str], prefix: str = "") -> str:
    """The name that was meant, perhaps."""
    close = get_close_matches(name, known, 1)
    return f" (did you mean {prefix}{close[0].upper() if prefix else close[0]}?)" if close else ""


def _environment(cls: type[BaseSettings], env_file: Any) -> list[tuple[str, Mapping[str, str | None]]]:
    try:
        return [
            ("environment", EnvSettingsSource(cls).env_vars),
            (".env", DotEnvSettingsSource(cls, env_file=env_file).env_vars),
        ]
    except (OSError, UnicodeError) as error:
        raise SettingsError(f"{env_file} cannot be read: {error}") from error
