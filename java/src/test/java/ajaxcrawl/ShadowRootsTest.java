package ajaxcrawl;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertTrue;

import org.htmlunit.html.HtmlPage;
import org.junit.After;
import org.junit.Test;

public final class ShadowRootsTest {

    private final Pages pages = Pages.with(new StyleSheets(), new ShadowRoots());

    @After
    public void close() {
        pages.close();
    }

    /** The snapshot's body after {@code script} ran behind {@code body}. */
    private String flat(final String body, final String script) throws Exception {
        return pages.body(body + "<script>var h=document.getElementById('h');" + script + "</script>");
    }

    private String log(final String body, final String script) throws Exception {
        final HtmlPage page = pages.load("<body>" + body + "<script>var log=[],h=document.getElementById('h');" + script
                + ";Promise.resolve().then(function(){return 1}).then(function(){document.title=log.join('|')})"
                + "</script>");
        return page.getTitleText();
    }

    private static final String OPEN = "var r=h.attachShadow({mode:'open'});";

    @Test
    public void shadowTreesStandInPlaceOfTheHostsChildren() throws Exception {
        assertEquals("<div id=\"h\"><p>in</p></div>",
                flat("<div id=h>out</div>", OPEN + "r.innerHTML='<p>in</p>'"));
    }

    @Test
    public void slotsAreFilledInOrder() throws Exception {
        assertEquals("<div id=\"h\"><h2 slot=\"t\">T</h2><hr> text <p>d</p><b>e</b></div>",
                flat("<div id=h> text <h2 slot=t>T</h2><p>d</p><i slot=nowhere>lost</i><b>e</b></div>",
                        OPEN + "r.innerHTML='<slot name=t></slot><hr><slot></slot>'"));
    }

    @Test
    public void slotsWithoutNodesShowTheirOwnContent() throws Exception {
        assertEquals("<div id=\"h\"><i>fallback</i></div>",
                flat("<div id=h></div>", OPEN + "r.innerHTML='<slot><i>fallback</i></slot>'"));
    }

    @Test
    public void closedTreesAreSeenToo() throws Exception {
        assertEquals("<div id=\"h\">in</div>", flat("<div id=h>out</div>",
                "h.attachShadow({mode:'closed'}).innerHTML='in'"));
    }

    @Test
    public void treesInTreesAndSlotsInSlots() throws Exception {
        assertEquals("<x-a id=\"h\"><x-b><b>[</b>hello<b>]</b></x-b></x-a>", flat("<x-a id=h>hello</x-a>",
                OPEN + "r.innerHTML='<x-b><slot></slot></x-b>';"
                + "r.querySelector('x-b').attachShadow({mode:'open'}).innerHTML='<b>[</b><slot></slot><b>]</b>'"));
    }

    @Test
    public void linksAndScriptsInShadowTreesAreTreatedAsAnywhere() throws Exception {
        assertEquals("<div id=\"h\"><a href=\"http://example.com/shop?lang=en#!/b\">x</a></div>", flat(""
                + "<div id=h></div>",
                OPEN + "r.innerHTML='<a href=\"#!/b\" onclick=\"x()\">x</a><script>1<\\/script>'"));
    }

    @Test
    public void scriptsSeeTheRoot() throws Exception {
        assertEquals("true|true|open|true|null|#document-fragment|true|11", log("<div id=h></div><div id=c></div>", OPEN
                + "log.push(h.shadowRoot===r,r.host===h,r.mode,r instanceof ShadowRoot);"
                + "var c=document.getElementById('c');c.attachShadow({mode:'closed'});log.push(String(c.shadowRoot));"
                + "log.push(r.nodeName, r instanceof DocumentFragment, r.nodeType)"));
    }

    @Test
    public void scriptsFindNodesInTheRootOnly() throws Exception {
        assertEquals("true|null|1|0|true|true|P|null", log("<div id=h></div>", OPEN
                + "r.innerHTML='text<div><p id=q class=k>x</p></div>';var q=r.getElementById('q');"
                + "log.push(q===r.querySelector('.k'),String(document.getElementById('q')),r.querySelectorAll('p')"
                + ".length,"
                + "document.querySelectorAll('p').length,q.getRootNode()===r,q.getRootNode({composed:true})===document,"
                + "r.querySelector('p').tagName,String(r.getElementById('zz')))"));
    }

    @Test
    public void innerHtmlReadsBack() throws Exception {
        assertEquals("<p a=\"&lt;\">x<br></p><slot></slot>", log("<div id=h></div>", OPEN
                + "r.innerHTML='<p a=\"<\">x<br></p><slot></slot>';log.push(r.innerHTML)"));
    }

    @Test
    public void nodesAreConnectedWhileTheHostIs() throws Exception {
        assertEquals("false|true|false|1|1", log("", "var e=document.createElement('x-a');h=e;"
                + "" + OPEN + "r.innerHTML='<p>x</p>';"
                + "var p=r.firstChild;var s=document.createElement('script');"
                + "s.text='window.ran=(window.ran||0)+1';r.appendChild(s);"
                + "log.push(p.isConnected);document.body.appendChild(e);log.push(p.isConnected);e.remove();"
                + "log.push(p.isConnected);log.push(window.ran);document.body.appendChild(e);log.push(window.ran)"));
    }

    @Test
    public void whatCannotHostThrows() throws Exception {
        assertEquals("NotSupportedError|NotSupportedError|TypeError", log("<div id=h></div>",
                "function t(f){try{f()}catch(e){log.push(e.name)}}"
                + "t(function(){document.createElement('img').attachShadow({mode:'open'})});" + OPEN
                + "t(function(){h.attachShadow({mode:'open'})});"
                + "t(function(){document.createElement('p').attachShadow({})})"));
    }

    @Test
    public void slotsTellWhatTheyHold() throws Exception {
        assertEquals("2|P|true|null|fallback|title|slotchange:2", log("<div id=h>a<p>b</p><i slot=no></i></div>", OPEN
                + "r.addEventListener('slotchange',function(e){log.push('slotchange:'+e.target.assignedNodes()."
                + "length)});"
                + "r.innerHTML='<slot></slot><slot name=title><b>fallback</b></slot>';var s=r.querySelectorAll('slot');"
                + "log.push(s[0].assignedNodes().length,s[0].assignedElements()[0].tagName,"
                + "h.querySelector('p').assignedSlot===s[0],String(h.querySelector('i').assignedSlot),"
                + "s[1].assignedNodes({flatten:true})[0].textContent,s[1].name)"));
    }

    @Test
    public void slotsCanBeFilledByHand() throws Exception {
        assertEquals("<div id=\"h\"><p>b</p></div>", flat("<div id=h><p>a</p><p>b</p></div>",
                "var r=h.attachShadow({mode:'open',slotAssignment:'manual'});r.innerHTML='<slot></slot>';"
                + "r.firstChild.assign(h.lastChild)"));
    }

    @Test
    public void eventsReachTheDocumentWithTheHostAsTarget() throws Exception {
        assertEquals("capture DIV|in BUTTON|host DIV|doc DIV", log("<div id=h></div>", OPEN + "r.innerHTML='"
                + "<button>x</button>';"
                + "var b=r.firstChild;document.addEventListener('click',function(e){log.push('capture '+e.target."
                + "tagName)},true);"
                + "r.addEventListener('click',function(e){log.push('in '+e.target.tagName)});"
                + "h.addEventListener('click',function(e){log.push('host '+e.target.tagName)});"
                + "document.addEventListener('click',function(e){log.push('doc '+e.target.tagName)});b.click()"));
    }

    @Test
    public void declaredTreesAreTreesToo() throws Exception {
        final String body = "<div id=h><template shadowrootmode=open><p>in <slot></slot></p>"
                + "<x-y><template shadowrootmode=closed>deep</template></x-y></template>light</div>";
        assertEquals("<div id=\"h\"><p>in light</p><x-y>deep</x-y></div>", pages.body(body));
        assertEquals("true|1", log(body, "log.push(h.shadowRoot.mode==='open',h.childNodes.length)"));
    }

    @Test
    public void templatesThatScriptsInsertDeclareNothing() throws Exception {
        assertEquals("<div id=\"h\"><template>x</template>y</div>", flat("<div id=h></div>",
                "h.innerHTML='<template shadow'+'root'+'mode=open>x</template>y'"));
    }

    @Test
    public void stylesOfATreeStyleThatTreeAlone() throws Exception {
        final String html = flat("<p>light</p><x-a id=h><p slot=a>s</p></x-a>", OPEN
                + "r.innerHTML='<style>p,.b>i:hover::before{color:red}:host{display:block}::slotted(p){x:y}"
                + "@media print{:host(.q) b{x:y}}</style><p>in</p><slot name=a></slot>'");
        assertEquals("<p>light</p><x-a id=\"h\" data-shadow-host=\"1\"><style data-shadow=\"1\">"
                + "p:where([data-shadow=\"1\"]), .b:where([data-shadow=\"1\"]) >"
                + " i:hover:where([data-shadow=\"1\"])::before {color:red}\n"
                + "@layer shadow-host { [data-shadow-host=\"1\"] {display:block} }\n"
                + "@layer shadow-host { :is(p):where([data-shadow-slotted~=\"1\"]) {x:y} }\n"
                + "@media print {\n[data-shadow-host=\"1\"]:is(.q) b:where([data-shadow=\"1\"]) {x:y}\n}</style>"
                + "<p data-shadow=\"1\">in</p><p slot=\"a\" data-shadow-slotted=\"1\">s</p></x-a>", html);
    }

    @Test
    public void adoptedSheetsOfTreesAreWrittenOnceForAllInstances() throws Exception {
        final String snapshot = pages.snapshot("<body><x-a></x-a><x-a></x-a><x-b></x-b><script>"
                + "var s=new CSSStyleSheet();"
                + "s.replaceSync('p{a:b}');document.querySelectorAll('x-a').forEach(function(h){var r=h."
                + "attachShadow({mode:'open'});"
                + "r.adoptedStyleSheets=[s];r.innerHTML='<p>x</p>'});"
                + "document.querySelector('x-b').attachShadow({mode:'open'})"
                + ".innerHTML='<p>y</p>'</script>");
        assertTrue(snapshot, snapshot.contains("<style>p:where([data-shadow=\"1\"]) {a:b}</style></head>"));
        assertEquals("<x-a data-shadow-host=\"1\"><p data-shadow=\"1\">x</p></x-a>"
                + "<x-a data-shadow-host=\"1\"><p data-shadow=\"1\">x</p></x-a><x-b><p>y</p></x-b>",
                Pages.bodyOf(snapshot));
    }

    @Test
    public void aStyleElementOfManyInstancesIsWrittenOnce() throws Exception {
        final String html = pages.body("<x-a></x-a><x-a></x-a><script>"
                + "document.querySelectorAll('x-a').forEach(function(h){"
                + "h.attachShadow({mode:'open'}).innerHTML='<style>p{a:b}</style>'})</script>");
        assertEquals(html, html.indexOf("{a:b}"), html.lastIndexOf("{a:b}"));
    }

    @Test
    public void slotsStayWhereStylesNeedThem() throws Exception {
        assertTrue(flat("<x-a id=h>t</x-a>", OPEN + "r.innerHTML='<style>slot{display:none}</style><slot></slot>'")
                .endsWith("</style><slot data-shadow=\"1\">t</slot></x-a>"));
        assertTrue(flat("<x-a id=h>t</x-a>", OPEN + "r.innerHTML='<slot class=c></slot>'")
                .endsWith("<slot class=\"c\">t</slot></x-a>"));
    }

    @Test
    public void linkedSheetsOfATreeDoNotStyleThePage() throws Exception {
        pages.file("http://example.com/css/a.css", "text/css", "p{background:url(b.png)}");
        final String html = flat("<x-a id=h></x-a>", OPEN
                + "r.innerHTML='<link rel=stylesheet href=/css/a.css><p>x</p>'");
        assertTrue(html, html.contains("p:where([data-shadow=\"1\"]) { background: url(\"http://example.com/css/b."
                + "png\"); }"));
        assertFalse(html, html.contains("<link"));
    }

    @Test
    public void rulesOfTheDocumentDoNotHideWhatIsInATree() throws Exception {
        final String snapshot = pages.snapshot("<head><style>p{display:none}</style></head><body><x-a id=h>"
                + "</x-a><x-b></x-b><script>"
                + "var s=new CSSStyleSheet();s.replaceSync('p b::after{c:d}');var r=document.getElementById('h')"
                + ".attachShadow({mode:'open'});r.adoptedStyleSheets=[s];r.innerHTML='<p>in</p>';"
                + "document.querySelector('x-b').attachShadow({mode:'open'}).innerHTML='<p>in too</p>'</script>");
        assertTrue(snapshot, snapshot.contains("<style>" + ShadowCss.ISOLATION + "\np:where([data-shadow=\"1\"]) "
                + "b:where([data-shadow=\"1\"]):not(#data-shadow#data-shadow#data-shadow#data-shadow)::after {c:d}"
                + "</style></head>"));
        assertEquals("<x-a id=\"h\" data-shadow-host=\"1\"><p data-shadow=\"1\">in</p></x-a>"
                + "<x-b><p data-shadow=\"\">in too</p></x-b>", Pages.bodyOf(snapshot));
    }

    @Test
    public void aHostThatIsMovedKeepsItsTree() throws Exception {
        assertEquals("<section><x-a id=\"h\">in</x-a></section>", flat("<x-a id=h></x-a><section></section>",
                OPEN + "r.innerHTML='in';document.querySelector('section').appendChild(h)"));
    }

    @Test
    public void aCloneHasNoTree() throws Exception {
        assertEquals("<x-a id=\"h\">in</x-a><x-a id=\"h\">out</x-a>", flat("<x-a id=h>out</x-a>",
                OPEN + "r.innerHTML='in';document.body.insertBefore(h.cloneNode(true),h.nextSibling)"));
    }
}
