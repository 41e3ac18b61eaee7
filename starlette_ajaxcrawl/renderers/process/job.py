"""A render in a child process, as the web process sees it: it waits, and answers the page's requests."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from anyio import Event, move_on_after

from ...background import spawn, this_loop
from ...errors import RenderError, UrlError
from ...snapshot import Rendering
from ..base import Origin, OriginRequest, OriginResponse, ask
from . import values
from .frames import Head

MAX_REQUESTS = 256  # at once; a renderer has far fewer threads for them


class ChildEnded(Exception):
    """The child process ended, or was ended, before its render did; ``overdue``: because of that render."""

    def __init__(self, reason: str, overdue: bool = False) -> None:
        super().__init__(reason)
        self.reason = reason
        self.overdue = overdue


Outcome = Rendering | RenderError | UrlError | ChildEnded


class Job:
    """One conversation about a page. Make it on the event loop that waits for it."""

    def __init__(self, number: int, origin: Origin, send: Callable[[Head, bytes], None]) -> None:
        self.number = number
        self.begun = Event()
        self.closed = Event()
        self._news = Event()
        self._outcome: Outcome | None = None
        self._soon = this_loop()
        self._origin = origin
        self._send = send
        self._requests: dict[int, Callable[[], object]] = {}

    def receive(self, head: Head, body: bytes) -> None:
        """A message about this page has come; called on any thread. Raises ``ValueError`` for what is none."""
        match head:
            case {"begun": _}:
                self._soon(self.begun.set)
            case {"fetch": int(number), "timeout": int() | float() as timeout}:
                self._soon(partial(self._fetch, number, values.to_request(head, body), timeout))
            case {"drop": int(number)}:
                self._soon(partial(self._drop, number))
            case {"end": _}:
                outcome = values.to_error(head) if "error" in head else values.to_rendering(head, body)
                self._soon(partial(self._end, outcome))
                if head.get("last"):
                    self._soon(self._close)
            case {"closed": _}:
                self._soon(self._close)
            case _:
                raise ValueError("no message about a page")

    def lose(self, error: ChildEnded) -> None:
        """Nothing more will come; called on any thread."""
        self._soon(partial(self._end, error))
        self._soon(self._close)

    async def outcome(self, seconds: float) -> Outcome | None:
        """What rendering has come to; None where it has come to nothing within ``seconds``, or is closed."""
        if not self.closed.is_set():
            with move_on_after(seconds):
                await self._news.wait()
        outcome, self._outcome, self._news = self._outcome, None, Event()
        return outcome

    def end_requests(self) -> None:
        """Cancel what the page still asks for."""
        for cancel in list(self._requests.values()):
            cancel()

    def _end(self, outcome: Outcome) -> None:
        if self._outcome is None:
            self._outcome = outcome
            self._news.set()

    def _close(self) -> None:
        for event in (self.begun, self._news, self.closed):
            event.set()

    def _drop(self, number: int) -> None:
        if number in self._requests:
            self._requests[number]()

    def _fetch(self, number: int, request: OriginRequest, timeout: float) -> None:
        def answer(response: OriginResponse) -> None:
            head = {"answer": number, "render": self.number, **values.response_data(response)}
            self._send(head, response.body)

        async def fetch() -> None:
            try:
                answer(await ask(self._origin, request, timeout))
            finally:
                self._requests.pop(number, None)

        if len(self._requests) >= MAX_REQUESTS or number in self._requests:
            answer(OriginResponse(0, (), b"", failure="too many requests at once"))
        elif not self.closed.is_set():
            self._requests[number] = spawn(fetch)
