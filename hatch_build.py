"""Build hook: puts the Java part (our jar, HtmlUnit and what it needs) and JavaScript by others into the wheel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class JavaBuildHook(BuildHookInterface[Any]):
    """Has gradle build the jars and npm fetch the rest where they are not up to date, and adds them to the wheel.

    An editable install ignores ``force_include``; the package then finds them below ``build`` in the source tree.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling ahead of each build."""
        if self.target_name != "wheel":
            return
        for command in (("java_build.py", "jars"), ("javascript_build.py",)):
            script, *arguments = command
            path = str(Path(self.root, "scripts", script))
            done = subprocess.run([sys.executable, path, *arguments], check=False)  # noqa: S603 - our own scripts
            if done.returncode:
                sys.exit(done.returncode)  # the script has said why
        build_data["force_include"][str(Path(self.root, "build", "jars"))] = "starlette_ajaxcrawl/jars"
        for subpackage in ("javascript", "inspector", "verify"):
            fetched = str(Path(self.root, "build", subpackage))
            build_data["force_include"][fetched] = f"starlette_ajaxcrawl/{subpackage}/vendor"
