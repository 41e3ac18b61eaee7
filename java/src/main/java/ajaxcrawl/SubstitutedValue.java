package ajaxcrawl;

import java.lang.reflect.Field;
import java.util.Map;
import org.htmlunit.css.ComputedCssStyleDeclaration;
import org.htmlunit.css.StyleElement;
import org.htmlunit.html.DomElement;

/**
 * A property's value with those of custom properties in place of {@code var()} (CSS Custom Properties, 3), and plain
 * colours. It is put together when it is first asked for: of most properties nobody asks.
 */
final class SubstitutedValue extends StyleElement {

    private static final long serialVersionUID = 1L;

    private static final Field RULED = HtmlUnitFields.of(ComputedCssStyleDeclaration.class, "localModifications_");

    private final transient DomElement element;
    private transient String value;

    private SubstitutedValue(final DomElement element, final StyleElement declared, final String priority) {
        super(declared.getName(), declared.getValue(), priority, declared.getSpecificity());
        this.element = element;
    }

    /** Puts such values in the place of all that are written otherwise in an element's style. */
    @SuppressWarnings("unchecked")
    static void putInto(final ComputedCssStyleDeclaration style, final DomElement element) {
        final Map<String, StyleElement> ruled = (Map<String, StyleElement>) HtmlUnitFields.get(RULED, style);
        ruled.replaceAll((name, declared) -> refers(declared)
                ? new SubstitutedValue(element, declared, declared.getPriority()) : declared);
        if (!isWrittenOtherwise(element.getAttribute("style"))) {
            return;
        }
        for (final StyleElement declared : style.getStyleMap().values()) {
            final StyleElement rule = ruled.get(declared.getName());
            if (refers(declared) && (rule == null || !rule.isImportant())) {
                ruled.put(declared.getName(), new SubstitutedValue(element, declared, PRIORITY_IMPORTANT));
            }
        }
    }

    private static boolean refers(final StyleElement declared) {
        return declared.getValue() != null && isWrittenOtherwise(declared.getValue()) && !declared.getName().startsWith("--");
    }

    private static boolean isWrittenOtherwise(final String value) {
        return value.contains("var(") || ComputedColors.isIn(value);
    }

    /** Empty, as of what is not declared, where a custom property has no value. */
    @Override
    public String getValue() {
        if (value == null) {
            final String found = ComputedColors.plain(CustomProperties.substituted(element, super.getValue()).strip());
            value = found.isEmpty() && "display".equals(getName()) ? "inline" : found;
        }
        return value;
    }
}
