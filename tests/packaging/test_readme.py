"""The README is executed: its application runs, its curl prints what is shown, its table is that of the settings."""

import importlib.util
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import httpx
import pytest
from servers import uvicorn_running

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "README.md").read_text()
SHOWN_SITE = "http://127.0.0.1:8000"
CHANGING_HEADERS = {"date", "last-modified", "server-timing"}


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def load(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the README's app.py in it."""
    (application,) = [block for block in blocks("python") if "AjaxCrawlMiddleware" in block]
    folder = tmp_path_factory.mktemp("readme")
    (folder / "app.py").write_text(application)
    return folder


@pytest.fixture(scope="module")
def site(folder: Path) -> Iterator[str]:
    """The README's application under uvicorn."""
    with uvicorn_running(load("app", folder / "app.py").app) as url:
        yield url


def test_the_application_has_about_ten_lines(folder: Path) -> None:
    assert len([line for line in (folder / "app.py").read_text().splitlines() if line]) <= 10


def test_curl_prints_what_is_shown(site: str) -> None:
    (shown,) = [block for block in blocks("console") if block.startswith("$ curl")]
    command, _, output = shown.partition("\n")
    url = re.findall(r'"(\S+)"$', command)[0]
    response = httpx.get(url.replace(SHOWN_SITE, site), timeout=60)
    head, _, body = output.partition("\n\n")
    status, *lines = head.splitlines()
    shown_headers = dict(line.split(": ", 1) for line in lines)
    headers = {name: value.replace(site, SHOWN_SITE) for name, value in response.headers.items()}
    assert status == f"HTTP/1.1 {response.status_code} {response.reason_phrase}"
    assert response.text.replace(site, SHOWN_SITE).strip() == body.strip()
    assert shown_headers.keys() == headers.keys()
    # the addresses in the body have the port of this run, so length and tag of the body are those of this run
    changing = CHANGING_HEADERS | {"content-length", "etag"}
    assert {name: headers[name] for name in headers.keys() - changing} == {
        name: shown_headers[name] for name in headers.keys() - changing
    }


def test_the_command_line_shown_renders_the_application(folder: Path) -> None:
    (shown,) = [block for block in blocks("console") if block.startswith("$ starlette-ajaxcrawl render")]
    command, _, output = shown.partition("\n")
    executable = Path(sys.executable).with_name("starlette-ajaxcrawl")
    done = subprocess.run(
        f"{executable}{command.removeprefix('$ starlette-ajaxcrawl')}",
        shell=True,
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == output.strip()


def test_the_table_of_settings_is_that_of_the_settings() -> None:
    module = load("settings_table", ROOT / "scripts" / "settings_table.py")
    for path in module.FILES:
        shown = path.read_text().partition(module.START)[2].partition(module.END)[0]
        assert shown == module.table(), "run scripts/settings_table.py"


def test_the_order_of_precedence_is_as_said(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("AJAXCRAWL_MAX_AGE=1\nAJAXCRAWL_DEADLINE=1\nAJAXCRAWL_CSS=false\nOTHER=x\n")
    code = (
        "from starlette_ajaxcrawl import Settings\n"
        "mapping = {'AJAXCRAWL_MAX_AGE': 3, 'AJAXCRAWL_LOCALE': 'fr-FR', 'OTHER': 1}\n"
        "settings = Settings.from_mapping(mapping, locale='de-DE')\n"
        "print(settings.max_age, settings.deadline, settings.css, settings.locale)"
    )
    environment = {"AJAXCRAWL_MAX_AGE": "2", "AJAXCRAWL_DEADLINE": "2", "AJAXCRAWL_LOCALE": "es-ES"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.split() == ["3.0", "2.0", "False", "de-DE"]


@pytest.mark.parametrize("link", re.findall(r"\]\((?!http)([^)]+)\)", README))
def test_links_to_files_lead_somewhere(link: str) -> None:
    assert (ROOT / link).exists()
