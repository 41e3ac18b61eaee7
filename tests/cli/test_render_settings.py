"""Whose settings `render` takes: the application's middleware's, else those of the environment."""

import textwrap
from unittest.mock import Mock

import pytest

from starlette_ajaxcrawl.commands.target import settings_of
from starlette_ajaxcrawl.renderers.fake import FakeRenderer

SITES = """
    from quart import Quart
    from starlette.applications import Starlette
    from starlette.middleware import Middleware
    from starlette.middleware.gzip import GZipMiddleware
    from starlette.routing import Mount
    from starlette_ajaxcrawl import AjaxCrawl, AjaxCrawlMiddleware, FakeRenderer, Settings

    settings = Settings(max_age=7, overrides={"/shop*": {"max_age": 8}})
    crawl = AjaxCrawl(settings, renderer=FakeRenderer())

    async def plain(scope, receive, send):
        raise OSError("no lifespan")

    wrapped = AjaxCrawlMiddleware(plain, settings=settings)
    wrapped_again = GZipMiddleware(AjaxCrawlMiddleware(wrapped, crawl))
    listed = Starlette(middleware=[Middleware(GZipMiddleware), Middleware(AjaxCrawlMiddleware, crawl)])
    replaced = Quart(__name__)
    replaced.asgi_app = AjaxCrawlMiddleware(replaced.asgi_app, settings=settings)
    mounted = Starlette(routes=[Mount("/shop", wrapped)])
    """


@pytest.fixture
def rendered(run, monkeypatch, folder):
    """Renders a page of a site in SITES; gives the settings of the renderer and those of the page."""

    def rendered(site: str, path: str):
        renderer = FakeRenderer(lambda url: "<p>a")
        made = []

        def make(settings):
            made.append(settings)
            return renderer

        monkeypatch.setattr("starlette_ajaxcrawl.commands.render.open_renderer", make)
        assert run("render", f"package:{site}", path)[:2] == (0, "<p>a")
        return made[0].max_age, renderer.requests[0].settings.max_age

    (folder / "package.py").write_text(textwrap.dedent(SITES))
    return rendered


@pytest.mark.parametrize("site", ["wrapped", "wrapped_again", "listed", "replaced"])
def test_the_settings_are_those_of_the_applications_middleware(rendered, site):
    assert rendered(site, "/#!/a") == (7, 7)
    assert rendered(site, "/shop#!/a") == (7, 8)


@pytest.mark.parametrize("site", ["plain", "mounted"])
def test_without_a_middleware_around_the_whole_the_environment_counts(rendered, monkeypatch, site):
    monkeypatch.setenv("AJAXCRAWL_MAX_AGE", "9")
    assert rendered(site, "/shop#!/a")[1] == 9


def test_an_object_that_has_every_attribute_is_no_endless_application():
    assert settings_of(Mock()) is None
