"""Crawlers that ask a fleet's sites for one state after the other, and come again after a 503 as real ones do."""

import random
import time
from collections import Counter

import httpx

CRAWLERS = 24  # at once
PATIENCE = 300.0  # seconds in which a crawler comes again
PAUSE = 0.5  # seconds


class Crawlers:
    """Ask for one state after the other; ``wrong`` is what they got that was neither right nor a 503 as it must be."""

    def __init__(self, sites: list[str], chance: random.Random) -> None:
        self._sites, self._chance = sites, chance
        self._client = httpx.Client(timeout=120, limits=httpx.Limits(max_connections=CRAWLERS))
        self.answers: Counter[int] = Counter()
        self.wrong: list[str] = []

    def __enter__(self) -> "Crawlers":
        return self

    def __exit__(self, *_: object) -> None:
        self._client.close()

    def up(self) -> bool:
        """Whether both sites render."""
        try:
            return all(self._client.get(f"{site}/?_escaped_fragment_=/0").status_code == 200 for site in self._sites)
        except httpx.TransportError:
            return False

    def ask(self, state: int) -> None:
        """Ask for a state until it is there."""
        last = time.monotonic() + PATIENCE
        while time.monotonic() < last:
            site = self._chance.choice(self._sites)
            answer = self._client.get(f"{site}/?crawled={state}&_escaped_fragment_=/{state}")
            self.answers[answer.status_code] += 1
            if answer.status_code != 503 or "retry-after" not in answer.headers:
                if answer.status_code != 200 or shown(state) not in answer.text:
                    self.wrong.append(f"{state}: {answer.status_code} {answer.text[:200]}")
                return
            time.sleep(PAUSE)
        self.wrong.append(f"{state}: nothing but 503")


def shown(state: int) -> str:
    """What a state's page must have."""
    return f"<h1>Lighthouse {state}</h1>"
