"""How commands end: exit codes, and an error that is one line on stderr."""

from __future__ import annotations

from enum import IntEnum


class Exit(IntEnum):
    """Exit codes; the help of each command says which it has."""

    OK = 0
    FAILED = 1
    USAGE = 2
    UNAVAILABLE = 3
    INCOMPLETE = 4
    REDIRECT = 5
    INTERRUPTED = 130


class CommandError(Exception):
    """Ends the command: ``message`` is for people, ``code`` for scripts."""

    def __init__(self, message: str, code: Exit) -> None:
        super().__init__(message)
        self.message = message
        self.code = code


def printable(text: str) -> str:
    """Text of a page or an application on one line, without anything that would steer a terminal."""
    return "".join(
        char if char.isprintable() else char.encode("unicode_escape", "backslashreplace").decode() for char in text
    )
