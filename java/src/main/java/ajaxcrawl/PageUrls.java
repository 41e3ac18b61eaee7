package ajaxcrawl;

import java.lang.reflect.Field;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.Charset;
import org.htmlunit.WebRequest;
import org.htmlunit.html.HtmlPage;

/**
 * A page's URL and that of one link, as they were read last: HtmlUnit reads the page's from text each time that it is asked,
 * and scripts ask a link for one part of its URL after another.
 */
final class PageUrls {

    private static final Field TEXT = HtmlUnitFields.of(WebRequest.class, "url_");

    /** Immutable, as {@link Link} is: a page of the wall clock has two threads. */
    private record Own(Object text, URL javaUrl, WebUrl url) { }

    private record Link(String text, WebUrl base, Charset charset, URL url) {

        boolean isOf(final String otherText, final WebUrl otherBase, final Charset otherCharset) {
            return text.equals(otherText) && charset.equals(otherCharset)
                    && (base == otherBase || base.equals(otherBase));
        }
    }

    private final HtmlPage page;
    private Own own = new Own(null, null, null);
    private Link link;

    PageUrls(final HtmlPage page) {
        this.page = page;
    }

    private Own own() {
        final WebRequest request = page.getWebResponse().getWebRequest();
        final Object text = HtmlUnitFields.get(TEXT, request); // another object as soon as the page has another URL
        Own known = own;
        if (known.text != text) {
            final URL url = request.getUrl();
            known = new Own(text, url, WebUrl.of(url));
            own = known;
        }
        return known;
    }

    /** The page's URL. */
    URL javaUrl() {
        return own().javaUrl;
    }

    /** The page's URL. */
    WebUrl url() {
        return own().url;
    }

    /** What {@code text} stands for as a link in the page. */
    URL resolve(final String text) throws MalformedURLException {
        final WebUrl base = DocumentUrls.base(page);
        final Charset charset = page.getCharset();
        Link known = link;
        if (known == null || !known.isOf(text, base, charset)) {
            final WebUrl url = WebUrl.parse(text, base, charset);
            if (url == null) {
                throw new MalformedURLException("Invalid URL: " + text);
            }
            known = new Link(text, base, charset, url.toJavaUrl());
            link = known;
        }
        return known.url;
    }
}
