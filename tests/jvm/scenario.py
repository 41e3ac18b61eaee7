"""What every scenario in a process of its own begins with."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]

PRELUDE = """
import anyio, logging, os, sys
sys.path[:0] = [{root!r}, {tests!r}]
from starlette_ajaxcrawl.errors import RendererUnavailable, RenderError
from starlette_ajaxcrawl.renderers import jvm
from starlette_ajaxcrawl.renderers.htmlunit import HtmlUnitRenderer
from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.snapshot import RenderRequest
from rendering import Site, script, text

def settings(**values):
    return Settings(_environment=False, **values)

def shown(settings, page=script("say('rendered')"), renderer=None):
    async def main():
        chosen = renderer or HtmlUnitRenderer(settings)
        return await chosen.render(RenderRequest("http://site.example/", settings), Site({{"/": page}}))
    return text(anyio.run(main))
"""


def run(code: str, *, timeout: float = 100, **environment: str | None) -> subprocess.CompletedProcess[str]:
    """Runs ``code`` after ``PRELUDE`` in a Python of its own; ``environment`` is added, None takes a variable out."""
    prelude = PRELUDE.format(root=str(ROOT), tests=str(ROOT / "tests"))
    values: dict[str, Any] = {**os.environ, **environment}
    return subprocess.run(
        [sys.executable, "-c", prelude + textwrap.dedent(code)],
        env={name: value for name, value in values.items() if value is not None},
        capture_output=True,
        text=True,
        timeout=timeout,
        check=False,
        cwd="/",
    )


def output(code: str, **options: Any) -> list[str]:
    """The lines that ``code`` prints; it must end well and say nothing else."""
    done = run(code, **options)
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    return done.stdout.splitlines()
