"""FakeRenderer, which the tests of sites use."""

import anyio
import pytest

from starlette_ajaxcrawl.errors import RenderError, RenderTimeout
from starlette_ajaxcrawl.renderers.base import OriginRequest, OriginResponse
from starlette_ajaxcrawl.renderers.fake import FakeRenderer
from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.snapshot import Rendering, RenderRequest, Snapshot

pytestmark = pytest.mark.anyio

URL = "http://site.example/a?b#!/c"
REQUEST = RenderRequest(URL, Settings(_environment=False))


class Site:
    def __init__(self, response: OriginResponse) -> None:
        self.response = response
        self.requests: list[OriginRequest] = []

    async def fetch(self, request: OriginRequest, *, timeout: float) -> OriginResponse:
        self.requests.append(request)
        return self.response


SITE = Site(OriginResponse(404, (("link", "<x>"),), b"<p>gone"))


async def test_a_mapping_gives_pages_by_url():
    renderer = FakeRenderer({URL: "<p>ä"})
    rendering = await renderer.render(REQUEST, SITE)
    assert rendering.snapshot.body == "<p>ä".encode()
    assert (rendering.snapshot.url, rendering.snapshot.kind, rendering.snapshot.status) == (URL, "html", 200)
    assert renderer.requests == [REQUEST]


async def test_a_url_it_was_not_given_is_a_render_error():
    with pytest.raises(RenderError, match="given no such page"):
        await FakeRenderer({}).render(REQUEST, SITE)


SNAPSHOT = Snapshot(URL, "redirect", 301, (("location", "http://x/"),), b"", 1.0)


@pytest.mark.parametrize("page", [b"<p>a", SNAPSHOT, Rendering(SNAPSHOT)])
async def test_a_page_is_html_or_a_whole_result(page):
    rendering = await FakeRenderer(lambda url: page).render(REQUEST, SITE)
    if page == b"<p>a":
        assert rendering.snapshot.body == page
    else:
        assert rendering.snapshot == SNAPSHOT


async def test_an_error_is_raised():
    with pytest.raises(RenderTimeout):
        await FakeRenderer({URL: RenderTimeout(URL, "late")}).render(REQUEST, SITE)


async def test_a_function_may_be_async():
    async def pages(url: str) -> str:
        await anyio.lowlevel.checkpoint()
        return f"<p>{url}"

    assert (await FakeRenderer(pages).render(REQUEST, SITE)).snapshot.body == f"<p>{URL}".encode()


async def test_without_pages_the_sites_own_document_is_given():
    site = Site(OriginResponse(404, (("link", "<x>"),), b"<p>gone"))
    snapshot = (await FakeRenderer().render(REQUEST, site)).snapshot
    assert (snapshot.status, snapshot.headers, snapshot.body) == (404, (("link", "<x>"),), b"<p>gone")
    assert [(one.method, one.url, one.destination) for one in site.requests] == [
        ("GET", "http://site.example/a?b", "document")
    ]


async def test_a_document_that_does_not_come_is_a_render_error():
    with pytest.raises(RenderError, match="failed: boom"):
        await FakeRenderer().render(REQUEST, Site(OriginResponse(0, (), b"", "failed: boom")))


async def test_the_origin_can_be_called_beside_pages_of_its_own():
    renderer = FakeRenderer({URL: "<p>a"}, call_origin=True)
    assert (await renderer.render(REQUEST, SITE)).snapshot.body == b"<p>a"
    assert renderer.responses == [SITE.response]


async def test_renders_wait_for_the_event_and_cancelled_ones_are_noted():
    renderer = FakeRenderer({URL: "<p>a"}, wait=anyio.Event())
    with anyio.move_on_after(0.01) as scope:
        await renderer.render(REQUEST, SITE)
    assert scope.cancelled_caught
    assert renderer.cancelled == [REQUEST]
    renderer.wait.set()
    assert (await renderer.render(REQUEST, SITE)).snapshot.body == b"<p>a"


async def test_starts_and_closes_are_counted():
    renderer = FakeRenderer({})
    await renderer.start()
    await renderer.close()
    await renderer.close()
    assert (renderer.started, renderer.closed) == (1, 2)
