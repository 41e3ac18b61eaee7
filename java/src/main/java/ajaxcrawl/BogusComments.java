package ajaxcrawl;

import java.util.Locale;
import java.util.Set;

/**
 * Writes what the HTML standard reads as a comment as one that HtmlUnit's parser reads so: {@code <?name$1$>}, by which
 * template libraries mark places. HtmlUnit's parser drops some of them and mixes up the text of others.
 */
final class BogusComments {

    private static final Set<String> RAW = Set.of("script", "style", "textarea", "title", "xmp", "iframe", "noembed",
            "noframes", "plaintext");

    private final String source;
    private final StringBuilder out;
    private int at;

    private BogusComments(final String source) {
        this.source = source;
        out = new StringBuilder(source.length() + 64);
    }

    /** The same fragment of HTML without {@code <?}. */
    static String write(final String source) {
        return source != null && source.contains("<?") ? new BogusComments(source).write() : source;
    }

    private String write() {
        while (at < source.length()) {
            final int tag = source.indexOf('<', at);
            if (tag < 0 || tag + 1 == source.length()) {
                break;
            }
            copyTo(tag);
            final char next = source.charAt(tag + 1);
            if (source.startsWith("<!--", tag)) {
                copyTo(after("-->", tag + 2)); // <!--> is a whole comment too
            } else if (next == '?') {
                final int end = source.indexOf('>', tag);
                out.append("<!--").append(source, tag + 1, end < 0 ? source.length() : end).append("-->");
                at = end < 0 ? source.length() : end + 1;
            } else if (next == '/' || Character.isLetter(next)) {
                copyTag(tag);
            } else {
                copyTo(tag + 1);
            }
        }
        copyTo(source.length());
        return out.toString();
    }

    private void copyTo(final int end) {
        out.append(source, at, end);
        at = end;
    }

    private int after(final String mark, final int from) {
        final int found = source.indexOf(mark, from);
        return found < 0 ? source.length() : found + mark.length();
    }

    /** Copies a tag with its attributes, and the text of an element that holds nothing but text. */
    private void copyTag(final int tag) {
        int end = tag + 1;
        while (end < source.length() && !Ascii.isSpace(source.charAt(end)) && "/>".indexOf(source.charAt(end)) < 0) {
            end++;
        }
        final String name = source.substring(tag + 1, end).toLowerCase(Locale.ROOT);
        while (end < source.length() && source.charAt(end) != '>') {
            final char c = source.charAt(end);
            final boolean isValue = (c == '"' || c == '\'') && isAfterEquals(end);
            end = isValue ? after(String.valueOf(c), end + 1) : end + 1;
        }
        copyTo(Math.min(source.length(), end + 1));
        if (RAW.contains(name)) {
            int close = at;
            while (close < source.length() && !source.regionMatches(true, close, "</" + name, 0, name.length() + 2)) {
                close++;
            }
            copyTo(close);
        }
    }

    private boolean isAfterEquals(final int quote) {
        int before = quote - 1;
        while (Ascii.isSpace(source.charAt(before))) {
            before--;
        }
        return source.charAt(before) == '=';
    }
}
