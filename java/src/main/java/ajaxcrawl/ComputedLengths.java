package ajaxcrawl;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.htmlunit.css.ComputedCssStyleDeclaration;
import org.htmlunit.css.StyleElement;
import org.htmlunit.html.DomElement;

/** Sizes of fonts and heights of lines in computed styles: pixels, whatever they were written in (CSS Fonts, CSS Inline). */
final class ComputedLengths {

    private static final double MEDIUM = 16;
    private static final double PERCENT = 100;
    private static final double PIXELS_PER_POINT = 4.0 / 3;
    private static final Map<String, Double> KEYWORDS = Map.of("xx-small", 9.0, "x-small", 10.0, "small", 13.0, "medium", MEDIUM,
            "large", 18.0, "x-large", 24.0, "xx-large", 32.0, "xxx-large", 48.0);
    /** Of the browser's own sheet. */
    private static final Map<String, String> OF_ELEMENTS = Map.of("h1", "2em", "h2", "1.5em", "h3", "1.17em", "h5", "0.83em",
            "h6", "0.67em", "button", "13.3333px", "input", "13.3333px", "select", "13.3333px", "textarea", "13.3333px");
    private static final Pattern DIMENSION = Pattern.compile("(\\d*\\.?\\d+)(px|em|rem|%|pt|)");

    private ComputedLengths() { }

    /** In pixels. */
    static double fontSize(final DomElement element) {
        final String declared = written(element, "font-size");
        final String written = declared.isEmpty() ? OF_ELEMENTS.getOrDefault(element.getLocalName(), "") : declared;
        final DomElement parent = parent(element);
        final double inherited = parent == null ? MEDIUM : fontSize(parent);
        if (written.isEmpty()) {
            return inherited;
        }
        final Double named = KEYWORDS.get(written);
        return named != null ? named : length(element, written, inherited, inherited);
    }

    /** In pixels with their unit, or {@code normal}. */
    static String lineHeight(final DomElement element) {
        for (DomElement node = element; node != null; node = parent(node)) {
            final String written = written(node, "line-height");
            if ("normal".equals(written)) {
                break;
            }
            if (!written.isEmpty()) {
                final boolean factor = Character.isDigit(written.charAt(written.length() - 1)); // inherited as such
                return pixels(length(element, factor ? written + "em" : written, fontSize(factor ? element : node), MEDIUM));
            }
        }
        return "normal";
    }

    static String pixels(final double value) {
        final double rounded = Math.round(value * 10_000) / 10_000.0;
        return (rounded == Math.rint(rounded) ? Long.toString((long) rounded) : Double.toString(rounded)) + "px";
    }

    /** What the author gives the element itself; empty: nothing, it inherits. */
    private static String written(final DomElement element, final String name) {
        final ComputedCssStyleDeclaration style = element.getPage().getEnclosingWindow().getComputedStyle(element, null);
        final StyleElement declared = style.getStyleElement(name);
        final String value = declared == null || declared.getValue() == null ? "" : declared.getValue();
        final String plain = Ascii.lower(value.strip());
        return "inherit".equals(plain) || "unset".equals(plain) ? "" : plain;
    }

    private static double length(final DomElement element, final String text, final double em, final double otherwise) {
        final Matcher matcher = DIMENSION.matcher(text);
        if (!matcher.matches()) {
            return otherwise;
        }
        final double number = Double.parseDouble(matcher.group(1));
        return switch (matcher.group(2)) {
            case "em" -> number * em;
            case "rem" -> number * (parent(element) == null ? MEDIUM : fontSize(root(element)));
            case "%" -> number * em / PERCENT;
            case "pt" -> number * PIXELS_PER_POINT;
            default -> number;
        };
    }

    private static DomElement root(final DomElement element) {
        DomElement root = element;
        for (DomElement node = element; node != null; node = parent(node)) {
            root = node;
        }
        return root;
    }

    private static DomElement parent(final DomElement element) {
        return element.getParentNode() instanceof DomElement parent ? parent : null;
    }
}
