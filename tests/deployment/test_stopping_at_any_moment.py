"""Signals at random moments, with and without a JVM that runs already. `make stops` sends a hundred."""

from __future__ import annotations

import os
import random
import time

import pytest
from deployment.processes import in_time, running
from deployment.test_stopping import SIGNALS, Asked, stopped_plainly, words

ROUNDS = int(os.environ.get("STOPS", "3"))
PAGES = ["quick", "spinning", "modern"]


@pytest.mark.parametrize("seed", range(ROUNDS))
def test_a_signal_at_any_moment_ends_the_server_as_it_would_without_snapshots(seed: int) -> None:
    chance = random.Random(seed)
    number = chance.choice(SIGNALS)
    with running("uvicorn", "app") as process:
        if chance.random() < 0.5:  # the JVM starts before the signal, not at it
            process.client.get("/quick?_escaped_fragment_=/warm")
        asked = [
            Asked(process, f"/{page}?_escaped_fragment_=/{chance.random()}") for page in chance.choices(PAGES, k=5)
        ]
        time.sleep(chance.uniform(0, 1.5))
        code, seconds = process.stop(number)
        answers = [one.result_if_any() for one in asked]
        said = [line for line in words(process) if not line.startswith("site: render begun")]
    assert in_time(seconds, 3)
    assert (code, said) == stopped_plainly(number)
    assert {answer.status_code for answer in answers if answer is not None} <= {200, 503}
