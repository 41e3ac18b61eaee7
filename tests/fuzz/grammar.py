"""A grammar of pages and of requests for them, as hypothesis strategies."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from hypothesis import strategies as st

HERE = Path(__file__).parent
EXPRESSIONS = (HERE / "expressions.txt").read_text("utf-8").splitlines()
STATEMENTS = (HERE / "statements.txt").read_text("utf-8").splitlines()
"""$E stands for some element of the page, $V for some value, $S for some statement."""

TEXTS = ["", "x", "plain text", "&lt;b&gt; &amp &#0; &notit; &#xD800;", "\0\x08\x1b", "é☃𝄞", "]]>", "-->", "</p>", "<"]
TEXTS += ["'\"`"]
TAGS = [
    *(
        "div",
        "p",
        "span",
        "a",
        "b",
        "i",
        "ul",
        "li",
        "table",
        "tr",
        "td",
        "select",
        "option",
        "textarea",
        "title",
        "pre",
    ),
    *("template", "svg", "math", "foreignObject", "iframe", "form", "input", "button", "style", "noscript", "object"),
    *("embed", "video", "x-y", "slot", "frameset", "frame", "base", "meta", "link", "plaintext", "xmp", "h1", "body"),
    *("html", "head", "caption", "col", "details", "dialog", "nobr", "marquee", "applet", "image", "annotation-xml"),
]
ATTRIBUTES = {
    "id": ["a", "b", "constructor", "__proto__"],
    "class": ["c", "c d"],
    "href": ["#!/x", "?_escaped_fragment_=y", "javascript:say(1)", "//other.invalid/", "http://[", "data:,x", "\u2028"],
    "src": ["data", "data.js", "?again", "#", "javascript:say(2)", "data:text/html,<p>framed", "file:///etc/passwd"],
    "srcdoc": ["<p>inner<script>parent.say('inner')</script>", "<script>while(true){}</script>"],
    "style": ["display:none", "color:expression(1)", "--x: url(data)", "}{"],
    "onload": ["say('loaded')", "throw 1", "}"],
    "onerror": ["say('error')", "this.onerror()"],
    "http-equiv": ["refresh", "content-type", "set-cookie", "x-ua-compatible"],
    "content": ["0", "0;url=?x", "text/html;charset=utf-16", "!", "noindex", "404"],
    "name": ["fragment", "robots", "prerender-status-code", "prerender-header", "a", "innerHTML"],
    "rel": ["canonical", "stylesheet", "import", "preload"],
    "shadowrootmode": ["open", "closed"],
    "slot": ["s"],
    "type": ["module", "text/javascript", "application/json", "hidden", "importmap"],
    "xmlns": ["http://www.w3.org/1999/xhtml", "x"],
}
values = st.sampled_from(EXPRESSIONS) | st.text(max_size=12).map(json.dumps) | st.sampled_from(TEXTS).map(repr)
elements = st.sampled_from(["document.body", "document.documentElement", "pick(1)", "pick(3)", "pick(7)"])


@st.composite
def _statement(draw: st.DrawFn, depth: int = 2) -> str:
    def filled(match: re.Match[str]) -> str:
        match match[0]:
            case "$V":
                return draw(values).replace("$E", "document.body")
            case "$E":
                return draw(elements)
            case _:
                return draw(_statement(depth - 1)) if depth else "say(7)"

    return re.sub(r"\$[VES]", filled, draw(st.sampled_from(STATEMENTS)))


def _scripts(most: int = 6) -> st.SearchStrategy[str]:
    """Statements, most of which go on where one before has failed."""
    guarded = _statement().map(lambda text: f"try {{ {text} }} catch (e) {{ say(e) }}")
    return st.lists(guarded | _statement(), min_size=1, max_size=most).map("\n".join)


@st.composite
def _attribute(draw: st.DrawFn) -> str:
    name = draw(st.sampled_from(sorted(ATTRIBUTES)))
    value = draw(st.sampled_from(ATTRIBUTES[name]) | st.text(max_size=8))
    quote = draw(st.sampled_from(['"', "'", ""]))
    return f" {name}={quote}{value}{quote}"


@st.composite
def _element(draw: st.DrawFn, children: st.SearchStrategy[str]) -> str:
    tag = draw(st.sampled_from(TAGS))
    attributes = "".join(draw(st.lists(_attribute(), max_size=3)))
    end = draw(st.sampled_from([f"</{tag}>", f"</{tag}>", "", "</div>", "/>"]))
    return f"<{tag}{attributes}>{''.join(draw(st.lists(children, max_size=3)))}{end}"


script_elements = st.builds(
    "<script{}>{}{}".format,
    st.sampled_from(["", "", "", " type=module", " defer", " async"]),
    _scripts(),
    st.sampled_from(["</script>", "</script>", "</script>", ""]),
)
markup = st.recursive(
    st.sampled_from(TEXTS) | st.text(max_size=10) | script_elements,
    lambda children: _element(children) | children,
    max_leaves=8,
)


@dataclass(frozen=True)
class Page:
    """What the application answers. ``body`` follows a beginning that every page has."""

    body: str
    status: int = 200
    content_type: str = "text/html; charset=utf-8"
    headers: tuple[tuple[str, str], ...] = ()
    ends: str = "well"


HEADERS = [
    ("location", "?elsewhere"),
    ("location", "http://[::1"),
    ("location", ""),
    ("location", "#!/y"),
    ("cache-control", "no-store"),
    ("cache-control", 'max-age=x, private="a'),
    ("set-cookie", "a=b; Domain=x"),
    ("link", "<x>; rel=canonical"),
    ("refresh", "0;url=?x"),
    ("content-encoding", "gzip"),
    ("content-encoding", "br, x"),
    ("content-length", "3"),
    ("x-sendfile", "/etc/passwd"),
    ("content-disposition", "attachment"),
    ("etag", '"own"'),
    ("vary", "*"),
    ("expires", "0"),
    ("content-security-policy", "sandbox"),
    ("content-range", "bytes 0-1/2"),
    ("transfer-encoding", "chunked"),
    ("connection", "x-y"),
    ("x-y", "\xff"),
    ("age", "-1"),
]
pages = st.builds(
    Page,
    st.lists(markup | script_elements, min_size=1, max_size=4).map("".join),
    st.sampled_from([200] * 12 + [404, 500, 503, 301, 302, 204, 205, 304, 418, 999]),
    st.sampled_from(
        ["text/html; charset=utf-8"] * 8
        + [
            "text/html",
            "",
            "application/xhtml+xml",
            "text/html; charset=utf-16",
            "text/html;charset=x",
            "text/plain",
            "text/xml",
        ]
    ),
    st.lists(st.sampled_from(HEADERS), max_size=2).map(tuple),
    st.sampled_from(["well"] * 9 + ["early", "slowly", "never"]),
)


@dataclass(frozen=True)
class Request:
    """What goes over the wire for the page of its own path; everything else is at will."""

    method: bytes = b"GET"
    path: bytes = b""
    query: bytes = b""
    state: bytes = b"/s"
    version: bytes = b"1.1"
    host: bytes | None = b"site.example"
    headers: tuple[tuple[bytes, bytes], ...] = ()


_bytes = st.binary(max_size=8) | st.text(max_size=6).map(lambda text: text.encode("utf-8", "surrogatepass"))
_escaped = st.binary(max_size=6).map(lambda raw: b"".join(b"%%%02x" % byte for byte in raw))
_pieces = [
    b"a/b",
    b"..",
    b"./",
    b"//",
    b"%2e%2e/",
    b"%2F",
    b"%00",
    b"%",
    b"%zz",
    b"%C3%A9",
    b"\xc3\xa9",
    b"\xff",
    b";x=1",
    b"a+b",
    b"\\",
    b"{}",
    b"_escaped_fragment_=",
    b"&_escaped_fragment_=/2",
    b"a=1&b",
    b"=",
    b"&&",
    b"!",
    b"#",
    b"x" * 3000,
    b"'\"<>",
]
_places = st.lists(st.sampled_from(_pieces) | _escaped | _bytes, max_size=3).map(b"".join)
_headers = [
    (b"Cookie", b"session=SECRET"),
    (b"Authorization", b"Basic SECRET"),
    (b"X-Forwarded-Host", b"evil.example"),
    (b"X-Forwarded-Proto", b"https"),
    (b"X-Forwarded-Prefix", b"/evil"),
    (b"Forwarded", b"host=evil.example"),
    (b"Range", b"bytes=0-1"),
    (b"If-None-Match", b"*"),
    (b"If-None-Match", b'W/"x", "'),
    (b"If-Modified-Since", b"x"),
    (b"X-Ajaxcrawl-Render", b"1"),
    (b"x_ajaxcrawl_render", b"1"),
    (b"Accept-Encoding", b"gzip"),
    (b"Accept", b"image/png"),
    (b"X-Original-URL", b"/evil"),
    (b"Content-Length", b"0"),
    (b"Referer", b"http://evil.example/"),
    (b"X-HTTP-Method-Override", b"POST"),
    (b"X-Long", b"y" * 5000),
    (b"Host", b"second.example"),
    (b"Origin", b"null"),
    (b"Sec-Fetch-Dest", b"document"),
]
_hosts = [b"site.example"] * 6 + [b"site.example:80", b"SITE.example", b"other.example", b"", b"a b", b"[::1]", b"%"]
_hosts += [b"\xff", None]
requests = st.builds(
    Request,
    st.sampled_from([b"GET"] * 8 + [b"HEAD", b"POST", b"OPTIONS"]),
    st.just(b"") | _places,
    st.just(b"") | _places,
    st.just(b"/s") | _places,
    st.sampled_from([b"1.1"] * 6 + [b"1.0"]),
    st.sampled_from(_hosts),
    st.lists(st.sampled_from(_headers), max_size=3).map(tuple),
)
