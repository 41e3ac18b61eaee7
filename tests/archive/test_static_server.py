"""An archive served by nginx with the rules of docs/archives.md, without anything of this package."""

import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from urllib.parse import quote

import anyio
import pytest
from archive_runs import archive

from starlette_ajaxcrawl import FakeRenderer, Snapshot, to_ugly

DOCS = Path(__file__).parents[2] / "docs" / "archives.md"
STATES = [
    "/",
    "#!/a",
    "#!/A",
    "#!/a b",
    "/shop?x=1&y#!/é/日+%26",
    "#!/$money$",
    '#!/"quoted"\\n{};~',
    "/p#!" + "x" * 500,
]


@contextmanager
def nginx(folder: Path, archive: Path) -> Iterator[str]:
    """nginx with the rules of the documentation; gives its address."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    (rules,) = re.findall(r"^```nginx\n(.*?)^```$", DOCS.read_text(), re.MULTILINE | re.DOTALL)
    for before, after in {
        "/srv/archive": str(archive),
        "listen 80": f"listen 127.0.0.1:{port}",
        "proxy_pass http://127.0.0.1:8000": 'return 200 "the application"',
    }.items():
        assert before in rules
        rules = rules.replace(before, after)
    places = "".join(
        f"{kind}_temp_path {folder}/{kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    config = folder / "nginx.conf"
    config.write_text(
        f"daemon off; pid {folder}/pid; error_log stderr; events {{}}\nhttp {{ access_log off; {places}\n{rules}\n}}\n"
    )
    program = shutil.which("nginx", path="/usr/sbin:/usr/local/sbin:/usr/bin:/opt/homebrew/bin")
    assert program, "install nginx"
    process = subprocess.Popen([program, "-p", folder, "-e", "stderr", "-c", config])
    try:
        end = time.monotonic() + 30
        while socket.socket().connect_ex(("127.0.0.1", port)):
            assert process.poll() is None, "nginx does not start"
            assert time.monotonic() < end
            time.sleep(0.02)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("nginx")
    hidden = Snapshot("http://shop.example/#!/hidden", "html", 200, (("x-robots-tag", "noindex"),), b"hidden", 1.0)
    renderer = FakeRenderer(lambda url: hidden if url == hidden.url else f"snapshot of {url}")
    anyio.run(archive, folder / "archive", renderer, [*STATES, "#!/hidden"])
    folder.chmod(0o755)
    for parent in folder.parents[:3]:
        parent.chmod(parent.stat().st_mode | 0o055)  # nginx's workers are not root
    with nginx(folder, folder / "archive") as url:
        yield url


def get(site: str, path: str, method: str = "GET") -> HTTPResponse:
    """``path`` byte for byte."""
    connection = HTTPConnection(site.removeprefix("http://"))
    connection.request(method, path)
    return connection.getresponse()


@pytest.mark.parametrize("state", STATES)
def test_every_state_is_found_however_it_is_escaped(site, state):
    path = state if state.startswith("/") else f"/{state}"
    document, _, name = path.partition("#!")
    page = to_ugly(document).removesuffix("=")
    for uri in {to_ugly(path), f"{page}={quote(name)}", f"{page}={quote(name, safe='')}"}:
        response = get(site, uri)
        assert (response.status, response.read().decode()) == (200, f"snapshot of http://shop.example{path}"), uri
        assert response.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize(
    "uri",
    [
        *(
            "/?_escaped_fragment_=/b",
            "/p?_escaped_fragment_=/a",
            "/?_escaped_fragment_=/A%20B",
            "/",
            "/P?_escaped_fragment_=",
        ),
        *("/?_escaped_fragment_=/a%20B", "/?_escaped_fragment_=/../../nginx.conf", "/?_ESCAPED_fragment_=/a"),
        "/?_escaped_fragment_=/hidden",
        *("/shop?x=1&y&_escaped_fragment_=/%c3%89/%E6%97%A5%2B%2526", "/?_escaped_fragment_==%20/a"),
    ],
)
def test_nothing_else_is(site, uri):
    assert get(site, uri).read() == b"the application"


def test_other_methods_reach_the_application(site):
    assert get(site, "/?_escaped_fragment_=/a", "HEAD").headers["content-length"] != str(len("the application"))
    for method in ("POST", "OPTIONS", "DELETE"):
        assert get(site, "/?_escaped_fragment_=/a", method).read() == b"the application"


def test_the_archive_itself_is_not_served(site):
    assert get(site, "/ajaxcrawl/manifest.jsonl").status == 404
