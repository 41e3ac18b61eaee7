package ajaxcrawl;

import java.util.List;
import java.util.Locale;
import java.util.StringTokenizer;

/** Text as HTML compares and splits it: by ASCII alone. */
final class Ascii {

    /** ASCII whitespace of the Infra Standard. */
    private static final String SPACE = " \t\n\f\r";

    private Ascii() { }

    static String lower(final String text) {
        return text.toLowerCase(Locale.ROOT);
    }

    static boolean isSpace(final char c) {
        return c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
    }

    /** {@code text} without ASCII whitespace at its ends. */
    static String strip(final String text) {
        int start = 0;
        int end = text.length();
        while (start < end && isSpace(text.charAt(start))) {
            start++;
        }
        while (end > start && isSpace(text.charAt(end - 1))) {
            end--;
        }
        return text.substring(start, end);
    }

    /** The lower-case words of a space-separated attribute value, such as {@code rel}. */
    static List<String> words(final String value) {
        final StringTokenizer words = new StringTokenizer(lower(value), SPACE);
        final String[] all = new String[words.countTokens()];
        for (int i = 0; i < all.length; i++) {
            all[i] = words.nextToken();
        }
        return List.of(all);
    }
}
