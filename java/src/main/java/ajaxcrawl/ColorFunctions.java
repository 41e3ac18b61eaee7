package ajaxcrawl;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.htmlunit.cssparser.parser.LexicalUnit;
import org.htmlunit.cssparser.parser.LexicalUnitImpl;
import org.htmlunit.cssparser.parser.javacc.CSS3Parser;

/**
 * Colours that HtmlUnit's parser refuses: with {@code var()} among their arguments, or in spaces that it does not know. Read
 * under another name they are functions as any; these have no slash, so that a comma stands for it.
 */
final class ColorFunctions {

    private static final Pattern REFUSED = Pattern.compile(
            "(?<=[\\s:,(])(?:oklch|oklab|(?:rgba?|hsla?|hwb|lab|lch)(?=\\([^(){};]*var\\())\\(");
    private static final String MARK = "-(";
    private static final String WITH_SLASH = "--(";

    /** In characters: sheets may be made of open brackets. */
    private static final int LONGEST = 512;

    private ColorFunctions() { }

    /** A parser that gives marked functions their names back. */
    static final class Parser extends CSS3Parser {

        @Override
        protected LexicalUnit functionInternal(final LexicalUnit before, final String name, final LexicalUnit arguments) {
            return super.functionInternal(before, named(name, arguments), arguments);
        }
    }

    /** A sheet with such functions under names that they are read by. */
    static String marked(final String css) {
        if (!css.contains("var(") && !css.contains("oklch(") && !css.contains("oklab(")) {
            return css;
        }
        final StringBuilder text = new StringBuilder(css.length());
        final Matcher refused = REFUSED.matcher(css);
        int done = 0;
        while (refused.find()) {
            final int start = refused.end() - 1;
            final int slash = slash(css, start);
            text.append(css, done, start).append(slash < 0 ? MARK : WITH_SLASH);
            done = start + 1;
            if (slash >= 0) {
                text.append(css, done, slash).append(',');
                done = slash + 1;
            }
        }
        return text.append(css, done, css.length()).toString();
    }

    /** Where the slash before the opacity stands. */
    private static int slash(final String css, final int bracket) {
        int depth = 0;
        for (int at = bracket + 1; at < Math.min(css.length(), bracket + LONGEST) && depth >= 0; at++) {
            switch (css.charAt(at)) {
                case '(' -> depth++;
                case ')' -> depth--;
                case ';', '}' -> depth = -1;
                case '/' -> {
                    if (depth == 0) {
                        return at;
                    }
                }
                default -> { }
            }
        }
        return -1;
    }

    /** The name that a function had; its slash is put back among its arguments. */
    static String named(final String name, final LexicalUnit arguments) {
        if (name.endsWith(WITH_SLASH)) {
            putSlash(arguments);
            return name.replace(WITH_SLASH, "(");
        }
        return name.endsWith(MARK) ? name.replace(MARK, "(") : name;
    }

    private static void putSlash(final LexicalUnit arguments) {
        LexicalUnit comma = null;
        for (LexicalUnit unit = arguments; unit != null; unit = unit.getNextLexicalUnit()) {
            comma = unit.getLexicalUnitType() == LexicalUnit.LexicalUnitType.OPERATOR_COMMA ? unit : comma;
        }
        if (comma != null && comma.getNextLexicalUnit() instanceof LexicalUnitImpl after) {
            final LexicalUnitImpl slash = (LexicalUnitImpl) LexicalUnitImpl.createSlash(comma.getPreviousLexicalUnit());
            slash.setNextLexicalUnit(after);
            after.setPreviousLexicalUnit(slash);
        }
    }
}
