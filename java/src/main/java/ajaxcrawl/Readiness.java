package ajaxcrawl;

import java.util.List;
import org.htmlunit.Page;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.RhinoException;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.html.DomChangeEvent;
import org.htmlunit.html.DomChangeListener;
import org.htmlunit.html.HtmlAttributeChangeEvent;
import org.htmlunit.html.HtmlAttributeChangeListener;
import org.htmlunit.html.HtmlPage;

/** Whether a page is what it wants to be: by a global variable of its own, and by an element that it is to show. */
final class Readiness {

    private final PageClient client;
    private final List<String> flags;
    private final String selector;
    private final Changes changes = new Changes();
    private Page watched;
    private boolean seen;

    /** Notes that the page's elements have changed. */
    private static final class Changes implements DomChangeListener, HtmlAttributeChangeListener {

        private static final long serialVersionUID = 1L;

        private volatile boolean any = true;

        @Override
        public void nodeAdded(final DomChangeEvent event) {
            any = true;
        }

        @Override
        public void nodeDeleted(final DomChangeEvent event) {
            any = true;
        }

        @Override
        public void attributeAdded(final HtmlAttributeChangeEvent event) {
            any = true;
        }

        @Override
        public void attributeRemoved(final HtmlAttributeChangeEvent event) {
            any = true;
        }

        @Override
        public void attributeReplaced(final HtmlAttributeChangeEvent event) {
            any = true;
        }
    }

    Readiness(final PageClient client, final RenderOptions options) {
        this.client = client;
        flags = options.readyFlag();
        selector = options.waitForSelector();
    }

    /** Whether the page is to be taken now, however much goes on in it. */
    boolean isReady() {
        final Boolean flag = flag();
        if (Boolean.FALSE.equals(flag)) {
            return false;
        }
        return selector == null ? flag != null : selectorSeen();
    }

    /** Whether the page is not to be taken before its time is used up. */
    boolean holds() {
        return Boolean.FALSE.equals(flag()) || selector != null && !selectorSeen();
    }

    /** Notes what never came. */
    void report() {
        if (Boolean.FALSE.equals(flag())) {
            client.budget().incomplete("ready_flag");
        }
        if (selector != null && !selectorSeen()) {
            client.budget().incomplete("selector");
        }
    }

    /** The first flag that is true or false; null: none is. */
    private Boolean flag() {
        final WebWindow window = client.top();
        if (flags.isEmpty() || !(window.getScriptableObject() instanceof Scriptable global)) {
            return null;
        }
        synchronized (pageLock()) {
            return client.getJavaScriptEngine().getContextFactory().call(context -> flag(global));
        }
    }

    /** Under the wall clock scripts run on another thread, which holds the page while it does. */
    private Object pageLock() {
        final Page page = client.top().getEnclosedPage();
        return page == null ? this : page;
    }

    private Boolean flag(final Scriptable global) {
        for (final String name : flags) {
            try {
                if (ScriptableObject.getProperty(global, name) instanceof Boolean value) {
                    return value;
                }
            } catch (final RhinoException e) {
                client.log().add("error", "script", e.details(), ScriptLog.url(e.sourceName()), e.lineNumber());
            }
        }
        return null;
    }

    private boolean selectorSeen() {
        if (seen || !(client.top().getEnclosedPage() instanceof HtmlPage page)) {
            return seen;
        }
        if (page != watched) {
            watched = page;
            page.addDomChangeListener(changes);
            page.addHtmlAttributeChangeListener(changes);
            changes.any = true;
        }
        if (changes.any) {
            changes.any = false;
            synchronized (page) {
                seen = page.querySelector(selector) != null;
            }
        }
        return seen;
    }
}
