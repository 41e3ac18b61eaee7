package ajaxcrawl;

import java.lang.reflect.Field;
import java.util.List;
import org.htmlunit.css.CssStyleSheet;
import org.htmlunit.html.HtmlLink;
import org.htmlunit.html.HtmlStyle;
import org.htmlunit.javascript.HtmlUnitScriptable;
import org.htmlunit.javascript.host.css.CSSStyleSheet;
import org.htmlunit.javascript.host.html.HTMLLinkElement;
import org.htmlunit.javascript.host.html.HTMLStyleElement;

/** The text of style sheets as it is now, scripts' changes and all. */
final class StyleSources {

    private static final Field STYLE_SHEET = HtmlUnitFields.of(HtmlStyle.class, "sheet_");
    private static final Field STYLE_HOST_SHEET = HtmlUnitFields.of(HTMLStyleElement.class, "sheet_");
    private static final Field LINK_HOST_SHEET = HtmlUnitFields.of(HTMLLinkElement.class, "sheet_");

    private StyleSources() { }

    /** A style element's text: its own, unless a script changed its rules. */
    static String text(final HtmlStyle style) {
        final HtmlUnitScriptable host = style.getScriptableObject();
        final SheetModel model = host instanceof HTMLStyleElement
                ? SheetModel.known((CSSStyleSheet) HtmlUnitFields.get(STYLE_HOST_SHEET, host)) : null;
        return model != null && model.isChanged() ? model.text() : Elements.ownText(style);
    }

    /** Whether a script switched a style element off. */
    static boolean isDisabled(final HtmlStyle style) {
        final CssStyleSheet sheet = (CssStyleSheet) HtmlUnitFields.get(STYLE_SHEET, style);
        return sheet != null && !sheet.isEnabled();
    }

    /** What scripts added to a linked sheet; empty where nothing. */
    static String additions(final HtmlLink link) {
        if (!link.isStyleSheetLink()) {
            return "";
        }
        final HtmlUnitScriptable host = link.getScriptableObject();
        final SheetModel model = host instanceof HTMLLinkElement
                ? SheetModel.known((CSSStyleSheet) HtmlUnitFields.get(LINK_HOST_SHEET, host)) : null;
        return model != null && model.isChanged() ? model.additions() : "";
    }

    /** The constructed sheets that {@code root} adopted, as text. */
    static String adopted(final HtmlUnitScriptable root) {
        final List<String> texts = StyleSheets.adopted(root).stream()
                .filter(sheet -> sheet.getCssStyleSheet().isEnabled())
                .map(StyleSources::constructed).filter(text -> !text.isEmpty()).toList();
        return String.join("\n", texts);
    }

    private static String constructed(final CSSStyleSheet sheet) {
        final SheetModel model = SheetModel.of(sheet);
        final String text = model.text();
        return model.media().isEmpty() || text.isEmpty() ? text : "@media " + model.media() + " {\n" + text + "\n}";
    }
}
