"""The pages of the documentation, taken apart: the files they show, their code, their commands."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
NAMED = re.compile(r"`([\w./-]+\.py)`:\s*\Z")


@dataclass(frozen=True)
class Command:
    """A line of a shell, and what the page shows of its output (None: nothing)."""

    page: str
    line: str
    output: str | None = None


def names() -> list[str]:
    return sorted(str(path.relative_to(DOCS)) for path in DOCS.rglob("*.md"))


def blocks(page: str, *languages: str) -> list[str]:
    """The code blocks of a page in one of these languages."""
    text = (DOCS / page).read_text()
    return [textwrap.dedent(body) for _, language, body in BLOCK.findall(text) if language in languages]


def files(page: str) -> dict[str, str]:
    """Python files by name: a block after a line that ends in the file's name and a colon."""
    text = (DOCS / page).read_text()
    found = ((NAMED.search(text[: match.start()]), match) for match in BLOCK.finditer(text))
    return {name.group(1): match.group(3) for name, match in found if name is not None}


def code(page: str) -> list[str]:
    """Python that is no file."""
    shown = files(page).values()
    return [block for block in blocks(page, "python") if block not in shown]


def commands(page: str) -> list[Command]:
    found = []
    for block in blocks(page, "sh", "console"):
        lines = block.replace("\\\n", "").splitlines()
        if block.startswith("$ "):
            command, *output = block.splitlines()
            found.append(Command(page, bare(command.removeprefix("$ ")), "\n".join(output) or None))
        else:
            found += [Command(page, bare(line)) for line in lines if bare(line)]
    for block in blocks(page, "dockerfile"):
        found += [Command(page, line.removeprefix("RUN ")) for line in block.splitlines() if line.startswith("RUN ")]
    return found


def bare(line: str) -> str:
    """A line without its comment."""
    return re.sub(r"(^|\s+)#\s.*$", "", line).strip()
