package ajaxcrawl;

import java.io.IOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.htmlunit.Page;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.htmlunit.WebWindow;
import org.htmlunit.html.HtmlPage;

/** One render, from the pretty URL to the result. Runs on a page thread. */
final class RenderJob {

    private final RenderOptions options;
    private final String prettyUrl;
    private final Origin origin;
    private final PageLog log;
    private final Budget budget;

    RenderJob(final RenderOptions options, final String prettyUrl, final Origin origin, final PageLog log,
            final Budget budget) {
        this.options = options;
        this.prettyUrl = prettyUrl;
        this.origin = origin;
        this.log = log;
        this.budget = budget;
    }

    RenderResult run() {
        final PageClock clock = options.pageClock() ? new PageClock() : null;
        final PageClient client = new PageClient(options, clock, log, budget);
        try {
            client.setWebConnection(new StandInConnection(origin, budget));
            return render(client).log(log).result(body);
        } catch (final IOException e) {
            return ResultHead.failed("internal", String.valueOf(e.getMessage())).log(log).result();
        } finally {
            client.close();
        }
    }

    private byte[] body = new byte[0];

    private ResultHead render(final PageClient client) throws IOException {
        final WebRequest request = new WebRequest(new URL(prettyUrl), client.getBrowserVersion().getHtmlAcceptHeader(),
                client.getBrowserVersion().getAcceptEncodingHeader());
        request.setCharset(StandardCharsets.UTF_8);
        final WebWindow window = client.getCurrentWindow();
        final WebResponse response = client.loadWebResponse(request);
        try {
            client.loadWebResponseInto(response, window);
            client.getJavaScriptEngine().registerWindowAndMaybeStartEventLoop(window);
            new Settler(client, options).settle();
        } catch (final PageStopped stopped) {
            if (budget.stopped() != null) {
                return ResultHead.failed("stopped", budget.stopped());
            }
        }
        final long script = budget.elapsed() - budget.originNanos();
        final Page page = window.getEnclosedPage();
        if (!(page instanceof HtmlPage html)) {
            return ResultHead.of("other").with("status", response.getStatusCode());
        }
        final long before = System.nanoTime();
        final WebUrl asked = WebUrl.parse(prettyUrl, null);
        final PageDirectives directives = PageDirectives.read(html, asked.toJavaUrl(), log);
        if (directives.location() != null) {
            return ResultHead.of("redirect").with("status", directives.status())
                    .with("headers", directives.headers()).with("location", directives.location());
        }
        try {
            body = new SnapshotSerializer(options).serialize(html, asked.toJavaUrl(),
                    UglyUrls.toUgly(asked).toJavaUrl());
        } catch (final SnapshotTooLargeException e) {
            return ResultHead.failed("too_large", e.getMessage());
        }
        final Map<String, Object> timings = new LinkedHashMap<>();
        timings.put("fetch", budget.originNanos() / 1e9);
        timings.put("script", script / 1e9);
        timings.put("serialise", (System.nanoTime() - before) / 1e9);
        return ResultHead.of("html").with("status", directives.status()).with("headers", directives.headers())
                .with("incomplete", budget.incomplete())
                .with("timings", timings);
    }
}
