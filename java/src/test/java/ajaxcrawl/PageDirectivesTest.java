package ajaxcrawl;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertTrue;

import java.util.List;
import org.junit.After;
import org.junit.Test;

public final class PageDirectivesTest {

    private static final String CANONICAL = "link: <" + Pages.URL + ">; rel=\"canonical\"";

    private final Pages pages = new Pages();

    @After
    public void close() {
        pages.close();
    }

    private static List<String> headers(final PageDirectives directives) {
        return directives.headers().stream().map(header -> header.get(0) + ": " + header.get(1)).toList();
    }

    @Test
    public void theDocumentsOwnStatusCounts() throws Exception {
        assertEquals(404, pages.status(404).directives("<p>x").status());
    }

    @Test
    public void statusMetasAreObeyed() throws Exception {
        for (final String meta : new String[] {"name=\"prerender-status-code\"", "name=render:status_code",
            "property='render:status_code'", "NAME=Ajaxcrawl-Status-Code"}) {
            assertEquals(meta, 410, pages.directives("<head><meta " + meta + " content=' 410 '>").status());
        }
    }

    @Test
    public void statusMetasSetByScriptsAreObeyed() throws Exception {
        assertEquals(404, pages.directives("<script>var m=document.createElement('meta');"
                + "m.name='prerender-status-code';m.content='404';document.head.appendChild(m)</script>").status());
    }

    @Test
    public void statusesThatNoDocumentHasAreIgnoredAndLogged() throws Exception {
        for (final String bad : new String[] {"", "abc", "99", "100", "204", "304", "600", "4040", "-404", "301",
                "300"}) {
            final int before = pages.log().size();
            assertEquals(bad, 200, pages.directives("<meta name=prerender-status-code content='" + bad + "'>"
                    + "").status());
            assertEquals(bad, before + 1, pages.log().size());
        }
    }

    @Test
    public void headerMetasOnTheSafeListAreObeyed() throws Exception {
        final List<String> headers = headers(pages.header("Cache-Control", "no-store").directives(
                "<meta name=prerender-header content='X-Robots-Tag: noindex'>"
                + "<meta name=ajaxcrawl-header content='cache-control: max-age=60'>"));
        assertEquals(List.of("x-robots-tag: noindex", "cache-control: max-age=60", CANONICAL), headers);
    }

    @Test
    public void otherHeaderMetasAreIgnoredAndLogged() throws Exception {
        for (final String bad : new String[] {"Set-Cookie: a=b", "Content-Length: 3", "X-Any: y", "no colon", "Vary:",
            "Vary: a&#10;Set-Cookie: b", "Vary: \u00fc", "Transfer-Encoding: chunked"}) {
            final int before = pages.log().size();
            assertEquals(bad, List.of(CANONICAL),
                    headers(pages.directives("<meta name=prerender-header content='" + bad + "'>")));
            assertEquals(bad, before + 1, pages.log().size());
        }
    }

    @Test
    public void aRedirectByMetaLeadsToAPrettyUrl() throws Exception {
        final PageDirectives directives = pages.directives("<meta name=prerender-status-code content=301>"
                + "<meta name=prerender-header content='Location: /n\u00fc?_escaped_fragment_=/b c'>");
        assertEquals(301, directives.status());
        assertEquals("http://example.com/n%C3%BC#!/b%20c", directives.location());
        assertEquals(List.of(), headers(directives));
    }

    @Test
    public void aLocationWithoutARedirectIsIgnored() throws Exception {
        assertNull(pages.directives("<meta name=prerender-header content='Location: /b'>").location());
        assertNull(pages.directives("<meta name=prerender-status-code content=302>"
                + "<meta name=prerender-header content='Location: javascript:x'>").location());
        assertEquals(3, pages.log().size());
    }

    @Test
    public void theDocumentsOwnHeadersAreKept() throws Exception {
        final List<String> headers = headers(pages.header("X-Robots-Tag", "noindex").header("Content-Language", "de")
                .header("Set-Cookie", "a=b").header("ETag", "\"x\"").header("Content-Encoding", "identity")
                .header("Connection", "close").directives("<p>x"));
        assertEquals(List.of("x-robots-tag: noindex", "content-language: de", CANONICAL), headers);
    }

    @Test
    public void targetsOfTheLinkHeaderAreAbsoluteAndPretty() throws Exception {
        final List<String> headers = headers(pages.header("Link", "<?p=2>; rel=next, </a,b>; rel=\"x, y\";"
                + " title=\"a;b\"")
                .header("Link", "</x.js>; rel=preload; as=script").header("Link", "</m.js>;rel=modulepreload")
                .header("Link", "</y?_escaped_fragment_=/s>; rel=prev").directives("<p>x"));
        assertEquals(List.of("link: <http://example.com/shop?p=2>; rel=next, <http://example.com/a,b>; rel=\"x, y\";"
                + " title=\"a;b\"", "link: <http://example.com/y#!/s>; rel=prev", CANONICAL), headers);
    }

    @Test
    public void thePrettyUrlIsCanonical() throws Exception {
        final PageDirectives directives = pages.at("http://b\u00fccher.example/\u00fc?a=\u00fc#!/\u00fc<b>",
                "http://xn--bcher-kva.example/?_escaped_fragment_=").directives("<p>x");
        assertEquals("http://xn--bcher-kva.example/%C3%BC?a=%C3%BC#!/%C3%BC%3Cb%3E", directives.canonical());
        assertTrue(headers(directives).contains("link: <" + directives.canonical() + ">; rel=\"canonical\""));
    }

    @Test
    public void theSnapshotNamesTheSameCanonicalUrl() throws Exception {
        assertTrue(pages.snapshot("<head><title>x</title></head>")
                .contains("<title>x</title><link rel=\"canonical\" href=\"" + Pages.URL + "\"></head>"));
    }

    @Test
    public void theUrlAskedForIsCanonicalAfterReplaceState() throws Exception {
        assertEquals(Pages.URL, pages.directives("<script>history.replaceState(null,'','/other')</script>"
                + "").canonical());
    }

    @Test
    public void aPageThatNamesItsCanonicalUrlKeepsIt() throws Exception {
        assertNull(pages.directives("<link rel='x CANONICAL' href=/c>").canonical());
        assertNull(pages.header("Link", "</c>; rel=\"canonical\"").directives("<p>").canonical());
        assertFalse(pages.snapshot("<p>").contains("canonical"));
    }

    @Test
    public void aCanonicalUrlByMetaCountsToo() throws Exception {
        assertNull(pages.directives("<meta name=prerender-header content='Link: </c>; rel=canonical'>").canonical());
    }

    @Test
    public void onlyAPageThatIsThereHasACanonicalUrl() throws Exception {
        assertNull(pages.directives("<meta name=prerender-status-code content=404>").canonical());
        assertNull(pages.status(404).directives("<p>").canonical());
    }
}
