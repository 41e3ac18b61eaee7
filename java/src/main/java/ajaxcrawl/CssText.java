package ajaxcrawl;

import java.util.ArrayList;
import java.util.List;

/** Reads style sheets as text: where rules begin and end, by the CSS Syntax Standard's tokens, and no more. */
final class CssText {

    /**
     * A rule or statement.
     *
     * @param prelude selectors, or the at-keyword and what follows it
     * @param block what stands between the braces; null for a statement such as {@code @import}
     * @param text all of it
     */
    record Rule(String prelude, String block, String text) {

        boolean isAtRule() {
            return prelude.startsWith("@");
        }

        /** {@code media} of {@code @media (…)}; empty for a style rule. */
        String keyword() {
            int end = isAtRule() ? 1 : 0;
            while (end > 0 && end < prelude.length() && isName(prelude.charAt(end))) {
                end++;
            }
            return end == 0 ? "" : Ascii.lower(prelude.substring(1, end));
        }
    }

    /** Brackets in brackets that are followed; no one's style sheet has as many. */
    private static final int MAX_DEPTH = 200;

    private CssText() { }

    static boolean isName(final char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_'
                || c >= 0x80;
    }

    /** The rules at the top of {@code css}. */
    static List<Rule> rules(final String css) {
        final List<Rule> rules = new ArrayList<>();
        int start = 0;
        int at = 0;
        while (at < css.length()) {
            final char c = css.charAt(at);
            if (c == '{') {
                final int end = blockEnd(css, at);
                final int close = end > at + 1 && css.charAt(end - 1) == '}' ? end - 1 : end;
                rules.add(new Rule(prelude(css, start, at), css.substring(at + 1, close),
                        css.substring(start, end).strip()));
                at = end;
                start = end;
            } else if (c == ';' && prelude(css, start, at).startsWith("@")) {
                at++;
                rules.add(new Rule(prelude(css, start, at - 1), null, css.substring(start, at).strip()));
                start = at;
            } else if (c == '}') {
                at++;
                start = at;
            } else if (css.startsWith("<!--", at) || css.startsWith("-->", at)) {
                at += c == '<' ? 4 : 3;
                start = prelude(css, start, at).matches("(?:<!--|-->)+") ? at : start;
            } else {
                at = skip(css, at);
            }
        }
        final String rest = prelude(css, start, css.length());
        if (rest.startsWith("@")) {
            rules.add(new Rule(rest, null, rest + ";"));
        }
        return rules;
    }

    /**
     * What stands in a style rule's block, in order: rules, and declarations between them as rules without a prelude.
     */
    static List<Rule> contents(final String block) {
        final List<Rule> contents = new ArrayList<>();
        int declarations = 0;
        int start = 0;
        int at = 0;
        while (at < block.length()) {
            final char c = block.charAt(at);
            if (c == ';') {
                at++;
                if (prelude(block, start, at).startsWith("@")) { // a statement, which means nothing here
                    addDeclarations(block.substring(declarations, start), contents);
                    declarations = at;
                }
                start = at;
            } else if (c == '{') {
                final int end = blockEnd(block, at);
                final String prelude = prelude(block, start, at);
                if (!prelude.startsWith("--")) {
                    addDeclarations(block.substring(declarations, start), contents);
                    final int close = end > at + 1 && block.charAt(end - 1) == '}' ? end - 1 : end;
                    contents.add(new Rule(prelude, block.substring(at + 1, close), block.substring(start, end).strip()));
                    declarations = end;
                    start = end;
                }
                at = end;
            } else {
                at = skip(block, at);
            }
        }
        addDeclarations(block.substring(declarations), contents);
        return contents;
    }

    private static void addDeclarations(final String text, final List<Rule> contents) {
        if (!text.isBlank()) {
            contents.add(new Rule("", text, text));
        }
    }

    /** Where the token, or the bracket with all in it, that begins at {@code at} ends. */
    static int skip(final String css, final int at) {
        switch (css.charAt(at)) {
            case '"':
            case '\'':
                return stringEnd(css, at);
            case '\\':
                return Math.min(css.length(), at + 2);
            case '/':
                if (css.startsWith("/*", at)) {
                    final int end = css.indexOf("*/", at + 2);
                    return end < 0 ? css.length() : end + 2;
                }
                return at + 1;
            case '(':
            case '[':
                return bracketEnd(css, at);
            default:
                return at + 1;
        }
    }

    private static int stringEnd(final String css, final int at) {
        for (int i = at + 1; i < css.length(); i++) {
            final char c = css.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == css.charAt(at) || c == '\n') {
                return i + 1;
            }
        }
        return css.length();
    }

    private static int bracketEnd(final String css, final int at) {
        if (css.charAt(at) == '(' && isUrl(css, at)) {
            final int close = css.indexOf(')', at);
            return close < 0 ? css.length() : close + 1;
        }
        return nestEnd(css, at, false);
    }

    private static int blockEnd(final String css, final int at) {
        return nestEnd(css, at, true);
    }

    /** Goes to the end of nested brackets, without recursion. */
    private static int nestEnd(final String css, final int at, final boolean braces) {
        final StringBuilder open = new StringBuilder();
        int i = at;
        while (i < css.length()) {
            final char c = css.charAt(i);
            if (c == '{' || c == '(' || c == '[') {
                if (c == '(' && isUrl(css, i)) {
                    i = bracketEnd(css, i);
                    continue;
                }
                open.append(c == '{' ? '}' : c == '(' ? ')' : ']');
                i++;
                if (open.length() > MAX_DEPTH) {
                    return css.length();
                }
            } else if (c == '}' || c == ')' || c == ']') {
                final int depth = open.lastIndexOf(String.valueOf(c));
                if (depth >= 0) {
                    open.setLength(depth);
                } else if (c == '}' && !braces) {
                    return i;
                }
                i++;
                if (open.length() == 0) {
                    return i;
                }
            } else {
                i = skip(css, i);
            }
        }
        return css.length();
    }

    /** Whether a parenthesis opens a URL without quotes, in which anything may stand. */
    private static boolean isUrl(final String css, final int at) {
        if (at < 3 || !css.regionMatches(true, at - 3, "url", 0, 3) || at > 3 && isName(css.charAt(at - 4))) {
            return false;
        }
        int i = at + 1;
        while (i < css.length() && Ascii.isSpace(css.charAt(i))) {
            i++;
        }
        return i < css.length() && css.charAt(i) != '"' && css.charAt(i) != '\'';
    }

    /** Splits at a character outside of strings and brackets; comments go. */
    static List<String> split(final String css, final char separator) {
        final List<String> parts = new ArrayList<>();
        int start = 0;
        int at = 0;
        while (at < css.length()) {
            if (css.charAt(at) == separator) {
                parts.add(prelude(css, start, at));
                start = ++at;
            } else {
                at = skip(css, at);
            }
        }
        parts.add(prelude(css, start, css.length()));
        return parts;
    }

    private static String prelude(final String css, final int start, final int end) {
        final String text = css.substring(start, end);
        return text.contains("/*") ? withoutComments(text).strip() : text.strip();
    }

    private static String withoutComments(final String css) {
        final StringBuilder out = new StringBuilder();
        int at = 0;
        while (at < css.length()) {
            if (css.startsWith("/*", at)) {
                at = skip(css, at);
                continue;
            }
            final char c = css.charAt(at);
            final int end = c == '(' || c == '[' ? at + 1 : skip(css, at);
            out.append(css, at, end);
            at = end;
        }
        return out.toString();
    }
}
