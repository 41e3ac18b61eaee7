package ajaxcrawl;

import java.util.regex.Pattern;

/** Text that is written without escapes, inside {@code script}, {@code style} and their like. */
final class RawText {

    private static final Pattern JSON_TYPE = Pattern.compile("(?:application|text)/(?:[^;\\s]*\\+)?json");
    private static final Pattern ENDS_OR_OPENS = Pattern.compile("<(?=!--|/?script)", Pattern.CASE_INSENSITIVE);
    private static final Pattern STYLE_END = Pattern.compile("</(?=style)", Pattern.CASE_INSENSITIVE);

    private RawText() { }

    /** Whether a parser ends an element {@code name} that holds {@code text} where we do. */
    static boolean survives(final String name, final String text) {
        return "script".equals(name) ? scriptSurvives(text) : !hasEndTag(text, name, 0, text.length());
    }

    /**
     * The text of a data block; the same text, but for what can't be said inside a script element: there JSON has an
     * escape of its own, and anything else gets the backslash that authors use.
     */
    static String dataBlock(final String text, final String type) {
        if (scriptSurvives(text)) {
            return text;
        }
        final String less = JSON_TYPE.matcher(type).lookingAt() ? "\\\\u003C" : "<\\\\";
        return ENDS_OR_OPENS.matcher(text).replaceAll(less);
    }

    /** A style sheet; a {@code </style} in one of its strings is written as CSS can escape it. */
    static String styleSheet(final String text) {
        return survives("style", text) ? text : STYLE_END.matcher(text).replaceAll("<\\\\/");
    }

    /** Follows the tokenizer through "script data", "escaped" and "double escaped". */
    private static boolean scriptSurvives(final String text) {
        int at = 0;
        while (true) {
            final int open = text.indexOf("<!--", at);
            if (hasEndTag(text, "script", at, open < 0 ? text.length() : open)) {
                return false;
            }
            if (open < 0) {
                return true;
            }
            // "<!-->" and "<!--->" close at once.
            final int close = text.indexOf("-->", open + 2);
            final int end = close < 0 ? text.length() : close;
            if (!escapedSurvives(text, open, end, close < 0)) {
                return false;
            }
            if (close < 0) {
                return true;
            }
            at = close + 3;
        }
    }

    private static boolean escapedSurvives(final String text, final int open, final int end, final boolean toTheEnd) {
        boolean doubled = false;
        for (int i = text.indexOf('<', open + 1); i >= 0 && i < end; i = text.indexOf('<', i + 1)) {
            if (isTag(text, i + 1, "script")) {
                doubled = true;
            } else if (text.startsWith("/", i + 1) && isTag(text, i + 2, "script")) {
                if (!doubled) {
                    return false;
                }
                doubled = false;
            }
        }
        return !(doubled && toTheEnd);
    }

    private static boolean hasEndTag(final String text, final String name, final int from, final int to) {
        for (int i = text.indexOf("</", from); i >= 0 && i < to; i = text.indexOf("</", i + 2)) {
            if (isTag(text, i + 2, name)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isTag(final String text, final int at, final String name) {
        final int end = at + name.length();
        if (!text.regionMatches(true, at, name, 0, name.length())) {
            return false;
        }
        // At the very end our own end tag follows, whose "<" makes it no tag.
        return end < text.length() && (Ascii.isSpace(text.charAt(end)) || text.charAt(end) == '/'
                || text.charAt(end) == '>');
    }
}
