package ajaxcrawl;

import java.io.IOException;
import org.htmlunit.Page;
import org.htmlunit.WebRequest;
import org.htmlunit.corejs.javascript.VarScope;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.host.Location;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.dom.DOMException;

/**
 * {@code window.location} as in Chromium. HtmlUnit's own decodes {@code location.hash}, encodes by rules of its own and
 * fires {@code hashchange} before the assignment is over.
 */
public final class SiteLocation extends Location {

    private final SiteHistory history;
    private Window window;
    /** The document's URL as scripts last saw it. */
    private WebUrl current = WebUrl.ABOUT_BLANK;

    SiteLocation(final SiteHistory history) {
        this.history = history;
    }

    @Override
    public String getClassName() {
        return "Location";
    }

    @Override
    public void initialize(final VarScope scope, final Window owner, final Page page) {
        window = owner;
        current = url();
        super.initialize(scope, owner, page);
    }

    /** The document's URL. */
    WebUrl url() {
        return DocumentUrls.url(page());
    }

    private Page page() {
        return window.getDocument().getPage();
    }

    @Override
    public String getHref() {
        return url().href();
    }

    @Override
    public String getProtocol() {
        return url().protocol();
    }

    @Override
    public String getHost() {
        return url().hostAndPort();
    }

    @Override
    public String getHostname() {
        return url().hostname();
    }

    @Override
    public String getPort() {
        return url().port() < 0 ? "" : String.valueOf(url().port());
    }

    @Override
    public String getPathname() {
        return url().pathname();
    }

    @Override
    public String getSearch() {
        return url().search();
    }

    @Override
    public String getHash() {
        return url().hash();
    }

    @Override
    public String getOrigin() {
        return url().origin();
    }

    @Override
    public void setHref(final String text) throws IOException {
        navigate(text, false);
    }

    @Override
    public void replace(final String text) throws IOException {
        navigate(text, true);
    }

    /** Takes the window to a URL, as scripts write it. */
    void navigate(final String text, final boolean replace) throws IOException {
        if (text.stripLeading().regionMatches(true, 0, "javascript:", 0, 11)) {
            if (!(page() instanceof HtmlPage page && BlockedScripts.isBlockedUrl(page, text.stripLeading()))) {
                super.setHref("javascript:" + text.stripLeading().substring(11));
            }
            return;
        }
        final Window caller = JavaScriptEngine.getTopCallScope().getGlobalThis() instanceof Window w ? w : window;
        final WebUrl target = caller.getWebWindow().getEnclosedPage() instanceof HtmlPage page
                ? WebUrl.parse(text, DocumentUrls.base(page), page.getCharset()) : WebUrl.parse(text, null);
        if (target == null) {
            throw JavaScriptEngine.asJavaScriptException(this, "'" + text + "' is not a valid URL.",
                    DOMException.SYNTAX_ERR);
        }
        navigate(target, replace);
    }

    private void navigate(final WebUrl target, final boolean replace) {
        if (target.fragment() != null && target.withoutFragment().equals(url().withoutFragment())) {
            toFragment(target, replace);
            return;
        }
        if (!NavigationEvents.mayGo(window, replace ? "replace" : "push", target, false, -1, false)) {
            return;
        }
        final WebRequest request = new WebRequest(target.toJavaUrl(), getBrowserVersion().getHtmlAcceptHeader(),
                getBrowserVersion().getAcceptEncodingHeader());
        request.setRefererHeader(page().getUrl());
        request.markAsNavigation(page().getUrl(), false);
        request.setFetchModeOverride(WebRequest.FetchMode.NAVIGATE);
        window.getWebWindow().getWebClient()
                .download(window.getWebWindow(), "", request, false, null, PageClient.SET_LOCATION);
    }

    private void toFragment(final WebUrl target, final boolean replace) {
        final WebUrl old = url();
        final boolean replaces = replace || old.href().equals(target.href()) || !isComplete();
        if (!NavigationEvents.mayGo(window, replaces ? "replace" : "push", target, true, -1,
                SiteHistory.isHashChange(old, target))) {
            return;
        }
        show(target);
        history.toFragment(target, replaces);
        history.firePopState();
        history.fireHashChange(old, target);
    }

    private boolean isComplete() {
        return page() instanceof HtmlPage page && "complete".equals(page.getReadyState());
    }

    /** Makes {@code target} the document's URL, without more. */
    void show(final WebUrl target) {
        current = target;
        page().getWebResponse().getWebRequest().setUrl(target.toJavaUrl());
        if (page() instanceof HtmlPage html) {
            html.clearComputedStyles(); // :target
        }
    }

    /** Called by scripts, and by HtmlUnit once it has changed the document's URL itself (links, frames, forms). */
    @Override
    public void setHash(final String value) {
        if (window == null || changedByHtmlUnit()) {
            return;
        }
        final WebUrl url = url();
        final WebUrl target = url.withHash(value);
        if (!target.hash().equals(url.hash())) {
            toFragment(target, false);
        }
    }

    @Override
    public void setHash(final String oldUrl, final String value) {
        changedByHtmlUnit();
    }

    @Override
    public void setHash(final String oldUrl, final String value, final boolean triggerHashChanged) {
        if (window != null && triggerHashChanged) {
            changedByHtmlUnit();
        }
    }

    private boolean changedByHtmlUnit() {
        final WebUrl now = url();
        final WebUrl old = current;
        if (now.href().equals(old.href())) {
            return false;
        }
        current = now;
        history.toFragment(now, false);
        history.firePopState();
        history.fireHashChange(old, now);
        return true;
    }

    @Override
    public void setSearch(final String value) {
        navigate(url().withSearch(value), false);
    }

    @Override
    public void setPathname(final String value) {
        navigate(url().withPathname(value), false);
    }

    @Override
    public void setHost(final String value) {
        navigate(url().withHost(value, true), false);
    }

    @Override
    public void setHostname(final String value) {
        navigate(url().withHost(value, false), false);
    }

    @Override
    public void setPort(final String value) {
        navigate(url().withPort(value), false);
    }

    @Override
    public void setProtocol(final String value) {
        navigate(url().withProtocol(value), false);
    }
}
