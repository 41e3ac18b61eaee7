"""URLs of the scheme in templates, as functions and filters."""

from __future__ import annotations

import jinja2
import pytest
from asgi_calls import call
from quart import Quart, render_template_string
from starlette.applications import Starlette
from starlette.routing import Route
from starlette.templating import Jinja2Templates

from starlette_ajaxcrawl import UrlError, add_helpers, ajaxcrawl_url, pretty_url

TEMPLATE = (
    "<a href=\"{{ url_for('shop', lang='en') | pretty_url('/products/2') }}\">"
    "<link rel=canonical href=\"{{ pretty_url('/shop?a=1&_escaped_fragment_=/b') }}\">"
    "<code>{{ ajaxcrawl_url(url_for('shop', lang='en'), '/a b') }}</code>"
)


@pytest.mark.parametrize(
    ("arguments", "pretty", "ugly"),
    [
        (("/shop", "/a"), "/shop#!/a", "/shop?_escaped_fragment_=/a"),
        (("/shop",), "/shop", "/shop?_escaped_fragment_="),
        (("/shop#!/b", "/a é%"), "/shop#!/a%20%C3%A9%25", "/shop?_escaped_fragment_=/a%20%C3%A9%25"),
        (("/shop?x=1#!/b",), "/shop?x=1#!/b", "/shop?x=1&_escaped_fragment_=/b"),
        (
            ("https://a.example/?_escaped_fragment_=/b",),
            "https://a.example/#!/b",
            "https://a.example/?_escaped_fragment_=/b",
        ),
        (("/?_escaped_fragment_=/b", "/c"), "/#!/c", "/?_escaped_fragment_=/c"),
        (("/?_escaped_fragment_=/b", ""), "/", "/?_escaped_fragment_="),
    ],
)
def test_both_take_pretty_and_ugly_urls_and_a_state(arguments, pretty, ugly) -> None:
    assert pretty_url(*arguments) == pretty
    assert ajaxcrawl_url(*arguments) == ugly


def test_what_is_outside_of_the_scheme_is_an_error() -> None:
    with pytest.raises(UrlError, match="no state"):
        ajaxcrawl_url("/shop#top")


@pytest.mark.anyio
async def test_starlettes_templates_know_them(tmp_path) -> None:
    (tmp_path / "page.html").write_text(TEMPLATE)
    templates = Jinja2Templates(tmp_path)
    add_helpers(templates.env)
    app = Starlette(
        routes=[Route("/{lang}/shop", lambda request: templates.TemplateResponse(request, "page.html"), name="shop")]
    )
    assert (await call(app, "/de/shop")).body.decode() == (
        '<a href="http://example.com/en/shop#!/products/2">'
        '<link rel=canonical href="/shop?a=1#!/b">'
        "<code>http://example.com/en/shop?_escaped_fragment_=/a%20b</code>"
    )


@pytest.mark.anyio
@pytest.mark.parametrize("anyio_backend", ["asyncio"])
async def test_quarts_templates_know_them() -> None:
    app = Quart(__name__)
    add_helpers(app.jinja_env)

    @app.route("/<lang>/shop")
    async def shop(lang: str) -> str:
        return await render_template_string(TEMPLATE)

    shown = await (await app.test_client().get("/de/shop")).get_data(as_text=True)
    assert shown.startswith('<a href="/en/shop#!/products/2">')
    assert shown.endswith("<code>/en/shop?_escaped_fragment_=/a%20b</code>")


def test_an_ampersand_is_escaped_as_in_every_attribute() -> None:
    environment = jinja2.Environment(autoescape=True)
    add_helpers(environment)
    assert environment.from_string("{{ '/?a=1' | ajaxcrawl_url('b') }}").render() == "/?a=1&amp;_escaped_fragment_=b"
