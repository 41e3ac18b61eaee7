package ajaxcrawl;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Media queries (level 4) written as HtmlUnit reads them, which takes every feature but sizes as given and knows neither
 * ranges nor {@code or}: pages are rendered as on a desktop screen with a mouse, whose user prefers nothing.
 */
final class MediaQueries {

    /** Any of them holds, each of which is one or more features that all hold; without any: never. */
    private record Condition(List<List<String>> any) {

        static final Condition ALWAYS = new Condition(List.of(List.of()));
        static final Condition NEVER = new Condition(List.of());

        static Condition of(final String feature) {
            return new Condition(List.of(List.of(feature)));
        }

        Condition or(final Condition other) {
            final List<List<String>> both = new ArrayList<>(any);
            both.addAll(other.any);
            return new Condition(both);
        }

        Condition and(final Condition other) {
            final List<List<String>> both = new ArrayList<>();
            for (final List<String> one : any) {
                for (final List<String> two : other.any) {
                    final List<String> all = new ArrayList<>(one);
                    all.addAll(two);
                    both.add(all);
                }
            }
            return both.size() > MOST ? NEVER : new Condition(both);
        }
    }

    /** Conditions that one condition may come to. */
    private static final int MOST = 64;

    /** Brackets in brackets that are followed. */
    private static final int MAX_DEPTH = 30;

    private static final String LENGTH = "(\\d*\\.?\\d+)([a-z]*)";

    private static final Map<String, String> WORDS = Map.ofEntries(Map.entry("prefers-color-scheme", "light"),
            Map.entry("prefers-reduced-motion", "no-preference"), Map.entry("prefers-reduced-data", "no-preference"),
            Map.entry("prefers-reduced-transparency", "no-preference"), Map.entry("prefers-contrast", "no-preference"),
            Map.entry("forced-colors", "none"), Map.entry("inverted-colors", "none"), Map.entry("hover", "hover"),
            Map.entry("any-hover", "hover"), Map.entry("pointer", "fine"), Map.entry("any-pointer", "fine"),
            Map.entry("display-mode", "browser"), Map.entry("scripting", "enabled"), Map.entry("update", "fast"));

    private static final Pattern RULE = Pattern.compile("(@media\\b)([^{};]*)(?=\\{)", Pattern.CASE_INSENSITIVE);
    private static final Pattern TYPE = Pattern.compile("(?:(not|only)\\s+)?([a-z-]+)(?:\\s+and\\b(.*))?", Pattern.DOTALL);
    private static final Pattern NEGATION = Pattern.compile("not(?=[\\s(])(.*)", Pattern.DOTALL);
    private static final Pattern WORD = Pattern.compile("([a-z-]+)(?:\\s*:\\s*([a-z-]+))?");
    private static final Pattern BOUND = Pattern.compile("(min|max)-(width|height)\\s*:\\s*" + LENGTH);
    private static final Pattern RANGE = Pattern.compile("(width|height)\\s*(<=?|>=?)\\s*" + LENGTH);
    private static final Pattern TURNED_RANGE = Pattern.compile(
            LENGTH + "\\s*(<=?|>=?)\\s*(width|height)(?:\\s*(<=?|>=?)\\s*" + LENGTH + ")?");

    /** What a length is lessened by where a range leaves out its end. */
    private static final double LITTLE = 0.002;

    private MediaQueries() { }

    /** A style sheet whose {@code @media} rules HtmlUnit judges rightly. */
    static String inSheet(final String css) {
        return RULE.matcher(css).replaceAll(rule -> {
            final String media = inList(rule.group(2).strip());
            return Matcher.quoteReplacement(media.equals(rule.group(2).strip()) ? rule.group()
                    : rule.group(1) + ' ' + media + ' ');
        });
    }

    /** A list of media queries, likewise. */
    static String inList(final String media) {
        if (media.indexOf('(') < 0) {
            return media;
        }
        return String.join(", ", CssText.split(media, ',').stream().map(MediaQueries::query).toList());
    }

    private static String query(final String text) {
        final String query = Ascii.lower(text);
        final Matcher type = TYPE.matcher(query);
        if (!type.matches() || "not".equals(type.group(2))) {
            return written("", condition(query, false, 0));
        }
        final boolean negated = "not".equals(type.group(1));
        final Condition condition = type.group(3) == null ? negated ? Condition.NEVER : Condition.ALWAYS
                : condition(type.group(3), negated, 0);
        if (negated) {
            return Set.of("all", "screen").contains(type.group(2)) ? written("", condition) : "all";
        }
        return written(type.group(2), condition);
    }

    private static String written(final String type, final Condition condition) {
        final List<String> queries = condition.any().stream().map(features -> {
            final String all = String.join(" and ", features);
            return type.isEmpty() ? all.isEmpty() ? "all" : all : all.isEmpty() ? type : type + " and " + all;
        }).toList();
        return queries.isEmpty() ? "not all" : String.join(", ", queries);
    }

    private static Condition condition(final String text, final boolean negated, final int depth) {
        final String condition = text.strip();
        if (depth > MAX_DEPTH) {
            return Condition.NEVER;
        }
        for (final String word : List.of("or", "and")) {
            final List<String> parts = split(condition, word);
            if (parts.size() > 1) {
                final boolean any = "or".equals(word) != negated;
                return parts.stream().map(part -> condition(part, negated, depth + 1))
                        .reduce(any ? Condition::or : Condition::and).orElseThrow();
            }
        }
        final Matcher not = NEGATION.matcher(condition);
        if (not.matches()) {
            return condition(not.group(1), !negated, depth + 1);
        }
        if (!condition.startsWith("(") || !condition.endsWith(")")) {
            return Condition.NEVER;
        }
        final String inner = condition.substring(1, condition.length() - 1).strip();
        return inner.startsWith("(") || NEGATION.matcher(inner).matches() ? condition(inner, negated, depth + 1)
                : feature(inner, negated);
    }

    /** Splits at a word outside of brackets. */
    static List<String> split(final String text, final String word) {
        final List<String> parts = new ArrayList<>();
        int start = 0;
        int at = 0;
        while (at < text.length()) {
            if (text.startsWith(word, at) && (at == 0 || !CssText.isName(text.charAt(at - 1)))
                    && at + word.length() < text.length() && !CssText.isName(text.charAt(at + word.length()))) {
                parts.add(text.substring(start, at));
                at += word.length();
                start = at;
            } else {
                at = CssText.skip(text, at);
            }
        }
        parts.add(text.substring(start));
        return parts;
    }

    private static Condition feature(final String text, final boolean negated) {
        final Matcher word = WORD.matcher(text);
        if (word.matches() && WORDS.containsKey(word.group(1))) {
            final String ours = WORDS.get(word.group(1));
            final boolean holds = word.group(2) != null ? ours.equals(word.group(2))
                    : !"none".equals(ours) && !"no-preference".equals(ours);
            return holds == negated ? Condition.NEVER : Condition.ALWAYS;
        }
        final Matcher bound = BOUND.matcher(text);
        if (bound.matches()) {
            return bound(bound.group(2), "min".equals(bound.group(1)) ? ">=" : "<=", bound.group(3), bound.group(4), negated);
        }
        final Matcher range = RANGE.matcher(text);
        if (range.matches()) {
            return bound(range.group(1), range.group(2), range.group(3), range.group(4), negated);
        }
        final Matcher turned = TURNED_RANGE.matcher(text);
        if (turned.matches()) {
            final String sign = turned.group(3);
            final Condition first = bound(turned.group(4), (sign.charAt(0) == '<' ? ">" : "<") + sign.substring(1),
                    turned.group(1), turned.group(2), negated);
            if (turned.group(5) == null) {
                return first;
            }
            final Condition second = bound(turned.group(4), turned.group(5), turned.group(6), turned.group(7), negated);
            return negated ? first.or(second) : first.and(second);
        }
        if (text.startsWith("orientation") && negated) {
            return Condition.of(text.contains("landscape") ? "(orientation: portrait)" : "(orientation: landscape)");
        }
        return negated ? Condition.NEVER : Condition.of('(' + text + ')');
    }

    private static Condition bound(final String name, final String sign, final String number, final String unit,
            final boolean negated) {
        final boolean closed = sign.length() == 2 != negated;
        final boolean most = sign.charAt(0) == '<' != negated;
        final String limit = closed ? number : String.valueOf(Double.parseDouble(number) + (most ? -LITTLE : LITTLE));
        return Condition.of((most ? "(max-" : "(min-") + name + ": " + limit + (unit.isEmpty() ? "px" : unit) + ')');
    }
}
