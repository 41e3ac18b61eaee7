package ajaxcrawl;

import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Media queries (level 4) written as HtmlUnit reads them, which takes every feature but sizes as given and knows no
 * ranges: pages are rendered as on a desktop screen with a mouse, whose user prefers nothing.
 */
final class MediaQueries {

    private static final String TRUE = "(min-width: 0px)";
    private static final String FALSE = "(max-width: 0px)";
    private static final String LENGTH = "(\\d*\\.?\\d+)([a-z]*)";

    private static final Map<String, String> WORDS = Map.ofEntries(Map.entry("prefers-color-scheme", "light"),
            Map.entry("prefers-reduced-motion", "no-preference"), Map.entry("prefers-reduced-data", "no-preference"),
            Map.entry("prefers-reduced-transparency", "no-preference"), Map.entry("prefers-contrast", "no-preference"),
            Map.entry("forced-colors", "none"), Map.entry("inverted-colors", "none"), Map.entry("hover", "hover"),
            Map.entry("any-hover", "hover"), Map.entry("pointer", "fine"), Map.entry("any-pointer", "fine"),
            Map.entry("display-mode", "browser"), Map.entry("scripting", "enabled"), Map.entry("update", "fast"));

    private static final Pattern RULE = Pattern.compile("(@media\\b)([^{};]*)(?=\\{)", Pattern.CASE_INSENSITIVE);
    private static final Pattern FEATURE = Pattern.compile("\\(([^()]*)\\)");
    private static final Pattern WORD = Pattern.compile("([a-z-]+)(?:\\s*:\\s*([a-z-]+))?");
    private static final Pattern RANGE = Pattern.compile("(width|height)\\s*(<=?|>=?)\\s*" + LENGTH);
    private static final Pattern TURNED_RANGE = Pattern.compile(
            LENGTH + "\\s*(<=?|>=?)\\s*(width|height)(?:\\s*(<=?|>=?)\\s*" + LENGTH + ")?");
    private static final Pattern NEGATION = Pattern.compile("(^|,)(\\s*)not(\\s*\\([^()]*\\)\\s*)(?=,|$)",
            Pattern.CASE_INSENSITIVE);

    /** What a length is lessened by where a range leaves out its end. */
    private static final double LITTLE = 0.002;

    private MediaQueries() { }

    /** A style sheet whose {@code @media} rules HtmlUnit judges rightly. */
    static String inSheet(final String css) {
        return RULE.matcher(css).replaceAll(rule -> Matcher.quoteReplacement(rule.group(1) + inList(rule.group(2))));
    }

    /** A list of media queries, likewise. */
    static String inList(final String media) {
        if (media.indexOf('(') < 0) {
            return media;
        }
        final String negated = NEGATION.matcher(media).replaceAll("$1$2not all and$3");
        return FEATURE.matcher(negated).replaceAll(found -> Matcher.quoteReplacement(feature(found)));
    }

    private static String feature(final MatchResult found) {
        final String text = Ascii.lower(found.group(1).strip());
        final Matcher word = WORD.matcher(text);
        if (word.matches() && WORDS.containsKey(word.group(1))) {
            final String ours = WORDS.get(word.group(1));
            final boolean holds = word.group(2) != null ? ours.equals(word.group(2))
                    : !"none".equals(ours) && !"no-preference".equals(ours);
            return holds ? TRUE : FALSE;
        }
        final Matcher range = RANGE.matcher(text);
        if (range.matches()) {
            return bound(range.group(1), range.group(2), range.group(3), range.group(4));
        }
        final Matcher turned = TURNED_RANGE.matcher(text);
        if (!turned.matches()) {
            return found.group();
        }
        final String sign = turned.group(3);
        final String first = bound(turned.group(4), (sign.charAt(0) == '<' ? ">" : "<") + sign.substring(1),
                turned.group(1), turned.group(2));
        return turned.group(5) == null ? first
                : first + " and " + bound(turned.group(4), turned.group(5), turned.group(6), turned.group(7));
    }

    private static String bound(final String name, final String sign, final String number, final String unit) {
        final boolean most = sign.charAt(0) == '<';
        final String limit = sign.length() == 2 ? number
                : String.valueOf(Double.parseDouble(number) + (most ? -LITTLE : LITTLE));
        return (most ? "(max-" : "(min-") + name + ": " + limit + (unit.isEmpty() ? "px" : unit) + ")";
    }
}
