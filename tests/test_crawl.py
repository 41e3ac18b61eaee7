"""AjaxCrawl owns renderer, store and service: what starts and ends with it."""

import signal

import anyio
import pytest
from asgi_calls import call

from starlette_ajaxcrawl.crawl import AjaxCrawl
from starlette_ajaxcrawl.errors import RendererBusy, RendererUnavailable, SettingsError
from starlette_ajaxcrawl.middleware import AjaxCrawlMiddleware
from starlette_ajaxcrawl.renderers.base import OriginResponse
from starlette_ajaxcrawl.renderers.fake import FakeRenderer
from starlette_ajaxcrawl.renderers.htmlunit import HtmlUnitRenderer
from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.snapshot import RenderRequest
from starlette_ajaxcrawl.stores import MemoryStore

pytestmark = pytest.mark.anyio

URL = "http://site.example/"
SETTINGS = Settings(_environment=False)
REQUEST = RenderRequest(URL, SETTINGS)


class Nowhere:
    async def fetch(self, request, *, timeout):
        return OriginResponse(0, (), b"", "failed: nowhere")


def test_settings_come_from_the_environment_where_none_are_given(monkeypatch):
    monkeypatch.setenv("AJAXCRAWL_DEADLINE", "7")
    assert AjaxCrawl().settings.deadline == 7
    monkeypatch.setenv("AJAXCRAWL_DEADLINE", "soon")
    with pytest.raises(SettingsError, match="AJAXCRAWL_DEADLINE"):
        AjaxCrawl()


def test_the_renderer_is_htmlunit_and_the_store_is_in_memory_unless_others_are_given():
    crawl = AjaxCrawl(SETTINGS)
    assert isinstance(crawl.renderer, HtmlUnitRenderer)
    assert isinstance(crawl.store, MemoryStore)
    renderer, store = FakeRenderer({}), MemoryStore(1)
    crawl = AjaxCrawl(SETTINGS, renderer=renderer, store=store)
    assert (crawl.renderer, crawl.store) == (renderer, store)


async def test_it_works_without_a_lifespan():
    crawl = AjaxCrawl(SETTINGS, renderer=FakeRenderer({URL: "<p>a"}))
    assert (await crawl.service.get(REQUEST, "k", Nowhere())).snapshot.body == b"<p>a"


@pytest.mark.parametrize("warm_up", [False, True])
async def test_the_renderer_starts_with_the_site_only_to_warm_up(warm_up):
    crawl = AjaxCrawl(SETTINGS.changed(warm_up=warm_up), renderer=FakeRenderer({}))
    await crawl.startup()
    assert crawl.renderer.started == int(warm_up)


async def test_a_renderer_that_does_not_start_is_logged_and_the_site_goes_on(caplog):
    class Broken(FakeRenderer):
        async def start(self):
            raise RendererUnavailable("", "no Java")

    await AjaxCrawl(SETTINGS.changed(warm_up=True), renderer=Broken({})).startup()
    assert "no Java" in caplog.text


@pytest.fixture
def sigterm():
    """A server's handler of SIGTERM, as uvicorn has one."""
    before = signal.signal(signal.SIGTERM, lambda number, frame: None)
    yield
    signal.signal(signal.SIGTERM, before)


@pytest.mark.usefixtures("sigterm")
async def test_a_signal_ends_a_start_that_takes_long():
    class Slow(FakeRenderer):
        async def start(self):
            signal.raise_signal(signal.SIGTERM)
            await anyio.sleep_forever()

    crawl = AjaxCrawl(SETTINGS.changed(warm_up=True), renderer=Slow({}))
    with anyio.fail_after(60):
        await crawl.startup()
    await crawl.shutdown()


@pytest.mark.usefixtures("sigterm")
async def test_a_signal_ends_renders_under_a_server_that_runs_no_lifespan():
    class Slow(FakeRenderer):
        async def render(self, request, origin):
            signal.raise_signal(signal.SIGTERM)
            await anyio.sleep_forever()

    crawl = AjaxCrawl(SETTINGS, renderer=Slow({}))
    answer = await call(AjaxCrawlMiddleware(Nowhere(), crawl), "/?_escaped_fragment_=")
    assert (answer.status, answer.headers["retry-after"]) == (503, "5")
    await crawl.shutdown()


async def test_shutdown_closes_what_it_owns_and_may_come_twice():
    class Watched(MemoryStore):
        closed = 0

        async def close(self):
            self.closed += 1

    crawl = AjaxCrawl(SETTINGS, renderer=FakeRenderer({URL: "<p>a"}), store=Watched(1))
    await crawl.startup()
    await crawl.shutdown()
    await crawl.shutdown()
    assert (crawl.renderer.closed, crawl.store.closed) == (2, 2)
    with pytest.raises(RendererBusy):
        await crawl.service.get(REQUEST, "k", Nowhere())


async def test_the_store_is_closed_even_where_the_renderer_fails_to():
    class Broken(FakeRenderer):
        async def close(self):
            raise OSError("no")

    store = MemoryStore(1 << 20)
    crawl = AjaxCrawl(SETTINGS, renderer=Broken({URL: "<p>a"}), store=store)
    await crawl.service.get(REQUEST, "k", Nowhere())
    with pytest.raises(OSError, match="no"):
        await crawl.shutdown()
    assert await store.get("k") is None


async def test_it_can_be_started_again():
    crawl = AjaxCrawl(SETTINGS, renderer=FakeRenderer({URL: "<p>a"}))
    await crawl.startup()
    await crawl.shutdown()
    await crawl.startup()
    assert (await crawl.service.get(REQUEST, "k", Nowhere())).outcome == "miss"
