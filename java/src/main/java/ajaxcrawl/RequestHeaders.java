package ajaxcrawl;

import java.net.MalformedURLException;
import java.net.URL;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.htmlunit.BrowserVersion;
import org.htmlunit.BrowserVersionFeatures;
import org.htmlunit.HttpMethod;
import org.htmlunit.WebRequest;
import org.htmlunit.WebRequest.FetchDestination;
import org.htmlunit.WebRequest.FetchMode;

/**
 * The headers of a page's request, as the browser sends them. HtmlUnit makes most of them in its HTTP connection only;
 * here they are made once for every way a request can go.
 */
final class RequestHeaders {

    /** Headers that belong to the connection, not to the page. */
    private static final Set<String> RESERVED = Set.of("host", "connection", "content-length", "transfer-encoding",
            "expect", "te", "trailer", "upgrade", "keep-alive", "cookie", "cookie2", "x-ajaxcrawl-render");
    /** Headers that are made here even where HtmlUnit has set them. */
    private static final Set<String> OURS = Set.of("accept-encoding", "referer", "sec-fetch-dest");
    private static final String TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";

    private RequestHeaders() { }

    /**
     * All headers but {@code Host}, {@code Cookie} and {@code Content-Length}, in the browser's order.
     *
     * @param request the page's request
     * @param url where it goes
     * @param browser the browser to look like
     * @param contentType of the body; null: none
     */
    static Map<String, String> of(final WebRequest request, final URL url, final BrowserVersion browser,
            final String contentType) {
        final Map<String, String> given = new LinkedHashMap<>();
        final Map<String, String> rest = new LinkedHashMap<>();
        request.getAdditionalHeaders().forEach((name, value) -> {
            final String key = name.toLowerCase(Locale.ROOT);
            if (value != null && name.matches(TOKEN) && !RESERVED.contains(key)) {
                given.put(key, oneLine(value));
                rest.put(name, oneLine(value));
            }
        });
        final String referrer = referrer(given.get("referer"), url);
        final FetchDestination destination = destination(request, browser);
        final FetchMode mode = mode(request, destination);
        final Map<String, String> headers = new LinkedHashMap<>();
        for (final String name : browser.getHeaderNamesOrdered()) {
            final String key = name.toLowerCase(Locale.ROOT);
            final String value = OURS.contains(key) || !given.containsKey(key)
                    ? value(key, request, url, browser, referrer, destination, mode) : given.get(key);
            if (value != null) {
                headers.put(name, value);
            }
            rest.keySet().removeIf(name::equalsIgnoreCase);
        }
        // The connection reads this one to know what the response is for, whatever the scheme.
        headers.putIfAbsent("Sec-Fetch-Dest", destination.getValue());
        if (contentType != null && !given.containsKey("content-type")) {
            headers.put("Content-Type", contentType);
        }
        if (!given.containsKey("origin") && needsOrigin(request, destination)) {
            headers.put("Origin", request.getRequestingUrl() == null ? "null" : Urls.origin(request.getRequestingUrl()));
        }
        headers.putAll(rest);
        return headers;
    }

    private static String value(final String name, final WebRequest request, final URL url,
            final BrowserVersion browser, final String referrer, final FetchDestination destination,
            final FetchMode mode) {
        final boolean secure = Urls.isTrustworthy(url);
        final boolean hints = secure && browser.hasFeature(BrowserVersionFeatures.HTTP_HEADER_CH_UA);
        final boolean navigates = mode == FetchMode.NAVIGATE;
        return switch (name) {
            case "user-agent" -> browser.getUserAgent();
            case "accept-language" -> browser.getAcceptLanguageHeader();
            case "accept-encoding" -> browser.getAcceptEncodingHeader();
            case "accept" -> "*/*";
            case "referer" -> referrer;
            case "sec-ch-ua" -> hints ? browser.getSecClientHintUserAgentHeader() : null;
            case "sec-ch-ua-mobile" -> hints ? "?0" : null;
            case "sec-ch-ua-platform" -> hints ? browser.getSecClientHintUserAgentPlatformHeader() : null;
            case "sec-fetch-dest" -> secure ? destination.getValue() : null;
            case "sec-fetch-mode" -> secure ? mode.getValue() : null;
            case "sec-fetch-site" -> secure ? site(request, referrer, url) : null;
            case "sec-fetch-user" -> secure && navigates && request.isUserActivation() ? "?1" : null;
            case "upgrade-insecure-requests" -> navigates && request.getHttpMethod() != HttpMethod.OPTIONS ? "1" : null;
            case "priority" -> browser.hasFeature(BrowserVersionFeatures.HTTP_HEADER_PRIORITY) ? "u=0, i" : null;
            default -> null;
        };
    }

    /**
     * What the response is for. HtmlUnit marks style sheets that style sheets import, image buttons, worker scripts and
     * preflights as documents.
     */
    private static FetchDestination destination(final WebRequest request, final BrowserVersion browser) {
        final FetchDestination marked = request.getFetchDestination();
        final String accept = request.getAdditionalHeader("Accept");
        if (marked != FetchDestination.DOCUMENT || browser.getHtmlAcceptHeader().equals(accept)) {
            return marked;
        }
        if (request.isAdditionalHeader("Access-Control-Request-Method")) {
            return FetchDestination.EMPTY;
        }
        if (browser.getCssAcceptHeader().equals(accept)) {
            return FetchDestination.STYLE;
        }
        return browser.getImgAcceptHeader().equals(accept) ? FetchDestination.IMAGE : FetchDestination.WORKER;
    }

    private static FetchMode mode(final WebRequest request, final FetchDestination destination) {
        if (request.getFetchModeOverride() != null && destination == request.getFetchDestination()) {
            return request.getFetchModeOverride();
        }
        return switch (destination) {
            case DOCUMENT, IFRAME, FRAME -> FetchMode.NAVIGATE;
            case FONT, MANIFEST, EMPTY -> FetchMode.CORS;
            case WORKER, SHARED_WORKER, SERVICE_WORKER -> FetchMode.SAME_ORIGIN;
            default -> FetchMode.NO_CORS;
        };
    }

    private static String site(final WebRequest request, final String referrer, final URL url) {
        URL from = request.getRequestingUrl();
        if (from == null && referrer != null) {
            from = url(referrer);
        }
        if (from == null) {
            return "none";
        }
        if (Urls.sameOrigin(from, url)) {
            return "same-origin";
        }
        final String domain = Urls.registrableDomain(url.getHost());
        return domain != null && from.getProtocol().equals(url.getProtocol())
                && domain.equals(Urls.registrableDomain(from.getHost())) ? "same-site" : "cross-site";
    }

    /** Other policies have been followed already, see {@link PageClient}. */
    private static String referrer(final String given, final URL url) {
        final URL from = given == null ? null : url(given);
        return from == null ? null : ReferrerPolicy.referrer(ReferrerPolicy.DEFAULT, from, url);
    }

    /** Forms that are posted carry their origin; HtmlUnit sets it for script requests itself. */
    private static boolean needsOrigin(final WebRequest request, final FetchDestination destination) {
        final HttpMethod method = request.getHttpMethod();
        return method != HttpMethod.GET && method != HttpMethod.HEAD && method != HttpMethod.OPTIONS
                && destination != FetchDestination.EMPTY;
    }

    private static URL url(final String text) {
        try {
            return new URL(text);
        } catch (final MalformedURLException e) {
            return null;
        }
    }

    private static String oneLine(final String value) {
        return value.replaceAll("[\\r\\n\\x00]", " ").strip();
    }
}
