package ajaxcrawl;

import org.htmlunit.WebClient;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.ContextAction;
import org.htmlunit.corejs.javascript.ContextFactory;
import org.htmlunit.javascript.background.BackgroundJavaScriptFactory;
import org.htmlunit.javascript.background.JavaScriptExecutor;
import org.htmlunit.javascript.background.JavaScriptJob;
import org.htmlunit.javascript.background.JavaScriptJobManager;

/** Gives each of our clients the clock that its settings name; clients that are not ours keep HtmlUnit's. */
final class Clocks extends BackgroundJavaScriptFactory {

    /** Runs nothing by itself: the {@link PageSettler} takes jobs from the clock. */
    private static final class NoThread implements JavaScriptExecutor {
        @Override
        public void run() { }

        @Override
        public void addWindow(final WebWindow window) { }

        @Override
        public void shutdown() { }
    }

    @Override
    public JavaScriptExecutor createJavaScriptExecutor(final WebClient client) {
        if (!(client instanceof PageClient ours)) {
            return super.createJavaScriptExecutor(client);
        }
        return ours.pageClock() == null ? new WallExecutor(client) : new NoThread();
    }

    @Override
    public JavaScriptJobManager createJavaScriptJobManager(final WebWindow window) {
        if (!(window.getWebClient() instanceof PageClient ours)) {
            return super.createJavaScriptJobManager(window);
        }
        return ours.pageClock() == null ? new WallJobs(super.createJavaScriptJobManager(window), window)
                : new PageJobs(ours.pageClock(), window);
    }

    @Override
    public JavaScriptJob createJavascriptXMLHttpRequestJob(final ContextFactory contextFactory,
            final ContextAction<Object> action) {
        return contextFactory instanceof PageContextFactory ours
                ? new AjaxJob(contextFactory, action, ours.client().resynchronizesCalls(),
                        ours.client().flights().takeLatest())
                : super.createJavascriptXMLHttpRequestJob(contextFactory, action);
    }
}
