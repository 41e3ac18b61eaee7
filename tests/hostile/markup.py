"""Documents that mean harm, or are broken, as sent for ``text/html``; by name."""

MARKUP = {
    "huge-dom": "<!doctype html><p>before</p>" + "<b>x</b>" * 100_000,
    "deep": "<!doctype html><p>before</p>" + "<div>" * 2000 + "deep",
    "deep-formatting": "<!doctype html><p>before</p>" + "<b><i><a>" * 2000 + "deep",
    "deep-tables": "<!doctype html><p>before</p>" + "<table><tr><td>" * 1000 + "deep",
    "many-attributes": "<!doctype html><p>before</p><div " + " ".join(f"a{n}=x" for n in range(20_000)) + ">",
    "long-attribute": f"<!doctype html><p>before</p><div title='{'x' * 2_000_000}'>",
    "unclosed": "<!doctype html><p>before</p><div title='<script>while(true){}</script>",
    "unclosed-script": "<!doctype html><p>before</p><script>while (true) { }",
    "unclosed-comment": "<!doctype html><p>before</p><!-- <script>while(true){}</script>",
    "tag-soup": "<p>before</p></html></body><table><p>x<td></table></p><svg><p></svg><select><table><option>"
    "<frameset><frame></frameset><plaintext></p>",
    "nothing": "",
    "zeros": "<p>before</p>\0\0\0" + "\0" * 1000,
    "controls": "".join(map(chr, range(1, 32))) + "<p>before</p>",
    "frameset": "<frameset><frame src='/good'><frame src='/frameset'></frameset>",
    "base-of-elsewhere": "<base href='http://elsewhere.example/'><p>before</p><script src='/x.js'></script>",
    "refresh": "<meta http-equiv=refresh content='0'><p>before</p>",
    "refresh-to-no-page": "<meta http-equiv=refresh content='0;url=data:text/html,x'><p>before</p>",
    "policy-of-many-words": "<meta http-equiv=Content-Security-Policy content='script-src "
    + "https://a.example/*.js " * 20_000
    + "'><p>before</p>"
    + "<script src='/data.js'></script>" * 50,
    "import-map-deep": '<script type=importmap>{"a":' + "[" * 100_000 + "</script><p>before</p>",
    "modules-in-circles": "<p>before</p><script type=module src='/circle.js?a'></script>",
    "fostered": "<p>before</p><table>" + "<b>x" * 5_000,
    "refresh-in-circles": "<meta http-equiv=refresh content='0;url=?x'><p>before</p>",
    "own-frame": "<p>before</p><iframe src='?'></iframe><iframe src='#x'></iframe><iframe src='/own-frame'></iframe>",
    "own-frame-growing": "<p>before</p><script>document.write('<iframe src=\"?' + location.search.length + 'x"
    "&' + location.search.slice(1) + '\"></iframe>')</script>",
    "frame-of-scripts": '<p>before</p><iframe src="javascript:while(true){}"></iframe>'
    "<iframe srcdoc='<script>while(true){}</script>'></iframe>",
    "many-frames": "<p>before</p>" + "<iframe src='/good'></iframe>" * 50,
    "many-scripts": "<p>before</p>" + "<script src='/data.js?{}'></script>" * 500,
    "many-inline-scripts": "<p>before</p>" + "<script>var x = 1</script>" * 2000,
    "files": "<p>before</p><iframe src='file:///etc/passwd'></iframe><script src='file:///etc/passwd'></script>"
    "<img src='file:///etc/passwd'><object data='jar:file:///x.jar!/y'></object><link rel=stylesheet href='ftp://h/x'>",
    "applet": "<p>before</p><applet code='X.class' archive='/x.jar'></applet><embed src='/x.swf'><object data='/x'>",
    "external-entity": '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    "<p>before &x;</p>",
    "css-bomb": "<p>before</p><style>" + ":is(b, i):not(u) > *:nth-child(2n+1) ~ a::before { content: 'x' }" * 20_000,
    "css-import-loop": "<p>before</p><style>@import '/loop.css'; @import url(/loop.css?2);</style>",
    "style-nesting": "<p>before</p><style>" + "@media all {" * 5000,
    "long-script": "<p>before</p><script>var s = '" + "x" * 4_000_000 + "'</script>",
    "deep-script": "<p>before</p><script>" + "(" * 20_000 + ")" * 20_000 + "</script>",
    "deep-script-of-brackets": "<p>before</p><script>x = " + "[" * 20_000 + "]" * 20_000 + "</script>",
    "deep-script-of-blocks": "<p>before</p><script>" + "{" * 20_000 + "}" * 20_000 + "</script>",
    "long-expression": "<p>before</p><script>x = " + "1 + " * 50_000 + "1</script>",
    "bad-script": "<p>before</p><script>]]] \ud83d {{{ function</script>".encode("utf-8", "replace").decode(),
    "tokens": "<p>before</p><a href='?_escaped_fragment_=x'>x</a><iframe src='?_escaped_fragment_=/x'></iframe>"
    "<script src='/good?_escaped_fragment_='></script>",
    "write-after-load": "<p>before</p><script>onload = function () { setTimeout(function () {"
    "document.write('<p>written</p>'); document.close(); }, 10); };</script>",
    "write-for-ever": "<p>before</p>"
    "<script>function w() { document.write('<script>w()<' + '/script>'); } w();</script>",
    "open-for-ever": "<p>before</p><script>function w() { document.open(); document.write('<body onload=\"parent.w &&"
    " 0\"><script>setTimeout(function () { location.reload(); }, 0)<' + '/script>'); document.close(); } onload = w"
    "</script>",
    "reload": "<p>before</p><script>location.reload();</script>",
    "navigate-to-itself": "<p>before</p>"
    "<script>location.href = location.href.split('#')[0] + '?' + Math.random();</script>",
    "xslt": "<?xml version='1.0'?><?xml-stylesheet type='text/xsl' href='/evil.xsl'?><p>before</p>",
}
