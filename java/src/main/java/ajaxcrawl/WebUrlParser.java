package ajaxcrawl;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The URL Standard's basic parser, part by part in place of its state machine. */
final class WebUrlParser {

    /** Says that digits are no port. */
    static final int NO_PORT = -2;

    private static final Set<String> ONE_DOT = Set.of(".", "%2e");
    private static final Set<String> TWO_DOTS = Set.of("..", ".%2e", "%2e.", "%2e%2e");

    private final WebUrl base;
    private final Charset charset;
    private String scheme;
    private String username = "";
    private String password = "";
    private String host;
    private int port = -1;
    private String query;
    private String fragment;

    WebUrlParser(final WebUrl base, final Charset charset) {
        this.base = base;
        this.charset = charset;
    }

    /** Null where {@code text} is no URL. */
    WebUrl parse(final String text) {
        int start = 0;
        int end = text.length();
        while (start < end && text.charAt(start) <= ' ') {
            start++;
        }
        while (end > start && text.charAt(end - 1) <= ' ') {
            end--;
        }
        String rest = removeNewlines(text.substring(start, end));
        final int hash = rest.indexOf('#');
        if (hash >= 0) {
            fragment = PercentEncoding.FRAGMENT.encode(rest.substring(hash + 1));
            rest = rest.substring(0, hash);
        }
        final int colon = schemeEnd(rest);
        if (colon < 0) {
            return base == null ? null : relative(rest, hash >= 0);
        }
        scheme = rest.substring(0, colon).toLowerCase(Locale.ROOT);
        rest = rest.substring(colon + 1);
        if ("file".equals(scheme)) {
            return file(rest);
        }
        if (isSpecial()) {
            final boolean sameScheme = base != null && base.scheme().equals(scheme);
            return sameScheme && !rest.startsWith("//") ? relative(rest, false) : authority(skipSlashes(rest));
        }
        if (rest.startsWith("//")) {
            return authority(rest.substring(2));
        }
        if (rest.startsWith("/")) {
            return build(path(beforeQuery(rest), List.of(), false));
        }
        final String opaque = PercentEncoding.CONTROL.encode(beforeQuery(rest));
        return new WebUrl(scheme, "", "", null, -1, null, opaque, query, fragment);
    }

    private WebUrl relative(final String rest, final boolean hasFragment) {
        if (base.segments() == null) {
            return rest.isEmpty() && hasFragment ? new WebUrl(base.scheme(), "", "", null, -1, null, base.opaquePath(),
                    base.query(), fragment) : null;
        }
        scheme = base.scheme();
        if ("file".equals(scheme)) {
            return file(rest);
        }
        if (isSlash(rest, 0) && isSlash(rest, 1)) {
            return authority(isSpecial() ? skipSlashes(rest) : rest.substring(2));
        }
        username = base.username();
        password = base.password();
        host = base.host();
        port = base.port();
        return onBasePath(rest);
    }

    private WebUrl onBasePath(final String rest) {
        if (rest.isEmpty()) {
            query = base.query();
            return build(base.segments());
        }
        final String path = beforeQuery(rest);
        if (path.isEmpty()) {
            return build(base.segments());
        }
        if (isSlash(path, 0)) {
            return build(path(path, List.of(), isSpecial()));
        }
        final List<String> folder = base.segments();
        return build(path(path, folder.isEmpty() ? folder : folder.subList(0, folder.size() - 1), isSpecial()));
    }

    private WebUrl file(final String rest) {
        host = "";
        if (isSlash(rest, 0) && isSlash(rest, 1)) {
            final String after = rest.substring(2);
            int end = 0;
            while (end < after.length() && !isSlash(after, end) && after.charAt(end) != '?') {
                end++;
            }
            if (end > 0) {
                host = WebHost.parse(after.substring(0, end), true);
                if (host == null) {
                    return null;
                }
                host = "localhost".equals(host) ? "" : host;
            }
            return build(path(beforeQuery(after.substring(end)), List.of(), true));
        }
        if (base == null || !"file".equals(base.scheme())) {
            return build(path(beforeQuery(rest), List.of(), true));
        }
        host = base.host();
        return onBasePath(rest);
    }

    private WebUrl authority(final String rest) {
        int end = 0;
        while (end < rest.length() && !isSlash(rest, end) && rest.charAt(end) != '?') {
            end++;
        }
        String hostAndPort = rest.substring(0, end);
        final int at = hostAndPort.lastIndexOf('@');
        if (at >= 0) {
            final String userInfo = hostAndPort.substring(0, at);
            hostAndPort = hostAndPort.substring(at + 1);
            final int colon = userInfo.indexOf(':');
            username = PercentEncoding.USER_INFO.encode(colon < 0 ? userInfo : userInfo.substring(0, colon));
            password = colon < 0 ? "" : PercentEncoding.USER_INFO.encode(userInfo.substring(colon + 1));
        }
        final int colon = portColon(hostAndPort);
        if (colon >= 0) {
            port = port(hostAndPort.substring(colon + 1), scheme);
            hostAndPort = hostAndPort.substring(0, colon);
        }
        if (port == NO_PORT || hostAndPort.isEmpty() && (isSpecial() || at >= 0 || colon >= 0)) {
            return null;
        }
        host = WebHost.parse(hostAndPort, isSpecial());
        if (host == null) {
            return null;
        }
        final String path = beforeQuery(rest.substring(end));
        return build(path.isEmpty() && !isSpecial() ? List.of() : path(path, List.of(), isSpecial()));
    }

    private WebUrl build(final List<String> segments) {
        return new WebUrl(scheme, username, password, host, port, List.copyOf(segments), "", query, fragment);
    }

    /** Takes the query off. */
    private String beforeQuery(final String rest) {
        final int mark = rest.indexOf('?');
        if (mark < 0) {
            return rest;
        }
        final boolean inCharset = isSpecial() && !scheme.startsWith("ws");
        query = (isSpecial() ? PercentEncoding.SPECIAL_QUERY : PercentEncoding.QUERY)
                .encode(rest.substring(mark + 1), inCharset ? charset : StandardCharsets.UTF_8);
        return rest.substring(0, mark);
    }

    private boolean isSpecial() {
        return WebUrl.SPECIAL.containsKey(scheme);
    }

    private boolean isSlash(final String text, final int at) {
        return at < text.length() && (text.charAt(at) == '/' || text.charAt(at) == '\\' && isSpecial());
    }

    private String skipSlashes(final String text) {
        int start = 0;
        while (isSlash(text, start)) {
            start++;
        }
        return text.substring(start);
    }

    private static int schemeEnd(final String text) {
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (c == ':') {
                return i == 0 ? -1 : i;
            }
            final boolean letter = c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
            if (!letter && (i == 0 || "0123456789+-.".indexOf(c) < 0)) {
                return -1;
            }
        }
        return -1;
    }

    /** The segments of {@code folder} with {@code path} after them, its dots resolved. */
    static List<String> path(final String path, final List<String> folder, final boolean special) {
        final String slashed = special ? path.replace('\\', '/') : path;
        final String[] parts = (slashed.startsWith("/") ? slashed.substring(1) : slashed).split("/", -1);
        final List<String> segments = new ArrayList<>(folder);
        for (int i = 0; i < parts.length; i++) {
            final boolean last = i == parts.length - 1;
            final String lower = parts[i].toLowerCase(Locale.ROOT);
            if (TWO_DOTS.contains(lower)) {
                if (!segments.isEmpty()) {
                    segments.remove(segments.size() - 1);
                }
                if (last) {
                    segments.add("");
                }
            } else if (ONE_DOT.contains(lower)) {
                if (last) {
                    segments.add("");
                }
            } else {
                segments.add(PercentEncoding.PATH.encode(parts[i]));
            }
        }
        return List.copyOf(segments);
    }

    /** Where the colon before the port is; -1 where there is none. */
    static int portColon(final String hostAndPort) {
        final int colon = hostAndPort.lastIndexOf(':');
        return colon > hostAndPort.lastIndexOf(']') ? colon : -1;
    }

    /** The port's number; -1 for none or the scheme's own, {@link #NO_PORT} for what is none. */
    static int port(final String digits, final String scheme) {
        if (digits.isEmpty()) {
            return -1;
        }
        if (!digits.chars().allMatch(c -> c >= '0' && c <= '9')) {
            return NO_PORT;
        }
        final String significant = digits.replaceFirst("^0+(?=.)", "");
        final int number = significant.length() > 5 ? 65536 : Integer.parseInt(significant);
        if (number > 65535) {
            return NO_PORT;
        }
        return number == WebUrl.SPECIAL.getOrDefault(scheme, -1) ? -1 : number;
    }

    /** URLs are read as if they held no tabs and newlines. */
    static String removeNewlines(final String text) {
        boolean any = false;
        for (int i = 0; i < text.length() && !any; i++) {
            final char c = text.charAt(i);
            any = c == '\t' || c == '\n' || c == '\r';
        }
        return any ? text.replaceAll("[\t\n\r]", "") : text;
    }
}
