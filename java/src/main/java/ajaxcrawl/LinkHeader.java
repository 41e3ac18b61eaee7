package ajaxcrawl;

import java.util.ArrayList;
import java.util.List;

/** The {@code Link} header (RFC 8288). */
final class LinkHeader {

    /** One link of a header: its target, and its parameters as they stand, from the first semicolon on. */
    private record Value(String target, String parameters) {

        String parameter(final String name) {
            for (final String part : split(parameters, ';')) {
                final int equals = part.indexOf('=');
                if (equals > 0 && part.substring(0, equals).strip().equalsIgnoreCase(name)) {
                    final String value = part.substring(equals + 1).strip();
                    final boolean quoted = value.length() > 1 && value.startsWith("\"") && value.endsWith("\"");
                    return quoted ? value.substring(1, value.length() - 1) : value;
                }
            }
            return "";
        }

        boolean isCanonical() {
            return Ascii.words(parameter("rel")).contains("canonical");
        }

        boolean isScript() {
            return LeftOut.isScriptLink(Ascii.words(parameter("rel")), Ascii.lower(parameter("as")),
                    Ascii.lower(parameter("type")));
        }
    }

    private LinkHeader() { }

    /**
     * The header for a document that is served at another URL: targets are absolute and pretty, script preloads gone.
     *
     * @return null where nothing is left
     */
    static String served(final String header, final WebUrl base) {
        final List<String> kept = new ArrayList<>();
        for (final Value value : values(header)) {
            final WebUrl target = WebUrl.parse(value.target(), base);
            if (target != null && !value.isScript()) {
                kept.add('<' + UglyUrls.toPretty(target).href() + '>' + value.parameters());
            }
        }
        return kept.isEmpty() ? null : String.join(", ", kept);
    }

    static boolean hasCanonical(final String header) {
        return values(header).stream().anyMatch(Value::isCanonical);
    }

    static String canonical(final String url) {
        return '<' + url + ">; rel=\"canonical\"";
    }

    private static List<Value> values(final String header) {
        final List<Value> values = new ArrayList<>();
        for (final String part : split(header, ',')) {
            final String text = part.strip();
            final int end = text.indexOf('>');
            if (text.startsWith("<") && end > 0) {
                values.add(new Value(text.substring(1, end), text.substring(end + 1)));
            }
        }
        return values;
    }

    /** Splits at a character that is neither in quotes nor in a target. */
    private static List<String> split(final String text, final char separator) {
        final List<String> parts = new ArrayList<>();
        char inside = 0;
        int start = 0;
        for (int i = 0; i < text.length(); i++) {
            final char c = text.charAt(i);
            if (inside == '"' && c == '\\') {
                i++;
            } else if (inside != 0) {
                inside = c == inside ? 0 : inside;
            } else if (c == '"' || c == '<') {
                inside = c == '"' ? '"' : '>';
            } else if (c == separator) {
                parts.add(text.substring(start, i));
                start = i + 1;
            }
        }
        parts.add(text.substring(start));
        return parts;
    }
}
