package ajaxcrawl;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.util.List;
import org.htmlunit.DefaultPageCreator;
import org.htmlunit.Page;
import org.htmlunit.ScriptResult;
import org.htmlunit.StringWebResponse;
import org.htmlunit.WebResponse;
import org.htmlunit.WebWindow;
import org.htmlunit.css.CssStyleSheet;
import org.htmlunit.html.FrameWindow;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.html.XHtmlPage;
import org.htmlunit.html.parser.HTMLParser;

/** Makes pages whose links mean what they mean in a browser. */
final class SitePageCreator extends DefaultPageCreator {

    private static final long serialVersionUID = 1L;

    private static final HTMLParser PARSER = new SiteHtmlParser();

    @Override
    public HTMLParser getHtmlParser() {
        return PARSER;
    }

    /** In a frame scripts can read any text: browsers show it in a document. */
    @Override
    public Page createPage(final WebResponse response, final WebWindow window) throws IOException {
        final String type = response.getContentType();
        final boolean text = type.startsWith("text/plain") || type.startsWith("text/css") || type.endsWith("/json");
        if (text && window instanceof FrameWindow) {
            final String escaped = response.getContentAsString().replace("&", "&amp;").replace("<", "&lt;");
            return createHtmlPage(new StringWebResponse("<html><head></head><body><pre>\n" + escaped
                    + "</pre></body></html>", response.getWebRequest().getUrl()), window);
        }
        return super.createPage(response, window);
    }

    @Override
    protected HtmlPage createHtmlPage(final WebResponse response, final WebWindow window) throws IOException {
        final HtmlPage page = new SitePage(response, window);
        window.setEnclosedPage(page);
        getHtmlParser().parse(window.getWebClient(), response, page, false, false);
        return page;
    }

    @Override
    protected XHtmlPage createXHtmlPage(final WebResponse response, final WebWindow window) throws IOException {
        final XHtmlPage page = new XhtmlSitePage(response, window);
        window.setEnclosedPage(page);
        getHtmlParser().parse(window.getWebClient(), response, page, true, false);
        return page;
    }

    static class SitePage extends HtmlPage implements SiteDocument.Owner {

        private static final long serialVersionUID = 1L;

        private final transient SiteDocument site;

        SitePage(final WebResponse response, final WebWindow window) {
            super(response, window);
            site = new SiteDocument(this, response, window);
        }

        @Override
        public SiteDocument site() {
            return site;
        }

        @Override
        public ScriptResult executeJavaScript(final String source, final String name, final int line) {
            return site.executed(source, () -> super.executeJavaScript(source, name, line));
        }

        @Override
        public void initialize() throws IOException {
            super.initialize();
            site.initialized();
        }

        @Override
        public void setReadyState(final String state) {
            site.changesTo(state);
            super.setReadyState(state);
        }

        @Override
        public boolean isQuirksMode() {
            return HtmlTreeBuilder.isQuirky(this);
        }

        @Override
        public List<CssStyleSheet> getStyleSheets() {
            return SiteDocument.styleSheets(this, super::getStyleSheets);
        }

        @Override
        public URL getBaseURL() {
            return DocumentUrls.base(this).toJavaUrl();
        }

        @Override
        public URL getFullyQualifiedUrl(final String text) throws MalformedURLException {
            return site.urls().resolve(text);
        }

        @Override
        public URL getUrl() {
            return site == null ? super.getUrl() : site.urls().javaUrl();
        }
    }

    private static final class XhtmlSitePage extends XHtmlPage implements SiteDocument.Owner {

        private static final long serialVersionUID = 1L;

        private final transient SiteDocument site;

        XhtmlSitePage(final WebResponse response, final WebWindow window) {
            super(response, window);
            site = new SiteDocument(this, response, window);
        }

        @Override
        public SiteDocument site() {
            return site;
        }

        @Override
        public ScriptResult executeJavaScript(final String source, final String name, final int line) {
            return site.executed(source, () -> super.executeJavaScript(source, name, line));
        }

        @Override
        public void initialize() throws IOException {
            super.initialize();
            site.initialized();
        }

        @Override
        public void setReadyState(final String state) {
            site.changesTo(state);
            super.setReadyState(state);
        }

        @Override
        public boolean isParsingHtmlSnippet() {
            SiteDocument.tick(this);
            return super.isParsingHtmlSnippet();
        }

        @Override
        public List<CssStyleSheet> getStyleSheets() {
            return SiteDocument.styleSheets(this, super::getStyleSheets);
        }

        @Override
        public URL getBaseURL() {
            return DocumentUrls.base(this).toJavaUrl();
        }

        @Override
        public URL getFullyQualifiedUrl(final String text) throws MalformedURLException {
            return site.urls().resolve(text);
        }

        @Override
        public URL getUrl() {
            return site == null ? super.getUrl() : site.urls().javaUrl();
        }
    }
}
