package ajaxcrawl;

import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertFalse;
import static org.junit.Assert.assertNotNull;
import static org.junit.Assert.assertNull;
import static org.junit.Assert.assertThrows;
import static org.junit.Assert.assertTrue;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URL;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.htmlunit.BrowserVersion;
import org.htmlunit.HttpMethod;
import org.htmlunit.WebClient;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.htmlunit.html.HtmlPage;
import org.junit.After;
import org.junit.Before;
import org.junit.Test;

/** Requests that leave the process, against real servers in loopback and a resolver that says what a test wants. */
public final class HttpRequestsTest {

    private static final String SITE = "https://site.example/";

    private final Map<String, HttpHandler> handlers = new HashMap<>();
    private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    private final Map<String, Headers> seen = Collections.synchronizedMap(new HashMap<>());
    private final Map<String, String> bodies = Collections.synchronizedMap(new HashMap<>());
    private final List<String> resolved = new ArrayList<>();
    private final PageLog log = new PageLog();
    private final FakeBudget budget = new FakeBudget();
    private final WebClient client = new WebClient(BrowserVersion.CHROME);
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private Origin origin = (head, body, millis) -> OriginReply.of(200,
            "Content-Type: text/html\r\n".getBytes(StandardCharsets.ISO_8859_1), new byte[0]);
    private OriginConnection connection;
    private HttpServer server;
    private int port;

    @Before
    public void startServer() throws IOException {
        OriginConnectionTest.quiet();
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            final String path = exchange.getRequestURI().toString();
            asked.add(exchange.getRequestMethod() + " " + path);
            seen.put(path, exchange.getRequestHeaders());
            bodies.put(path, new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            try (exchange) {
                handlers.getOrDefault(path, ok("")).handle(exchange);
            }
        });
        server.start();
        port = server.getAddress().getPort();
    }

    @After
    public void stopServer() {
        client.close();
        server.stop(0);
        threads.shutdownNow();
    }

    private static HttpHandler ok(final String body, final String... headers) {
        return answer(200, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    private static HttpHandler answer(final int status, final byte[] body, final String... headers) {
        return exchange -> {
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().add(headers[i], headers[i + 1]);
            }
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        };
    }

    /** Everything is at the loopback address. */
    private InetAddress[] resolve(final String host) throws UnknownHostException {
        resolved.add(host);
        return new InetAddress[] {InetAddress.getLoopbackAddress()};
    }

    private void connect(final String... options) throws IOException {
        connection = new OriginConnection(client, (head, body, millis) -> origin.fetch(head, body, millis),
                new RenderOptions(options), new URL(SITE), log, budget, this::resolve);
        client.setWebConnection(connection);
        client.getOptions().setThrowExceptionOnScriptError(false);
        client.getOptions().setThrowExceptionOnFailingStatusCode(false);
    }

    private void connectToCdn(final String... more) throws IOException {
        final List<String> options = new ArrayList<>(
                List.of("external_hosts", "*.cdn.example", "private_hosts", "a.cdn.example"));
        options.addAll(List.of(more));
        connect(options.toArray(new String[0]));
    }

    private WebRequest request(final String url) throws IOException {
        final WebRequest request = new WebRequest(new URL(url));
        request.setFetchDestination(WebRequest.FetchDestination.SCRIPT);
        request.setFetchModeOverride(null);
        request.setRequestingUrl(new URL(SITE + "page"));
        request.setAdditionalHeader("Referer", SITE + "page");
        return request;
    }

    private WebResponse get(final String url) throws IOException {
        return connection.getResponse(request(url));
    }

    private String cdn(final String path) {
        return "http://a.cdn.example:" + port + path;
    }

    private String logged() {
        return log.entries().toString();
    }

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
    public void anEndlessBodyIsCutAndItsConnectionClosed() throws IOException, InterruptedException {
        final CountDownLatch closed = new CountDownLatch(1);
        handlers.put("/a", exchange -> {
            exchange.sendResponseHeaders(200, 0);
            final byte[] chunk = new byte[10_000];
            try {
                while (true) {
                    exchange.getResponseBody().write(chunk);
                }
            } catch (final IOException e) {
                closed.countDown();
                throw e;
            }
        });
        connectToCdn("max_response_bytes", "100000");
        assertThrows(IOException.class, () -> get(cdn("/a")));
        assertTrue(closed.await(5, TimeUnit.SECONDS));
        assertEquals(List.of("response_cut"), budget.reasons);
        assertEquals("cut", connection.requests().get(0).outcome());
        assertEquals(100_000, connection.requests().get(0).bytes());
        assertTrue(logged(), logged().contains("max_response_bytes"));
    }

    @Test(timeout = 10_000)
    public void aSilentServerIsLeftWhenTheTimeIsOver() throws IOException {
        final CountDownLatch leave = new CountDownLatch(1);
        handlers.put("/a", exchange -> await(leave));
        connectToCdn();
        budget.millis = 200;
        assertThrows(IOException.class, () -> get(cdn("/a")));
        leave.countDown();
        assertEquals(List.of("request_open"), budget.reasons);
        assertTrue(logged(), logged().contains("Raise deadline"));
    }

    @Test(timeout = 10_000)
    public void aRenderThatIsStoppedWaitsForNoServer() throws IOException {
        final CountDownLatch leave = new CountDownLatch(1);
        handlers.put("/a", exchange -> {
            budget.millis = 0;
            await(leave);
        });
        connectToCdn();
        assertThrows(IOException.class, () -> get(cdn("/a")));
        leave.countDown();
    }

    private static void await(final CountDownLatch latch) {
        try {
            latch.await();
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test(timeout = 10_000)
    public void aServerThatSendsByteAfterByteIsLeftToo() throws IOException {
        try (ServerSocket dripping = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            threads.submit(() -> {
                try (Socket socket = dripping.accept()) {
                    socket.getOutputStream().write("HTTP/1.1 200 OK\r\nX-Long: ".getBytes(StandardCharsets.US_ASCII));
                    while (true) {
                        socket.getOutputStream().write('x');
                        Thread.sleep(20);
                    }
                }
            });
            connectToCdn();
            budget.millis = 300;
            assertThrows(IOException.class, () -> get("http://a.cdn.example:" + dripping.getLocalPort() + "/"));
            assertEquals(List.of("request_open"), budget.reasons);
        }
    }

    @Test(timeout = 10_000)
    public void thePagesOwnTimeoutIsNoFaultOfTheRender() throws IOException {
        final CountDownLatch leave = new CountDownLatch(1);
        handlers.put("/a", exchange -> await(leave));
        connectToCdn();
        final WebRequest request = request(cdn("/a"));
        request.setTimeout(100);
        assertThrows(SocketTimeoutException.class, () -> connection.getResponse(request));
        leave.countDown();
        assertEquals(List.of(), budget.reasons);
    }

    @Test(timeout = 10_000)
    public void aStreamOfEventsIsNotWaitedFor() throws IOException {
        final CountDownLatch leave = new CountDownLatch(1);
        handlers.put("/a", exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "text/event-stream");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write("data: 1\n\n".getBytes(StandardCharsets.US_ASCII));
            exchange.getResponseBody().flush();
            await(leave);
        });
        connectToCdn();
        assertThrows(IOException.class, () -> get(cdn("/a")));
        leave.countDown();
        assertEquals(List.of(), budget.reasons);
        assertEquals("info", log.entries().get(0).level());
    }

    @Test
    public void aClosedPortIsAFailureOfItsOwn() throws IOException {
        server.stop(0);
        connectToCdn();
        assertThrows(IOException.class, () -> get(cdn("/a")));
        assertEquals("failed", connection.requests().get(0).outcome());
        assertEquals(List.of(), budget.reasons);
        assertTrue(logged(), logged().contains("No response"));
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
    public void aPathOfTheSiteGoesToTheServerThatAnswersIt() throws IOException {
        handlers.put("/base/static/a?b", ok("text", "Set-Cookie", "c=1; Path=/"));
        connect("origins", "/static http://127.0.0.1:" + port + "/base/");
        assertEquals("text", get(SITE + "static/a?b").getContentAsString());
        final Headers headers = seen.get("/base/static/a?b");
        assertEquals("site.example", headers.getFirst("Host"));
        assertEquals("1", headers.getFirst("X-Ajaxcrawl-Render"));
        assertEquals(SITE + "page", headers.getFirst("Referer"));
        assertEquals("script", headers.getFirst("Sec-Fetch-Dest"));
        get(SITE + "static/b");
        assertEquals("c=1", seen.get("/base/static/b").getFirst("Cookie"));
        assertEquals(SITE + "static/a?b", connection.requests().get(0).url());
    }

    @Test
    public void aRedirectOfThatServerBecomesPublic() throws IOException {
        handlers.put("/static/a", answer(301, new byte[0], "Location", "http://127.0.0.1:" + port + "/static/b"));
        handlers.put("/static/b", ok("text"));
        connect("origins", "/static http://127.0.0.1:" + port);
        final WebResponse response = client.loadWebResponse(request(SITE + "static/a"));
        assertEquals("text", response.getContentAsString());
        assertEquals(SITE + "static/b", response.getWebRequest().getUrl().toExternalForm());
    }

    @Test
    public void whatTheApplicationSaysIsNotItsOwnGoesToTheServerForTheRest() throws IOException {
        origin = (head, body, millis) -> {
            final boolean own = new String(head, StandardCharsets.ISO_8859_1).startsWith("GET https://site.example/app");
            return own ? OriginReply.of(200, new byte[0], "app".getBytes(StandardCharsets.US_ASCII))
                    : OriginReply.cut(404, new byte[0], new byte[0], "outside: x".getBytes(StandardCharsets.US_ASCII));
        };
        handlers.put("/logo", ok("rest"));
        connect("origins", "/ http://127.0.0.1:" + port);
        assertEquals("app", get(SITE + "app/a").getContentAsString());
        assertEquals("rest", get(SITE + "logo").getContentAsString());
        assertThrows(IOException.class, () -> get(SITE + "x?_escaped_fragment_="));
        assertEquals(List.of("GET /logo"), asked);
        assertEquals("rest", connection.getDocument(request(SITE + "logo")).getContentAsString());
    }

    @Test
    public void withoutSuchAServerItIsNotFoundAndTheLogSaysWhatToDo() throws IOException {
        origin = (head, body, millis) -> OriginReply.cut(404, new byte[0], "no".getBytes(StandardCharsets.US_ASCII),
                "outside: x".getBytes(StandardCharsets.US_ASCII));
        connect();
        assertEquals(404, get(SITE + "logo").getStatusCode());
        assertTrue(logged(), logged().contains("origins"));
        assertEquals("ok", connection.requests().get(0).outcome());
        assertEquals(List.of(), budget.reasons);
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

    @Test(timeout = 10_000)
    public void theBodyOfADocumentThatIsNotHtmlIsNotRead() throws IOException {
        final CountDownLatch leave = new CountDownLatch(1);
        handlers.put("/big", exchange -> {
            exchange.getResponseHeaders().add("Content-Type", "application/zip");
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().flush();
            await(leave);
        });
        connect("origins", "/big http://127.0.0.1:" + port);
        final WebResponse response = connection.getDocument(request(SITE + "big"));
        leave.countDown();
        assertEquals("application/zip", response.getContentType());
        assertEquals(0, response.getContentLength());
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
