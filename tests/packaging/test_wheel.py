"""The wheel and the source archive, built and used as a user would."""

import os
import subprocess
import sys
import zipfile
from email import message_from_bytes
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BUILD_TIME = 600

pytestmark = pytest.mark.timeout(BUILD_TIME)

# A page of which only a script can write the text, asked for as a crawler does, by a bare ASGI call.
RENDER_A_PAGE = """
import anyio, jpype
from starlette.applications import Starlette
from starlette.responses import HTMLResponse
from starlette.routing import Route
from starlette_ajaxcrawl import AjaxCrawlMiddleware

PAGE = '''<!doctype html><title>Empty</title><p id=p></p>
<script>class Page { show = (...words) => document.getElementById("p").textContent = words.join(" ") }
new Page().show(...["state", location.hash])</script>'''

site = Starlette(routes=[Route("/", lambda request: HTMLResponse(PAGE))])
scope = {
    "type": "http", "asgi": {"version": "3.0"}, "http_version": "1.1", "method": "GET", "scheme": "http", "path": "/",
    "raw_path": b"/", "query_string": b"_escaped_fragment_=/a", "root_path": "", "headers": [(b"host", b"example.com")],
    "client": ("127.0.0.1", 1), "server": ("127.0.0.1", 80), "state": {},
}

async def main():
    replies = []
    async def receive():
        return {"type": "http.request", "body": b"", "more_body": False}
    async def send(message):
        replies.append(message)
    await AjaxCrawlMiddleware(site)(scope, receive, send)
    print(replies[0]["status"])
    print(b"".join(reply.get("body", b"") for reply in replies).decode())

anyio.run(main)
print("java.home", jpype.JClass("java.lang.System").getProperty("java.home"))
"""


def build(source: Path, kind: str, out: Path) -> Path:
    command = [sys.executable, "-m", "build", "--no-isolation", f"--{kind}", "--outdir", str(out), str(source)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=BUILD_TIME)
    assert done.returncode == 0, done.stdout + done.stderr
    (built,) = out.iterdir()
    return built


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(ROOT, "wheel", tmp_path_factory.mktemp("wheel"))


def test_the_wheel_holds_the_jars(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    jars = {name.rpartition("/")[2] for name in names if name.endswith(".jar")}
    assert {"ajaxcrawl.jar", "htmlunit-5.7.0.jar", "htmlunit-core-js-5.7.0.jar"} <= jars
    assert all(name.startswith("starlette_ajaxcrawl/jars/") for name in names if name.endswith(".jar"))
    assert not [jar for jar in jars if "junit" in jar]


def test_the_wheel_holds_the_compiler_of_modern_javascript_with_its_licences(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    folder = "starlette_ajaxcrawl/javascript/"
    vendored = {name.removeprefix(f"{folder}vendor/") for name in names if name.startswith(f"{folder}vendor/")}
    assert vendored == {"acorn.js", "LICENSE-acorn"}
    assert f"{folder}source/lower.js" in names
    package = "starlette_ajaxcrawl/"
    assert {f"{package}inspector/vendor/htmx.js", f"{package}inspector/vendor/LICENSE-htmx"} <= set(names)
    assert {f"{package}inspector/templates/page.html", f"{package}inspector/static/inspector.css"} <= set(names)
    assert {f"{package}verify/vendor/axe.js", f"{package}verify/vendor/LICENSE-axe-core"} <= set(names)
    assert "starlette_ajaxcrawl/stores/redis.lua" in names


def test_the_wheel_says_its_licence_and_those_of_each_library_in_it(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (folder,) = {name.partition("/")[0] for name in archive.namelist() if ".dist-info/" in name}
    metadata = message_from_bytes(archive.read(f"{folder}/METADATA"))
    assert metadata["License-Expression"] == "Apache-2.0"
    assert metadata.get_all("License-File") == ["LICENSE", "THIRD-PARTY-LICENSES"]
    assert b"Apache License" in archive.read(f"{folder}/licenses/LICENSE")
    rows = [line.split() for line in archive.read(f"{folder}/licenses/THIRD-PARTY-LICENSES").decode().splitlines()]
    listed = {f"{row[0]}-{row[1]}.jar" for row in rows if len(row) > 2 and row[1][0].isdigit()}
    jars = {name.rpartition("/")[2] for name in archive.namelist() if name.endswith(".jar")}
    assert jars - listed == {"ajaxcrawl.jar", "ajaxcrawl-engine.jar"}


def test_the_source_archive_builds_the_same_wheel_by_itself(wheel: Path, tmp_path: Path) -> None:
    sdist = build(ROOT, "sdist", tmp_path / "sdist")
    subprocess.run(["tar", "-xf", str(sdist)], check=True, cwd=tmp_path)
    rebuilt = build(tmp_path / sdist.name.removesuffix(".tar.gz"), "wheel", tmp_path / "wheel")
    assert sorted(zipfile.ZipFile(rebuilt).namelist()) == sorted(zipfile.ZipFile(wheel).namelist())


def test_the_wheel_renders_where_there_is_no_java_and_no_gradle_but_the_extras(wheel: Path, tmp_path: Path) -> None:
    venv = tmp_path / "venv"
    subprocess.run([sys.executable, "-m", "venv", str(venv)], check=True)
    python = str(venv / "bin" / "python")
    pip = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check", "-c", "constraints/runtime.txt"]
    subprocess.run([*pip, f"starlette-ajaxcrawl[jre] @ {wheel.as_uri()}"], check=True, cwd=ROOT, timeout=BUILD_TIME)
    kept = {name: value for name, value in os.environ.items() if name in ("HOME", "LANG", "LD_LIBRARY_PATH", "TMPDIR")}
    done = subprocess.run(
        [python, "-c", RENDER_A_PAGE],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**kept, "PATH": str(venv / "bin")},
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    status, body, home = done.stdout.partition("\n")[0], done.stdout, done.stdout.rpartition("java.home ")[2].strip()
    assert status == "200"
    assert '<p id="p">state #!/a</p>' in body
    assert Path(home).is_relative_to(venv), home
