package ajaxcrawl;

import java.io.IOException;
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

    /**
     * @param key the entry's place, which another entry takes over that replaces it
     * @param id the entry itself
     */
    private record Entry(WebUrl url, Object state, int key, int id) { }

    private final List<Entry> entries = new ArrayList<>();
    private int index;
    private int made;
    private Window window;
    private SiteLocation location;

    @Override
    public String getClassName() {
        return "History";
    }

    void start(final Window owner, final SiteLocation ownersLocation) {
        window = owner;
        location = ownersLocation;
        entries.add(added(location.url(), null));
    }

    private Entry added(final WebUrl url, final Object state) {
        made++;
        return new Entry(url, state, made, made);
    }

    /** The entries as the Navigation API has them: URL, key and id. */
    List<List<Object>> described() {
        return entries.stream().map(entry -> List.<Object>of(entry.url().href(), String.valueOf(entry.key()),
                String.valueOf(entry.id()))).toList();
    }

    int index() {
        return index;
    }

    /** As {@code location.assign} and {@code replace}. */
    void navigate(final String url, final boolean replace) {
        try {
            location.navigate(url, replace);
        } catch (final IOException e) {
            throw JavaScriptEngine.typeError(e.getMessage());
        }
    }

    /** Shows the URL of another document, which the page's script shows in this one. */
    void commit(final WebUrl target, final boolean replace) {
        put(added(target, null), replace);
        location.show(target);
    }

    private void put(final Entry entry, final boolean replace) {
        if (replace) {
            entries.set(index, new Entry(entry.url(), entry.state(), entries.get(index).key(), entry.id()));
        } else {
            push(entry);
        }
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
        if (delta == 0 || target < 0 || target >= entries.size()
                || !NavigationEvents.mayGo(window, "traverse", entries.get(target).url(), true, target,
                isHashChange(location.url(), entries.get(target).url()))) {
            return;
        }
        index = target;
        final WebUrl old = location.url();
        final WebUrl now = entries.get(target).url();
        location.show(now);
        final Event popState = new PopStateEvent(window, "popstate", getState());
        NavigationEvents.committed(window, "traverse");
        fire(popState);
        fireHashChange(old, now);
    }

    @Override
    public void pushState(final Object state, final String title, final Object url) {
        update(entry("pushState", state, url), false);
    }

    @Override
    public void replaceState(final Object state, final String title, final Object url) {
        update(entry("replaceState", state, url), true);
    }

    private void update(final Entry entry, final boolean replace) {
        final String type = replace ? "replace" : "push";
        if (NavigationEvents.mayGo(window, type, entry.url(), true, -1, false)) {
            put(entry, replace);
            location.show(entry.url());
            NavigationEvents.committed(window, type);
        }
    }

    private Entry entry(final String method, final Object state, final Object url) {
        final Object copy = new StateCopy(this).of(state);
        final WebUrl document = location.url();
        final String text = url == null || JavaScriptEngine.isUndefined(url) ? "" : JavaScriptEngine.toString(url);
        if (text.isEmpty()) {
            return added(document, copy);
        }
        final WebUrl target = window.getWebWindow().getEnclosedPage() instanceof HtmlPage page
                ? WebUrl.parse(text, DocumentUrls.base(page), page.getCharset()) : null;
        if (target == null || !target.origin().equals(document.origin())) {
            throw JavaScriptEngine.asJavaScriptException(this, "Failed to execute '" + method + "' on 'History': A history"
                    + " state object with URL '" + (target == null ? text : target.href()) + "' cannot be created in a"
                    + " document with origin '" + document.origin() + "' and URL '" + document.href() + "'.",
                    DOMException.SECURITY_ERR);
        }
        return added(target, copy);
    }

    /** A navigation to a fragment: an entry of its own, without state. */
    void toFragment(final WebUrl target, final boolean replace) {
        put(added(target, null), replace);
        NavigationEvents.committed(window, replace ? "replace" : "push");
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
        if (isHashChange(old, now)) {
            enqueue(() -> fire(new HashChangeEvent(window, "hashchange", old.href(), now.href())));
        }
    }

    static boolean isHashChange(final WebUrl old, final WebUrl now) {
        return !old.hash().equals(now.hash()) && old.withoutFragment().equals(now.withoutFragment());
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
