package ajaxcrawl;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.htmlunit.BrowserVersion;
import org.htmlunit.css.StyleAttributes;

/** {@code @supports} and {@code CSS.supports} (CSS Conditional Rules): what browsers support, as far as names tell. */
final class SupportsCondition {

    private static final Map<String, Set<String>> KEYWORDS = Map.of(
            "display", Set.of("block", "inline", "inline-block", "flex", "inline-flex", "grid", "inline-grid", "flow-root",
                    "none", "contents", "table", "table-row", "table-cell", "list-item", "inline-table", "table-caption",
                    "table-column", "table-row-group", "table-header-group", "table-footer-group", "table-column-group",
                    "ruby", "math"),
            "position", Set.of("static", "relative", "absolute", "fixed", "sticky", "-webkit-sticky"),
            "object-fit", Set.of("fill", "contain", "cover", "none", "scale-down"));
    private static final Set<String> ALWAYS = Set.of("inherit", "initial", "unset", "revert", "revert-layer");

    /** What HtmlUnit's list of properties lacks. */
    private static final Set<String> MODERN = Set.of("gap", "row-gap", "aspect-ratio", "backdrop-filter",
            "-webkit-backdrop-filter", "inset", "container-type", "accent-color", "scroll-behavior", "overscroll-behavior",
            "content-visibility", "mask-image", "-webkit-mask-image", "translate", "rotate", "scale", "scrollbar-gutter",
            "text-wrap", "view-transition-name", "anchor-name", "field-sizing", "interpolate-size");

    private static final Pattern DECLARATION = Pattern.compile("((?:--)?[\\w-]+)\\s*:(.*)", Pattern.DOTALL);
    private static final Pattern FUNCTION = Pattern.compile("([a-z-]+)\\((.*)\\)", Pattern.DOTALL);
    private static final Pattern LETTER = Pattern.compile("-([a-z])");

    private SupportsCondition() { }

    /** Whether a condition holds; a declaration may stand without its brackets. */
    static boolean holds(final String text) {
        final String condition = text.strip();
        for (final String word : List.of("or", "and")) {
            final List<String> parts = MediaQueries.split(condition, word);
            if (parts.size() > 1) {
                return "or".equals(word) ? parts.stream().anyMatch(SupportsCondition::holds)
                        : parts.stream().allMatch(SupportsCondition::holds);
            }
        }
        if (condition.startsWith("not") && condition.length() > 3 && !CssText.isName(condition.charAt(3))) {
            return !holds(condition.substring(3));
        }
        if (condition.startsWith("(") && condition.endsWith(")")) {
            return holds(condition.substring(1, condition.length() - 1));
        }
        final Matcher function = FUNCTION.matcher(condition);
        if (function.matches()) {
            return switch (function.group(1)) {
                case "selector" -> Selectors.areKnown(function.group(2));
                case "font-format", "font-tech" -> true;
                default -> false;
            };
        }
        final Matcher declaration = DECLARATION.matcher(condition);
        return declaration.matches() && holds(declaration.group(1), declaration.group(2));
    }

    /** Whether a property may have a value. */
    static boolean holds(final String property, final String value) {
        final String name = Ascii.lower(property.strip());
        final String text = Ascii.lower(value.strip()).replaceFirst("\\s*!important$", "");
        if (text.isEmpty() || name.startsWith("--")) {
            return !text.isEmpty();
        }
        return isKnown(name) && (ALWAYS.contains(text) || text.startsWith("var(") || text.startsWith("env(")
                || !KEYWORDS.containsKey(name) || KEYWORDS.get(name).contains(text));
    }

    private static boolean isKnown(final String property) {
        final String camel = LETTER.matcher(property.startsWith("-") ? property.substring(1) : property)
                .replaceAll(letter -> letter.group(1).toUpperCase(Locale.ROOT));
        return MODERN.contains(property) || StyleAttributes.getDefinition(camel, BrowserVersion.CHROME) != null;
    }
}
