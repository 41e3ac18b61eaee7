package ajaxcrawl;

import java.util.Set;

/**
 * Says whether a source may have syntax that Rhino lacks or gets wrong, so that older scripts are compiled as they are. It
 * reads tokens, not the grammar; in doubt the answer is yes, which costs time only.
 */
final class ModernSyntax {

    /** Words that are syntax wherever they are no property's name. */
    private static final Set<String> WORDS = Set.of("class", "let", "const", "await", "yield", "import", "export", "super");
    /** After these words a slash begins a regular expression, and a bracket an array. */
    private static final Set<String> BEFORE_OPERAND = Set.of("return", "typeof", "case", "in", "of", "delete", "void", "throw",
            "new", "instanceof", "do", "else");

    private final String source;
    private final int length;
    private int at;
    /** Whether what comes next begins an operand: a slash is then a regular expression. */
    private boolean operand = true;
    private String word = "";
    private char last;
    private boolean afterDot;
    /** Of each open bracket: whether it began an array, or a pattern of one. */
    private final StringBuilder brackets = new StringBuilder();

    private ModernSyntax(final String source) {
        this.source = source;
        length = source.length();
    }

    static boolean isIn(final String source) {
        return source.startsWith("#!") || new ModernSyntax(source).find();
    }

    private boolean find() {
        while (at < length) {
            final char next = source.charAt(at);
            if (next <= ' ' || next == '\u00a0' || next == '\ufeff' || next == '\u2028' || next == '\u2029') {
                at++;
            } else if (next == '/' && at + 1 < length && source.charAt(at + 1) == '/') {
                skipLine();
            } else if (next == '/' && at + 1 < length && source.charAt(at + 1) == '*') {
                final int end = source.indexOf("*/", at + 2);
                at = end < 0 ? length : end + 2;
            } else if (next == '"' || next == '\'') {
                if (source.startsWith("use\\", at + 1)) { // with an escape it is no directive, but is one for Rhino
                    return true;
                }
                skipText(next);
                after(false, "");
            } else if (Character.isJavaIdentifierStart(next) || next == '\\' || next == '#') {
                if (next == '#' || isModernWord()) {
                    return true;
                }
            } else if (next >= '0' && next <= '9') {
                skipNumber();
                after(false, "");
            } else if (next == '/' && operand) {
                if (isModernPattern()) {
                    return true;
                }
                after(false, "");
            } else if (isModernSign(next)) {
                return true;
            }
        }
        return false;
    }

    private void after(final boolean nextIsOperand, final String lastWord) {
        operand = nextIsOperand;
        word = lastWord;
        last = 0;
        afterDot = false;
    }

    private void skipLine() {
        while (at < length && source.charAt(at) != '\n' && source.charAt(at) != '\r') {
            at++;
        }
    }

    private void skipText(final char quote) {
        at++;
        while (at < length && source.charAt(at) != quote && source.charAt(at) != '\n') {
            at += source.charAt(at) == '\\' ? 2 : 1;
        }
        at++;
    }

    private void skipNumber() {
        while (at < length && (Character.isJavaIdentifierPart(source.charAt(at)) || source.charAt(at) == '.')) {
            at++;
        }
    }

    private boolean isModernWord() {
        final int start = at;
        while (at < length && (Character.isJavaIdentifierPart(source.charAt(at)) || source.charAt(at) == '\\')) {
            at++;
        }
        if (at == start) {
            at++;
        }
        final String name = source.substring(start, at);
        final boolean isProperty = afterDot;
        final String before = word;
        final char sign = last;
        after(!isProperty && BEFORE_OPERAND.contains(name), name);
        if (isProperty) {
            return "hasInstance".equals(name); // see instance_of.js
        }
        final char next = peek();
        if (next == ':' && (sign == '{' || sign == ',')) {
            return false; // a property's name
        }
        switch (name) {
            case "async":
                return next == 'f' || next == '(' || next == '[' || next == '*' || next == '#'
                        || Character.isJavaIdentifierStart(next) && !startsWord("in") && !startsWord("of");
            case "with":
                return next == '(';
            case "using":
                return Character.isJavaIdentifierStart(next) && !startsWord("in") && !startsWord("of")
                        && !startsWord("instanceof");
            case "of":
                return sign != '(' && !before.isEmpty() && ",;:)=.".indexOf(next) < 0;
            case "undefined": // a property's short name; among others it is taken for an argument
                return sign == '{' && (next == '}' || next == ',') || sign == ',' && next == '}';
            case "function":
                return next == '*' || hasPatterns();
            case "var":
                return next == '[' || next == '{';
            default:
                return WORDS.contains(name);
        }
    }

    /** Whether the parameters that follow are more than names. */
    private boolean hasPatterns() {
        final int open = source.indexOf('(', at);
        for (int i = open + 1; open >= 0 && i < length && source.charAt(i) != ')'; i++) {
            if ("[{=.,".indexOf(source.charAt(i)) >= 0 && (source.charAt(i) != ',' || nextAfter(i) == ')')) {
                return true;
            }
        }
        return false;
    }

    private char peek() {
        return nextAfter(at - 1);
    }

    private char nextAfter(final int position) {
        int i = position + 1;
        while (i < length && source.charAt(i) <= ' ') {
            i++;
        }
        return i < length ? source.charAt(i) : 0;
    }

    private boolean startsWord(final String name) {
        int i = at;
        while (i < length && source.charAt(i) <= ' ') {
            i++;
        }
        return source.startsWith(name, i)
                && (i + name.length() >= length || !Character.isJavaIdentifierPart(source.charAt(i + name.length())));
    }

    /** Passes a regular expression; tells whether Rhino may not know it. */
    private boolean isModernPattern() {
        boolean inClass = false;
        boolean modern = false;
        at++;
        while (at < length && source.charAt(at) != '\n' && (inClass || source.charAt(at) != '/')) {
            final char next = source.charAt(at);
            if (next == '\\') {
                modern |= at + 2 < length && source.charAt(at + 2) == '{'
                        && (source.charAt(at + 1) == 'p' || source.charAt(at + 1) == 'P');
                at++;
            } else if (next == '[') {
                inClass = true;
            } else if (next == ']') {
                inClass = false;
            } else if (next == '(' && !inClass && at + 2 < length && source.charAt(at + 1) == '?') {
                modern |= "ims-<".indexOf(source.charAt(at + 2)) >= 0;
            }
            at++;
        }
        at++;
        while (at < length && Character.isJavaIdentifierPart(source.charAt(at))) {
            modern |= "duv".indexOf(source.charAt(at)) >= 0;
            at++;
        }
        return modern;
    }

    private boolean isModernSign(final char sign) {
        final char second = at + 1 < length ? source.charAt(at + 1) : 0;
        final char third = at + 2 < length ? source.charAt(at + 2) : 0;
        if (sign == '`' || sign == '=' && second == '>' || sign == '.' && second == '.' && third == '.'
                || sign == '?' && second == '.' && !(third >= '0' && third <= '9')
                || (sign == '?' || sign == '|' || sign == '&') && second == sign && third == '='
                || sign == ',' && peekAfterSign() == ')') {
            return true;
        }
        at++;
        switch (sign) {
            case '[':
                brackets.append(operand ? 'a' : 'i');
                operand = true;
                break;
            case ']':
                operand = false;
                if (brackets.length() > 0) {
                    final boolean array = brackets.charAt(brackets.length() - 1) == 'a';
                    brackets.setLength(brackets.length() - 1);
                    if (array && peek() == '=' && nextAfter(source.indexOf('=', at)) != '=') {
                        return true;
                    }
                }
                break;
            case ')':
                operand = false;
                break;
            case '}':
                // the end of a block, mostly: a pattern that is taken for a division hides no syntax for long
                operand = true;
                if (peek() == '=' && second != '=' && nextAfter(source.indexOf('=', at)) != '=') {
                    return true; // a pattern
                }
                break;
            case '+':
            case '-':
                if (second == sign) {
                    at++; // i++ / 2, ++i: what stood before still holds
                } else {
                    operand = true;
                }
                break;
            default:
                operand = true;
        }
        word = "";
        last = sign;
        afterDot = sign == '.';
        return false;
    }

    private char peekAfterSign() {
        return nextAfter(at);
    }
}
