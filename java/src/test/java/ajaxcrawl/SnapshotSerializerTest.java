package ajaxcrawl;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.nio.charset.StandardCharsets;
import org.htmlunit.html.DomAttr;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlTemplate;
import org.junit.After;
import org.junit.Test;

public final class SnapshotSerializerTest {

    private final Pages pages = new Pages();

    @After
    public void close() {
        pages.close();
    }

    private void stays(final String body) throws Exception {
        assertEquals(body, pages.body(body));
    }

    @Test
    public void aPlainPageStaysAsItIs() throws Exception {
        final String html = "<!DOCTYPE html><html lang=\"de\"><head><meta charset=\"utf-8\"><title>a &amp; b</title>"
                + "<link rel=\"canonical\" href=\"/x\"></head><body class=\"c\"><!-- c --><p>a<br>b</p>\n</body>"
                + "</html>";
        assertEquals(html, pages.snapshot(html));
    }

    @Test
    public void theDoctypeKeepsItsIdentifiers() throws Exception {
        final String strict = "<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Strict//EN\""
                + " \"http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd\">";
        assertTrue(pages.snapshot(strict + "<p>x").startsWith(strict + "<html>"));
    }

    @Test
    public void aQuirksPageGetsNoDoctype() throws Exception {
        assertTrue(pages.snapshot("<p>x").startsWith("<html>"));
    }

    @Test
    public void textAndAttributesAreEscapedAsTheStandardSays() throws Exception {
        assertEquals("<p title=\"&lt;a&gt; &amp; &quot;b&quot; 'c'&nbsp;\">&lt;a&gt; &amp; \"b\" 'c'&nbsp;</p>",
                pages.body("<p title='&lt;a> &amp; &quot;b&quot; &#39;c&#39;&nbsp;'>&lt;a> &amp; \"b\" 'c'&nbsp;</p>"));
    }

    @Test
    public void voidElementsHaveNoEndTag() throws Exception {
        stays("<img src=\"a\"><input><hr><wbr><video><source src=\"b\"><track src=\"c\"></video><embed src=\"d\">");
    }

    @Test
    public void emptyElementsKeepTheirEndTag() throws Exception {
        stays("<div></div><span></span><textarea></textarea><iframe></iframe><p></p>");
    }

    @Test
    public void rawTextIsNotEscaped() throws Exception {
        stays("<style>a>b{content:\"&\"}</style><xmp>a<b>&amp;</xmp><noembed><p></noembed>");
    }

    @Test
    public void aNewlineThatTheParserDropsIsWrittenTwice() throws Exception {
        stays("<pre>\n\ntwo</pre><pre>x</pre>");
        assertEquals("<pre>\n\nx</pre><textarea>\n\ny</textarea>", pages.body("<pre>\n\nx</pre><textarea>\n\ny"
                + "</textarea>"));
    }

    @Test
    public void foreignNamesHaveTheirCase() throws Exception {
        stays("<svg viewBox=\"0 0 1 1\" preserveAspectRatio=\"none\"><linearGradient id=\"g\" gradientUnits=\"u\">"
                + "</linearGradient><clipPath></clipPath><a xlink:href=\"http://a.example/\"><path d=\"1\">"
                + "</path></a></svg>");
    }

    @Test
    public void foreignElementsMadeByScriptsHaveTheirCase() throws Exception {
        assertTrue(pages.body("<script>var s=document.createElementNS('http://www.w3.org/2000/svg','svg');"
                + "s.setAttribute('viewBox','0 0 2 2');var f=document.createElementNS('http://www.w3.org/2000/svg'"
                + ",'foreignObject');"
                + "s.appendChild(f);document.body.appendChild(s)</script>")
                .endsWith("<svg viewBox=\"0 0 2 2\"><foreignObject></foreignObject></svg>"));
    }

    @Test
    public void aColonInANameIsALetter() throws Exception {
        stays("<o:p x:y=\"1\" @click=\"a\" :b=\"c\">t</o:p>");
    }

    @Test
    public void templatesKeepTheirContent() throws Exception {
        stays("<template><p>a</p><template><b>c</b></template></template>");
    }

    @Test
    public void namesThatNoParserReadsAreNotWritten() throws Exception {
        final HtmlPage page = pages.load("<body><p>x</p></body>");
        page.getBody().getFirstElementChild().setAttribute("a b><script>", "1");
        assertEquals("<p>x</p>", Pages.bodyOf(pages.snapshot(page)));
    }

    @Test
    public void charactersThatCannotBeWrittenBecomeReplacementCharacters() throws Exception {
        assertEquals("<p title=\"\uFFFD\uFFFD\">\uFFFDx&#13;y</p>", pages.body("<script>"
                + "var p=document.createElement('p');"
                + "p.title='\\ud800\\0';p.textContent='\\udc00x\\ry\\0';document.body.appendChild(p)</script>"));
    }

    @Test
    public void plainTextElementsAreWrittenSoThatThePageCanEnd() throws Exception {
        assertEquals("<pre>a&lt;b&gt;</pre>", pages.body("<plaintext>a<b>").replaceAll("&lt;/body.*</pre>", "</pre>"));
    }

    @Test
    public void rawTextThatWouldEndEarlyIsWrittenSafely() throws Exception {
        final HtmlPage page = pages.load("<body><xmp id=x></xmp><iframe id=i></iframe><style id=s></style></body>");
        page.getElementById("x").setTextContent("a</xmp><b>c");
        page.getElementById("i").setTextContent("</iframe>x");
        page.getElementById("s").setTextContent("a{content:'</style>'}");
        assertEquals("<pre id=\"x\">a&lt;/xmp&gt;&lt;b&gt;c</pre><iframe id=\"i\"></iframe>"
                + "<style id=\"s\">a{content:'<\\/style>'}</style>", Pages.bodyOf(pages.snapshot(page)));
    }

    @Test
    public void commentsThatWouldEndEarlyAreLeftOut() throws Exception {
        assertEquals("", pages.body("<script>['>x','->x','a-->b','a--!>b','a<!-'].forEach(function(t){"
                + "document.body.appendChild(document.createComment(t))})</script>"));
    }

    @Test
    public void commentsStayByChoice() throws Exception {
        assertEquals("<p>a</p>", pages.options("comments", "false").body("<!--x--><p>a</p>"));
    }

    @Test
    public void executableScriptsAreRemoved() throws Exception {
        for (final String attributes : new String[] {"", "type", "type=text/javascript", "type=' TEXT/JavaScript '",
            "language=javascript", "type=module", "type=importmap", "type=speculationrules", "src=/x.js", "nomodule",
            "type=application/ecmascript", "type=text/javascript1.5", "async src=a"}) {
            assertEquals(attributes, "", pages.file("http://example.com/x.js", "text/javascript", "")
                    .file("http://example.com/a", "text/javascript", "").body("<script " + attributes + "></script>"));
        }
    }

    @Test
    public void dataBlocksStayByteForByte() throws Exception {
        stays("<script type=\"application/ld+json\">{\"a\": \"<b> &amp; <!-- x --> \\u003c\"}\n</script>"
                + "<script type=\"text/x-template\"><p>{{ a < b }}</p></script>"
                + "<script type=\"text/javascript; charset=utf-8\">x</script>"
                + "<script type=\"text/plain\" data-src=\"x.js\"></script>");
    }

    @Test
    public void aDataBlockThatWouldEndEarlyIsEscaped() throws Exception {
        final HtmlPage page = pages.load("<body><script type=application/ld+json id=a></script>"
                + "<script type=text/x-t id=b></script><script type=application/json id=c></script></body>");
        page.getElementById("a").setTextContent("{\"a\":\"</script><b>\"}");
        page.getElementById("b").setTextContent("</script ><p>");
        page.getElementById("c").setTextContent("[\"<!--<script>\"]");
        assertEquals("<script type=\"application/ld+json\" id=\"a\">{\"a\":\"\\u003C/script><b>\"}</script>"
                + "<script type=\"text/x-t\" id=\"b\"><\\/script ><p></script>"
                + "<script type=\"application/json\" id=\"c\">[\"\\u003C!--\\u003Cscript>\"]</script>",
                Pages.bodyOf(pages.snapshot(page)));
    }

    @Test
    public void scriptPreloadsAreRemovedAndOthersStay() throws Exception {
        stays("<link rel=\"preload\" as=\"style\" href=\"a.css\"><link rel=\"prefetch\" href=\"b.html\">");
        assertEquals("", pages.body("<link rel=modulepreload href=a.js><link rel=preload as=script href=b.js>"
                + "<link rel='prefetch' as=SCRIPT href=c.js><link rel=preload type=text/javascript href=d>"));
    }

    @Test
    public void noscriptIsDroppedWhole() throws Exception {
        assertEquals("<p>a</p>", pages.body("<noscript><p>Please turn on JavaScript</p></noscript><p>a</p>"));
    }

    @Test
    public void eventHandlersGoAndOtherAttributesStay() throws Exception {
        assertEquals("<p one=\"1\" on-click=\"x\" data-onclick=\"y\">a</p>", pages.body(
                "<p onclick=\"a()\" ONMOUSEOVER=b() one=1 on-click=x data-onclick=y onpointerrawupdate=z>a</p>"));
    }

    @Test
    public void scriptUrlsGo() throws Exception {
        assertEquals("<a>x</a><a>y</a><iframe></iframe><svg><a>z</a></svg>", pages.body(
                "<a href='javascript:void(0)'>x</a><a href=' java\nscript:alert(1)'>y</a>"
                + "<iframe src=\"javascript:''\"></iframe><svg><a xlink:href='javascript:x'>z</a></svg>"));
        assertEquals("<form action=\"" + Pages.URL + "\"><button>b</button></form>",
                pages.body("<form action='javascript:x'><button formaction='JavaScript:x'>b</button></form>"));
    }

    @Test
    public void theOptInMetaIsLeftOut() throws Exception {
        final String snapshot = pages.snapshot("<head><meta name=\"fragment\" content=\"!\">"
                + "<META NAME=FRAGMENT content=x>"
                + "<meta name=viewport content=y></head>");
        assertFalse(snapshot, snapshot.toLowerCase().contains("fragment\""));
        assertTrue(snapshot, snapshot.contains("<meta name=\"viewport\" content=\"y\">"));
    }

    @Test
    public void instructionsToRenderersAreLeftOut() throws Exception {
        final String snapshot = pages.snapshot("<head><meta name=prerender-status-code content=404>"
                + "<meta property=render:status_code content=404><meta name=ajaxcrawl-header content='Vary: a'>"
                + "</head>");
        assertFalse(snapshot, snapshot.contains("404") || snapshot.contains("Vary"));
    }

    @Test
    public void aPageInAnotherEncodingIsUtf8() throws Exception {
        final String snapshot = pages.in("windows-1251").snapshot(
                "<html><head><meta charset=\"windows-1251\"><title>Привет</title></head><body>мир</body></html>");
        assertTrue(snapshot, snapshot.contains("<meta charset=\"utf-8\"><title>Привет</title>"));
        assertTrue(snapshot, snapshot.contains("<body>мир</body>"));
    }

    @Test
    public void aContentTypeMetaIsCorrected() throws Exception {
        assertTrue(pages.in("Shift_JIS").snapshot("<head><meta http-equiv='Content-Type' "
                + "content='application/xhtml+xml; charset=Shift_JIS'></head>")
                .contains("<meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\">"));
        assertTrue(pages.in("UTF-8").snapshot("<head><meta http-equiv='Content-Type' content='text/html;"
                + " charset=UTF8'>")
                .contains("charset=UTF8"));
    }

    @Test
    public void aPageThatNamesNoEncodingNamesUtf8() throws Exception {
        assertTrue(pages.snapshot("<head><title>a</title></head>")
                .contains("<head><meta charset=\"utf-8\"><title>"));
    }

    @Test
    public void aHeadThatWasRemovedComesBackForTheCanonicalLink() throws Exception {
        assertTrue(pages.snapshot("<body><script>document.head.remove()</script>x</body>").startsWith(
                "<html><head><meta charset=\"utf-8\"><link rel=\"canonical\" href=\"" + Pages.URL + "\"></head>"
                + "<body>"));
    }

    @Test
    public void xhtmlIsWrittenAsHtml() throws Exception {
        final String snapshot = pages.type("application/xhtml+xml").snapshot("<?xml version=\"1.0\"?><!DOCTYPE html>"
                + "<html xmlns=\"http://www.w3.org/1999/xhtml\"><head><title>a</title></head><body><div/><br/>"
                + "<p>x<![CDATA[<y>]]></p><style>a>b{}</style></body></html>");
        assertEquals("<div></div><br><p>x&lt;y&gt;</p><style>a>b{}</style>", Pages.bodyOf(snapshot));
        assertFalse(snapshot, snapshot.contains("<?xml") || snapshot.contains("CDATA"));
    }

    @Test
    public void noWhiteSpaceIsAdded() throws Exception {
        assertEquals("<p>a<b>b</b>c</p><p>d</p>", pages.body("<p>a<b>b</b>c</p><p>d</p>"));
    }

    @Test
    public void deepTreesNeedNoStack() throws Exception {
        final HtmlPage page = pages.load("<body></body>");
        DomNode at = page.getBody();
        for (int i = 0; i < 5_000; i++) {
            final DomElement child = page.createElement("i");
            at.appendChild(child);
            at = child;
        }
        assertTrue(pages.snapshot(page).contains("</i></i>"));
    }

    @Test(timeout = 20_000)
    public void aHundredThousandElementsAreWrittenQuickly() throws Exception {
        final HtmlPage page = pages.load("<body></body>");
        for (int i = 0; i < 100_000; i++) {
            final DomElement child = page.createElement("a");
            child.setAttribute("href", "/x/" + i);
            page.getBody().appendChild(child);
        }
        final long before = System.nanoTime();
        pages.snapshot(page);
        assertTrue("took " + (System.nanoTime() - before) / 1e9, System.nanoTime() - before < 3_000_000_000L);
    }

    @Test
    public void aSnapshotBeyondTheLimitIsRefused() throws Exception {
        final HtmlPage page = pages.options("max_snapshot_bytes", "100").load("<p>" + "x".repeat(200));
        assertThrows(SnapshotTooLargeException.class, () -> pages.snapshot(page));
        final HtmlPage wide = pages.options("max_snapshot_bytes", "200").load("<p>" + "\u20AC".repeat(60));
        assertThrows(SnapshotTooLargeException.class, () -> pages.snapshot(wide));
    }

    @Test
    public void aSnapshotReadsBackAsTheSameTree() throws Exception {
        final HtmlPage page = pages.load("<!DOCTYPE html><html><head><title>a &lt; b</title></head><body>"
                + "<pre>\n\n x </pre><textarea>\n\n&lt;</textarea><template><p a='&quot;'>t</template><svg viewBox='1'>"
                + "<path d=2 /></svg><table><tr><td>&amp;amp;</table><xmp><i></xmp><!-- c --><p title='&nbsp;\n'>"
                + "<a href=\"/z\">q</a><img alt=\"\"><select><option selected>1</select></body></html>");
        final String once = pages.snapshot(page);
        final HtmlPage again = pages.load(once);
        assertEquals(dump(page.getBody()), dump(again.getBody()));
        assertEquals(once, pages.snapshot(again));
    }

    private static String dump(final DomNode node) {
        final StringBuilder text = new StringBuilder(node.getNodeName());
        if (node instanceof DomElement element) {
            for (final DomAttr attribute : element.getAttributesMap().values()) {
                text.append(' ').append(attribute.getName()).append('=').append(attribute.getValue());
            }
        } else {
            text.append(node.getNodeValue());
        }
        text.append('(');
        if (node instanceof HtmlTemplate template) {
            text.append(dump(template.getContent()));
        }
        for (final DomNode child : node.getChildren()) {
            text.append(dump(child));
        }
        return text.append(')').toString();
    }

    @Test
    public void documentsInAttributesAreSnapshotsToo() throws Exception {
        assertEquals("<iframe srcdoc=\"&lt;html&gt;&lt;head&gt;&lt;/head&gt;&lt;body&gt;&lt;a href=&quot;"
                + "http://example.com/shop?lang=en#x&quot;&gt;a&lt;/a&gt;&lt;p&gt;made&lt;/p&gt;&lt;/body&gt;"
                + "&lt;/html&gt;\"></iframe>",
                pages.creatingSitePages().body("<iframe srcdoc=\"<a href='#x' onclick=y()>a</a>"
                + "<script>document.write('<p>made')</script>\"></iframe>"));
    }

    @Test
    public void theBytesAreUtf8() throws Exception {
        final HtmlPage page = pages.load("<p>\uD83D\uDE00");
        final byte[] bytes = new SnapshotSerializer(new RenderOptions()).serialize(page, page.getUrl(), page.getUrl());
        assertTrue(new String(bytes, StandardCharsets.UTF_8).contains("<p>\uD83D\uDE00</p>"));
    }
}
