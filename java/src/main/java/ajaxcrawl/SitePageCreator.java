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
import org.htmlunit.html.parser.HTMLParserDOMBuilder;
import org.htmlunit.javascript.JavaScriptEngine;

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

    /** A page that knows the URL it was loaded from, which HtmlUnit's own Location alters. */
    interface Loaded {

        URL loadedFrom();
    }

    private static final class SitePage extends HtmlPage implements Loaded, PageScripts.Owner, ContentPolicy.Owner {

        private static final long serialVersionUID = 1L;

        private final URL loadedFrom;
        private final transient PageScripts scripts = new PageScripts(this);
        private final transient ContentPolicy policy;

        SitePage(final WebResponse response, final WebWindow window) {
            super(response, window);
            loadedFrom = response.getWebRequest().getUrl();
            policy = ContentPolicy.of(response, window);
            BlockedStyles.dropAttributes(this);
        }

        @Override
        public URL loadedFrom() {
            return loadedFrom;
        }

        @Override
        public PageScripts scripts() {
            return scripts;
        }

        @Override
        public ContentPolicy policy() {
            return policy;
        }

        @Override
        public ScriptResult executeJavaScript(final String source, final String name, final int line) {
            return BlockedScripts.isBlockedUrl(this, source) ? new ScriptResult(JavaScriptEngine.UNDEFINED)
                    : super.executeJavaScript(source, name, line);
        }

        @Override
        public void initialize() throws IOException {
            super.initialize();
            if (getWebResponse() instanceof StringWebResponse text && text.isFromJavascript()) {
                setReadyState("complete"); // HtmlUnit forgets what scripts wrote into a frame that was empty
            }
            scripts.complete();
        }

        @Override
        public void setReadyState(final String state) {
            if ("complete".equals(state)) {
                scripts.complete();
            }
            super.setReadyState(state);
        }

        /** Called for each element that is parsed: a document may be endless, and so may what scripts write. */
        @Override
        public boolean isParsingHtmlSnippet() {
            if (getWebClient() instanceof PageClient client) {
                client.budget().tick();
            }
            return super.isParsingHtmlSnippet();
        }

        @Override
        public void setDOMBuilder(final HTMLParserDOMBuilder builder) {
            super.setDOMBuilder(builder);
            ForeignContent.attachTo(builder);
        }

        /** Called for each style that is computed: a look at the layout may need thousands. */
        @Override
        public List<CssStyleSheet> getStyleSheets() {
            if (getWebClient() instanceof PageClient client) {
                client.budget().step();
            }
            return StyleSheets.withAdopted(BlockedStyles.sheets(this, super::getStyleSheets), this);
        }

        @Override
        public URL getBaseURL() {
            return DocumentUrls.base(this).toJavaUrl();
        }

        @Override
        public URL getFullyQualifiedUrl(final String text) throws MalformedURLException {
            return DocumentUrls.resolve(this, text);
        }
    }

    /** The same again: HtmlUnit tells XHTML by the class of the page, and a class has but one to extend. */
    private static final class XhtmlSitePage extends XHtmlPage
            implements Loaded, PageScripts.Owner, ContentPolicy.Owner {

        private static final long serialVersionUID = 1L;

        private final URL loadedFrom;
        private final transient PageScripts scripts = new PageScripts(this);
        private final transient ContentPolicy policy;

        XhtmlSitePage(final WebResponse response, final WebWindow window) {
            super(response, window);
            loadedFrom = response.getWebRequest().getUrl();
            policy = ContentPolicy.of(response, window);
            BlockedStyles.dropAttributes(this);
        }

        @Override
        public URL loadedFrom() {
            return loadedFrom;
        }

        @Override
        public PageScripts scripts() {
            return scripts;
        }

        @Override
        public ContentPolicy policy() {
            return policy;
        }

        @Override
        public ScriptResult executeJavaScript(final String source, final String name, final int line) {
            return BlockedScripts.isBlockedUrl(this, source) ? new ScriptResult(JavaScriptEngine.UNDEFINED)
                    : super.executeJavaScript(source, name, line);
        }

        @Override
        public void initialize() throws IOException {
            super.initialize();
            if (getWebResponse() instanceof StringWebResponse text && text.isFromJavascript()) {
                setReadyState("complete"); // HtmlUnit forgets what scripts wrote into a frame that was empty
            }
            scripts.complete();
        }

        @Override
        public void setReadyState(final String state) {
            if ("complete".equals(state)) {
                scripts.complete();
            }
            super.setReadyState(state);
        }

        /** Called for each element that is parsed: a document may be endless, and so may what scripts write. */
        @Override
        public boolean isParsingHtmlSnippet() {
            if (getWebClient() instanceof PageClient client) {
                client.budget().tick();
            }
            return super.isParsingHtmlSnippet();
        }

        /** Called for each style that is computed: a look at the layout may need thousands. */
        @Override
        public List<CssStyleSheet> getStyleSheets() {
            if (getWebClient() instanceof PageClient client) {
                client.budget().step();
            }
            return StyleSheets.withAdopted(BlockedStyles.sheets(this, super::getStyleSheets), this);
        }

        @Override
        public URL getBaseURL() {
            return DocumentUrls.base(this).toJavaUrl();
        }

        @Override
        public URL getFullyQualifiedUrl(final String text) throws MalformedURLException {
            return DocumentUrls.resolve(this, text);
        }
    }
}
