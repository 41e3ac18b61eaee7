"""Where requests may go: other hosts, private addresses, other schemes, servers of the site."""

import pytest
from page_site import SITE, Site, crawlers_scope, render, script, serving
from starlette.responses import RedirectResponse

pytestmark = pytest.mark.anyio


async def test_other_hosts_are_not_asked_unless_listed():
    with serving(lambda path: (200, {"Content-Type": "text/javascript"}, b"say('foreign')")) as (port, asked):
        site = Site(
            f"""<script src="http://localhost:{port}/a.js" onerror="say('script')"></script>
            <img src="http://localhost:{port}/a.png"><iframe src="http://localhost:{port}/frame"></iframe>
            <link rel=stylesheet href="http://localhost:{port}/a.css">
            <script>fetch('http://localhost:{port}/b').then(say, function () {{ say('call') }})</script>"""
        )
        page = await render(site)
        assert set(page.said.split(";")) == {"script", "call"}
        assert asked == []
        assert page.outcome(f"http://localhost:{port}/a.js") == "blocked"
        entries = [entry for entry in page.rendering.log if f"localhost:{port}" in entry.message]
        assert all("external_hosts" in entry.message for entry in entries)
        assert page.snapshot.incomplete == ()


async def test_listed_hosts_are_asked():
    with serving(lambda path: (200, {"Content-Type": "text/javascript"}, b"say('foreign')")) as (port, asked):
        site = Site(f"<script src='http://localhost:{port}/a.js'></script>")
        site.paths["/"].set_cookie("own", "1")
        page = await render(site, external_hosts=("localhost",), private_hosts=("localhost",))
        assert page.said == "foreign"
        ((path, headers),) = asked
        assert path == "/a.js"
        assert headers["referer"] == f"{SITE}/"
        assert not {"cookie", "x-ajaxcrawl-render", "authorization", "if-none-match", "range"} & headers.keys()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "2130706433", "127.1"])
async def test_a_listed_host_at_a_private_address_is_refused(host):
    with serving(lambda path: (200, {"Content-Type": "text/javascript"}, b"say('foreign')")) as (port, asked):
        site = Site(f"<script src='http://{host}:{port}/a.js' onerror=say('error')></script>")
        page = await render(site, external_hosts=("*",))
        assert page.said == "error"
        assert asked == []
        assert "private_hosts" in page.log("is at 127.0.0.1").message


async def test_a_redirect_to_a_private_address_is_refused():
    with serving(lambda path: (302, {"Location": f"http://127.0.0.1:{port}/secret"}, b"")) as (port, asked):
        site = Site(
            f"<script src='http://localhost:{port}/a.js' onerror=say('error')></script><iframe src=metadata></iframe>",
            metadata=RedirectResponse("http://169.254.169.254/latest/meta-data/"),
        )
        page = await render(site, external_hosts=("*",), private_hosts=("localhost",))
        assert page.said == "error"
        assert [path for path, _ in asked] == ["/a.js"]
        assert page.log("127.0.0.1 is at").kind == "blocked"
        assert page.log("169.254.169.254 is at").kind == "blocked"


@pytest.mark.parametrize("url", ["file:///etc/passwd", "jar:file:///etc/passwd!/", "ftp://localhost/etc/passwd"])
async def test_other_schemes_are_never_loaded(url):
    site = Site(
        f"""<iframe src="{url}" id=f></iframe><script src="{url}"></script><link rel=stylesheet href="{url}">
        <script>
        try {{ var call = new XMLHttpRequest(); call.open('GET', '{url}', false); call.send(); say(call.responseText) }}
        catch (e) {{ say('refused') }}
        call = new XMLHttpRequest(); call.open('GET', '{url}'); call.send();
        call.onload = function () {{ say(call.responseText) }};
        fetch('{url}').then(function (r) {{ return r.text() }}).then(say, function () {{}});
        setTimeout(function () {{
            try {{ say(document.getElementById('f').contentDocument.body.textContent) }} catch (e) {{}} }}, 50);
        </script>"""
    )
    page = await render(site, external_hosts=("*",))
    assert "root:" not in page.html
    assert page.snapshot.kind == "html"


async def test_data_urls_are_loaded():
    site = Site(
        """<script src="data:text/javascript,say('script')"></script>
        <iframe src="data:text/html,<script>parent.postMessage('x','*')</script>"></iframe>
        <script>fetch('data:text/plain,call').then(function (r) { return r.text() }).then(say)</script>"""
    )
    assert (await render(site)).said == "script;call"


async def test_analytics_are_not_asked_by_default_but_a_sites_own_script_is():
    site = Site(
        """<script src="https://www.google-analytics.com/analytics.js" onerror="say('error')"></script>
        <script src=analytics.js></script>""",
        analytics__js=script("say('own')"),
    )
    page = await render(site, external_hosts=("*",))
    assert page.said == "error;own"
    assert page.outcome("https://www.google-analytics.com/analytics.js") == "blocked"
    assert page.log("block_urls").level == "info"


async def test_patterns_of_the_settings_are_not_asked():
    site = Site(
        "<script src='/track?id=1' onerror=say('error')></script><script src=a.js></script>", a__js=script("say(1)")
    )
    page = await render(site, block_urls=("default", "/track"))
    assert page.said == "error;1"
    assert site.times("/track") == 0


async def test_a_path_that_another_server_answers_is_asked_there():
    with serving(lambda path: (200, {"Content-Type": "text/javascript"}, b"say('static')")) as (port, asked):
        site = Site("<script src=/static/a.js?v=1></script>")
        page = await render(site, origins={"/static": f"http://127.0.0.1:{port}"})
        assert page.said == "static"
        assert site.times("/static/a.js") == 0
        ((path, headers),) = asked
        assert path == "/static/a.js?v=1"
        assert headers["host"] == "site.example"


async def test_a_connection_to_a_server_of_the_site_is_not_used_for_the_pages_own_ways_there():
    with serving(lambda path: (200, {"Content-Type": "text/javascript"}, b"say('static')")) as (port, asked):
        site = Site(
            f"<script src=/static/a.js></script><script src='http://127.0.0.1:{port}/x.js' onerror=say('no')></script>"
        )
        page = await render(site, origins={"/static": f"http://127.0.0.1:{port}"}, external_hosts=("*",))
        assert page.said == "static;no"
        assert [path for path, _ in asked] == ["/static/a.js"]


async def test_a_mounted_app_answers_below_its_mount_and_another_server_above():
    with serving(lambda path: (200, {"Content-Type": "text/javascript"}, b"say('above')")) as (port, _):
        site = Site("<script src=/app/a.js></script><script src=/a.js></script>")
        site.paths = {"/app/": site.paths["/"], "/app/a.js": script("say('below')")}
        scope = crawlers_scope(root_path="/app", path="/app/", raw_path=b"/app/")
        page = await render(site, f"{SITE}/app/#!/a", scope)
        assert page.said == "below"
        assert "origins" in page.log("Outside").message
        page = await render(site, f"{SITE}/app/#!/a", scope, origins={"/": f"http://127.0.0.1:{port}"})
        assert page.said == "below;above"
