package ajaxcrawl;

import java.net.MalformedURLException;
import java.net.URL;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.htmlunit.BrowserVersion;
import org.htmlunit.MockWebConnection;
import org.htmlunit.WebClient;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.util.NameValuePair;

/** Loads pages for tests and takes their snapshots. */
final class Pages implements AutoCloseable {

    static final String URL = "http://example.com/shop?lang=en#!/products/2";
    static final String UGLY = "http://example.com/shop?lang=en&_escaped_fragment_=/products/2";

    private final WebClient client = new WebClient(BrowserVersion.CHROME);
    private final MockWebConnection connection = new MockWebConnection();
    private final PageLog log = new PageLog();
    private String asked = URL;
    private String ugly = UGLY;
    private int status = 200;
    private Charset charset = StandardCharsets.UTF_8;
    private String contentType = "text/html";
    private List<NameValuePair> headers = List.of();
    private RenderOptions options = new RenderOptions();

    Pages() {
        client.getOptions().setThrowExceptionOnFailingStatusCode(false);
        client.setWebConnection(connection);
        connection.setDefaultResponse("", 404, "Not Found", "text/plain");
    }

    /** A fixture whose pages have {@code globals}. */
    static Pages with(final PageGlobal... globals) {
        final Pages pages = new Pages();
        pages.client.setJavaScriptEngine(new JavaScriptEngine(pages.client) {
            private static final long serialVersionUID = 1L;

            @Override
            public void initialize(final WebWindow window, final org.htmlunit.Page page) {
                super.initialize(window, page);
                getContextFactory().call(context -> {
                    for (final PageGlobal global : globals) {
                        global.install(context, scopeOf(window), window);
                    }
                    return null;
                });
            }
        });
        return pages;
    }

    private static TopLevel scopeOf(final WebWindow window) {
        final Scriptable global = window.getScriptableObject();
        return ScriptableObject.getTopLevelScope(global.getParentScope());
    }

    Pages creatingSitePages() {
        client.setPageCreator(new SitePageCreator());
        return this;
    }

    Pages at(final String pretty, final String uglyUrl) {
        asked = pretty;
        ugly = uglyUrl;
        return this;
    }

    Pages status(final int code) {
        status = code;
        return this;
    }

    Pages in(final String charsetName) {
        charset = Charset.forName(charsetName);
        return this;
    }

    Pages type(final String mimeType) {
        contentType = mimeType;
        return this;
    }

    Pages header(final String name, final String value) {
        final List<NameValuePair> more = new java.util.ArrayList<>(headers);
        more.add(new NameValuePair(name, value));
        headers = more;
        return this;
    }

    Pages options(final String... namesAndValues) {
        options = new RenderOptions(namesAndValues);
        return this;
    }

    Pages file(final String url, final String type, final String text) throws MalformedURLException {
        connection.setResponse(new URL(url), text, 200, "OK", type, List.of());
        return this;
    }

    HtmlPage load(final String html) throws Exception {
        final URL url = WebUrl.parse(asked, null).toJavaUrl();
        connection.setResponse(url, html.getBytes(charset), status, "OK",
                contentType + ";charset=" + charset.name(), headers);
        final HtmlPage page = client.getPage(url);
        client.waitForBackgroundJavaScript(1000);
        return page;
    }

    String snapshot(final HtmlPage page) throws MalformedURLException {
        return new String(new SnapshotSerializer(options).serialize(page, WebUrl.parse(asked, null).toJavaUrl(),
                new URL(ugly)), StandardCharsets.UTF_8);
    }

    String snapshot(final String html) throws Exception {
        return snapshot(load(html));
    }

    /** The snapshot's body alone. */
    String body(final String body) throws Exception {
        return bodyOf(snapshot("<!DOCTYPE html><html><head><title>t</title></head><body>" + body + "</body></html>"));
    }

    static String bodyOf(final String snapshot) {
        return snapshot.replaceAll("(?s)^.*<body[^>]*>|</body>.*$", "");
    }

    PageDirectives directives(final String html) throws Exception {
        return PageDirectives.read(load(html), WebUrl.parse(asked, null).toJavaUrl(), log);
    }

    List<PageLog.Entry> log() {
        return log.entries();
    }

    @Override
    public void close() {
        client.close();
    }
}
