package ajaxcrawl;

import java.net.URL;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

import org.apache.http.cookie.MalformedCookieException;
import org.htmlunit.CookieManager;
import org.htmlunit.WebClient;
import org.htmlunit.http.Cookie;
import org.htmlunit.httpclient.HttpClientConverter;

/**
 * The cookies of one render: what responses set, and what requests carry. HtmlUnit's HTTP connection does this for the
 * hosts it asks; requests that never leave the process need it too, and hosts without a dot in their name must not be
 * looked up for it.
 */
final class PageCookies {

    /** How HtmlUnit calls a cookie without a name. */
    private static final String NAMELESS = "HTMLUNIT_EMPTY_COOKIE";

    private final WebClient client;

    PageCookies(final WebClient client) {
        this.client = client;
    }

    /** Keeps what a {@code Set-Cookie} header of a response from {@code url} says; what it may not say is ignored. */
    void store(final URL url, final String setCookie) {
        store(client, url, setCookie, false);
    }

    /**
     * Keeps a cookie, unless it is meant for another site. RFC 6265, 5.3.
     *
     * @param text as in the header {@code Set-Cookie}
     * @param byScript whether a script of the document at {@code url} sets it: those of HTTP alone are none of its
     *     business
     */
    static void store(final WebClient client, final URL url, final String text, final boolean byScript) {
        final CookieManager manager = client.getCookieManager();
        try {
            for (final Cookie cookie : HttpClientConverter.parseCookie(text, url, client.getBrowserVersion())) {
                final boolean foreign = !matchesDomain(cookie, url) || isForWholeSuffix(cookie, url)
                        || cookie.isSecure() && !Urls.isTrustworthy(url);
                final boolean hidden = byScript && (cookie.isHttpOnly() || manager.getCookies().stream()
                        .anyMatch(known -> known.isHttpOnly() && known.equals(cookie)));
                if (!foreign && !hidden) {
                    manager.addCookie(cookie);
                }
            }
        } catch (final MalformedCookieException | IllegalArgumentException e) {
            client.getIncorrectnessListener().notify("Cookie ignored: " + e.getMessage(), client);
        }
    }

    /**
     * The cookies that go with {@code url}, those of longer paths first. RFC 6265, 5.4. Those for scripts are among
     * them: {@code isHttpOnly} says which are not.
     */
    static Set<Cookie> matching(final WebClient client, final URL url) {
        final CookieManager manager = client.getCookieManager();
        manager.clearExpired(new Date());
        final List<Cookie> fitting = new ArrayList<>();
        for (final Cookie cookie : manager.getCookies()) {
            if (matchesDomain(cookie, url) && matchesPath(cookie, url)
                    && (!cookie.isSecure() || Urls.isTrustworthy(url))) {
                fitting.add(cookie);
            }
        }
        fitting.sort(Comparator.comparing(cookie -> -path(cookie).length()));
        return new LinkedHashSet<>(fitting);
    }

    /** The header {@code Cookie} for a request to {@code url}; null where no cookie fits. */
    String header(final URL url) {
        final Set<Cookie> fitting = matching(client, url);
        if (fitting.isEmpty()) {
            return null;
        }
        final StringBuilder header = new StringBuilder();
        for (final Cookie cookie : fitting) {
            header.append(header.isEmpty() ? "" : "; ");
            if (!NAMELESS.equals(cookie.getName())) {
                header.append(cookie.getName()).append('=');
            }
            header.append(cookie.getValue() == null ? "" : cookie.getValue());
        }
        return header.toString();
    }

    private static boolean matchesDomain(final Cookie cookie, final URL url) {
        final String host = url.getHost().toLowerCase(Locale.ROOT);
        final String domain = String.valueOf(cookie.getDomain()).toLowerCase(Locale.ROOT);
        if (domain.startsWith(".")) {
            return host.equals(domain.substring(1)) || host.endsWith(domain) && !host.matches("\\[.*|[0-9.]+");
        }
        return host.equals(domain);
    }

    /** Whether the cookie is meant for a domain under which anybody can register, such as {@code .co.uk}. */
    private static boolean isForWholeSuffix(final Cookie cookie, final URL url) {
        final String domain = cookie.getDomain();
        if (!domain.startsWith(".") || domain.substring(1).equalsIgnoreCase(url.getHost())) {
            return false;
        }
        return domain.indexOf('.', 1) < 0 || Urls.registrableDomain(domain.substring(1)) == null;
    }

    private static String path(final Cookie cookie) {
        return cookie.getPath() == null ? "/" : cookie.getPath();
    }

    private static boolean matchesPath(final Cookie cookie, final URL url) {
        final String wanted = path(cookie);
        final String path = url.getPath().isEmpty() ? "/" : url.getPath();
        return path.equals(wanted) || path.startsWith(wanted)
                && (wanted.endsWith("/") || path.charAt(wanted.length()) == '/');
    }
}
