package ajaxcrawl;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.net.URL;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.apache.http.conn.DnsResolver;
import org.apache.http.impl.EnglishReasonPhraseCatalog;
import org.apache.http.impl.conn.SystemDefaultDnsResolver;
import org.htmlunit.HttpMethod;
import org.htmlunit.WebClient;
import org.htmlunit.WebConnection;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.htmlunit.WebResponseData;
import org.htmlunit.http.HttpUtils;
import org.htmlunit.util.NameValuePair;

/**
 * Where a page's requests go: to its own site through {@link Origin}, by HTTP to the few other servers that the settings
 * name, and nowhere else. One for each render; safe to use from several threads.
 */
public final class OriginConnection implements WebConnection {

    /** The request header by which an application can tell a render from a visitor. */
    static final String RENDER_HEADER = "X-Ajaxcrawl-Render";

    /** The response header by which fetch.js and EventSource.js tell a stream of events that has no end. */
    private static final String STREAM_HEADER = "x-ajaxcrawl-stream";

    private static final Set<String> HIDDEN = Set.of("set-cookie", "set-cookie2", "content-encoding", "connection",
            "keep-alive", "transfer-encoding", "upgrade", "trailer", "te", "proxy-connection");

    private final WebClient client;
    private final Origin origin;
    private final RenderOptions options;
    private final PageLog log;
    private final RenderBudget budget;
    private final Routes routes;
    private final PageCookies cookies;
    /** Two clients: a connection kept open to a trusted server must not serve a request that may not go there. */
    private final HttpExchange guarded;
    private final HttpExchange trusting;
    private final List<RequestEntry> requests = new ArrayList<>();
    private long began = System.nanoTime();

    /**
     * @param client the client whose requests come here
     * @param origin answers requests to the page's own site
     * @param options which other hosts may be asked, and limits
     * @param documentUrl the page's URL: its host is the page's own
     * @param log says what was refused and what failed
     * @param budget time, and what makes the snapshot incomplete
     */
    public OriginConnection(final WebClient client, final Origin origin, final RenderOptions options,
            final URL documentUrl, final PageLog log, final RenderBudget budget) {
        this(client, origin, options, documentUrl, log, budget, SystemDefaultDnsResolver.INSTANCE);
    }

    OriginConnection(final WebClient client, final Origin origin, final RenderOptions options, final URL documentUrl,
            final PageLog log, final RenderBudget budget, final DnsResolver resolver) {
        this.client = client;
        this.origin = origin;
        this.options = options;
        this.log = log;
        this.budget = budget;
        routes = new Routes(options, documentUrl, log);
        cookies = new PageCookies(client);
        guarded = new HttpExchange(client, new AddressGuard(resolver, false), options.maxResponseBytes());
        trusting = new HttpExchange(client, new AddressGuard(resolver, true), options.maxResponseBytes());
    }

    /**
     * Asks for the document to render. Redirects are not followed. A response that is cut, or ends too early, comes as
     * far as it goes and is noted as incomplete; the body of one that is not HTML may be missing.
     *
     * @throws IOException where no response came
     */
    public WebResponse getDocument(final WebRequest request) throws IOException {
        request.setFetchDestination(WebRequest.FetchDestination.DOCUMENT);
        request.setFetchModeOverride(WebRequest.FetchMode.NAVIGATE);
        return answer(request, true);
    }

    /** Answers any other request of the page; a response that is cut is a failure for scripts, styles and calls. */
    @Override
    public WebResponse getResponse(final WebRequest request) throws IOException {
        return answer(request, false);
    }

    /** Begins anew, for a page that goes on to its next state. */
    void renew() {
        synchronized (requests) {
            requests.clear();
            began = System.nanoTime();
        }
        routes.renew();
    }

    /** The requests so far, in the order in which they ended; bounded. */
    public List<RequestEntry> requests() {
        synchronized (requests) {
            return List.copyOf(requests);
        }
    }

    @Override
    public void close() {
        guarded.close();
        trusting.close();
    }

    /** Whether documents of this media type are rendered. */
    static boolean isHtml(final String mediaType) {
        return "text/html".equals(mediaType) || "application/xhtml+xml".equals(mediaType);
    }

    /** Whether browsers save a document with this {@code Content-Disposition} (null: none) rather than show it. */
    static boolean isDownload(final String disposition) {
        return disposition != null && disposition.strip().toLowerCase(Locale.ROOT).startsWith("attachment");
    }

    private WebResponse answer(final WebRequest request, final boolean document) throws IOException {
        final URL url = request.getUrl();
        final long start = System.nanoTime();
        String outcome = "blocked";
        Fetched fetched = null;
        try {
            final Routes.Way way = routes.choose(url, document);
            outcome = "failed";
            fetched = fetch(request, url, way, document);
            final boolean whole = fetched.failure() == null || fetched.failedBy(Fetched.OUTSIDE);
            outcome = whole ? "ok" : fetched.status() == 0 ? "failed" : "cut";
            check(fetched, request, document);
            return response(fetched, request, url, start);
        } catch (final AddressGuard.RefusedAddressException e) {
            outcome = "blocked";
            throw routes.refuse("warning", e.getMessage(), url);
        } catch (final RequestFailure | SocketTimeoutException e) {
            throw e;
        } catch (final IOException e) {
            final String reason = "No response: " + inWords(e);
            log.add("error", "request", reason, url.toExternalForm(), 0);
            throw new RequestFailure(reason, e);
        } finally {
            record(request, url, fetched, start, outcome);
        }
    }

    /** What went wrong, for people: some exceptions have no message, and this one just the name that it is about. */
    private static String inWords(final IOException failure) {
        if (failure instanceof UnknownHostException) {
            return "there is no host " + failure.getMessage();
        }
        return failure.getMessage() == null ? failure.getClass().getSimpleName() : failure.getMessage();
    }

    private void record(final WebRequest request, final URL url, final Fetched fetched, final long start,
            final String outcome) {
        final double seconds = (System.nanoTime() - start) / 1e9;
        final String text = url.toExternalForm();
        final int hash = text.indexOf('#');
        synchronized (requests) {
            if (requests.size() < 2 * options.maxPageRequests()) {
                requests.add(new RequestEntry(request.getHttpMethod().name(), hash < 0 ? text : text.substring(0, hash),
                        fetched == null ? 0 : fetched.status(), fetched == null ? 0 : fetched.body().length,
                        (start - began) / 1e9, seconds, outcome));
            }
        }
    }

    private Fetched fetch(final WebRequest request, final URL url, final Routes.Way way,
            final boolean document) throws IOException {
        final long left = budget.millisLeft();
        if (left <= 0) {
            budget.incomplete("request_open");
            throw routes.refuse("warning", "Not asked for: the render's time is over. Raise deadline", url);
        }
        final long most = document ? left - timeToRead(left) : left;
        final long millis = request.getTimeout() > 0 ? Math.min(request.getTimeout(), most) : most;
        final RequestBody body = RequestBody.of(request);
        final Map<String, String> headers =
                RequestHeaders.of(request, url, client.getBrowserVersion(), body.contentType());
        if (way != Routes.Way.OTHER_HOST) {
            headers.put(RENDER_HEADER, "1");
        }
        final String cookie = blocksCookies(request) ? null : cookies.header(url);
        if (cookie != null) {
            headers.put("Cookie", cookie);
        }
        budget.beginOrigin();
        try {
            if (way == Routes.Way.OTHER_HOST) {
                return byHttp(request, url, headers, routes.mayBePrivate(url), document, millis);
            }
            headers.put("Host", Urls.authority(url));
            String server = routes.serverFor(url);
            if (server == null) {
                Fetched fetched = inProcess(request, url, headers, body, millis);
                final String login = fetched.status() == 401 ? BasicLogin.of(request, fetched.headers()) : null;
                if (login != null && headers.keySet().stream().noneMatch("Authorization"::equalsIgnoreCase)) {
                    headers.put("Authorization", login);
                    fetched = inProcess(request, url, headers, body, millis);
                }
                server = routes.serverForTheRest();
                if (server == null || !fetched.failedBy(Fetched.OUTSIDE)) {
                    return fetched;
                }
                routes.refuseUgly(url);
            }
            return mapBack(byHttp(request, SiteOrigins.rewrite(url, server), headers, true, document, millis), url,
                    server);
        } finally {
            budget.endOrigin();
        }
    }

    /** What has come of a document by its end is still to be read, of the render's time. */
    private static long timeToRead(final long left) {
        return Math.max(left / 10, Math.min(left / 4, 1000));
    }

    private Fetched inProcess(final WebRequest request, final URL url, final Map<String, String> headers,
            final RequestBody body, final long millis) {
        final StringBuilder head = new StringBuilder();
        head.append(request.getHttpMethod()).append(' ').append(Urls.origin(url)).append(target(request, url))
                .append(" HTTP/1.1\r\n");
        headers.forEach((name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        if (body.bytes().length > 0 || hasBody(request.getHttpMethod())) {
            head.append("Content-Length: ").append(body.bytes().length).append("\r\n");
        }
        return Fetched.of(origin.fetch(head.toString().getBytes(StandardCharsets.ISO_8859_1), body.bytes(), millis));
    }

    private Fetched byHttp(final WebRequest request, final URL target, final Map<String, String> headers,
            final boolean trusted, final boolean document, final long millis) throws IOException {
        if (!headers.containsKey("Sec-Fetch-Mode")) {  // browsers send both or neither
            headers.remove("Sec-Fetch-Dest");
        }
        final HttpExchange http = trusted ? trusting : guarded;
        return http.fetch(request, target, headers, document, millis, () -> budget.millisLeft() <= 0);
    }

    private static Fetched mapBack(final Fetched fetched, final URL url, final String server) throws IOException {
        final List<NameValuePair> headers = new ArrayList<>();
        for (final NameValuePair header : fetched.headers()) {
            headers.add("location".equalsIgnoreCase(header.getName()) ? new NameValuePair(header.getName(),
                    SiteOrigins.mapBack(header.getValue(), url, server)) : header);
        }
        return new Fetched(fetched.status(), headers, fetched.body(), fetched.failure());
    }

    private static boolean hasBody(final HttpMethod method) {
        return method == HttpMethod.POST || method == HttpMethod.PUT || method == HttpMethod.PATCH;
    }

    private static boolean blocksCookies(final WebRequest request) {
        return request.hasHint(WebRequest.HttpHint.BlockCookies);
    }

    /** Notes and raises what a response lacks. */
    private void check(final Fetched fetched, final WebRequest request, final boolean document) throws IOException {
        if (fetched.failure() == null) {
            return;
        }
        final String url = request.getUrl().toExternalForm();
        if (fetched.failedBy(Fetched.OUTSIDE)) {
            log.add("warning", "request", "Outside of the path where the application is mounted: name the server that "
                    + "answers it in origins", url, 0);
            return;
        }
        if (fetched.failedBy(Fetched.EVENT_STREAM)) {
            log.add("info", "request", "A stream of events has no end: what comes later is not waited for", url, 0);
            if (request.getFetchDestination() != WebRequest.FetchDestination.EMPTY) {
                throw new RequestFailure("A stream of events is not waited for: " + url);
            }
            return;
        }
        if (fetched.failedBy(Fetched.TIMEOUT) && request.getTimeout() > 0 && budget.millisLeft() > 0) {
            log.add("info", "request", "The page's own timeout of " + request.getTimeout() + " ms was over", url, 0);
            throw new SocketTimeoutException("Timed out: " + url);
        }
        String message = "No whole response: " + fetched.failure();
        if (fetched.failedBy(Fetched.TIMEOUT)) {
            budget.incomplete("request_open");
            message = "No whole response before the render's time was over. Raise deadline";
        } else if (fetched.failedBy(Fetched.TOO_LARGE)) {
            budget.incomplete("response_cut");
            message = "The response was cut at " + options.maxResponseBytes() + " bytes. Raise max_response_bytes";
        } else if (document && fetched.status() != 0) {
            budget.incomplete("response_broken");
        }
        log.add("error", "request", message, url, 0);
        if (!document || fetched.status() == 0) {
            throw new RequestFailure(message + " (" + url + ")");
        }
    }

    private WebResponse response(final Fetched fetched, final WebRequest request, final URL url,
            final long start) {
        final List<NameValuePair> headers = new ArrayList<>();
        for (final NameValuePair header : fetched.headers()) {
            final String name = header.getName().toLowerCase(Locale.ROOT);
            if ("set-cookie".equals(name) && !blocksCookies(request)) {
                cookies.store(url, header.getValue());
            }
            if (!HIDDEN.contains(name) && !STREAM_HEADER.equals(name)) {
                headers.add(header);
            }
        }
        if (fetched.failedBy(Fetched.EVENT_STREAM)) {
            headers.add(new NameValuePair(STREAM_HEADER, "open"));
        }
        final int status = fetched.status();
        final boolean empty = request.getHttpMethod() == HttpMethod.HEAD || status == 204 || status == 205
                || status == 304;
        final WebResponseData data = new WebResponseData(empty ? new byte[0] : fetched.body(), status, reason(status),
                headers);
        return new WebResponse(data, request, (System.nanoTime() - start) / 1_000_000);
    }

    private static String reason(final int status) {
        final boolean known = status >= 100 && status < 600;
        final String reason = known ? EnglishReasonPhraseCatalog.INSTANCE.getReason(status, Locale.ROOT) : null;
        return reason == null ? "Unknown" : reason;
    }

    /** HtmlUnit keeps the fields of a form that is sent by GET apart from the URL. */
    private static String target(final WebRequest request, final URL url) {
        final boolean inQuery = !request.getRequestParameters().isEmpty() && !hasBody(request.getHttpMethod())
                && request.getHttpMethod() != HttpMethod.DELETE && request.getHttpMethod() != HttpMethod.OPTIONS;
        final String target = Urls.target(url);
        return inQuery ? target.split("\\?", 2)[0] + "?" + HttpUtils.toQueryFormFields(
                request.getRequestParameters(), request.getCharset()) : target;
    }
}
