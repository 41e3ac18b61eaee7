package ajaxcrawl;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.htmlunit.html.HtmlPage;

/**
 * What was loaded as a module.
 *
 * @param url where it came from in the end
 * @param type {@code javascript}, {@code json} or {@code css}
 * @param text its source
 */
record ModuleSource(WebUrl url, String type, String text) {

    static final String JAVASCRIPT = "javascript";
    static final String JSON = "json";
    static final String CSS = "css";

    /** The types that {@code with} may name. */
    static final Set<String> NAMED = Set.of(JSON, CSS);

    private static final Set<String> JAVASCRIPT_TYPES = Set.of("application/ecmascript", "application/javascript",
            "application/x-ecmascript", "application/x-javascript", "text/ecmascript", "text/javascript",
            "text/javascript1.0", "text/javascript1.1", "text/javascript1.2", "text/javascript1.3",
            "text/javascript1.4", "text/javascript1.5", "text/jscript", "text/livescript", "text/x-ecmascript",
            "text/x-javascript");

    /**
     * Loads a module for a page. Null: there is none at {@code url}, or it is of another type; the page's log says so.
     *
     * @param referrer the script or document that asks for it
     */
    static ModuleSource load(final HtmlPage page, final WebUrl url, final String type, final WebUrl referrer) {
        final PageClient client = (PageClient) page.getWebClient();
        final WebUrl document = DocumentUrls.url(page);
        final boolean sameOrigin = document.origin().equals(url.origin());
        try {
            final WebResponse response = client.loadWebResponse(request(page, url, type, referrer, sameOrigin));
            final WebUrl source = WebUrl.of(response.getWebRequest().getUrl());
            final String problem = problem(response, type, document, source);
            if (problem == null) {
                return new ModuleSource(source, type, text(response));
            }
            client.log().add("error", "script", "Failed to load module script: " + problem, url.href(), 0);
        } catch (final RequestFailure e) {
            return null; // that is in the log already
        } catch (final IOException e) {
            client.log().add("error", "script", "Failed to load module script: " + e.getMessage(), url.href(), 0);
        }
        return null;
    }

    /** Whatever else is said of it, a module is UTF-8. HtmlUnit reads piece by piece, which takes as long as some pages do. */
    private static String text(final WebResponse response) throws IOException {
        final byte[] body;
        try (InputStream content = response.getContentAsStream()) {
            body = content == null ? new byte[0] : content.readAllBytes();
        }
        final String text = new String(body, StandardCharsets.UTF_8);
        return text.startsWith("\ufeff") ? text.substring(1) : text;
    }

    private static WebRequest request(final HtmlPage page, final WebUrl url, final String type, final WebUrl referrer,
            final boolean sameOrigin) {
        final WebRequest request = new WebRequest(url.toJavaUrl());
        request.setAdditionalHeader("Accept", "*/*");
        request.setFetchDestination(CSS.equals(type) ? WebRequest.FetchDestination.STYLE
                : WebRequest.FetchDestination.SCRIPT);
        request.setFetchModeOverride(WebRequest.FetchMode.CORS);
        request.setRequestingUrl(page.getUrl());
        request.setRefererHeader(referrer.toJavaUrl());
        request.setCharset(StandardCharsets.UTF_8);
        request.setDefaultResponseContentCharset(StandardCharsets.UTF_8);
        if (!sameOrigin && url.isSpecial()) {
            request.setAdditionalHeader("Origin", DocumentUrls.url(page).origin());
            request.addHint(WebRequest.HttpHint.BlockCookies); // credentials are for the page's own origin
        }
        return request;
    }

    /** What is wrong with a response; null: nothing. */
    private static String problem(final WebResponse response, final String type, final WebUrl document,
            final WebUrl source) {
        if (source.isSpecial() && !response.isSuccess()) {
            return "the server answered with status " + response.getStatusCode();
        }
        if (source.isSpecial() && !document.origin().equals(source.origin())) {
            final String allowed = response.getResponseHeaderValue("Access-Control-Allow-Origin");
            if (!"*".equals(allowed) && !document.origin().equals(allowed)) {
                return "no 'Access-Control-Allow-Origin' header lets this page read it";
            }
        }
        final String media = Fetched.mediaType(response.getContentType());
        return isOfType(media, type) ? null : "Expected a " + (JAVASCRIPT.equals(type) ? "JavaScript"
                : type.toUpperCase(Locale.ROOT)) + " module script but the server responded with a MIME type of \""
                + media + "\"";
    }

    private static boolean isOfType(final String media, final String type) {
        return switch (type) {
            case JSON -> "application/json".equals(media) || "text/json".equals(media) || media.endsWith("+json");
            case CSS -> "text/css".equals(media);
            default -> isJavaScript(media);
        };
    }

    /** Whether a media type, in lower case and without parameters, is one of JavaScript's. */
    static boolean isJavaScript(final String media) {
        return JAVASCRIPT_TYPES.contains(media);
    }
}
