"""The files in examples/fleet: what they start works together, as far as that can be seen without containers."""

import configparser
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
import yaml
from compose_spec import PyCompose
from redis_server import RedisServer

from starlette_ajaxcrawl import __version__

ROOT = Path(__file__).resolve().parents[2]
FILES = ROOT / "examples" / "fleet"
COMPOSE = yaml.safe_load((FILES / "compose.yaml").read_text())
SERVICES = COMPOSE["services"]
DOCKERFILE = (FILES / "Dockerfile").read_text()
UNITS = sorted(path.name for path in FILES.glob("*.service"))
PATIENCE = 60.0  # a worker that does nothing for so long on a busy machine never will
KEY = "a-key-of-sixteen-or-more"


def unit(name):
    parser = configparser.ConfigParser(strict=False, interpolation=None)
    parser.optionxform = str
    parser.read(FILES / name)
    return parser


def option(words, name):
    return words[words.index(name) + 1]


@pytest.mark.parametrize("name", ["compose.yaml", "Dockerfile", *UNITS])
def test_the_documentation_shows_the_file(name):
    assert f"\n{(FILES / name).read_text()}```\n" in (ROOT / "docs" / "fleet-machines.md").read_text()


def test_compose_takes_its_file():
    compose = PyCompose.from_yaml((FILES / "compose.yaml").read_text())
    compose.validate()
    assert compose.service_names() == [*SERVICES]


def test_images_are_of_this_version():
    assert re.findall(r"^ARG VERSION=(.*)$", DOCKERFILE, re.MULTILINE) == [__version__]


def test_services_are_built_from_targets_and_need_services_that_are_there():
    targets = set(re.findall(r"^FROM \S+ AS (\w+)$", DOCKERFILE, re.MULTILINE))
    for service in SERVICES.values():
        assert "image" in service or service["build"]["target"] in targets
        for needed in service.get("depends_on", {}):
            assert "healthcheck" in SERVICES[needed]
        for volume in service.get("volumes", []):
            assert volume.partition(":")[0] in COMPOSE["volumes"]


def test_sites_and_workers_share_a_key_that_must_be_given_and_redis_keeps_what_it_has_acknowledged():
    keys = {SERVICES[name]["environment"]["AJAXCRAWL_FLEET_KEY"] for name in ("web", "worker")}
    assert [key.partition(":?")[0] for key in keys] == ["${AJAXCRAWL_FLEET_KEY"]
    assert option(SERVICES["redis"]["command"], "--appendonly") == "yes"
    assert option(SERVICES["redis"]["command"], "--maxmemory-policy") == "noeviction"


def test_workers_have_more_time_to_stop_than_they_take():
    service = unit("ajaxcrawl-worker.service")["Service"]
    assert int(service["TimeoutStopSec"]) > float(option(shlex.split(service["ExecStart"]), "--grace"))
    worker = SERVICES["worker"]
    assert int(worker["stop_grace_period"].rstrip("s")) > float(option(worker["command"], "--grace"))


@pytest.mark.parametrize("name", UNITS)
def test_systemd_takes_the_unit(name, tmp_path):
    systemd = shutil.which("systemd-analyze")
    if systemd is None:
        pytest.skip("systemd is not installed")
    text = re.sub(
        r"^ExecStart=\S+", f"ExecStart={shutil.which('true')}", (FILES / name).read_text(), flags=re.MULTILINE
    )
    (tmp_path / name).write_text(text)
    done = subprocess.run([systemd, "verify", tmp_path / name], capture_output=True, text=True)
    assert name not in done.stderr, done.stderr


def test_what_compose_starts_renders_a_page(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    started = dict(re.findall(r"^(CMD|ENTRYPOINT) (.*)$", DOCKERFILE, re.MULTILINE))
    serve, work = (yaml.safe_load(started[name]) for name in ("CMD", "ENTRYPOINT"))
    with ExitStack() as stack:
        redis = stack.enter_context(RedisServer(tmp_path))

        def here(text):
            """What a container is told, for processes of one machine."""
            return text.replace("redis:6379", f"127.0.0.1:{redis.port}").replace("web:8000", f"127.0.0.1:{port}")

        def start(words, service, until):
            told = {name: here(value) for name, value in SERVICES[service]["environment"].items()}
            process = subprocess.Popen(
                [sys.executable, "-m", words[0].replace("-", "_"), *map(here, words[1:])],
                cwd=FILES,
                env={**os.environ, "PYTHONPATH": str(ROOT), **told, "AJAXCRAWL_FLEET_KEY": KEY},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                text=True,
            )
            stack.enter_context(process)
            stack.callback(process.terminate)
            assert any(until in line for line in process.stderr), f"{service} has ended"

        start([*work, *SERVICES["worker"]["command"]], "worker", "waits for jobs")
        start([str(port) if word == "8000" else word for word in serve], "web", "startup complete")
        site = stack.enter_context(httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=60))
        end = time.monotonic() + PATIENCE
        while (answer := site.get("/?_escaped_fragment_=/7")).status_code == 503 and time.monotonic() < end:
            time.sleep(0.05)  # the worker has begun to wait, and may not have said so to Redis yet
        assert "<h1>Lighthouse 7</h1>" in answer.text
        assert site.get("/health/live").status_code == 200
