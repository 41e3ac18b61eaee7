"""A site of pages that mean harm, or are broken, each at a path of its own; and one that is neither."""

from __future__ import annotations

import gzip
from typing import TYPE_CHECKING

import anyio
from hostile.markup import MARKUP
from starlette.applications import Starlette
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.requests import Request

MIB = 1024 * 1024


def scripted(script: str, body: str = "<p>before</p>") -> str:
    """A page that shows ``before``, and ``after`` if its script comes to its end."""
    done = "document.querySelector('p').textContent = 'after';"
    return f"<!doctype html><title>A page</title>{body}<script>{script}\n;{done}</script>"


GOOD = scripted(
    """
    var request = new XMLHttpRequest();
    request.open('GET', '/data');
    request.onload = function () {
        var item = document.createElement('i');
        item.textContent = request.responseText + ' for ' + location.hash;
        document.body.appendChild(item);
    };
    request.send();
    setTimeout(function () { document.title = 'A good page'; }, 1000);
    """
)

WASM = """var hex = '0061736d0100000001040160000003030200000503010001070902016600' +
'00016d00010a1602070003400c000b0b0c000340410140001a0c000b0b';
var wasm = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(hex.match(/../g), function (two) {
return parseInt(two, 16); }))).exports;"""
"""Exports ``f``, an endless loop, and ``m``, one that makes its memory grow."""

ENDLESS = {
    "loop": "while (true) { }",
    "loop-with-catch": "while (true) { try { while (true) { } } catch (e) { } finally { } }",
    "loop-in-a-getter": "var o = { get x() { while (true) { } } }; o.x",
    "loop-of-built-ins": "var a = []; for (i = 0; i < 2e4; i++) a.push(i % 7); while (1) a.slice().sort().join();",
    "loop-of-dom-calls": "while (true) document.body.appendChild(document.createElement('b')).remove();",
    "loop-of-selectors": "while (true) document.querySelectorAll('body *:not(p) > b, p:nth-child(2n+1)');",
    "loop-of-events": "addEventListener('x', function f() { dispatchEvent(new Event('x')); });"
    "dispatchEvent(new Event('x')); while (true) { }",
    "loop-of-evals": "while (true) eval('1 + 1');",
    "loop-of-styles": "while (true) getComputedStyle(document.body).display;",
    "microtask-storm": "(function again() { Promise.resolve().then(again); })();",
    "async-storm": "(function again() { queueMicrotask(again); })();",
    "mutation-storm": "new MutationObserver(function () { document.body.title += 'x'; })"
    ".observe(document.body, {attributes: true}); document.body.title = 'x';",
    "regular-expression": "/^(a+)+$/.test('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!');",
    "replace-callback": "'x'.repeat(1000).replace(/x/g, function f(s) { while (true) { } });",
    "sort-callback": "[3, 2, 1].sort(function () { while (true) { } });",
    "web-assembly": WASM + "wasm.f();",
    "to-string": "document.title = { toString: function () { while (true) { } } };",
    "proxy": "var p = new Proxy({}, { get: function () { while (true) { } } }); p.x;",
    "generator": "function* g() { while (true) yield 1; } for (var x of g()) { }",
    "generator-that-does-not-yield": "function* g() { yield 1; while (true) { } } Array.from(g());",
    "json": "JSON.stringify({ toJSON: function () { while (true) { } } });",
    "thrown-proxy": "throw new Proxy(function () { }, { get: function () { while (true) { } },"
    "getPrototypeOf: function () { while (true) { } } });",
    "labels": "document.body.insertAdjacentHTML('beforeend', '<label id=l for=i><input id=i type=checkbox></label>');"
    "l.onclick = function () { i.click(); }; i.onclick = function () { l.click(); }; l.click();",
    "selector-in-a-huge-attribute": "document.body.title = 'a'.repeat(1e6);"
    "while (true) document.querySelectorAll('[title*=\"' + 'a'.repeat(5e5) + 'b\"]');",
    "synchronous-requests": "while (true) { var r = new XMLHttpRequest(); r.open('GET', '/data', false); r.send(); }",
}
"""Scripts that never come to their end by themselves."""

CALLS = {
    "search of a text": "'a'.repeat(2e6).lastIndexOf('b' + 'a'.repeat(1e6));",
    "search of an array-like": "Array.prototype.indexOf.call(new Proxy({ length: 1 << 24 }, {}), 1);",
    "big integer": "String(7n ** 9000000n);",
    "selector": "document.querySelectorAll('a' + ',a'.repeat(1 << 21));",
    "path": "document.head.innerHTML = '<meta>'.repeat(2e3);"
    "document.evaluate('count(//*[count(//*[count(//*)>1])>1])', document, null, 0, null);",
    "nested arrays": "for (var i = 0, a = [1]; i < 30; i++) a = [a, a]; a.flat(Infinity);",
    "rule": "document.head.appendChild(document.createElement('style')).sheet.insertRule('a' + ',a'.repeat(1 << 21));",
}
"""Scripts that make one call into Java that takes very long."""

HUNGRY = {
    "array-bomb": "var a = []; while (true) a.push(new Array(1000).join('x') + a.length);",
    "string-bomb": "var s = 'x'; while (true) s += s;",
    "string-bomb-kept": "var s = 'x', a = []; while (true) { s = (s + s).substr(0, 1 << 20); a.push(s + a.length); }",
    "typed-array-bomb": "var a = []; while (true) a.push(new Uint8Array(1 << 24));",
    "repeat-bomb": "var a = []; while (true) a.push('x'.repeat(1 << 26).split(''));",
    "dom-bomb": "while (true) document.body.appendChild(document.createElement('div')).innerHTML = '<b>x</b>';",
    "clone-bomb": "while (true) document.body.appendChild(document.body.cloneNode(true));",
    "inner-html-bomb": "while (true) document.body.innerHTML += document.body.innerHTML + '<b>x</b>';",
    "listener-bomb": "while (true) addEventListener('x' + Math.random(), function () { });",
    "timer-bomb": "while (true) setTimeout(function () { }, 1e6);",
    "fork-bomb": "(function fork() { setTimeout(fork, 0); setTimeout(fork, 0); })();",
    "console-bomb": "while (true) console.log(new Array(100000).join('x'));",
    "cookie-bomb": "for (var i = 0; true; i++) document.cookie = 'c' + i + '=' + new Array(1000).join('x');",
    "history-bomb": "for (var i = 0; true; i++) history.pushState({ x: new Array(1000).join('x') }, '', '#' + i);",
    "storage-bomb": "for (var i = 0; true; i++) localStorage.setItem('k' + i, new Array(1000).join('x'));",
    "style-bomb": "var s = document.head.appendChild(document.createElement('style'));"
    "while (true) s.sheet.insertRule('b { color: red }', 0);",
    "iframe-bomb": "while (true) document.body.appendChild(document.createElement('iframe'));",
    "formats-bomb": "for (var i = 0; true; i++) new Intl.NumberFormat('de-DE-u-nu-latn-x-a' + i).format(i);",
    "variables-bomb": "for (var s = ':root { --a0: xxxxxxxxxx;', i = 1; i < 60; i++)"
    "s += '--a' + i + ': var(--a' + (i - 1) + ') var(--a' + (i - 1) + ');';"
    "document.head.appendChild(document.createElement('style')).textContent = s + ' }';"
    "getComputedStyle(document.documentElement).getPropertyValue('--a59');",
    "replacement-bomb": "'a'.repeat(1e5).replace(/a/g, \"$`$'\");",
    "upload-bomb": "for (;;) fetch('/data', { method: 'POST', body: 'x'.repeat(1 << 24) });",
    "worker-messages-bomb": "var w = new Worker(URL.createObjectURL(new Blob(["
    "'onmessage = function (e) { postMessage(e.data.concat(e.data)); }'])));"
    "w.onmessage = function (e) { w.postMessage(e.data); }; w.postMessage([1]);",
    "worker-bomb": "while (true) new Worker('/data');",
    "web-assembly-bomb": WASM + "wasm.m();",
    "web-assembly-memory-bomb": "for (var all = [];;) all.push(new WebAssembly.Memory({ initial: 500 }));",
}
"""Scripts that take more and more."""

ODD = {
    "ports": "var c = new MessageChannel(); c.port1.onmessage = function () { c.port2.postMessage(1); };"
    "c.port2.onmessage = function () { c.port1.postMessage(1); c.port1.postMessage(2); }; c.port2.postMessage(1);",
    "recursion": "var n = 0; try { (function f() { n++; f(); })(); } catch (e) { n = e.name; } document.title = n;",
    "recursion-uncaught": "setTimeout(function f() { f(); }, 0);",
    "recursion-through-java": "addEventListener('x', function f() { dispatchEvent(new Event('x')); });"
    "setTimeout(function () { dispatchEvent(new Event('x')); }, 0);",
    "recursion-in-json": "var o = [], i; for (i = 0; i < 1e5; i++) o = [o]; try { JSON.stringify(o); } catch (e) { }",
    "frames-in-frames": "var s = '<p>in</p>'; for (var i = 0; i < 12; i++) s = '<iframe srcdoc=\"' +"
    "s.replace(/&/g, '&amp;').replace(/\"/g, '&quot;') + '\"></iframe>';"
    "document.body.insertAdjacentHTML('beforeend', s);",
    "shadows-in-shadows": "for (var e = document.body, i = 0; i < 2000; i++)"
    "e = e.appendChild(document.createElement('div')).attachShadow({ mode: 'open' }); e.innerHTML = '<slot></slot>';",
    "element-that-comes-back": "customElements.define('x-c', class extends HTMLElement {"
    "disconnectedCallback() { document.body.append(this); } connectedCallback() { this.remove(); } });"
    "document.body.append(document.createElement('x-c'));",
    "template-in-itself": "var t = document.createElement('template'), d = t.content.appendChild("
    "document.createElement('div')); try { t.content.append(t); } catch (e) { }"
    "try { d.attachShadow({ mode: 'open' }).append(t); } catch (e) { } document.body.append(t);",
    "frame-in-itself": "var f = document.body.appendChild(document.createElement('iframe')), d = f.contentDocument;"
    "d.body.innerHTML = '<b></b>'; try { d.querySelector('b').append(d.adoptNode(f)); } catch (e) { }",
    "traps-in-all-objects": "'then done next call apply nodeType type method headers body signal get value'"
    ".split(' ').forEach(function (name) { Object.defineProperty(Object.prototype, name, {"
    "get: function () { throw name; }, set: function () { throw name; } }); });"
    "try { fetch('/data').then(function (r) { return r.text(); }); } catch (e) { }"
    "try { structuredClone({ a: 1 }); } catch (e) { } setTimeout(function () { document.title = 'x'; }, 1);",
    "traps-in-all-arrays": "Object.getOwnPropertyNames(Array.prototype).forEach(function (name) {"
    "if (typeof [][name] === 'function') Array.prototype[name] = function () { throw 1; }; });"
    "Array.prototype[Symbol.iterator] = function () { throw 2; };"
    "Object.defineProperty(Array.prototype, '0', { get: function () { throw 3; }, set: function () { throw 4; } });"
    "try { new URLSearchParams('a=b').forEach(function () { }); } catch (e) { } document.body.append('x');",
    "proxies-in-proxies": "for (var p = {}, i = 0; i < 1e4; i++) p = new Proxy(p, {});"
    "try { p.x; } catch (e) { } try { Object.keys(p); } catch (e) { }",
    "rejected-getter": "Promise.reject({ get message() { while (true) { } }, get stack() { while (true) { } } });",
    "interval": "setInterval(function () { document.body.title += 'x'; }, 1);",
    "timeout-chain": "(function again() { setTimeout(again, 0); })();",
    "frame-chain": "(function again() { requestAnimationFrame(again); })();",
    "polling": "(function again() {"
    "var r = new XMLHttpRequest(); r.open('GET', '/data'); r.onload = again; r.send(); })();",
    "dialogs": "alert('a'); if (confirm('b')) throw 1; if (prompt('c', 'd') !== null) throw 2; print();",
    "unload-dialog": "onbeforeunload = function () { return 'stay'; };",
    "open": "var w = open('/good'); open('', 'x'); open('about:blank'); if (w) w.document;",
    "close": "window.close(); self.close();",
    "stop": "window.stop();",
    "frames-gone": "top.location.href; parent.x = 1; try { frames[7].x; } catch (e) { }",
    "no-document": "document.documentElement.remove(); document.appendChild(document.createElement('html'))"
    ".appendChild(document.createElement('body')).innerHTML = '<p></p>';",
    "bad-names": "document.body.setAttribute('ok', '\\u0000\\ud800');"
    "try { document.createElement('<'); } catch (e) { }",
    "big-numbers": "setTimeout(function () { }, 1e300); setInterval(function () { }, -1); setTimeout('1', NaN);",
    "java": "document.title = [typeof java, typeof Packages, typeof JavaAdapter, typeof importClass, typeof quit,"
    "typeof load, typeof environment].join();",
    "service-worker": "if (navigator.serviceWorker) navigator.serviceWorker.register('/data');",
    "activex": "try { new ActiveXObject('WScript.Shell'); } catch (e) { }",
}
"""Scripts that a browser gets by with."""

EVIL_XSLT = """<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"
  xmlns:rt="http://xml.apache.org/xalan/java/java.lang.Runtime" xmlns:ob="http://xml.apache.org/xalan/java/java.lang.Object"
  xmlns:sys="http://xml.apache.org/xalan/java/java.lang.System">
<xsl:template match="/"><p><xsl:value-of select="sys:setProperty('ajaxcrawl.broken', 'yes')"/>
<xsl:variable name="r" select="rt:getRuntime()"/><xsl:value-of select="ob:toString($r)"/>
<xsl:value-of select="document('file:///etc/passwd')"/></p></xsl:template></xsl:stylesheet>"""

LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">'
    + "".join(f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefghi", "bcdefghij", strict=True))
    + "]><l>&j;</l>"
)
"""A billion laughs."""

XML_SCRIPTS = {
    "xslt-processor": """
        var parse = function (text) { return new DOMParser().parseFromString(text, 'text/xml'); };
        var request = new XMLHttpRequest(); request.open('GET', '/evil.xsl', false); request.send();
        var out = '';
        try {
            var processor = new XSLTProcessor(); processor.importStylesheet(parse(request.responseText));
            var result = processor.transformToFragment(parse('<a/>'), document);
            out = new XMLSerializer().serializeToString(result);
        } catch (e) { out = 'refused'; }
        document.body.title = out;
        """,
    "xslt-import": """
        var style = '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform">' +
            '<xsl:import href="/evil.xsl"/><xsl:include href="file:///etc/passwd"/></xsl:stylesheet>';
        try {
            var processor = new XSLTProcessor();
            processor.importStylesheet(new DOMParser().parseFromString(style, 'text/xml'));
            processor.transformToFragment(document, document);
        } catch (e) { document.body.title = 'refused'; }
        """,
    "entities-in-xhr": """
        var request = new XMLHttpRequest(); request.open('GET', '/entity.xml', false); request.send();
        document.body.title = request.responseXML ? request.responseXML.documentElement.textContent : 'none';
        """,
    "laughs-in-xhr": """
        var request = new XMLHttpRequest(); request.open('GET', '/laughs.xml', false); request.send();
        document.body.title = request.responseXML ? 'parsed' : 'none';
        """,
    "laughs-in-parser": f"""
        try {{ new DOMParser().parseFromString('{LAUGHS}', 'text/xml'); }} catch (e) {{ }}
        """,
    "entity-in-parser": """
        var text = '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">' +
            '<!ENTITY % p SYSTEM "/asked-for-dtd">%p;]><x>&e;</x>';
        try {
            document.body.title = new DOMParser().parseFromString(text, 'text/xml').documentElement.textContent;
        } catch (e) { document.body.title = 'refused'; }
        """,
}

SCRIPTS = {**ENDLESS, **HUNGRY, **ODD, **XML_SCRIPTS}


async def endless_bytes() -> AsyncIterator[bytes]:
    while True:
        yield b"<b>x</b>" * 1000


async def half_a_document() -> AsyncIterator[bytes]:
    yield b"<!doctype html><p>before</p><b>" + b"x" * 5000
    raise ConnectionResetError("the disk is gone")


async def slow_document() -> AsyncIterator[bytes]:
    yield b"<!doctype html><p>before</p>"
    await anyio.sleep_forever()


async def failing(request: Request) -> Response:
    raise ZeroDivisionError("a secret of the application")


async def never(request: Request) -> Response:
    await anyio.sleep_forever()
    raise AssertionError


async def nothing_on_and_on() -> AsyncIterator[bytes]:
    yield b"<!doctype html><p>before</p>"
    while True:
        yield b""


def _html(body: str | bytes, content_type: str = "text/html; charset=utf-8", status: int = 200) -> Response:
    return Response(body, status, media_type=None, headers={"content-type": content_type})


RESPONSES = {
    "good": lambda: HTMLResponse(GOOD),
    "data": lambda: PlainTextResponse("data"),
    "data.js": lambda: _html("var x = 1;", "text/javascript"),
    "circle.js": lambda: _html(
        "import '/circle.js?b'; import '/circle.js?a'; export * from '/circle.js?c';", "text/javascript"
    ),
    "bomb.js": lambda: Response(
        gzip.compress(bytes(64 * MIB)), media_type="text/javascript", headers={"content-encoding": "gzip"}
    ),
    "bomb-script": lambda: HTMLResponse("<p>before</p><script src='/bomb.js'></script>"),
    "nothing-on-and-on": lambda: StreamingResponse(nothing_on_and_on(), media_type="text/html"),
    "loop.css": lambda: _html("@import '/loop.css?' ; @import '/loop.css?x'; b { color: red }", "text/css"),
    "evil.xsl": lambda: _html(EVIL_XSLT, "text/xsl"),
    "entity.xml": lambda: _html(
        '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">'
        '<!ENTITY f SYSTEM "/asked-for-entity">]><x>text &e; &f;</x>',
        "text/xml",
    ),
    "laughs.xml": lambda: _html(LAUGHS, "text/xml"),
    "huge-body": lambda: StreamingResponse(endless_bytes(), media_type="text/html"),
    "huge-script": lambda: HTMLResponse("<p>before</p><script src='/huge-body'></script>"),
    "huge-data": lambda: HTMLResponse(scripted("fetch('/huge-body').then(function (r) { return r.text(); });")),
    "half": lambda: StreamingResponse(half_a_document(), media_type="text/html"),
    "slow": lambda: StreamingResponse(slow_document(), media_type="text/html"),
    "slow-script": lambda: HTMLResponse("<p>before</p><script src='/never'></script>"),
    "slow-call": lambda: HTMLResponse(scripted("fetch('/never');")),
    "redirect-loop": lambda: RedirectResponse("/redirect-loop"),
    "redirect-circle": lambda: RedirectResponse("/redirect-circle?_escaped_fragment_=x"),
    "redirect-nowhere": lambda: RedirectResponse("file:///etc/passwd"),
    "redirect-script": lambda: HTMLResponse("<p>before</p><script src='/redirect-loop'></script>"),
    "redirect-file": lambda: HTMLResponse("<p>before</p><script src='/redirect-nowhere'></script>"),
    "download": lambda: Response(
        b"PK\3\4", media_type="application/zip", headers={"content-disposition": "attachment; filename=x.zip"}
    ),
    "download-html": lambda: Response(
        "<p>before</p>", media_type="text/html", headers={"content-disposition": "attachment; filename=x.html"}
    ),
    "download-frame": lambda: HTMLResponse("<p>before</p><iframe src='/download'></iframe>"),
    "wrong-charset": lambda: _html("<p>before é</p>".encode("utf-16"), "text/html; charset=iso-8859-1"),
    "unknown-charset": lambda: _html("<p>before</p>", "text/html; charset=x-none"),
    "utf-7": lambda: _html("<p>before</p>+ADw-script+AD4-while(true){}+ADw-/script+AD4-", "text/html; charset=utf-7"),
    "charsets-that-differ": lambda: _html(
        "<meta charset=utf-16><p>before \xe9</p>".encode("latin-1"), "text/html; charset=windows-1252"
    ),
    "not-utf-8": lambda: _html(b"<p>before</p>\xff\xfe\xc3\x28\xed\xa0\x80"),
    "xml-document": lambda: _html("<?xml version='1.0'?><r><p>before</p></r>", "text/xml"),
    "xslt-document": lambda: _html(
        "<?xml version='1.0'?><?xml-stylesheet type='text/xsl' href='/evil.xsl'?><r/>", "text/xml"
    ),
    "xhtml": lambda: _html(
        "<?xml version='1.0'?><!DOCTYPE html [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>"
        "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>before &e;</p></body></html>",
        "application/xhtml+xml",
    ),
    "broken-xhtml": lambda: _html("<html><p>before</p><b></i>", "application/xhtml+xml"),
    "xslt-frame": lambda: HTMLResponse("<p>before</p><iframe src='/xslt-document'></iframe>"),
    "svg": lambda: _html(
        "<svg xmlns='http://www.w3.org/2000/svg'><script>while(true){}</script></svg>", "image/svg+xml"
    ),
    "empty-type": lambda: _html("<!doctype html><p>before</p>", ""),
    "no-content": lambda: Response(status_code=204),
    "many-headers": lambda: HTMLResponse("<p>before</p>", headers={f"x-{n}": "y" * 100 for n in range(1000)}),
    "bad-status": lambda: HTMLResponse("<p>before</p>", 999),
}


async def page(request: Request) -> Response:
    name = request.path_params["name"]
    if name in RESPONSES:
        return RESPONSES[name]()
    if name in MARKUP:
        return HTMLResponse(MARKUP[name])
    if name in SCRIPTS:
        return HTMLResponse(scripted(SCRIPTS[name]))
    return PlainTextResponse("not found", 404)


ROUTES = [Route("/failing", failing), Route("/never", never), Route("/{name:path}", page, methods=["GET", "POST"])]


def site() -> Starlette:
    return Starlette(routes=ROUTES)
