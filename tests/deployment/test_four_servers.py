"""Each server starts its workers in its own way, and each worker has its own JVM."""

from __future__ import annotations

import pytest
from deployment.processes import COMMANDS, running


@pytest.mark.parametrize("server", COMMANDS)
def test_a_server_serves_a_snapshot_and_stops(server: str) -> None:
    with running(server, "app") as process:
        snapshot = process.client.get("/quick", params={"_escaped_fragment_": "/a"})
        assert (snapshot.status_code, snapshot.headers["x-ajaxcrawl"]) == (200, "miss")
        assert "<p>state #!/a</p>" in snapshot.text
        process.client.close()  # a kept connection is something that some servers wait for
        _, seconds = process.stop()
        assert seconds < 10
        assert ("site: lifespan shutdown" in process.stderr) == (server != "uvicorn without lifespan")
        assert not [line for line in process.stderr if "Traceback" in line or "SIGABRT" in line or "fatal" in line]


def test_a_jvm_that_was_started_before_the_fork_is_a_clear_error_in_the_worker() -> None:
    with running("gunicorn with preload", "with_a_jvm_at_import") as process:
        snapshot = process.client.get("/quick", params={"_escaped_fragment_": "/a"})
        assert snapshot.status_code == 503
        assert snapshot.headers["retry-after"]
        assert any("forked after the JVM had started" in line for line in process.stderr)
        assert process.client.get("/quick").status_code == 200
