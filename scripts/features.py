"""Runs the feature snippets in bare HtmlUnit, here and in Chromium, and writes docs/javascript-support.md."""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
from chromium import ARGUMENTS  # type: ignore[import-not-found] # found on the path above, as is the next
from features.features import (  # type: ignore[import-not-found]
    PASSED,
    TABLE,
    bare,
    in_chromium,
    snippets,
    table,
    with_package,
)


def main() -> None:
    """Run all, print what fails with this package, write the table."""
    everything = snippets()
    package = with_package(everything)
    plain = bare(everything)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path="/usr/bin/chromium", args=ARGUMENTS)
        chromium = in_chromium(everything, browser)
        browser.close()
    for name, result in package.items():
        if result != PASSED:
            print(f"{name}: {result}")
    for name, result in chromium.items():
        if result != PASSED:
            print(f"in Chromium: {name}: {result}")
    TABLE.parent.mkdir(exist_ok=True)
    TABLE.write_text(table({"HtmlUnit": plain, "this package": package, "Chromium": chromium}), encoding="utf-8")
    print(f"{sum(r == PASSED for r in package.values())} of {len(everything)} work; written to {TABLE}")


if __name__ == "__main__":
    main()
