package ajaxcrawl;

import java.net.URL;
import java.util.Set;

import org.htmlunit.BrowserVersion;
import org.htmlunit.WebRequest;
import org.htmlunit.WebRequest.FetchDestination;

/**
 * Which kinds of URL a page may load at all. HtmlUnit itself reads {@code file:} URLs for any page, so every load is to
 * pass here first.
 */
final class ResourcePolicy {

    private static final Set<String> ALLOWED = Set.of("http", "https", "about", "data", "blob");

    private ResourcePolicy() { }

    /**
     * To be called before {@code WebClient.loadWebResponse}.
     *
     * @throws RequestFailure where the page may not load that
     */
    static void check(final WebRequest request, final BrowserVersion browser, final PageLog log) throws RequestFailure {
        final URL url = request.getUrl();
        final String scheme = url.getProtocol();
        if (!ALLOWED.contains(scheme)) {
            refuse(log, url, scheme + ": URLs are never loaded");
        }
        if ("data".equals(scheme) && request.getFetchDestination() == FetchDestination.DOCUMENT
                && browser.getHtmlAcceptHeader().equals(request.getAdditionalHeader("Accept"))) {
            refuse(log, url, "a page cannot navigate to a data: URL");
        }
    }

    private static void refuse(final PageLog log, final URL url, final String why) throws RequestFailure {
        final String text = url.toExternalForm();
        final String shown = text.substring(0, Math.min(200, text.length()));
        log.add("warning", "blocked", why, shown, 0);
        throw new RequestFailure("Refused: " + why + " (" + shown + ")");
    }
}
