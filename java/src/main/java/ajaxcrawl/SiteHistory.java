package ajaxcrawl;

import java.util.ArrayList;
import java.util.List;
import org.htmlunit.Page;
import org.htmlunit.WebWindow;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.background.BackgroundJavaScriptFactory;
import org.htmlunit.javascript.background.JavaScriptJob;
import org.htmlunit.javascript.host.History;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.dom.DOMException;
import org.htmlunit.javascript.host.event.Event;
import org.htmlunit.javascript.host.event.HashChangeEvent;
import org.htmlunit.javascript.host.event.PopStateEvent;

/**
 * {@code window.history} as in Chromium, for the entries of one document. HtmlUnit's own loads the document again to go
 * back in it, traverses at once and keeps the page's objects in place of copies.
 */
public final class SiteHistory extends History {

    private record Entry(WebUrl url, Object state) { }

    private final List<Entry> entries = new ArrayList<>();
    private int index;
    private Window window;
    private SiteLocation location;

    @Override
    public String getClassName() {
        return "History";
    }

    void start(final Window owner, final SiteLocation ownersLocation) {
        window = owner;
        location = ownersLocation;
        entries.add(new Entry(location.url(), null));
    }

    @Override
    public int getLength() {
        final WebWindow top = window.getWebWindow().getTopWindow();
        return top != window.getWebWindow() && top.getScriptableObject() instanceof Window all
                ? all.getHistory().getLength() : entries.size();
    }

    @Override
    public Object getState() {
        return entries.get(index).state();
    }

    @Override
    public void back() {
        go(-1);
    }

    @Override
    public void forward() {
        go(1);
    }

    @Override
    public void go(final int delta) {
        enqueue(() -> traverse(delta));
    }

    private void traverse(final int delta) {
        final int target = index + delta;
        if (delta == 0 || target < 0 || target >= entries.size()) {
            return;
        }
        index = target;
        final WebUrl old = location.url();
        final WebUrl now = entries.get(target).url();
        location.show(now);
        firePopState();
        fireHashChange(old, now);
    }

    @Override
    public void pushState(final Object state, final String title, final Object url) {
        final Entry entry = entry("pushState", state, url);
        push(entry);
        location.show(entry.url());
    }

    @Override
    public void replaceState(final Object state, final String title, final Object url) {
        final Entry entry = entry("replaceState", state, url);
        entries.set(index, entry);
        location.show(entry.url());
    }

    private Entry entry(final String method, final Object state, final Object url) {
        final Object copy = new StateCopy(this).of(state);
        final WebUrl document = location.url();
        final String text = url == null || JavaScriptEngine.isUndefined(url) ? "" : JavaScriptEngine.toString(url);
        if (text.isEmpty()) {
            return new Entry(document, copy);
        }
        final WebUrl target = window.getWebWindow().getEnclosedPage() instanceof HtmlPage page
                ? WebUrl.parse(text, DocumentUrls.base(page), page.getCharset()) : null;
        if (target == null || !target.origin().equals(document.origin())) {
            throw JavaScriptEngine.asJavaScriptException(this, "Failed to execute '" + method + "' on 'History': A history"
                    + " state object with URL '" + (target == null ? text : target.href()) + "' cannot be created in a"
                    + " document with origin '" + document.origin() + "' and URL '" + document.href() + "'.",
                    DOMException.SECURITY_ERR);
        }
        return new Entry(target, copy);
    }

    /** A navigation to a fragment: an entry of its own, without state. */
    void toFragment(final WebUrl target, final boolean replace) {
        final Entry entry = new Entry(target, null);
        if (replace) {
            entries.set(index, entry);
        } else {
            push(entry);
        }
    }

    private void push(final Entry entry) {
        entries.subList(index + 1, entries.size()).clear();
        entries.add(entry);
        index = entries.size() - 1;
    }

    void firePopState() {
        fire(new PopStateEvent(window, "popstate", getState()));
    }

    /** Where only the fragment has changed. As a task: the script that changed it goes on first. */
    void fireHashChange(final WebUrl old, final WebUrl now) {
        if (!old.hash().equals(now.hash()) && old.withoutFragment().equals(now.withoutFragment())) {
            enqueue(() -> fire(new HashChangeEvent(window, "hashchange", old.href(), now.href())));
        }
    }

    private void fire(final Event event) {
        window.executeEventLocally(event);
    }

    private void enqueue(final Runnable task) {
        final WebWindow webWindow = window.getWebWindow();
        final Page page = webWindow.getEnclosedPage();
        final JavaScriptJob job = BackgroundJavaScriptFactory.theFactory().createJavaScriptJob(0, null, () -> {
            if (webWindow.getEnclosedPage() == page && webWindow.getScriptableObject() == window) {
                webWindow.getWebClient().getJavaScriptEngine().getContextFactory().call(context -> {
                    task.run();
                    return null;
                });
            }
        });
        webWindow.getJobManager().addJob(job, page);
    }
}
