package ajaxcrawl;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URL;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.htmlunit.BrowserVersion;
import org.htmlunit.WebClient;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.junit.After;
import org.junit.Before;

/** Servers in loopback, a resolver that says what a test wants, and a connection that asks them. */
abstract class LoopbackServers {

    static final String SITE = "https://site.example/";

    final Map<String, HttpHandler> handlers = new HashMap<>();
    final List<String> asked = Collections.synchronizedList(new ArrayList<>());
    final Map<String, Headers> seen = Collections.synchronizedMap(new HashMap<>());
    final Map<String, String> bodies = Collections.synchronizedMap(new HashMap<>());
    final List<String> resolved = new ArrayList<>();
    final PageLog log = new PageLog();
    final FakeBudget budget = new FakeBudget();
    final WebClient client = new WebClient(BrowserVersion.CHROME);
    final ExecutorService threads = Executors.newCachedThreadPool();
    Origin origin = (head, body, millis) -> OriginReply.of(200,
            "Content-Type: text/html\r\n".getBytes(StandardCharsets.ISO_8859_1), new byte[0]);
    OriginConnection connection;
    HttpServer server;
    int port;

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

    static HttpHandler ok(final String body, final String... headers) {
        return answer(200, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    static HttpHandler answer(final int status, final byte[] body, final String... headers) {
        return exchange -> {
            for (int i = 0; i < headers.length; i += 2) {
                exchange.getResponseHeaders().add(headers[i], headers[i + 1]);
            }
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        };
    }

    /** Everything is at the loopback address. */
    InetAddress[] resolve(final String host) throws UnknownHostException {
        resolved.add(host);
        return new InetAddress[] {InetAddress.getLoopbackAddress()};
    }

    void connect(final String... options) throws IOException {
        connection = new OriginConnection(client, (head, body, millis) -> origin.fetch(head, body, millis),
                new RenderOptions(options), new URL(SITE), log, budget, this::resolve);
        client.setWebConnection(connection);
        client.getOptions().setThrowExceptionOnScriptError(false);
        client.getOptions().setThrowExceptionOnFailingStatusCode(false);
    }

    void connectToCdn(final String... more) throws IOException {
        final List<String> options = new ArrayList<>(
                List.of("external_hosts", "*.cdn.example", "private_hosts", "a.cdn.example"));
        options.addAll(List.of(more));
        connect(options.toArray(new String[0]));
    }

    WebRequest request(final String url) throws IOException {
        final WebRequest request = new WebRequest(new URL(url));
        request.setFetchDestination(WebRequest.FetchDestination.SCRIPT);
        request.setFetchModeOverride(null);
        request.setRequestingUrl(new URL(SITE + "page"));
        request.setAdditionalHeader("Referer", SITE + "page");
        return request;
    }

    WebResponse get(final String url) throws IOException {
        return connection.getResponse(request(url));
    }

    String cdn(final String path) {
        return "http://a.cdn.example:" + port + path;
    }

    String logged() {
        return log.entries().toString();
    }
}
