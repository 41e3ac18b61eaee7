package ajaxcrawl;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

import org.htmlunit.BrowserVersion;
import org.htmlunit.HttpMethod;
import org.htmlunit.WebClient;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.htmlunit.html.HtmlPage;
import org.junit.After;
import org.junit.BeforeClass;
import org.junit.Test;

/** Requests to the page's own site, through {@link Origin}. */
public final class OriginConnectionTest {

    private static final String SITE = "https://site.example/";

    private final FakeOrigin origin = new FakeOrigin();
    private final PageLog log = new PageLog();
    private final FakeBudget budget = new FakeBudget();
    private final WebClient client = new WebClient(BrowserVersion.CHROME);
    private OriginConnection connection;

    /** Answers by path, and remembers what it was asked. */
    private static final class FakeOrigin implements Origin {
        private final Map<String, OriginReply> replies = new LinkedHashMap<>();
        private final List<String> heads = new ArrayList<>();
        private final List<String> bodies = new ArrayList<>();

        void put(final String path, final int status, final String headers, final String body) {
            replies.put(path, OriginReply.of(status, headers.getBytes(StandardCharsets.ISO_8859_1),
                    body.getBytes(StandardCharsets.UTF_8)));
        }

        void html(final String path, final String body) {
            put(path, 200, "content-type: text/html; charset=utf-8\r\n", body);
        }

        @Override
        public OriginReply fetch(final byte[] head, final byte[] body, final long timeoutMillis) {
            final String text = new String(head, StandardCharsets.ISO_8859_1);
            heads.add(text);
            bodies.add(new String(body, StandardCharsets.UTF_8));
            final String path = text.split(" ")[1].replaceFirst("https?://[^/]*", "");
            final OriginReply reply = replies.get(path);
            return reply != null ? reply : OriginReply.of(404, new byte[0], new byte[0]);
        }

        /** The header called {@code name} of the last request for {@code path}; null: none. */
        String header(final String path, final String name) {
            for (int i = heads.size() - 1; i >= 0; i--) {
                final String[] lines = heads.get(i).split("\r\n");
                if (lines[0].contains(".example" + path + " ") || lines[0].contains(".example:8443" + path + " ")) {
                    for (final String line : lines) {
                        if (line.toLowerCase(Locale.ROOT).startsWith(name.toLowerCase(Locale.ROOT) + ": ")) {
                            return line.substring(name.length() + 2);
                        }
                    }
                    return null;
                }
            }
            throw new AssertionError("never asked for " + path + ": " + heads);
        }
    }

    @BeforeClass
    public static void quiet() {
        Logger.getLogger("org.htmlunit").setLevel(Level.OFF);
    }

    private OriginConnection connect(final String... options) throws IOException {
        connection = new OriginConnection(client, origin, new RenderOptions(options), new URL(SITE), log, budget);
        client.setWebConnection(connection);
        client.getOptions().setThrowExceptionOnScriptError(false);
        client.getOptions().setThrowExceptionOnFailingStatusCode(false);
        return connection;
    }

    private HtmlPage load(final String html) throws IOException {
        origin.html("/", html);
        return client.getPage(SITE);
    }

    private WebRequest request(final String path) throws IOException {
        return new WebRequest(new URL(SITE + path), BrowserVersion.CHROME.getHtmlAcceptHeader(), "gzip");
    }

    @After
    public void closeClient() {
        client.close();
    }

    @Test
    public void theDocumentIsAskedForAsABrowserAsks() throws IOException {
        origin.html("/a?b=1", "<p>hi");
        final WebResponse response = connect().getDocument(request("a?b=1#!x"));
        assertEquals("<p>hi", response.getContentAsString());
        assertEquals("GET https://site.example/a?b=1 HTTP/1.1", origin.heads.get(0).split("\r\n")[0]);
        assertEquals("document", origin.header("/a?b=1", "Sec-Fetch-Dest"));
        assertEquals("navigate", origin.header("/a?b=1", "Sec-Fetch-Mode"));
        assertEquals("none", origin.header("/a?b=1", "Sec-Fetch-Site"));
        assertEquals("?1", origin.header("/a?b=1", "Sec-Fetch-User"));
        assertEquals("1", origin.header("/a?b=1", "Upgrade-Insecure-Requests"));
        assertEquals(BrowserVersion.CHROME.getUserAgent(), origin.header("/a?b=1", "User-Agent"));
        assertEquals(BrowserVersion.CHROME.getHtmlAcceptHeader(), origin.header("/a?b=1", "Accept"));
        assertEquals("site.example", origin.header("/a?b=1", "Host"));
        assertEquals("1", origin.header("/a?b=1", "X-Ajaxcrawl-Render"));
        assertNull(origin.header("/a?b=1", "Cookie"));
        assertNull(origin.header("/a?b=1", "Referer"));
    }

    @Test
    public void aRedirectOfTheDocumentIsNotFollowed() throws IOException {
        origin.put("/a", 302, "Location: /b\r\n", "");
        final WebResponse response = connect().getDocument(request("a"));
        assertEquals(302, response.getStatusCode());
        assertEquals("/b", response.getResponseHeaderValue("Location"));
        assertEquals(1, origin.heads.size());
    }

    @Test
    public void redirectsOfScriptsAreFollowed() throws IOException {
        connect();
        origin.put("/old.js", 301, "Location: /new.js\r\n", "");
        origin.put("/new.js", 200, "Content-Type: text/javascript\r\n", "document.title = 'new'");
        assertEquals("new", load("<script src=old.js></script>").getTitleText());
        assertEquals("script", origin.header("/new.js", "Sec-Fetch-Dest"));
    }

    @Test
    public void aBlockedScriptFiresItsErrorEvent() throws IOException {
        connect("block_urls", "*.ads.example");
        final HtmlPage page = load("<script src='https://www.ads.example/a.js' onerror='document.title = 7'></script>");
        assertEquals("7", page.getTitleText());
        assertEquals("blocked", connection.requests().get(1).outcome());
        assertEquals("info", log.entries().get(0).level());
        assertTrue(budget.reasons.isEmpty());
    }

    @Test
    public void anotherHostIsRefusedWithTheSettingToChange() throws IOException {
        connect();
        assertThrows(IOException.class, () -> connection.getResponse(new WebRequest(new URL("http://other.example/"))));
        assertTrue(log.entries().get(0).message().contains("Add other.example to external_hosts"));
    }

    @Test
    public void aHostIsRefusedAsOftenAsItIsTriedButNotedOnce() throws IOException {
        connect();
        for (int i = 0; i < 10; i++) {
            final String url = "http://other.example/" + i;
            assertThrows(IOException.class, () -> connection.getResponse(new WebRequest(new URL(url))));
        }
        assertEquals(1, log.entries().size());
        assertEquals(10, connection.requests().size());
    }

    @Test
    public void cookiesGoBackToTheSiteAndHttpOnlyOnesAreHiddenFromScripts() throws IOException {
        connect();
        origin.put("/", 200, "Content-Type: text/html\r\nSet-Cookie: a=1; Path=/\r\nSet-Cookie: b=2; HttpOnly\r\n"
                + "Set-Cookie: c=3; Path=/x\r\nSet-Cookie: d=4; Domain=other.example\r\nSet-Cookie: e=5; Max-Age=0\r\n",
                "<script>document.title = document.cookie</script><script src=s.js></script>");
        final HtmlPage page = client.getPage(SITE);
        assertEquals("a=1", page.getTitleText());
        assertEquals("a=1; b=2", origin.header("/s.js", "Cookie"));
        assertNull(page.getWebResponse().getResponseHeaderValue("Set-Cookie"));
    }

    @Test
    public void aFormIsPosted() throws IOException {
        connect();
        origin.html("/post", "<title>done</title>");
        final HtmlPage page = load("<form method=post action=post><input name=a value='ä &'></form>"
                + "<script>document.forms[0].submit()</script>");
        assertEquals("a=%E4+%26", origin.bodies.get(origin.bodies.size() - 1).replace("%C3%A4", "%E4"));
        assertEquals("application/x-www-form-urlencoded", origin.header("/post", "Content-Type"));
        assertEquals("https://site.example", origin.header("/post", "Origin"));
        assertEquals("https://site.example/", origin.header("/post", "Referer"));
        assertFalse(page.isBeingParsed());
    }

    @Test
    public void aCutDocumentIsTakenAsFarAsItCame() throws IOException {
        origin.replies.put("/", OriginReply.cut(200, "Content-Type: text/html\r\n".getBytes(StandardCharsets.US_ASCII),
                "<p>part".getBytes(StandardCharsets.US_ASCII), "too_large".getBytes(StandardCharsets.US_ASCII)));
        assertEquals("<p>part", connect().getDocument(request("")).getContentAsString());
        assertEquals(List.of("response_cut"), budget.reasons);
        assertEquals("cut", connection.requests().get(0).outcome());
    }

    @Test
    public void aCutScriptIsNotRun() throws IOException {
        connect();
        origin.replies.put("/s.js", OriginReply.cut(200, new byte[0],
                "document.title = 1".getBytes(StandardCharsets.US_ASCII),
                "too_large".getBytes(StandardCharsets.US_ASCII)));
        assertEquals("", load("<script src=s.js></script>").getTitleText());
        assertEquals(List.of("response_cut"), budget.reasons);
    }

    @Test
    public void requestsBeyondTheLimitAreRefused() throws IOException {
        connect("max_page_requests", "2");
        connection.getResponse(request("a"));
        connection.getResponse(request("b"));
        assertThrows(IOException.class, () -> connection.getResponse(request("c")));
        assertThrows(IOException.class, () -> connection.getResponse(request("d")));
        assertEquals(2, origin.heads.size());
        assertEquals(1, log.entries().size());
        assertTrue(log.entries().get(0).message().contains("max_page_requests"));
    }

    @Test
    public void headAndNotModifiedHaveNoBody() throws IOException {
        origin.html("/a", "text");
        connect();
        final WebRequest head = request("a");
        head.setHttpMethod(HttpMethod.HEAD);
        assertEquals(0, connection.getResponse(head).getContentLength());
        origin.put("/b", 304, "", "text");
        assertEquals(0, connection.getResponse(request("b")).getContentLength());
    }
}
