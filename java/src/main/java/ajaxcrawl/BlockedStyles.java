package ajaxcrawl;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.htmlunit.css.CssStyleSheet;
import org.htmlunit.html.DomChangeEvent;
import org.htmlunit.html.DomChangeListener;
import org.htmlunit.html.DomElement;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlLink;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.HtmlStyle;

/** Styles that a document's policy gives no effect. */
final class BlockedStyles {

    private BlockedStyles() { }

    /** The document's sheets that have an effect. */
    static List<CssStyleSheet> sheets(final HtmlPage page, final Supplier<List<CssStyleSheet>> all) {
        if (ContentPolicy.of(page).isEmpty() || !page.getWebClient().getOptions().isCssEnabled()) {
            return all.get();
        }
        final List<CssStyleSheet> sheets = new ArrayList<>();
        for (final HtmlElement element : page.getHtmlElementDescendants()) {
            if (element instanceof HtmlStyle style && !isBlocked(style)) {
                sheets.add(style.getSheet());
            } else if (element instanceof HtmlLink link && link.isStyleSheetLink() && !isBlocked(link)) {
                sheets.add(link.getSheet());
            }
        }
        return sheets;
    }

    /** Whether a style element, or a link to a style sheet, has no effect. */
    static boolean isBlocked(final DomElement style) {
        final ContentPolicy policy = ContentPolicy.of(style.getPage());
        if (policy.isEmpty()) {
            return false;
        }
        final String href = Elements.attribute(style, "href");
        final WebUrl url = href == null || !(style.getPage() instanceof HtmlPage page) ? null
                : WebUrl.parse(href, DocumentUrls.base(page), page.getCharset());
        return !policy.allowsStyle(style, url);
    }

    /** Takes attributes out that the document's own source holds in vain. */
    static void dropAttributes(final HtmlPage page) {
        page.addDomChangeListener(new DomChangeListener() {

            private static final long serialVersionUID = 1L;

            @Override
            public void nodeAdded(final DomChangeEvent event) {
                final DomNode node = event.getChangedNode();
                if (page.isBeingParsed() && node instanceof DomElement element && element.hasAttribute("style")
                        && element.getStartLineNumber() >= 0
                        && !ContentPolicy.of(page).allowsStyleAttribute(element.getAttribute("style"))) {
                    element.removeAttribute("style");
                }
            }

            @Override
            public void nodeDeleted(final DomChangeEvent event) { }
        });
    }
}
