"""Renders a page of its own with the settings on stdin, twice, and prints how that went: ``doctor`` runs this."""

from __future__ import annotations

import json
import logging
import sys
import time
from typing import Any

import anyio

from .errors import RenderError, RendererUnavailable
from .renderers import jvm
from .renderers.base import OriginRequest, OriginResponse
from .renderers.htmlunit import HtmlUnitRenderer
from .settings import Settings
from .snapshot import RenderRequest

URL = "http://example.com/#!/state"
PAGE = b"""<!doctype html><title>Trial</title><p>nothing</p><script>
setTimeout(function () { document.querySelector('p').textContent = 'state ' + location.hash; }, 500);
</script>"""
CHARSETS = ("ISO-2022-JP", "windows-874", "x-MacRoman")  # a minimal Java does without, see the module jdk.charsets


class _Site:
    async def fetch(self, request: OriginRequest, *, timeout: float) -> OriginResponse:
        return OriginResponse(200, (("content-type", "text/html"),), PAGE)


async def trial(settings: Settings) -> dict[str, Any]:
    """Seconds of the ``first`` and ``second`` render and ``missing_charsets``; or ``failure`` and ``advice``."""
    renderer = HtmlUnitRenderer(settings)
    times = []
    try:
        for _ in range(2):
            began = time.perf_counter()
            rendering = await renderer.render(RenderRequest(URL, settings), _Site())
            times.append(time.perf_counter() - began)
            if b"<p>state #!/state</p>" not in rendering.snapshot.body:
                said = [entry.message for entry in rendering.log] + list(rendering.snapshot.incomplete)
                return {
                    "failure": f"the page's script did not do its work: {'; '.join(said) or 'no error'}",
                    "advice": "Check htmlunit_jars and web_client_configurer, and the time limits.",
                }
    except RendererUnavailable as error:
        return {"failure": error.reason, "advice": "Check java_home, jvm_heap, jvm_options and the class path."}
    except RenderError as error:
        return {"failure": error.reason, "advice": "Try again on an idle machine; raise deadline if it is slow."}
    finally:
        await renderer.close()
    jvm.archive_classes()  # who builds an image has nothing else that would make it
    is_supported = jvm.java_class("java.nio.charset.Charset").isSupported
    missing = [name for name in CHARSETS if not is_supported(name)]
    return {"first": times[0], "second": times[1], "missing_charsets": missing}


def main() -> None:
    """The result is the last line on stdout."""
    logging.disable()  # faults are in the result
    settings = Settings(_env_file=None, _environment=False, **json.load(sys.stdin))
    print(json.dumps(anyio.run(trial, settings)))


if __name__ == "__main__":
    main()
