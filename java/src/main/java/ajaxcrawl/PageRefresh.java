package ajaxcrawl;

import java.io.IOException;
import java.net.URL;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.htmlunit.Page;
import org.htmlunit.RefreshHandler;
import org.htmlunit.WebRequest;
import org.htmlunit.WebWindow;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlPage;

/** Obeys {@code <meta http-equiv="refresh">} and the header Refresh where they mean a redirect; others are ignored. */
final class PageRefresh implements RefreshHandler {

    /** Longer ones are for people who read the page meanwhile. */
    private static final double MAX_SECONDS = 1;
    /** HTML standard, shared declarative refresh steps. */
    private static final Pattern REFRESH = Pattern.compile(
            "\\s*(\\d*)(?:\\.[\\d.]*)?(?:[\\s;,]+(?:url\\s*=\\s*)?(?:\"([^\"]*)\"?.*|'([^']*)'?.*|(.*)))?",
            Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private final PageClient client;

    PageRefresh(final PageClient client) {
        this.client = client;
    }

    /** HtmlUnit has read what is to be done; it turns the URL to lower case, so it is read again. */
    @Override
    public void handleRefresh(final Page page, final URL lowerCaseUrl, final int seconds) {
        final WebWindow window = page.getEnclosingWindow();
        if (seconds > MAX_SECONDS || window == null || !(page instanceof HtmlPage html)) {
            return;
        }
        final String content = content(html);
        final String text = content == null ? "" : target(content);
        final WebUrl url = text.isEmpty() ? DocumentUrls.url(page)
                : WebUrl.parse(text, DocumentUrls.base(html), html.getCharset());
        if (url == null || "javascript".equals(url.scheme())) {
            return;
        }
        final WebRequest request = new WebRequest(url.toJavaUrl(), client.getBrowserVersion().getHtmlAcceptHeader(),
                client.getBrowserVersion().getAcceptEncodingHeader());
        request.setRefererHeader(page.getUrl());
        request.markAsNavigation(page.getUrl(), false);
        try {
            client.getPage(window, request);
        } catch (final IOException e) { // an application's link, say: browsers go on showing the page
            client.log().add("warning", "navigation", "Not loaded: " + e.getMessage(), url.href(), 0);
        }
    }

    private static String content(final HtmlPage page) {
        for (final DomElement meta : page.getElementsByTagName("meta")) {
            if ("refresh".equalsIgnoreCase(meta.getAttribute("http-equiv").strip())) {
                return meta.getAttribute("content");
            }
        }
        return page.getWebResponse().getResponseHeaderValue("Refresh");
    }

    /** The URL in {@code 0; url=/b}; empty: the document itself. */
    static String target(final String content) {
        final Matcher matcher = REFRESH.matcher(content);
        if (!matcher.matches()) {
            return "";
        }
        for (int group = 2; group <= 4; group++) {
            if (matcher.group(group) != null) {
                return matcher.group(group).strip();
            }
        }
        return "";
    }
}
