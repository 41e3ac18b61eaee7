package ajaxcrawl;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.sun.net.httpserver.Headers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.htmlunit.BrowserVersion;
import org.htmlunit.HttpMethod;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.htmlunit.html.HtmlPage;
import org.junit.Test;

/** Requests that leave the process: which hosts are asked, and how. */
public final class HttpRequestsTest extends LoopbackServers {

    @Test
    public void aListedHostIsAskedAsABrowserAsks() throws IOException {
        handlers.put("/a.js?x=1", ok("var a", "Content-Type", "text/javascript"));
        connectToCdn();
        assertEquals("var a", get(cdn("/a.js?x=1")).getContentAsString());
        final Headers headers = seen.get("/a.js?x=1");
        assertEquals("a.cdn.example:" + port, headers.getFirst("Host"));
        assertEquals(BrowserVersion.CHROME.getUserAgent(), headers.getFirst("User-Agent"));
        assertEquals("gzip, deflate, br", headers.getFirst("Accept-Encoding"));
        assertEquals("*/*", headers.getFirst("Accept"));
        assertNull("https to http: no referrer", headers.getFirst("Referer"));
        assertNull("not a secure context", headers.getFirst("Sec-Fetch-Dest"));
        assertNull(headers.getFirst("X-Ajaxcrawl-Render"));
        assertNull(headers.getFirst("Cookie"));
        assertEquals("ok", connection.requests().get(0).outcome());
        assertEquals(0, budget.open);
    }

    @Test
    public void theNameIsLookedUpOnceForEachConnection() throws IOException {
        connectToCdn();
        get(cdn("/a"));
        assertEquals(List.of("a.cdn.example"), resolved);
    }

    @Test
    public void aHostThatIsNotListedIsNotEvenLookedUp() throws IOException {
        connectToCdn();
        assertThrows(IOException.class, () -> get("http://b.example:" + port + "/"));
        assertEquals(List.of(), resolved);
        assertEquals(List.of(), asked);
    }

    @Test
    public void aListedHostAtAPrivateAddressIsRefused() throws IOException {
        connect("external_hosts", "a.cdn.example");
        assertThrows(IOException.class, () -> get(cdn("/secret")));
        assertEquals(List.of(), asked);
        assertTrue(logged(), logged().contains("private_hosts"));
        assertEquals("blocked", connection.requests().get(0).outcome());
    }

    @Test
    public void aPrivateHostThatIsNotListedAsExternalIsRefused() throws IOException {
        connect("private_hosts", "a.cdn.example");
        assertThrows(IOException.class, () -> get(cdn("/")));
        assertTrue(logged(), logged().contains("Add a.cdn.example:" + port + " to external_hosts"));
    }

    @Test
    public void literalAddressesAreHostsLikeOthers() throws IOException {
        connect("external_hosts", "*");
        for (final String host : List.of("127.0.0.1", "[::1]", "2130706433", "127.1")) {
            assertThrows(host, IOException.class, () -> get("http://" + host + ":" + port + "/"));
        }
        assertEquals(List.of(), asked);
    }

    @Test
    public void eachRedirectIsJudgedAnew() throws IOException {
        handlers.put("/a.js", answer(302, new byte[0], "Location", "http://b.cdn.example:" + port + "/secret"));
        handlers.put("/b.js", answer(302, new byte[0], "Location", "http://c.example:" + port + "/secret"));
        connectToCdn();
        client.getPage(SITE);
        assertThrows(IOException.class, () -> client.loadWebResponse(request(cdn("/a.js"))));
        assertTrue(logged(), logged().contains("b.cdn.example is at"));
        assertThrows(IOException.class, () -> client.loadWebResponse(request(cdn("/b.js"))));
        assertTrue(logged(), logged().contains("Add c.example:" + port));
        assertEquals(List.of("GET /a.js", "GET /b.js"), asked);
    }

    @Test
    public void aRedirectFromTheSiteToAnotherHostIsJudgedToo() throws IOException {
        connectToCdn();
        origin = (head, body, millis) -> OriginReply.of(302, ("Location: http://169.254.169.254/latest\r\n")
                .getBytes(StandardCharsets.ISO_8859_1), new byte[0]);
        assertThrows(IOException.class, () -> client.loadWebResponse(request(SITE + "a")));
    }

    @Test
    public void redirectsInCirclesEnd() throws IOException {
        handlers.put("/a", answer(302, new byte[0], "Location", "/a"));
        connectToCdn();
        assertThrows(RuntimeException.class, () -> client.loadWebResponse(request(cdn("/a"))));
        assertEquals(21, asked.size());
    }

    @Test
    public void cookiesStayWithTheirHost() throws IOException {
        handlers.put("/a", ok("", "Set-Cookie", "a=1; Path=/", "Set-Cookie", "b=2; Domain=site.example"));
        connectToCdn();
        get(cdn("/a"));
        get(cdn("/b"));
        assertEquals("a=1", seen.get("/b").getFirst("Cookie"));
        final List<String> heads = new ArrayList<>();
        origin = (head, body, millis) -> {
            heads.add(new String(head, StandardCharsets.ISO_8859_1));
            return OriginReply.of(200, new byte[0], new byte[0]);
        };
        get(SITE);
        assertFalse(heads.toString(), heads.toString().contains("Cookie"));
    }

    @Test
    public void aBodyIsPosted() throws IOException {
        connectToCdn();
        final WebRequest request = request(cdn("/post"));
        request.setHttpMethod(HttpMethod.POST);
        request.setCharset(StandardCharsets.UTF_8);
        request.setRequestBody("{\"a\": \"ä\"}");
        request.setAdditionalHeader("Content-Type", "application/json");
        connection.getResponse(request);
        assertEquals("{\"a\": \"ä\"}", bodies.get("/post"));
        assertEquals("application/json", seen.get("/post").getFirst("Content-Type"));
    }

    @Test
    public void aCompressedBodyIsDecoded() throws IOException {
        final ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(out)) {
            gzip.write("text".getBytes(StandardCharsets.US_ASCII));
        }
        handlers.put("/a", answer(200, out.toByteArray(), "Content-Encoding", "gzip"));
        connectToCdn();
        final WebResponse response = get(cdn("/a"));
        assertEquals("text", response.getContentAsString());
        assertNull(response.getResponseHeaderValue("Content-Encoding"));
    }

    @Test
    public void theProxyOfTheEnvironmentIsNotUsed() throws IOException {
        System.setProperty("http.proxyHost", "127.0.0.1");
        System.setProperty("http.proxyPort", "1");
        try {
            connectToCdn();
            assertEquals(200, get(cdn("/a")).getStatusCode());
        } finally {
            System.clearProperty("http.proxyHost");
            System.clearProperty("http.proxyPort");
        }
    }

    @Test
    public void uglyUrlsNeverLeaveTheProcess() throws IOException {
        connect("origins", "/static http://127.0.0.1:" + port, "external_hosts", "a.cdn.example", "private_hosts", "*");
        for (final String url : List.of(SITE + "static/a?_escaped_fragment_=", cdn("/?a&_escaped_fragment_=/b&c"),
                cdn("/?_escaped_fragment_"))) {
            assertThrows(url, IOException.class, () -> get(url));
        }
        assertEquals(List.of(), asked);
        get(cdn("/?x_escaped_fragment_=1"));
        assertEquals(1, asked.size());
    }

    @Test
    public void aScriptOfAnotherHostRuns() throws IOException {
        handlers.put("/a.js", ok("document.title = 'from the other host'", "Content-Type", "text/javascript"));
        connectToCdn();
        origin = (head, body, millis) -> OriginReply.of(200,
                "Content-Type: text/html\r\n".getBytes(StandardCharsets.ISO_8859_1),
                ("<script src='" + cdn("/a.js") + "'></script>").getBytes(StandardCharsets.ISO_8859_1));
        final HtmlPage page = client.getPage(SITE);
        assertEquals("from the other host", page.getTitleText());
    }

    @Test
    public void otherSchemesAreNeverLoaded() throws IOException {
        for (final String url : List.of("file:///etc/passwd", "jar:file:///a.jar!/b", "ftp://a.example/",
                "mailto:a@example.org")) {
            assertThrows(url, IOException.class, () -> ResourcePolicy.check(
                    new WebRequest(new URL(url)), BrowserVersion.CHROME, log));
        }
        assertTrue(logged(), logged().contains("file: URLs are never loaded"));
    }

    @Test
    public void dataUrlsAreLoadedButNotNavigatedTo() throws IOException {
        final URL url = new URL(null, "data:text/html,x", new org.htmlunit.protocol.data.Handler());
        final WebRequest request = new WebRequest(url, BrowserVersion.CHROME.getHtmlAcceptHeader(), "gzip");
        assertThrows(IOException.class, () -> ResourcePolicy.check(request, BrowserVersion.CHROME, log));
        request.setFetchDestination(WebRequest.FetchDestination.IFRAME);
        ResourcePolicy.check(request, BrowserVersion.CHROME, log);
        ResourcePolicy.check(WebRequest.newAboutBlankRequest(), BrowserVersion.CHROME, log);
        assertNotNull(url);
    }
}
