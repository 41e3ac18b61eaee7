package ajaxcrawl;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.htmlunit.html.DomElement;

/** {@code meta} elements that mean something to us. */
final class Metas {

    static final Set<String> STATUS = Set.of("prerender-status-code", "render:status_code", "ajaxcrawl-status-code");
    static final Set<String> HEADER = Set.of("prerender-header", "ajaxcrawl-header");

    private static final Pattern CHARSET =
            Pattern.compile("(charset\\s*=\\s*)(\"[^\"]*\"|'[^']*'|[^\\s;]+)", Pattern.CASE_INSENSITIVE);
    private static final Pattern XHTML = Pattern.compile("application/xhtml\\+xml", Pattern.CASE_INSENSITIVE);

    private Metas() { }

    /** What a {@code meta} is about: its {@code name}, else its {@code property}, in lower case. */
    static String name(final DomElement meta) {
        final String name = Elements.keyword(meta, "name");
        return name.isEmpty() ? Elements.keyword(meta, "property") : name;
    }

    static boolean isContentType(final DomElement meta) {
        return "content-type".equals(Elements.keyword(meta, "http-equiv"))
                && CHARSET.matcher(meta.getAttribute("content")).find();
    }

    /** Whether the element speaks to crawlers of the scheme or to renderers, so that it has no place in a snapshot. */
    static boolean isInstruction(final DomElement meta) {
        final String name = name(meta);
        return "fragment".equals(name) || STATUS.contains(name) || HEADER.contains(name);
    }

    /** A {@code charset} attribute's value that is right for UTF-8: itself, where it is. */
    static String charset(final String label) {
        try {
            return StandardCharsets.UTF_8.equals(Charset.forName(Ascii.strip(label))) ? label : "utf-8";
        } catch (final IllegalArgumentException e) {
            return "utf-8";
        }
    }

    /** The {@code content} of a content-type meta that is right for a text/html document in UTF-8. */
    static String contentType(final String content) {
        final Matcher charset = CHARSET.matcher(content);
        if (!charset.find()) {
            return content;
        }
        final String label = charset.group(2).replaceAll("[\"']", "");
        final String right = charset(label);
        final String fixed = right.equals(label) ? content
                : content.substring(0, charset.start(2)) + right + content.substring(charset.end(2));
        return XHTML.matcher(fixed).replaceFirst("text/html");
    }

    /**
     * Where the URL of a refresh stands in its {@code content}.
     *
     * @return start and end; null where it has none, so that the page loads itself again
     */
    static int[] refreshUrl(final String content) {
        final int length = content.length();
        int at = skipSpace(content, 0);
        final int number = at;
        while (at < length && (content.charAt(at) == '.' || Character.digit(content.charAt(at), 10) >= 0)) {
            at++;
        }
        if (at == number || at == length || ";, \t\n\f\r".indexOf(content.charAt(at)) < 0) {
            return null;
        }
        at = skipSpace(content, at);
        if (at < length && (content.charAt(at) == ';' || content.charAt(at) == ',')) {
            at = skipSpace(content, at + 1);
        }
        if (content.regionMatches(true, at, "url", 0, 3)) {
            final int equals = skipSpace(content, at + 3);
            if (equals < length && content.charAt(equals) == '=') {
                at = skipSpace(content, equals + 1);
            }
        }
        int end = length;
        if (at < length && (content.charAt(at) == '"' || content.charAt(at) == '\'')) {
            final int close = content.indexOf(content.charAt(at), at + 1);
            end = close < 0 ? length : close;
            at++;
        }
        return at >= end ? null : new int[] {at, end};
    }

    private static int skipSpace(final String text, final int from) {
        int at = from;
        while (at < text.length() && Ascii.isSpace(text.charAt(at))) {
            at++;
        }
        return at;
    }
}
