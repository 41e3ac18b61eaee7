package ajaxcrawl;

import java.lang.reflect.Field;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.htmlunit.WebResponse;
import org.htmlunit.css.CssStyleSheet;
import org.htmlunit.cssparser.dom.AbstractCSSRuleImpl;
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

    private static final Field LINK_SHEET = HtmlUnitFields.of(HtmlLink.class, "sheet_");
    private static final Pattern CSS_URL = Pattern.compile("url\\(\\s*(?:\"([^\"]*)\"|'([^']*)'|([^'\")\\s]+))\\s*\\)");

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

    /** The rules of a linked sheet that was loaded, with absolute URLs; empty where none was. */
    static String linked(final HtmlLink link) {
        final CssStyleSheet sheet = (CssStyleSheet) HtmlUnitFields.get(LINK_SHEET, link);
        if (sheet == null || !link.isStyleSheetLink() || link.hasAttribute("disabled")) {
            return "";
        }
        final WebUrl base = WebUrl.parse(sheet.getUri(), null);
        return CSS_URL.matcher(text(link, sheet)).replaceAll(url -> absolute(url, base));
    }

    private static String text(final HtmlLink link, final CssStyleSheet sheet) {
        if (link.getPage().getWebClient() instanceof PageClient client) {
            for (final WebResponse response : client.styleSheets()) {
                if (response.getWebRequest().getUrl().toExternalForm().equals(sheet.getUri())) {
                    return response.getContentAsString();
                }
            }
        }
        return String.join("\n", sheet.getWrappedSheet().getCssRules().getRules().stream()
                .map(AbstractCSSRuleImpl::getCssText).toList());
    }

    private static String absolute(final MatchResult url, final WebUrl base) {
        final String given = url.group(1) != null ? url.group(1) : url.group(2) != null ? url.group(2) : url.group(3);
        final WebUrl target = WebUrl.parse(given, base);
        return Matcher.quoteReplacement(target == null ? url.group() : "url(\"" + target.href() + "\")");
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
