package ajaxcrawl;

import java.util.ArrayList;
import java.util.List;
import org.htmlunit.WebResponse;
import org.htmlunit.css.StyleElement;
import org.htmlunit.cssparser.dom.CSSStyleDeclarationImpl;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlStyle;

/**
 * CSS custom properties: their values are text as the author wrote it, and inherit. HtmlUnit's parser keeps what it
 * understands of a value, so the text is looked up in the sheets.
 */
final class CustomProperties {

    /** References to references that are followed. */
    private static final int MAX_DEPTH = 16;

    private CustomProperties() { }

    /** The value in the element's own {@code style}; empty where there is none. */
    static String declared(final DomElement element, final String name) {
        final List<String> values = values(element.getAttribute("style"), name);
        return values.isEmpty() ? "" : values.get(values.size() - 1).replaceFirst("\\s*!important$", "");
    }

    /** The computed value; empty where there is none. */
    static String computed(final DomElement element, final String name) {
        return computed(element, name, 0, true);
    }

    /** A value with those of custom properties in place of {@code var()}. */
    static String substituted(final DomElement element, final String value) {
        return resolve(element, value, 0, false);
    }

    private static String computed(final DomElement element, final String name, final int depth, final boolean asWritten) {
        for (DomElement node = element; node != null;
                node = node.getParentNode() instanceof DomElement parent ? parent : null) {
            String value = declared(node, name);
            if (value.isEmpty()) {
                value = ruled(node, name, asWritten);
            }
            if (!value.isEmpty()) {
                return depth > MAX_DEPTH ? "" : resolve(node, value, depth, asWritten);
            }
        }
        return "";
    }

    /** The value that the sheets' rules give an element; looking for the text as it was written takes long. */
    private static String ruled(final DomElement element, final String name, final boolean asWritten) {
        final StyleElement parsed = element.getPage().getEnclosingWindow().getComputedStyle(element, null)
                .getStyleElement(name);
        if (parsed == null || parsed.getValue() == null || !(element.getPage() instanceof HtmlPage page)) {
            return "";
        }
        if (!asWritten) {
            return parsed.getValue();
        }
        final List<String> written = new ArrayList<>();
        for (final DomElement style : page.getElementsByTagName("style")) {
            written.addAll(style instanceof HtmlStyle sheet ? values(StyleSources.text(sheet), name) : List.of());
        }
        for (final WebResponse sheet : ((PageClient) page.getWebClient()).styleSheets()) {
            written.addAll(values(sheet.getContentAsString(), name));
        }
        return written.stream().filter(value -> parsed.getValue().equals(parse(name, value))).findFirst()
                .orElse(parsed.getValue());
    }

    private static String parse(final String name, final String value) {
        final CSSStyleDeclarationImpl declaration = new CSSStyleDeclarationImpl(null);
        declaration.setCssText(name + ":" + value);
        return declaration.getPropertyValue(name);
    }

    /** The values of all declarations of a property in a text, in order. */
    private static List<String> values(final String css, final String name) {
        final List<String> values = new ArrayList<>();
        for (int at = css.indexOf(name); at >= 0; at = css.indexOf(name, at + 1)) {
            int colon = at + name.length();
            while (colon < css.length() && Ascii.isSpace(css.charAt(colon))) {
                colon++;
            }
            final boolean begins = at == 0 || !CssText.isName(css.charAt(at - 1));
            if (begins && colon < css.length() && css.charAt(colon) == ':') {
                int end = colon + 1;
                while (end < css.length() && css.charAt(end) != ';' && css.charAt(end) != '}') {
                    end = CssText.skip(css, end);
                }
                values.add(css.substring(colon + 1, Math.min(end, css.length())).strip());
            }
        }
        return values;
    }

    /** Puts values in the place of {@code var()}. */
    private static String resolve(final DomElement element, final String value, final int depth, final boolean asWritten) {
        final int start = value.indexOf("var(");
        if (start < 0 || start > 0 && CssText.isName(value.charAt(start - 1))) {
            return value;
        }
        final int end = CssText.skip(value, start + 3);
        final String[] given = value.substring(start + 4, Math.max(start + 4, end - 1)).split(",", 2);
        String found = computed(element, given[0].strip(), depth + 1, asWritten);
        if (found.isEmpty()) {
            found = given.length > 1 ? resolve(element, given[1].strip(), depth + 1, asWritten) : "";
        }
        return value.substring(0, start) + found
                + (depth > MAX_DEPTH ? "" : resolve(element, value.substring(end), depth + 1, asWritten));
    }
}
