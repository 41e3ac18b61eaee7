package org.htmlunit.corejs.javascript.regexp;

/**
 * {@code (?!)}, which never matches, {@code (?=)}, which always does, and those that look back: Rhino has it the other way
 * round. They are written as others of the same length, as programs refer to places in the pattern.
 */
final class EmptyAssertions {

    private static final String[][] WRITTEN = {{"(?=)", "(?:)"}, {"(?!)", "\\b\\B"}, {"(?<=)", "(?:|)"}, {"(?<!)", "\\b\\Bx"}};

    private EmptyAssertions() { }

    /** Whether a pattern may have some. */
    static boolean mayBeIn(final String pattern) {
        return pattern.contains("=)") || pattern.contains("!)");
    }

    /** The pattern as Rhino reads it right. */
    static String written(final String pattern) {
        final StringBuilder out = new StringBuilder(pattern);
        boolean inClass = false;
        for (int i = 0; i < pattern.length(); i++) {
            final char c = pattern.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == '[' || c == ']') {
                inClass = c == '[';
            } else if (c == '(' && !inClass) {
                for (final String[] pair : WRITTEN) {
                    final int end = i + pair[0].length();
                    if (pattern.startsWith(pair[0], i) && !isQuantifier(pattern, end)) {
                        out.replace(i, end, pair[1]);
                    }
                }
            }
        }
        return out.toString();
    }

    private static boolean isQuantifier(final String pattern, final int at) {
        return at < pattern.length() && "*+?{".indexOf(pattern.charAt(at)) >= 0;
    }
}
