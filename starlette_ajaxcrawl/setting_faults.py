"""What is wrong with settings, in words for the people who wrote them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from pydantic import ValidationError

from .errors import SettingFault, SettingsError
from .setting_sources import Given

if TYPE_CHECKING:
    from .settings import Settings


def contradictions(settings: Settings, given: Mapping[str, Given]) -> list[SettingFault]:
    """Values that are wrong together."""
    if settings.renderer.startswith("taskiq+"):
        needed = {"fleet_origin": settings.fleet_origin, "fleet_key": settings.fleet_key}
        missing = [name for name, value in needed.items() if value is None]
        if missing:
            return [SettingFault(name, None, "must be set where renderer is a fleet's") for name in missing]
    if settings.clock != "wall":
        return []
    waits = ("wait_for_background_javascript", "wait_for_background_javascript_starting_before")
    allowed = f'must not be longer than deadline ({settings.deadline:g}) with clock="wall": no render would see its end'
    return [
        SettingFault(given[name].name if name in given else name, value, allowed)
        for name, value in ((name, getattr(settings, name)) for name in waits)
        if value is not None and value > settings.deadline
    ]


def faults_of(error: ValidationError, given: Mapping[str, Given]) -> list[SettingFault]:
    """What pydantic found, in our words."""
    faults = []
    for one in error.errors(include_url=False):
        name = str(one["loc"][0])
        if one["type"].startswith("bool_"):
            allowed = "must be true or false"
        elif one["type"] == "value_error":
            allowed = str(one["ctx"]["error"])
        elif one["type"] == "greater_than_equal":
            allowed = "must not be negative" if one["ctx"]["ge"] == 0 else f"must be at least {one['ctx']['ge']}"
        else:
            allowed = one["msg"].replace("Input should", "must")
        value = "…" if name in ("admin_token", "fleet_key") else one["input"]  # faults end up in logs
        faults.append(SettingFault(given[name].name if name in given else name, value, allowed))
    return faults


def error_of(faults: list[SettingFault]) -> SettingsError:
    """One error for all faults."""
    lines = [str(fault) for fault in faults]
    return SettingsError(lines[0] if len(lines) == 1 else "\n  ".join(["settings are wrong:", *lines]), tuple(faults))
