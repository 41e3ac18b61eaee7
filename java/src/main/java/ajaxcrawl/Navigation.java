package ajaxcrawl;

import java.net.URL;
import org.htmlunit.ElementNotFoundException;
import org.htmlunit.HttpMethod;
import org.htmlunit.WebRequest;
import org.htmlunit.WebWindow;
import org.htmlunit.WebWindowNotFoundException;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.http.HttpUtils;
import org.htmlunit.util.UrlUtils;

/** What a page's own window is asked to show in place of its document, by scripts, links, forms and refreshes. */
final class Navigation {

    /** A page that loads itself again more often goes round in circles. */
    private static final int MAX_FOLLOWED = 3;

    private final PageLog log;
    private volatile WebUrl target;
    private int followed;

    Navigation(final PageLog log) {
        this.log = log;
    }

    /** The document that is to be shown, as the last one asked for it; null: none. */
    WebUrl target() {
        return target;
    }

    /**
     * Notes a navigation to another document, which is the end of this one. Its own document the page may load again.
     *
     * @param request what is to be loaded
     * @param document the URL of the document that is shown
     * @return whether to load it now
     */
    boolean mayLoad(final WebRequest request, final WebUrl document) {
        final WebUrl url = url(request);
        if (url == null || !"http".equals(url.scheme()) && !"https".equals(url.scheme())) {
            return ignore("A page's window is taken to HTTP URLs only", request.getUrl().toExternalForm());
        }
        if (request.getHttpMethod() != HttpMethod.GET) {
            return ignore("A form that is sent by " + request.getHttpMethod() + " has no URL to point to", url.href());
        }
        if (!url.withoutFragment().equals(document.withoutFragment())) {
            target = url;
            log.add("info", "navigation", "The page goes to another document", url.href(), 0);
            return false;
        }
        target = null;
        if (!mayRepeat()) {
            return ignore("The page has loaded itself again " + MAX_FOLLOWED + " times", url.href());
        }
        request.addHint(WebRequest.HttpHint.DoNotFollowRedirects);
        return true;
    }

    /** Counts a repeated load of the document; false when there were too many. */
    boolean mayRepeat() {
        followed++;
        return followed <= MAX_FOLLOWED;
    }

    private boolean ignore(final String why, final String url) {
        log.add("info", "navigation", why + ": not followed", url, 0);
        return false;
    }

    /** The window that a link's target names; null: one that is not there yet. */
    static WebWindow window(final WebWindow from, final String target) {
        if (target == null || target.isEmpty() || "_self".equalsIgnoreCase(target)) {
            return from;
        }
        if ("_top".equalsIgnoreCase(target)) {
            return from.getTopWindow();
        }
        if ("_parent".equalsIgnoreCase(target)) {
            return from.getParentWindow();
        }
        if ("_blank".equalsIgnoreCase(target)) {
            return null;
        }
        for (WebWindow window = from;; window = window.getParentWindow()) {
            if (window.getEnclosedPage() instanceof HtmlPage page) {
                try {
                    return page.getFrameByName(target);
                } catch (final ElementNotFoundException e) {
                    // further out
                }
            }
            if (window == window.getParentWindow()) {
                break;
            }
        }
        try {
            return from.getWebClient().getWebWindowByName(target);
        } catch (final WebWindowNotFoundException e) {
            return null;
        }
    }

    /** A form that is sent by GET has a query, be it an empty one: {@code /search?}. */
    static void addQuery(final WebRequest request) {
        final WebUrl url = WebUrl.of(request.getUrl());
        if (request.getHttpMethod() == HttpMethod.GET && url != null && url.query() == null && url.isSpecial()) {
            request.setUrl(UrlUtils.toUrlSafe(url.withoutFragment() + "?"
                    + (url.fragment() == null ? "" : "#" + url.fragment())));
        }
    }

    /** The URL that a request asks for; HtmlUnit keeps the fields of a form apart from it. Null: invalid. */
    private static WebUrl url(final WebRequest request) {
        final URL url = request.getUrl();
        if (request.getRequestParameters().isEmpty() || request.getHttpMethod() != HttpMethod.GET) {
            return WebUrl.of(url);
        }
        final String fields = HttpUtils.toQueryFormFields(request.getRequestParameters(), request.getCharset());
        final WebUrl bare = WebUrl.of(url);
        return bare == null ? null : bare.withSearch(fields);
    }
}
