package ajaxcrawl;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.htmlunit.DefaultPageCreator;
import org.htmlunit.WebClient;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.host.Window;

/** One render, from the pretty URL to the result. Runs on a page thread. */
final class RenderJob {

    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    private final RenderOptions options;
    private WebUrl document;
    private final Budget budget;
    private final PageLog log;
    private final PageClient client;
    private final OriginConnection connection;
    private final Settler settler;
    private WebResponse shown;

    /**
     * @param lowering for modern scripts; null: they stay as they are
     * @param configurer sees the client before use; null: none
     */
    RenderJob(final RenderOptions options, final WebUrl document, final Origin origin, final PageLog log,
            final Budget budget, final LoweredScripts lowering, final Consumer<WebClient> configurer) {
        this.options = options;
        this.document = document;
        this.budget = budget;
        this.log = log;
        client = new PageClient(options, options.pageClock() ? new PageClock() : null, log, budget, lowering);
        connection = new OriginConnection(client, new OriginCalls(origin, budget), options, document.toJavaUrl(), log,
                budget);
        client.setWebConnection(connection);
        settler = Settler.of(client, options);
        if (configurer != null) {
            configurer.accept(client);
        }
    }

    /** Renders. What goes wrong is in the result. */
    RenderResult run() {
        try {
            final WebResponse response = getDocument();
            if (isRedirect(response)) {
                return redirect(response);
            }
            if (!isHtml(response)) {
                return head("other").with("status", response.getStatusCode()).result();
            }
            shown = response;
            return whole(() -> {
                client.loadWebResponseInto(response, client.top());
                client.getJavaScriptEngine().registerWindowAndMaybeStartEventLoop(client.top());
            });
        } catch (final PageStopped stopped) {
            return failed("timeout", "the document did not come in time");
        } catch (final IOException e) {
            if (budget.stopped() != null) {
                return failed("stopped", budget.stopped());
            }
            return failed(budget.millisLeft() <= 0 ? "timeout" : "internal", String.valueOf(e.getMessage()));
        }
    }

    /**
     * Renders the page, which {@link #run} has loaded, with another hash. To be called on the same thread, after a
     * result that is whole.
     */
    RenderResult show(final WebUrl state) {
        log.renew();
        connection.renew();
        if (shown == null || !(client.top().getScriptableObject() instanceof Window window)
                || !state.withoutFragment().equals(DocumentUrls.url(client.top().getEnclosedPage()).withoutFragment())) {
            return failed("internal", "the page shows another document");
        }
        document = state;
        try {
            return whole(() -> client.getJavaScriptEngine().getContextFactory().call(context -> {
                window.getLocation().setHash(state.hash());
                return null;
            }));
        } catch (final IOException e) {
            return failed("internal", String.valueOf(e.getMessage()));
        }
    }

    /** Frees what the page holds. May take long: scripts of the wall clock's thread may still have to end. */
    void close() {
        budget.freeze();
        client.close();
    }

    /** Asks for the document; one that redirects to itself (to set a cookie, say) is asked for again, as browsers do. */
    private WebResponse getDocument() throws IOException {
        while (true) {
            budget.check();
            final URL url = document.toJavaUrl();
            final WebRequest request = new WebRequest(url, client.getBrowserVersion().getHtmlAcceptHeader(),
                    client.getBrowserVersion().getAcceptEncodingHeader());
            request.setCharset(StandardCharsets.UTF_8);
            final WebResponse response = connection.getDocument(request);
            request.setUrl(url);
            final WebUrl target = isRedirect(response) ? location(response) : null;
            if (target == null || !target.href().equals(document.href())) {
                return response;
            }
            if (!client.navigation().mayRepeat()) {
                throw new IOException("the document redirects to itself");
            }
        }
    }

    /** An empty Location is none: browsers show such a document. */
    private static boolean isRedirect(final WebResponse response) {
        final String location = response.getResponseHeaderValue("Location");
        return REDIRECTS.contains(response.getStatusCode()) && location != null && !location.isBlank();
    }

    /** The pretty URL that a redirect points to; null: to nothing that people could be shown. */
    private WebUrl location(final WebResponse response) {
        final String value = response.getResponseHeaderValue("Location");
        final String text = new String(value.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
        final WebUrl url = WebUrl.parse(text, document);
        if (url == null) {
            return null;
        }
        // one without a fragment has that of the URL asked for (Fetch standard, location URL)
        final boolean inherits = url.fragment() == null && document.fragment() != null && !UglyUrls.isUgly(url);
        return pretty(inherits ? url.withHash(document.hash()) : url);
    }

    private static WebUrl pretty(final WebUrl url) {
        final WebUrl pretty = UglyUrls.toPretty(url);
        return ("http".equals(url.scheme()) || "https".equals(url.scheme())) && !UglyUrls.isUgly(pretty) ? pretty : null;
    }

    private static boolean isHtml(final WebResponse response) throws IOException {
        if (OriginConnection.isDownload(response.getResponseHeaderValue("Content-Disposition"))) {
            return false;
        }
        final String type = response.getContentType();
        return type == null || type.isEmpty()
                ? DefaultPageCreator.determinePageType(response) == DefaultPageCreator.PageType.HTML
                : OriginConnection.isHtml(Fetched.mediaType(type));
    }

    /** What the page shows once it has begun and worked. */
    private RenderResult whole(final Beginning beginning) throws IOException {
        try {
            work(beginning);
            return takenAtLast(shown);
        } catch (final PageStopped | ScriptTimeout late) { // thrown into this thread just as it went from one step to the next
            return takenAtLast(shown);
        }
    }

    /** What a page begins with. */
    private interface Beginning {
        void run() throws IOException;
    }

    /** Lets the document begin and work, until it is ready or a limit is reached. */
    private void work(final Beginning beginning) throws IOException {
        try {
            beginning.run();
            settler.settle();
        } catch (final PageStopped | ScriptTimeout stopped) {
            // noted where it was thrown; what is there is the snapshot
        } catch (final OutOfMemoryError e) {
            budget.outOfMemory();
        } catch (final RuntimeException | StackOverflowError e) {
            log.add("error", "internal", "HtmlUnit failed: " + e, document.href(), 0);
        }
    }

    /** The page as it is now. What was thrown into this thread while it came to its end by itself may arrive only here. */
    private RenderResult takenAtLast(final WebResponse response) throws IOException {
        try {
            return taken(response);
        } catch (final PageStopped | ScriptTimeout late) {
            return budget.watch().takingIsOver() ? failed("timeout", "the page could not be written out in time") : taken(response);
        }
    }

    private RenderResult taken(final WebResponse response) throws IOException {
        budget.freeze();
        if (budget.stopped() != null) {
            return failed("stopped", "");
        }
        if (!settler.stop()) {
            return failed("lost", "a script of the page does not end");
        }
        final WebUrl target = client.navigation().target();
        if (target != null) {
            return redirect(302, pretty(target), List.of());
        }
        if (!(client.top().getEnclosedPage() instanceof HtmlPage page)) {
            return budget.incomplete().isEmpty() ? head("other").with("status", response.getStatusCode()).result()
                    : failed("timeout", "the document could not be read in time");
        }
        if (page.getDocumentElement() == null && !budget.incomplete().isEmpty()) {
            return failed("timeout", "the page was cut before anything of it was there: "
                    + String.join(", ", budget.incomplete()));
        }
        if (isRedirect(page.getWebResponse())) { // it has loaded itself again, and now redirects
            return redirect(page.getWebResponse());
        }
        return snapshot(page);
    }

    private RenderResult snapshot(final HtmlPage page) throws IOException {
        final double script = (budget.elapsed() - budget.originNanos()) / 1e9;
        final long start = System.nanoTime();
        final PageDirectives directives = PageDirectives.read(page, document.toJavaUrl(), log);
        if (directives.location() != null) {
            return redirect(directives.status(), WebUrl.parse(directives.location(), null), directives.headers());
        }
        final byte[] body;
        try {
            body = new SnapshotSerializer(options).serialize(page, document.toJavaUrl(),
                    UglyUrls.toUgly(document).toJavaUrl());
        } catch (final SnapshotTooLargeException e) {
            return failed("too_large", e.getMessage());
        }
        return head("html").with("status", directives.status()).with("headers", directives.headers())
                .with("timings", timings(script, (System.nanoTime() - start) / 1e9)).result(body);
    }

    private RenderResult redirect(final WebResponse response) {
        return redirect(response.getStatusCode(), location(response), DocumentHeaders.of(response));
    }

    private RenderResult redirect(final int status, final WebUrl target, final List<List<String>> headers) {
        if (target == null) {
            return failed("internal", "the page redirects to what is no pretty HTTP URL");
        }
        if (target.href().equals(document.href())) {
            return failed("internal", "the page redirects to itself");
        }
        return head("redirect").with("status", status).with("headers", headers).with("location", target.href())
                .result();
    }

    private RenderResult failed(final String kind, final String reason) {
        final String stopped = budget.stopped(); // then nothing else matters, and may but follow from it
        final ResultHead head = stopped == null ? ResultHead.failed(kind, reason) : ResultHead.failed("stopped", stopped);
        return head.log(log).with("requests", requests()).result();
    }

    private ResultHead head(final String outcome) {
        final Double pageSeconds = client.pageClock() == null ? null : client.pageClock().now() / 1e3;
        return ResultHead.of(outcome).with("incomplete", budget.incomplete()).log(log).with("requests", requests())
                .with("page_seconds", pageSeconds);
    }

    private Map<String, Object> timings(final double script, final double serialise) {
        final Map<String, Object> timings = new LinkedHashMap<>();
        timings.put("fetch", budget.originNanos() / 1e9);
        timings.put("script", script);
        timings.put("serialise", serialise);
        return timings;
    }

    private List<Map<String, Object>> requests() {
        final List<Map<String, Object>> list = new ArrayList<>();
        for (final RequestEntry entry : connection.requests()) {
            final Map<String, Object> values = new LinkedHashMap<>();
            values.put("method", entry.method());
            values.put("url", entry.url());
            values.put("status", entry.status());
            values.put("bytes", entry.bytes());
            values.put("started", entry.started());
            values.put("seconds", entry.seconds());
            values.put("outcome", entry.outcome());
            list.add(values);
        }
        return list;
    }
}
