"""What pages are told by EventSource: all that comes at once, and honestly that nothing came."""

import anyio
import pytest
from page_site import Site, render
from starlette.responses import PlainTextResponse, StreamingResponse

pytestmark = pytest.mark.anyio

PAGE = """<script>
function watch(name) {
  const source = new EventSource(name);
  const tell = text => say(name + ' ' + text);
  source.onopen = () => tell('open');
  source.onmessage = event => tell(event.data.replace('\\n', '/') + ' id=' + event.lastEventId);
  source.addEventListener('price', event => tell('price ' + JSON.parse(event.data).eur));
  source.onerror = () => tell('error ' + source.readyState);
}
for (const path of ['ended', 'wrong', 'missing', 'live']) { watch(path) }
</script>"""

EVENTS = [
    b"retry: 10\nid: 7\ndata: a\ndata:  b\n\n",
    b': comment\nevent: price\ndata: {"eur": 2}\n\ndata\n\ndata: cut off',
]


def stream(*, is_live=False):
    async def events():
        for piece in EVENTS:
            yield piece
        if is_live:
            await anyio.sleep_forever()

    return StreamingResponse(events(), media_type="text/event-stream")


async def test_a_page_is_told_what_its_event_sources_tell_at_once():
    site = Site(
        PAGE,
        ended=lambda request: stream(),
        live=lambda request: stream(is_live=True),
        wrong=PlainTextResponse("data: x\n\n"),
    )
    page = await render(site)
    said = page.said.split(";")
    told = ["open", "a/ b id=7", "price 2", " id=7"]
    assert [line[5:] for line in said if line.startswith("live ")] == told  # and it stays open
    assert [line[6:] for line in said if line.startswith("ended ")] == [*told, "error 0"]
    assert [line for line in said if line.startswith(("wrong", "missing"))] == ["wrong error 2", "missing error 2"]
    assert page.snapshot.incomplete == ()
    assert site.times("/ended") == site.times("/live") == 1
    assert site.asked("/live").headers["accept"] == "text/event-stream"
