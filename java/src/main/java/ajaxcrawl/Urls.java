package ajaxcrawl;

import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

import org.apache.http.conn.util.PublicSuffixMatcherLoader;

/** What requests need to know of a URL. */
final class Urls {

    /** Characters that browsers percent-encode in a path and in a query, besides controls and all beyond ASCII. */
    private static final String UNSAFE_IN_PATH = " \"#<>?`{}^";
    private static final String UNSAFE_IN_QUERY = " \"#<>'";

    private Urls() { }

    static boolean isHttp(final URL url) {
        return "http".equals(url.getProtocol()) || "https".equals(url.getProtocol());
    }

    static int port(final URL url) {
        return url.getPort() == -1 ? url.getDefaultPort() : url.getPort();
    }

    static boolean hasDefaultPort(final URL url) {
        return url.getPort() == -1 || url.getPort() == url.getDefaultPort();
    }

    /** {@code host}, or {@code host:port} where the port is not the scheme's own. */
    static String authority(final URL url) {
        return hasDefaultPort(url) ? url.getHost() : url.getHost() + ":" + url.getPort();
    }

    /** {@code scheme://host:port}, as in the header {@code Origin}. */
    static String origin(final URL url) {
        return url.getProtocol() + "://" + authority(url);
    }

    static boolean sameOrigin(final URL a, final URL b) {
        return origin(a).equalsIgnoreCase(origin(b));
    }

    /** Whether both name one site: the same host and port, where http and https on their own ports are alike. */
    static boolean sameSite(final URL a, final URL b) {
        return isHttp(a) && isHttp(b) && a.getHost().equalsIgnoreCase(b.getHost())
                && (port(a) == port(b) || hasDefaultPort(a) && hasDefaultPort(b));
    }

    /** Path and query as a browser sends them: escapes that are there stay as they are, right or wrong. */
    static String target(final URL url) {
        final String path = url.getPath().startsWith("/") ? url.getPath() : "/" + url.getPath();
        final String query = url.getQuery() == null ? "" : "?" + escape(url.getQuery(), UNSAFE_IN_QUERY);
        return escape(path, UNSAFE_IN_PATH) + query;
    }

    private static String escape(final String text, final String unsafe) {
        final StringBuilder out = new StringBuilder(text.length());
        for (final byte b : text.getBytes(StandardCharsets.UTF_8)) {
            final int c = b & 0xFF;
            if (c <= 0x20 || c >= 0x7F || unsafe.indexOf(c) >= 0) {
                out.append(String.format(Locale.ROOT, "%%%02X", c));
            } else {
                out.append((char) c);
            }
        }
        return out.toString();
    }

    /** Whether a browser counts {@code url} as safe from eavesdroppers (Secure Contexts, 3.1). */
    static boolean isTrustworthy(final URL url) {
        final String host = url.getHost().toLowerCase(Locale.ROOT);
        return "https".equals(url.getProtocol()) || "localhost".equals(host) || host.endsWith(".localhost")
                || host.startsWith("127.") || "[::1]".equals(host);
    }

    /** The domain that somebody registered, {@code example.co.uk} for {@code a.example.co.uk}; null: none, a suffix. */
    static String registrableDomain(final String host) {
        if (host.startsWith("[") || host.matches("[0-9.]+")) {
            return host;
        }
        final String root = PublicSuffixMatcherLoader.getDefault().getDomainRoot(host);
        if (root == null || root.indexOf('.') >= 0) {
            return root;
        }
        return host.replaceFirst(".*\\.(?=[^.]+\\.[^.]+$)", "");  // under a top level that the list does not know
    }
}
