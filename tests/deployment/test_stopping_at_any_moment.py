"""Signals at random moments, to servers of every kind. `make stops` sends a hundred."""

from __future__ import annotations

import os
import random
import re
import signal
import time
from dataclasses import dataclass

import pytest
from deployment.processes import ServerProcess, in_time, running
from deployment.test_stopping import SIGNALS, Asked, stopped_plainly, words

ROUNDS = int(os.environ.get("STOPS", "3"))
PAGES = ["quick", "spinning", "modern"]


@dataclass(frozen=True)
class Server:
    """How a server stops: ``seconds`` on an idle machine; ``workers`` that it starts and that say so.

    One that ``cuts`` its requests after a while answers them 500, and tells of each, with snapshots or without. One
    whose workers are ``deaf`` at first loses signals to them then, and waits half a minute for what they never heard.
    """

    name: str
    seconds: int = 3
    workers: int = 0
    reloads: bool = False
    cuts: bool = False
    deaf: bool = False


SERVERS = [
    Server("uvicorn"),
    Server("uvicorn without lifespan"),
    Server("uvicorn with 2 workers", workers=2, reloads=True),
    Server("gunicorn with 2 workers", workers=2, reloads=True, deaf=True),
    Server("gunicorn with preload", workers=1),
    Server("granian", reloads=True),
    Server("hypercorn", seconds=6, cuts=True),
]


class Story:
    """What happens to a server until it has ended, by chance."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        # every second one is the commonest
        self.server = self.chance.choice(SERVERS) if seed % 2 else SERVERS[0]
        self.number = self.chance.choice(SIGNALS)
        self.asked: list[Asked] = []
        self.reloads = self.server.reloads and self.chance.random() < 0.3
        self.twice = not self.reloads and self.chance.random() < 0.2
        self.asks_late = not self.twice and self.chance.random() < 0.3

    def wait(self, seconds: float) -> None:
        time.sleep(self.chance.uniform(0, seconds))

    def ask(self, process: ServerProcess, *pages: str) -> None:
        for page in pages:
            self.asked.append(Asked(process, f"/{page}?_escaped_fragment_=/{self.chance.random()}"))

    @property
    def workers_too(self) -> bool:
        """Ctrl-C reaches them as well; where it did not, gunicorn's master would wait half a minute for them."""
        return self.number == signal.SIGINT and self.server.workers > 0

    def go_on(self, process: ServerProcess) -> None:
        """Until the moment of the last signal."""
        process.wait_for("Application startup complete", self.server.workers)
        if self.chance.random() < 0.5:  # the JVM has started, and perhaps nothing is rendered
            process.client.get("/quick?_escaped_fragment_=/warm", headers={"connection": "close"})
        if self.chance.random() < 0.7:
            self.ask(process, *self.chance.choices(PAGES, k=5))
            self.wait(1.5)
        if self.reloads:
            process.send_signal(signal.SIGHUP)
            if self.server.deaf:
                process.wait_for("Started server process", 2 * self.server.workers)
            self.wait(1.5)
        if self.twice:
            process.send_signal(self.number, workers=self.workers_too)
            self.wait(0.5)

    def stop(self, process: ServerProcess) -> tuple[int, float]:
        """Exit code and seconds."""

        def ask_late() -> None:  # the server takes requests for a tenth of a second yet
            if self.asks_late:
                self.ask(process, "spinning")

        return process.stop(self.number, workers=self.workers_too, then=ask_late)


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_signal_at_any_moment_ends_the_server_as_it_would_without_snapshots(seed: int) -> None:
    story = Story(seed)
    server, number = story.server, story.number
    with running(server.name, "app") as process:
        story.go_on(process)
        code, seconds = story.stop(process)
        statuses = {answer.status_code for answer in (one.result_if_any() for one in story.asked) if answer}
        said = [line for line in words(process) if not line.startswith("site: render begun")]
    # when it reloads it ends its workers one after the other, and each may be starting its JVM
    assert in_time(seconds, server.seconds * (1 + server.workers if story.reloads else 1))
    assert statuses <= {200, 503, *([500] if server.cuts else [])}
    plain_code, plainly = stopped_plainly(number, server.name, server.workers)
    assert code in ((plain_code, -number) if story.twice else (plain_code,))  # -number: in the interpreter's own end
    if server.cuts and story.asked:
        return
    assert not [line for line in said if re.search("jpype|ajaxcrawl|SIGABRT|[Ff]atal|never awaited", line)]
    if story.twice or story.reloads:
        return
    if server.workers:  # all at once: in no certain order
        assert set(said) == set(plainly)
    else:
        assert said == plainly


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_while_the_jvm_is_warmed_up_ends_the_server_as_it_would_without_snapshots(number: int) -> None:
    with running("uvicorn", "warm", until="Waiting for application startup") as process:
        time.sleep(random.uniform(0, 0.5))
        code, seconds = process.stop(number)
        said = words(process)
    assert in_time(seconds, 3)
    assert (code, said) == stopped_plainly(number)
