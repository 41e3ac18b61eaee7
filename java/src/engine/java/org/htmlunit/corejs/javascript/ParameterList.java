package org.htmlunit.corejs.javascript;

/** Reads the parameters of a function in its text, which the engine keeps no defaults of. */
final class ParameterList {

    private ParameterList() { }

    /** How many parameters stand before the first that has a default, or is the rest. */
    static int expectedCount(final String source) {
        int count = 0;
        int depth = 0;
        boolean isEmpty = true;
        for (int i = source.indexOf('('); i >= 0 && i < source.length(); i++) {
            final char next = source.charAt(i);
            if (next == '"' || next == '\'' || next == '`') {
                i = endOfText(source, i);
            } else if (next == '/' && i + 1 < source.length() && (source.charAt(i + 1) == '*' || source.charAt(i + 1) == '/')) {
                i = endOfComment(source, i);
            } else if (next == '(' || next == '[' || next == '{') {
                depth++;
                isEmpty &= depth == 1;
            } else if (next == ')' || next == ']' || next == '}') {
                if (--depth == 0) {
                    return isEmpty ? count : count + 1;
                }
            } else if (depth == 1 && (next == '=' || source.startsWith("...", i))) {
                return count;
            } else if (depth == 1 && next == ',') {
                count++;
                isEmpty = true;
            } else {
                isEmpty &= next <= ' ';
            }
        }
        return Integer.MAX_VALUE;
    }

    private static int endOfText(final String source, final int start) {
        int i = start + 1;
        while (i < source.length() && source.charAt(i) != source.charAt(start)) {
            i += source.charAt(i) == '\\' ? 2 : 1;
        }
        return i;
    }

    private static int endOfComment(final String source, final int start) {
        final boolean isLine = source.charAt(start + 1) == '/';
        final int end = source.indexOf(isLine ? "\n" : "*/", start + 2);
        return end < 0 ? source.length() : isLine ? end : end + 1;
    }
}
