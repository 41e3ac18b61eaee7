package ajaxcrawl;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Writes style sheets with the rules that HtmlUnit's parser knows: conditions that are judged already, media queries,
 * and style rules. Nested rules (CSS Nesting), {@code @supports}, {@code @container}, {@code @scope} and
 * {@code @layer} are written as what they come to; the names of layers stay, before what is in them.
 */
final class CssLowering {

    /** Begins the statement that names the layer of the rules that follow; without a name they are in none. */
    static final String LAYER = "@-ajaxcrawl-layer";

    /** Selectors of nested rules are multiplied out up to that many. */
    private static final int MOST_SELECTORS = 32;

    /** Rules in rules that are followed. */
    private static final int MAX_DEPTH = 50;

    private static final Set<String> GROUPS = Set.of("supports", "layer", "container", "scope", "starting-style");

    /**
     * A {@code @scope}, as what is added to selectors.
     *
     * @param root what the scope's root matches
     * @param inside what the root and all that is in scope match
     */
    private record Scope(String root, String inside) { }

    /**
     * Where a rule stands.
     *
     * @param media the media queries around it
     * @param layer empty: in none
     * @param parents the selectors of the style rule around it; empty where there is none
     * @param scope null: in none
     */
    private record Place(List<String> media, String layer, List<String> parents, Scope scope, int depth) {

        Place inMedia(final String query) {
            final List<String> all = new ArrayList<>(media);
            all.add(query);
            return new Place(all, layer, parents, scope, depth + 1);
        }

        Place inLayer(final String name) {
            return new Place(media, layer.isEmpty() ? name : layer + '.' + name, parents, scope, depth + 1);
        }

        Place in(final List<String> selectors) {
            return new Place(media, layer, selectors, scope, depth + 1);
        }

        Place inScope(final Scope inner) {
            return new Place(media, layer, List.of(), inner, depth + 1);
        }
    }

    private final StringBuilder out = new StringBuilder();
    private final StringBuilder imports = new StringBuilder(); // which stand first, even where layers were named before
    private Place written = new Place(List.of(), "", List.of(), null, 0);
    private int anonymous;

    private CssLowering() { }

    /** The sheet as HtmlUnit's parser understands it; the text itself where there is nothing to be written otherwise. */
    static String lowered(final String css) {
        if (!isNeeded(css)) {
            return css;
        }
        final CssLowering lowering = new CssLowering();
        final Place top = lowering.written;
        lowering.rules(CssText.rules(css), top);
        lowering.moveTo(top);
        return lowering.imports.append(lowering.out).toString();
    }

    /** A quick look, which may say yes in vain. */
    static boolean isNeeded(final String css) {
        for (int at = css.indexOf('@'); at >= 0; at = css.indexOf('@', at + 1)) {
            for (final String group : GROUPS) {
                if (css.regionMatches(true, at + 1, group, 0, group.length())) {
                    return true;
                }
            }
        }
        return Selectors.areForeign(css) || isNested(css);
    }

    /** Whether a block begins in that of a style rule. */
    private static boolean isNested(final String css) {
        int depth = 0;
        int inStyle = Integer.MAX_VALUE;
        boolean atRule = false;
        boolean begins = true;
        for (int i = 0; i < css.length(); i++) {
            final char c = css.charAt(i);
            if (c == '{') {
                if (depth >= inStyle) {
                    return true;
                }
                depth++;
                inStyle = atRule ? inStyle : depth;
                begins = true;
            } else if (c == '}' || c == ';') {
                depth -= c == '}' && depth > 0 ? 1 : 0;
                inStyle = depth < inStyle ? Integer.MAX_VALUE : inStyle;
                begins = true;
            } else if (begins && !Ascii.isSpace(c)) {
                atRule = c == '@';
                begins = c == '/' || c == '*'; // a comment, most often
            }
        }
        return false;
    }

    private void rules(final List<CssText.Rule> rules, final Place place) {
        if (place.depth() > MAX_DEPTH) {
            return;
        }
        for (final CssText.Rule rule : rules) {
            if (rule.isAtRule()) {
                atRule(rule, place);
            } else if (rule.prelude().isEmpty()) {
                declarations(rule.block(), place);
            } else {
                final List<String> selectors = selectors(rule.prelude(), place);
                rules(CssText.contents(rule.block()), place.in(selectors));
            }
        }
    }

    private void atRule(final CssText.Rule rule, final Place place) {
        final String keyword = rule.keyword();
        final String rest = rule.prelude().substring(keyword.length() + 1).strip();
        if ("layer".equals(keyword)) {
            layer(rule, rest, place);
        } else if ("import".equals(keyword) && !rest.isEmpty()) {
            imports.append(imported(rest));
        } else if (rule.block() == null && !"charset".equals(keyword)) { // which has been read by
            moveTo(place);
            out.append(rule.text()).append('\n');
        } else if (rule.block() != null) {
            switch (keyword) {
                case "media" -> rules(inside(rule, place), place.inMedia(rest));
                case "supports" -> rules(SupportsCondition.holds(rest) ? inside(rule, place) : List.of(), place);
                case "container" -> rules(inside(rule, place), place.inMedia(container(rest)));
                case "scope" -> rules(inside(rule, place), place.inScope(scope(rest, place)));
                case "starting-style" -> { } // what a transition begins with is over
                default -> {
                    moveTo(place);
                    out.append(rule.text()).append('\n');
                }
            }
        }
    }

    private static List<CssText.Rule> inside(final CssText.Rule rule, final Place place) {
        return place.parents().isEmpty() ? CssText.rules(rule.block()) : CssText.contents(rule.block());
    }

    private void layer(final CssText.Rule rule, final String names, final Place place) {
        if (rule.block() == null) {
            for (final String name : CssText.split(names, ',')) {
                moveTo(place.inLayer(name));
            }
            return;
        }
        final Place inside = place.inLayer(names.isEmpty() ? "-anonymous-" + ++anonymous : names);
        moveTo(inside);
        rules(inside(rule, place), inside);
    }

    /** An imported sheet's rules are taken to be in no layer. */
    private static String imported(final String rest) {
        final int url = CssText.skip(rest, rest.startsWith("url(") ? 3 : 0);
        final StringBuilder media = new StringBuilder();
        int at = url;
        while (at < rest.length()) {
            final boolean begins = !CssText.isName(rest.charAt(at - 1));
            if (begins && (rest.startsWith("layer", at) || rest.startsWith("supports(", at))) {
                at += rest.charAt(at) == 'l' ? "layer".length() : "supports".length();
                at = at < rest.length() && rest.charAt(at) == '(' ? CssText.skip(rest, at) : at;
            } else {
                media.append(rest.charAt(at++));
            }
        }
        return "@import " + rest.substring(0, url) + media + ";\n";
    }

    /** Nothing is laid out: containers count as wide as the window, and have no other state. */
    private static String container(final String condition) {
        if (condition.contains("style(") || condition.contains("scroll-state(")) {
            return "not all";
        }
        final int start = condition.startsWith("(") || condition.startsWith("not") ? 0 : condition.indexOf(' ') + 1;
        return condition.substring(start).replace("inline-size", "width").replace("block-size", "height");
    }

    private Scope scope(final String prelude, final Place place) {
        if (!prelude.startsWith("(")) {
            return null; // that of the element around the style element
        }
        final int end = CssText.skip(prelude, 0);
        final String roots = String.join(", ", selectors(inBrackets(prelude, 0, end), place));
        final int limit = prelude.indexOf('(', end);
        final String outside = limit < 0 ? "" : inBrackets(prelude, limit, CssText.skip(prelude, limit));
        return new Scope(":where(" + roots + ')', ":where(" + roots + ", " + below(roots, " *") + ')'
                + (outside.isEmpty() ? "" : ":not(:where(" + outside + ", " + below(outside, " *") + "))"));
    }

    private static String below(final String selectors, final String more) {
        return String.join(", ", CssText.split(selectors, ',').stream().map(selector -> selector + more).toList());
    }

    private static String inBrackets(final String text, final int open, final int end) {
        return text.substring(open + 1, Math.max(open + 1, end - 1)).strip();
    }

    private List<String> selectors(final String prelude, final Place place) {
        final List<String> all = new ArrayList<>();
        for (final String selector : CssText.split(prelude, ',')) {
            if (selector.isEmpty()) {
                continue;
            }
            final String understood = Selectors.understood(selector);
            if (place.parents().isEmpty()) {
                all.add(scoped(understood, place.scope()));
            } else {
                all.addAll(nested(understood, place.parents()));
            }
        }
        return all;
    }

    /** Puts what all subjects of a scope match before a selector's pseudo-element, or at its end. */
    private static String scoped(final String selector, final Scope scope) {
        if (scope == null) {
            return selector;
        }
        final String text = replaced(selector.replace(":scope", "&"), scope.root());
        final int element = text.indexOf("::");
        return element < 0 ? text + scope.inside() : text.substring(0, element) + scope.inside() + text.substring(element);
    }

    /** A nested rule's selector, for each of its parents where it begins with them. */
    private static List<String> nested(final String selector, final List<String> parents) {
        final int ampersand = ampersand(selector, 0);
        final String relative = ampersand == 0 ? selector.substring(1)
                : ampersand > 0 ? null : ' ' + selector;
        final String any = parents.size() == 1 && isCompound(parents.get(0)) ? parents.get(0)
                : ":is(" + String.join(", ", parents) + ')';
        if (relative == null) {
            return List.of(replaced(selector, any));
        }
        final String rest = replaced(relative, any);
        return parents.size() > MOST_SELECTORS ? List.of(any + rest)
                : parents.stream().map(parent -> parent + rest).toList();
    }

    private static String replaced(final String selector, final String parent) {
        String text = selector;
        for (int at = ampersand(text, 0); at >= 0; at = ampersand(text, at + parent.length())) {
            text = text.substring(0, at) + parent + text.substring(at + 1);
        }
        return text;
    }

    /** Where an ampersand stands that means the parent; it may stand in parentheses, but in no string. */
    private static int ampersand(final String selector, final int from) {
        int at = from;
        while (at < selector.length()) {
            final char c = selector.charAt(at);
            if (c == '&') {
                return at;
            }
            at = c == '(' ? at + 1 : CssText.skip(selector, at);
        }
        return -1;
    }

    private static boolean isCompound(final String selector) {
        return !selector.isEmpty() && (selector.charAt(0) == '.' || selector.charAt(0) == '#')
                && selector.chars().noneMatch(c -> Ascii.isSpace((char) c) || c == '>' || c == '+' || c == '~');
    }

    private void declarations(final String text, final Place place) {
        if (!place.parents().isEmpty()) {
            moveTo(place);
            out.append(String.join(", ", place.parents())).append(" {").append(text).append("}\n");
        }
    }

    /** What is written next stands there. */
    private void moveTo(final Place place) {
        final boolean sameLayer = place.layer().equals(written.layer());
        if (!sameLayer || !place.media().equals(written.media())) {
            out.append("}".repeat(written.media().size())).append('\n');
            if (!sameLayer) {
                out.append(LAYER).append(' ').append(place.layer()).append(";\n");
            }
            place.media().forEach(query -> out.append("@media ").append(query).append(" {\n"));
        }
        written = place;
    }
}
