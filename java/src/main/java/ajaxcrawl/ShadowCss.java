package ajaxcrawl;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Rewrites the style sheets of a shadow tree so that they style the same elements after the tree was put into the
 * document: by attributes that the elements of the tree, its host and its slotted nodes then carry. Specificity stays;
 * rules for the host and for slotted nodes go into a cascade layer, for the document's own rules beat them.
 */
final class ShadowCss {

    static final String ELEMENT = "data-shadow";
    static final String HOST = "data-shadow-host";
    static final String SLOTTED = "data-shadow-slotted";

    private static final Set<String> GROUPS = Set.of("media", "supports", "container", "layer", "starting-style");
    private static final Pattern NEEDS_SLOTS = Pattern.compile(
            "(?:^|[\\s,>+~(}])slot(?![\\w-])|[^\\s,>+~({};*]::slotted", Pattern.CASE_INSENSITIVE);
    private static final Pattern PSEUDO_ELEMENT =
            Pattern.compile("::|:(?:before|after|first-line|first-letter)(?![\\w-])", Pattern.CASE_INSENSITIVE);

    /** An id that no element has, to outdo what the document's rules can bring up. */
    private static final String NO_ID = "#data-shadow";

    /** Takes from the elements of shadow trees what the document's rules say of whether and how their text is read. */
    static final String ISOLATION = '[' + ELEMENT + "]:not(" + NO_ID.repeat(3) + "):not(svg, svg *, [hidden])"
            + " { display: revert; visibility: revert; content-visibility: revert; text-transform: revert;"
            + " white-space: revert }";

    private final String id;
    private final String weight;

    /**
     * @param id of the sheets' scope
     * @param isolated whether {@link #ISOLATION} is in force, which the rules must outdo
     */
    ShadowCss(final String id, final boolean isolated) {
        this.id = id;
        weight = isolated ? ":not(" + NO_ID.repeat(4) + ")" : "";
    }

    /** Whether a style sheet of the document says anything that {@link #ISOLATION} is for. */
    static boolean mayHide(final String css) {
        return css.contains("display") || css.contains("visibility") || css.contains("text-transform")
                || css.contains("white-space");
    }

    /** Whether slots must stay elements for these rules to work. */
    static boolean needsSlots(final String css) {
        return css.contains("slot") && NEEDS_SLOTS.matcher(css).find();
    }

    String scope(final String css) {
        final StringBuilder out = new StringBuilder();
        for (final CssText.Rule rule : CssText.rules(css)) {
            if (out.length() > 0) {
                out.append('\n');
            }
            if (!rule.isAtRule()) {
                styleRule(rule, out);
            } else if (rule.block() != null && GROUPS.contains(rule.keyword())) {
                out.append(rule.prelude()).append(" {\n").append(scope(rule.block())).append("\n}");
            } else {
                out.append(rule.text());
            }
        }
        return out.toString();
    }

    private void styleRule(final CssText.Rule rule, final StringBuilder out) {
        final List<String> inside = new ArrayList<>();
        final List<String> outside = new ArrayList<>();
        for (final String selector : CssText.split(rule.prelude(), ',')) {
            final List<String> compounds = compounds(selector);
            final String subject = compounds.isEmpty() ? "" : compounds.get(compounds.size() - 1);
            final boolean isOutside = startsWithHost(subject) || subject.contains("::slotted(");
            final StringBuilder scoped = new StringBuilder();
            compounds.forEach(compound -> scoped.append(compound(compound)));
            if (isOutside) {
                outside.add(scoped.toString());
            } else {
                inside.add(weight.isEmpty() ? scoped.toString() : heavier(scoped.toString()));
            }
        }
        if (!inside.isEmpty()) {
            out.append(String.join(", ", inside)).append(" {").append(rule.block()).append('}');
        }
        if (!outside.isEmpty()) {
            out.append(inside.isEmpty() ? "" : "\n").append("@layer shadow-host { ")
                    .append(String.join(", ", outside)).append(" {").append(rule.block()).append("} }");
        }
    }

    private String heavier(final String selector) {
        final int end = pseudoElement(selector);
        return selector.substring(0, end) + weight + selector.substring(end);
    }

    private static boolean startsWithHost(final String compound) {
        return compound.startsWith(":host");
    }

    /** A complex selector's compounds and combinators, in order; combinators are spaced. */
    private static List<String> compounds(final String selector) {
        final List<String> parts = new ArrayList<>();
        int start = 0;
        int at = 0;
        while (at < selector.length()) {
            final char c = selector.charAt(at);
            if (!isCombinator(c)) {
                at = CssText.skip(selector, at);
                continue;
            }
            if (at > start) {
                parts.add(selector.substring(start, at));
            }
            char combinator = ' ';
            while (at < selector.length() && isCombinator(selector.charAt(at))) {
                combinator = Ascii.isSpace(selector.charAt(at)) ? combinator : selector.charAt(at);
                at++;
            }
            parts.add(combinator == ' ' ? " " : " " + combinator + " ");
            start = at;
        }
        if (start < selector.length()) {
            parts.add(selector.substring(start));
        }
        return parts;
    }

    private static boolean isCombinator(final char c) {
        return Ascii.isSpace(c) || c == '>' || c == '+' || c == '~';
    }

    private String compound(final String compound) {
        if (isCombinator(compound.charAt(0))) {
            return compound;
        }
        if (startsWithHost(compound)) {
            return host(compound);
        }
        final int slotted = compound.indexOf("::slotted(");
        return slotted < 0 ? inside(compound) : slotted(compound, slotted);
    }

    private String inside(final String compound) {
        final int end = pseudoElement(compound);
        return compound.substring(0, end) + ":where([" + ELEMENT + "=\"" + id + "\"])" + compound.substring(end);
    }

    private static int pseudoElement(final String compound) {
        int at = 0;
        while (at < compound.length()) {
            if (compound.charAt(at) == ':'
                    && PSEUDO_ELEMENT.matcher(compound).region(at, compound.length()).lookingAt()) {
                return at;
            }
            at = CssText.skip(compound, at);
        }
        return at;
    }

    private String host(final String compound) {
        final String host = '[' + HOST + "=\"" + id + "\"]";
        final boolean context = compound.startsWith(":host-context");
        final int name = (context ? ":host-context" : ":host").length();
        if (name >= compound.length() || compound.charAt(name) != '(') {
            return host + compound.substring(name);
        }
        final int end = CssText.skip(compound, name);
        final String argument = compound.substring(name + 1, Math.max(name + 1, end - 1)).strip();
        final String is = context ? ":is(" + argument + ", " + argument + " *)" : ":is(" + argument + ")";
        return host + is + compound.substring(end);
    }

    /** {@code slot::slotted(p)} becomes {@code slot > p}. */
    private String slotted(final String compound, final int at) {
        final int open = at + "::slotted".length();
        final int end = CssText.skip(compound, open);
        final String argument = compound.substring(open + 1, Math.max(open + 1, end - 1)).strip();
        final String slot = compound.substring(0, at);
        final String parent = slot.isEmpty() || "*".equals(slot) ? "" : inside(slot) + " > ";
        return parent + ":is(" + argument + "):where([" + SLOTTED + "~=\"" + id + "\"])" + compound.substring(end);
    }
}
