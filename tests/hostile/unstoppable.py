"""A process of its own, in which pages take threads with them for good: what is answered then, as JSON lines."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import anyio

TESTS = Path(__file__).parent.parent
sys.path[:0] = [str(TESTS), str(TESTS.parent)]

from asgi_calls import call  # noqa: E402 - found on the path above, as are the next two
from hostile import pages  # noqa: E402

from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, Settings  # noqa: E402
from starlette_ajaxcrawl.renderers import jvm_tools  # noqa: E402

# one call into Java that looks at 10**12 characters
ENDLESS = "'a'.repeat(2e6).lastIndexOf('b' + 'a'.repeat(1e6));"


def crawled(crawl: AjaxCrawl) -> AjaxCrawlMiddleware:
    return AjaxCrawlMiddleware(pages.site(), crawl)


async def main() -> None:
    jvm_tools.end_thread = lambda name: False  # as in a JVM without a tool interface
    pages.SCRIPTS["endless"] = ENDLESS
    warm = AjaxCrawl(Settings(_env_file=None, deadline=100.0, javascript_timeout=100.0))
    await call(crawled(warm), "/good?_escaped_fragment_=/warm")
    crawl = AjaxCrawl(Settings(_env_file=None, deadline=1.5, max_concurrent_renders=2, max_lost_threads=2, max_age=0))
    lost = 0
    for name in ("endless", "good", "endless", "good"):
        page = await call(crawled(crawl), f"/{name}?_escaped_fragment_=/s")
        lost += name == "endless"
        while crawl.renderer.lost_threads < lost:  # noqa: ASYNC110 - nothing tells when it has worked on for a while
            await anyio.sleep(0.05)
        answer = [name, page.status, "retry-after" in page.headers, b"data for #!/s" in page.body]
        print(json.dumps(answer), flush=True)
    await crawl.shutdown()
    await warm.shutdown()


anyio.run(main)
