"""What goes from process to process, and what is taken for a message."""

import json
from contextlib import suppress
from dataclasses import fields

import pytest
from hypothesis import given
from hypothesis import strategies as st

from starlette_ajaxcrawl.errors import RenderError, SnapshotTooLarge, UrlError
from starlette_ajaxcrawl.page_log import LogEntry
from starlette_ajaxcrawl.renderers.base import OriginRequest, OriginResponse
from starlette_ajaxcrawl.renderers.options import JAVA_SETTINGS, PROCESS_SETTINGS
from starlette_ajaxcrawl.renderers.process import values
from starlette_ajaxcrawl.renderers.process.frames import FRAME, MAX_OPEN, MAX_PAYLOAD, Assembly, ProtocolError, cut
from starlette_ajaxcrawl.settings import Settings
from starlette_ajaxcrawl.snapshot import PageRequest, Rendering, Snapshot, Timings

LOG = (LogEntry("warning", "console", "ä \ud800", "http://x/", 3),)
RENDERING = Rendering(
    Snapshot("http://x/#!é", "redirect", 302, (("a", "ä"), ("a", "b")), b"\x00\xff", 5.5, ("deadline",)),
    LOG,
    (PageRequest("GET", "http://x/", 200, 7, 0.5, "ok", 0.25),),
    Timings(1.0, 2.0, 3.0, 4.0),
    9.5,
)


def sent(head):
    """``head`` as it comes out on the other side."""
    return json.loads(json.dumps(head))


def test_a_rendering_comes_as_it_went():
    head, body = values.rendering_data(RENDERING)
    assert values.to_rendering(sent(head), body) == RENDERING


@pytest.mark.parametrize("value", [RENDERING, *RENDERING.log, *RENDERING.requests, RENDERING.timings])
def test_nothing_of_a_rendering_stays_behind(value):
    """A field that is new has to be sent, and to be set here."""
    for field in fields(value):
        assert getattr(value, field.name) != field.default


@pytest.mark.parametrize(
    "error", [RenderError("http://x/", "because", LOG), SnapshotTooLarge("u", "r"), UrlError("http://x/", "odd")]
)
def test_an_error_comes_as_it_went(error):
    come = values.to_error(sent(values.error_data(error)))
    assert (type(come), come.args) == (type(error), error.args)


def test_a_pages_request_and_its_response_come_as_they_went():
    request = OriginRequest("POST", "http://x/", (("a", "ä"),), b"\xff", "script")
    assert values.to_request(sent(values.request_data(request)), b"\xff") == request
    for failure in (None, "too_large: x"):
        response = OriginResponse(200, (("a", "b"),), b"\xff", failure)
        assert values.to_response(sent(values.response_data(response)), b"\xff") == response


def test_settings_come_as_they_went():
    settings = Settings(
        _environment=False, deadline=3, origins={"/a": "http://127.0.0.1:1"}, ready_flag=(), jvm_options="-Xint"
    )
    for names in (JAVA_SETTINGS, PROCESS_SETTINGS):
        come = Settings(_environment=False, **json.loads(values.settings_text(settings, names)))
        assert all(getattr(come, name) == getattr(settings, name) for name in names)


BROKEN = [
    {"status": "200"},
    {"status": True},
    {"kind": "other page"},
    {"headers": [["a"]]},
    {"headers": [["a", 1]]},
    {"log": [["error"]]},
    {"log": "x"},
    {"timings": None},
    {"url": None},
    {"page_seconds": "1"},
    {"requests": [{}]},
]


@pytest.mark.parametrize("changes", BROKEN)
def test_what_is_no_rendering_is_refused(changes):
    head, body = values.rendering_data(RENDERING)
    with pytest.raises(ValueError, match=r".*"):
        values.to_rendering({**sent(head), **changes}, body)


def frames(stream):
    """Header and payload of each frame."""
    while stream:
        length = FRAME.unpack(stream[: FRAME.size])[0]
        yield stream[: FRAME.size], stream[FRAME.size : FRAME.size + length]
        stream = stream[FRAME.size + length :]


@given(st.lists(st.integers(0, 3 * MAX_PAYLOAD), min_size=1, max_size=4), st.randoms())
def test_messages_come_whole_however_their_frames_are_mixed(sizes, chance):
    messages = [cut(number, {"n": number}, bytes([number]) * size) for number, size in enumerate(sizes)]
    assembly, come = Assembly(1 << 22), {}
    while messages:
        one = chance.choice(messages)
        frame = next(one, None)
        if frame is None:
            messages.remove(one)
            continue
        for header, payload in frames(frame):
            assert assembly.payload_length(header) == len(payload) <= MAX_PAYLOAD
            if (message := assembly.add(header, payload)) is not None:
                come[message[0]["n"]] = message[1]
    assert come == {number: bytes([number]) * size for number, size in enumerate(sizes)}


@given(st.binary(max_size=64))
def test_any_bytes_are_a_message_or_an_error_of_the_protocol(payload):
    assembly = Assembly(1 << 10)
    with suppress(ProtocolError):
        assembly.add(FRAME.pack(len(payload), 1, 1), payload)


def test_a_message_that_is_too_long_or_one_of_too_many_is_refused():
    with pytest.raises(ProtocolError, match="more than 10 bytes"):
        Assembly(10).add(FRAME.pack(11, 1, 0), bytes(11))
    with pytest.raises(ProtocolError, match="header"):
        Assembly(10).payload_length(FRAME.pack(MAX_PAYLOAD + 1, 1, 0))
    assembly = Assembly(10)
    for number in range(MAX_OPEN):
        assembly.add(FRAME.pack(1, number, 0), b"x")
    with pytest.raises(ProtocolError, match="at once"):
        assembly.add(FRAME.pack(1, MAX_OPEN, 0), b"x")
