package ajaxcrawl;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.net.URL;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

import org.apache.http.Header;
import org.apache.http.HttpEntity;
import org.apache.http.HttpException;
import org.apache.http.HttpHost;
import org.apache.http.HttpRequest;
import org.apache.http.HttpResponse;
import org.apache.http.client.methods.AbstractExecutionAwareRequest;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpRequestWrapper;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.conn.ConnectTimeoutException;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.conn.DefaultRoutePlanner;
import org.apache.http.impl.conn.DefaultSchemePortResolver;
import org.apache.http.protocol.HttpContext;
import org.htmlunit.HttpWebConnection;
import org.htmlunit.WebClient;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.htmlunit.WebResponseData;
import org.htmlunit.util.NameValuePair;

/**
 * HtmlUnit's HTTP client for the few requests that leave the process: addresses are checked where they are connected
 * to, bodies are cut at the limit, and no server holds a page longer than its time. Cookies are the caller's.
 */
final class HttpExchange extends HttpWebConnection {

    private static final ScheduledExecutorService WATCHDOG = Executors.newSingleThreadScheduledExecutor(task -> {
        final Thread thread = new Thread(task, "ajaxcrawl-http-watchdog");
        thread.setDaemon(true);
        return thread;
    });

    private static final long WATCH_MILLIS = 50;

    /** How long a stream of events is read, in all and where nothing comes, as event_streams.py has it. */
    private static final long LONGEST_STREAM = TimeUnit.MILLISECONDS.toNanos(1000);
    private static final long QUIET_STREAM = TimeUnit.MILLISECONDS.toNanos(250);
    private static final int CHUNK = 16 * 1024;

    private final AddressGuard guard;
    private final long limit;
    private final ThreadLocal<Exchange> current = new ThreadLocal<>();

    /** One request under way. */
    private static final class Exchange implements Runnable {
        private final BooleanSupplier over;
        private final boolean document;
        private final boolean readsEvents;
        private AbstractExecutionAwareRequest request;
        private boolean aborted;
        private String failure;
        /** When to read no more of a stream of events ({@link System#nanoTime}); 0: it is none. */
        private volatile long patience;

        Exchange(final BooleanSupplier over, final boolean document, final boolean readsEvents) {
            this.over = over;
            this.document = document;
            this.readsEvents = readsEvents;
        }

        /** From now on the request can be aborted, while it connects too. */
        synchronized void begin(final AbstractExecutionAwareRequest started) {
            request = started;
        }

        /** Called by the watchdog, now and then. */
        @Override
        public synchronized void run() {
            if (request != null && over.getAsBoolean()) {
                aborted = true;
                request.abort();
            } else if (patience != 0 && System.nanoTime() - patience >= 0) {
                request.abort();
            }
        }

        synchronized void abort() {
            request.abort();
        }

        synchronized boolean isAborted() {
            return aborted;
        }
    }

    HttpExchange(final WebClient client, final AddressGuard guard, final long limit) {
        super(client);
        this.guard = guard;
        this.limit = limit;
    }

    /**
     * Asks a server.
     *
     * @param request the page's request: method and body are taken from it
     * @param url where it goes
     * @param headers all its headers
     * @param document whether a response that is not HTML is of no use
     * @param millis wall-clock time that it may take
     * @param stopped whether nobody waits for the response any more
     */
    Fetched fetch(final WebRequest request, final URL url, final Map<String, String> headers, final boolean document,
            final long millis, final BooleanSupplier stopped) throws IOException {
        final WebRequest copy = copy(request, url);
        headers.forEach(copy::setAdditionalHeader);
        copy.setTimeout((int) Math.max(1, Math.min(millis, Integer.MAX_VALUE)));
        final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        final Exchange exchange = new Exchange(() -> System.nanoTime() - end >= 0 || stopped.getAsBoolean(), document,
                request.getFetchDestination() == WebRequest.FetchDestination.EMPTY);
        final ScheduledFuture<?> watch =
                WATCHDOG.scheduleWithFixedDelay(exchange, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
        current.set(exchange);
        try {
            final WebResponse response = getResponse(copy);
            try (InputStream body = response.getContentAsStream()) {
                return new Fetched(response.getStatusCode(), response.getResponseHeaders(), body.readAllBytes(),
                        exchange.failure);
            }
        } catch (final SocketTimeoutException | ConnectTimeoutException e) {
            return new Fetched(0, List.of(), new byte[0], Fetched.TIMEOUT + ": " + e.getMessage());
        } catch (final IOException e) {
            if (exchange.isAborted()) {
                return new Fetched(0, List.of(), new byte[0], Fetched.TIMEOUT + ": no response in time");
            }
            throw e;
        } finally {
            current.remove();
            watch.cancel(false);
        }
    }

    /** The page's own request stays as it is: HtmlUnit looks at its headers later. */
    private static WebRequest copy(final WebRequest request, final URL url) {
        final WebRequest copy = new WebRequest(url, request.getHttpMethod());
        copy.setAdditionalHeaders(new HashMap<>());
        copy.setCharset(request.getCharset());
        copy.setEncodingType(request.getEncodingType());
        if (request.getRequestBody() != null) {
            copy.setRequestBody(request.getRequestBody());
        } else if (!request.getRequestParameters().isEmpty()) {
            copy.setRequestParameters(request.getRequestParameters());
        }
        copy.setFetchDestination(request.getFetchDestination());
        copy.setProxyHost(request.getProxyHost());
        copy.setProxyPort(request.getProxyPort());
        copy.setProxyScheme(request.getProxyScheme());
        copy.setSocksProxy(request.isSocksProxy());
        copy.setCredentials(request.getCredentials());
        copy.addHint(WebRequest.HttpHint.BlockCookies);
        return copy;
    }

    @Override
    protected HttpClientBuilder createHttpClientBuilder() {
        return super.createHttpClientBuilder()
                .setDnsResolver(guard)
                .disableAutomaticRetries()
                .setRoutePlanner(new DefaultRoutePlanner(DefaultSchemePortResolver.INSTANCE) {
                    @Override
                    public HttpRoute determineRoute(final HttpHost host, final HttpRequest request,
                            final HttpContext context) throws HttpException {
                        if (request instanceof HttpRequestWrapper wrapper
                                && wrapper.getOriginal() instanceof AbstractExecutionAwareRequest original) {
                            current.get().begin(original);
                        }
                        return super.determineRoute(host, request, context);
                    }
                });
    }

    @Override
    protected WebResponse downloadResponse(final HttpUriRequest method, final WebRequest request,
            final HttpResponse response, final long startTime) throws IOException {
        final List<NameValuePair> headers = new ArrayList<>();
        for (final Header header : response.getAllHeaders()) {
            headers.add(new NameValuePair(header.getName(), header.getValue()));
        }
        final int status = response.getStatusLine().getStatusCode();
        final WebResponseData data = new WebResponseData(body(response), status,
                String.valueOf(response.getStatusLine().getReasonPhrase()),
                headers.stream().filter(header -> !"content-encoding".equalsIgnoreCase(header.getName())).toList());
        return new WebResponse(data, request, System.currentTimeMillis() - startTime);
    }

    private byte[] body(final HttpResponse response) throws IOException {
        final Exchange exchange = current.get();
        final HttpEntity entity = response.getEntity();
        if (entity == null) {
            return new byte[0];
        }
        final String type = Fetched.mediaType(value(response.getFirstHeader("Content-Type")));
        if ("text/event-stream".equals(type)) {
            if (exchange.readsEvents && response.getFirstHeader("Content-Encoding") == null) {
                return events(entity.getContent(), exchange);
            }
            exchange.failure = Fetched.EVENT_STREAM;
        }
        final boolean shown = (type.isEmpty() || OriginConnection.isHtml(type))
                && !OriginConnection.isDownload(value(response.getFirstHeader("Content-Disposition")));
        if (exchange.failure != null || exchange.document && !shown) {
            ((CloseableHttpResponse) response).close();
            return new byte[0];
        }
        final BoundedBody body = BoundedBody.read(entity.getContent(),
                value(response.getFirstHeader("Content-Encoding")), limit);
        if (body.cut()) {
            exchange.failure = Fetched.TOO_LARGE;
            ((CloseableHttpResponse) response).close();  // or closing the stream would read all the rest
        }
        return body.bytes();
    }

    /** What a stream tells at once: what comes later is news. */
    private byte[] events(final InputStream in, final Exchange exchange) {
        final ByteArrayOutputStream events = new ByteArrayOutputStream();
        final byte[] chunk = new byte[CHUNK];
        final long end = System.nanoTime() + LONGEST_STREAM;
        exchange.patience = end;
        try {
            for (int count = in.read(chunk); count >= 0; count = in.read(chunk)) {
                events.write(chunk, 0, (int) Math.min(count, limit - events.size()));
                if (events.size() >= limit) {
                    exchange.failure = Fetched.TOO_LARGE;
                    exchange.abort();
                    break;
                }
                exchange.patience = Math.min(end, System.nanoTime() + QUIET_STREAM);
            }
        } catch (final IOException e) { // by the watchdog, or the server has gone: it may be asked again
            exchange.failure = Fetched.EVENT_STREAM;
        }
        return events.toByteArray();
    }

    private static String value(final Header header) {
        return header == null ? null : header.getValue();
    }
}
