package ajaxcrawl;

import java.util.function.UnaryOperator;

/** The URLs in a {@code srcset} attribute. */
final class Srcset {

    private Srcset() { }

    /**
     * {@code value} with each of its URLs changed, all else as it was ("parse a srcset attribute", HTML Standard).
     *
     * @param url gives the text to write in place of a URL's
     */
    static String map(final String value, final UnaryOperator<String> url) {
        final StringBuilder out = new StringBuilder();
        final int length = value.length();
        int at = 0;
        while (at < length) {
            final int start = skip(value, at);
            out.append(value, at, start);
            int end = start;
            while (end < length && !Ascii.isSpace(value.charAt(end))) {
                end++;
            }
            int urlEnd = end;
            while (urlEnd > start && value.charAt(urlEnd - 1) == ',') {
                urlEnd--;
            }
            if (urlEnd > start) {
                out.append(url.apply(value.substring(start, urlEnd)));
            }
            at = urlEnd < end ? end : descriptorsEnd(value, end);
            out.append(value, urlEnd, at);
        }
        return out.toString();
    }

    private static int skip(final String value, final int from) {
        int at = from;
        while (at < value.length() && (Ascii.isSpace(value.charAt(at)) || value.charAt(at) == ',')) {
            at++;
        }
        return at;
    }

    private static int descriptorsEnd(final String value, final int from) {
        boolean inParentheses = false;
        int at = from;
        while (at < value.length() && (inParentheses || value.charAt(at) != ',')) {
            inParentheses = inParentheses ? value.charAt(at) != ')' : value.charAt(at) == '(';
            at++;
        }
        return at;
    }
}
