package ajaxcrawl;

import java.net.URL;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.htmlunit.util.UrlUtils;

/**
 * A URL as browsers read and write it (WHATWG URL Standard). A value.
 *
 * @param scheme in lower case
 * @param username percent-encoded; empty where there is none
 * @param password percent-encoded; empty where there is none
 * @param host null where there is none
 * @param port -1 where there is none, or the scheme's own
 * @param segments of the path; null where the path is opaque ({@code mailto:x})
 * @param opaquePath the path of a URL that has no segments
 * @param query null where there is none
 * @param fragment null where there is none
 */
record WebUrl(String scheme, String username, String password, String host, int port, List<String> segments,
        String opaquePath, String query, String fragment) {

    static final Map<String, Integer> SPECIAL =
            Map.of("http", 80, "https", 443, "ws", 80, "wss", 443, "ftp", 21, "file", -1);

    static final WebUrl ABOUT_BLANK = new WebUrl("about", "", "", null, -1, null, "blank", null, null);

    /** What was read last; scripts ask a link for one part of its URL after another, and each time it is read anew. */
    private static final Reading[] READ = new Reading[256];

    /** Characters of a text that is kept. */
    private static final int MAX_KEPT = 500;

    /** What a text is in one place. Immutable, as what it holds: threads may overwrite each other's. */
    private record Reading(String text, WebUrl base, Charset charset, WebUrl url) {

        boolean isOf(final String otherText, final WebUrl otherBase, final Charset otherCharset) {
            return text.equals(otherText) && charset.equals(otherCharset) && Objects.equals(base, otherBase);
        }
    }

    /**
     * Reads {@code text} as the value of a link in a document whose base is {@code base}.
     *
     * @param base null: only absolute URLs are read
     * @return null where it is no URL
     */
    static WebUrl parse(final String text, final WebUrl base) {
        return parse(text, base, StandardCharsets.UTF_8);
    }

    /** The same in a document of another character encoding, which links' queries are written in. */
    static WebUrl parse(final String text, final WebUrl base, final Charset charset) {
        if (text.length() > MAX_KEPT) {
            return new WebUrlParser(base, charset).parse(text);
        }
        final int place = text.hashCode() & READ.length - 1;
        final Reading known = READ[place];
        if (known != null && known.isOf(text, base, charset)) {
            return known.url;
        }
        final WebUrl url = new WebUrlParser(base, charset).parse(text);
        READ[place] = new Reading(text, base, charset, url);
        return url;
    }

    /** The URL that {@code url} stands for; never null for a URL that HtmlUnit can load. */
    static WebUrl of(final URL url) {
        return parse(url.toExternalForm(), null);
    }

    /** This URL for HtmlUnit, character for character. */
    URL toJavaUrl() {
        return UrlUtils.toUrlSafe(href());
    }

    boolean isSpecial() {
        return SPECIAL.containsKey(scheme);
    }

    /** The whole URL. */
    String href() {
        return fragment == null ? withoutFragment() : withoutFragment() + "#" + fragment;
    }

    /** The URL up to its fragment. */
    String withoutFragment() {
        final StringBuilder out = new StringBuilder(scheme).append(':');
        if (host != null) {
            out.append("//");
            if (!username.isEmpty() || !password.isEmpty()) {
                out.append(username).append(password.isEmpty() ? "" : ":" + password).append('@');
            }
            out.append(hostAndPort());
        } else if (segments != null && segments.size() > 1 && segments.get(0).isEmpty()) {
            out.append("/.");
        }
        out.append(pathname());
        return query == null ? out.toString() : out.append('?').append(query).toString();
    }

    /** {@code http:}. */
    String protocol() {
        return scheme + ":";
    }

    /** {@code example.com:8080}; empty where there is none. */
    String hostAndPort() {
        return hostname() + (port < 0 ? "" : ":" + port);
    }

    /** {@code example.com}; empty where there is none. */
    String hostname() {
        return host == null ? "" : host;
    }

    /** The path. */
    String pathname() {
        return segments == null ? opaquePath : segments.isEmpty() ? "" : "/" + String.join("/", segments);
    }

    /** {@code ?query}; empty where there is none or an empty one. */
    String search() {
        return query == null || query.isEmpty() ? "" : "?" + query;
    }

    /** {@code #fragment}; empty where there is none or an empty one. */
    String hash() {
        return fragment == null || fragment.isEmpty() ? "" : "#" + fragment;
    }

    /** {@code http://example.com:8080}; {@code null} for an opaque origin. */
    String origin() {
        if ("blob".equals(scheme)) {
            final WebUrl inner = parse(pathname(), null);
            return inner != null && inner.scheme().startsWith("http") ? inner.origin() : "null";
        }
        return !isSpecial() ? "null" : "file".equals(scheme) ? "file://" : scheme + "://" + hostAndPort();
    }

    /** This URL with another fragment, as {@code location.hash = value} makes it. */
    WebUrl withHash(final String value) {
        final String given = value.startsWith("#") ? value.substring(1) : value;
        return with(host, port, segments, query, PercentEncoding.FRAGMENT.encode(WebUrlParser.removeNewlines(given)));
    }

    /** This URL with no fragment at all. */
    WebUrl withNoFragment() {
        return with(host, port, segments, query, null);
    }

    /** This URL with another query, as {@code location.search = value} makes it. */
    WebUrl withSearch(final String value) {
        final String given = WebUrlParser.removeNewlines(value.startsWith("?") ? value.substring(1) : value);
        if (given.isEmpty()) {
            return with(host, port, segments, null, fragment);
        }
        final PercentEncoding set = isSpecial() ? PercentEncoding.SPECIAL_QUERY : PercentEncoding.QUERY;
        return with(host, port, segments, set.encode(given), fragment);
    }

    /** This URL with another path; itself where its path is opaque. */
    WebUrl withPathname(final String value) {
        return segments == null ? this : with(host, port,
                WebUrlParser.path(WebUrlParser.removeNewlines(value), List.of(), isSpecial()), query, fragment);
    }

    /** This URL with another host, and port where one is given; itself where that is none. */
    WebUrl withHost(final String value, final boolean portToo) {
        if (segments == null) {
            return this;
        }
        String given = WebUrlParser.removeNewlines(value);
        for (int i = 0; i < given.length(); i++) {
            if ("/?#".indexOf(given.charAt(i)) >= 0 || given.charAt(i) == '\\' && isSpecial()) {
                given = given.substring(0, i);
            }
        }
        final int colon = WebUrlParser.portColon(given);
        final String name = colon < 0 ? given : given.substring(0, colon);
        if (name.isEmpty() && isSpecial() || colon >= 0 && !portToo) {
            return this;
        }
        final String newHost = WebHost.parse(name, isSpecial());
        if (newHost == null) {
            return this;
        }
        final WebUrl changed = with(newHost, port, segments, query, fragment);
        return colon >= 0 ? changed.withPort(given.substring(colon + 1)) : changed;
    }

    /** This URL with another port; itself where that is none. */
    WebUrl withPort(final String value) {
        if (host == null || host.isEmpty() || "file".equals(scheme)) {
            return this;
        }
        final String given = WebUrlParser.removeNewlines(value);
        int end = 0;
        while (end < given.length() && given.charAt(end) >= '0' && given.charAt(end) <= '9') {
            end++;
        }
        if (end == 0) {
            return given.isEmpty() ? with(host, -1, segments, query, fragment) : this;
        }
        final int number = WebUrlParser.port(given.substring(0, end), scheme);
        return number == WebUrlParser.NO_PORT ? this : with(host, number, segments, query, fragment);
    }

    /** This URL with another scheme of the same kind; itself where that is none. */
    WebUrl withProtocol(final String value) {
        final int colon = value.indexOf(':');
        final WebUrl probe = parse((colon < 0 ? value : value.substring(0, colon)) + "://x/", null);
        if (probe == null || probe.isSpecial() != isSpecial() || "file".equals(probe.scheme) || "file".equals(scheme)) {
            return this;
        }
        final boolean own = SPECIAL.getOrDefault(probe.scheme, -1) == port;
        return new WebUrl(probe.scheme, username, password, host, own ? -1 : port, segments, opaquePath, query,
                fragment);
    }

    /** This URL with another user name or password (null: as it is); itself where it can have none. */
    WebUrl withUser(final String name, final String word) {
        if (host == null || host.isEmpty() || "file".equals(scheme)) {
            return this;
        }
        return new WebUrl(scheme, name == null ? username : PercentEncoding.USER_INFO.encode(name),
                word == null ? password : PercentEncoding.USER_INFO.encode(word), host, port, segments, opaquePath,
                query, fragment);
    }

    private WebUrl with(final String newHost, final int newPort, final List<String> newSegments, final String newQuery,
            final String newFragment) {
        return new WebUrl(scheme, username, password, newHost, newPort, newSegments, opaquePath, newQuery, newFragment);
    }
}
