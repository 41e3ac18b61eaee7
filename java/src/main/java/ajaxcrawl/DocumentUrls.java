package ajaxcrawl;

import java.lang.reflect.Field;
import org.htmlunit.Page;
import org.htmlunit.WebWindow;
import org.htmlunit.html.HtmlBase;
import org.htmlunit.html.HtmlElement;
import org.htmlunit.html.HtmlPage;

/** The URL and the base URL of documents, by the HTML and URL standards. */
final class DocumentUrls {

    private static final Field BASE = HtmlUnitFields.of(HtmlPage.class, "base_");

    private DocumentUrls() { }

    /** The document's URL; {@code about:blank} for a document that a {@code javascript:} URL made. */
    static WebUrl url(final Page page) {
        final WebUrl url = page == null ? null : page instanceof SiteDocument.Owner owner && owner.site() != null
                ? owner.site().urls().url() : WebUrl.of(page.getUrl());
        return url == null || "javascript".equals(url.scheme()) ? WebUrl.ABOUT_BLANK : url;
    }

    /** The document's base URL: that of its first {@code base} with an href, else its own, else its parent's. */
    static WebUrl base(final HtmlPage page) {
        final WebUrl fallback = fallbackBase(page);
        if (HtmlUnitFields.get(BASE, page) != null) {
            for (final HtmlElement element : page.getDocumentElement().getElementsByTagName("base")) {
                if (element instanceof HtmlBase base && base.hasAttribute("href")) {
                    final WebUrl url = WebUrl.parse(base.getHrefAttribute(), fallback, page.getCharset());
                    return url == null || "data".equals(url.scheme()) || "javascript".equals(url.scheme())
                            || !ContentPolicy.of(page).allowsBase(url) ? fallback : url;
                }
            }
        }
        return fallback;
    }

    private static WebUrl fallbackBase(final HtmlPage page) {
        final WebUrl url = url(page);
        final WebWindow window = page.getEnclosingWindow();
        if ("about".equals(url.scheme()) && window != null && window.getParentWindow() != window
                && window.getParentWindow().getEnclosedPage() instanceof HtmlPage parent) {
            return base(parent);
        }
        return url;
    }
}
