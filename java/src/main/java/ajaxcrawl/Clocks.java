package ajaxcrawl;

import org.htmlunit.WebClient;
import org.htmlunit.WebWindow;
import org.htmlunit.javascript.background.BackgroundJavaScriptFactory;
import org.htmlunit.javascript.background.JavaScriptExecutor;
import org.htmlunit.javascript.background.JavaScriptJobManager;

/** Gives each client's windows the clock that its settings name; clients that are not ours keep HtmlUnit's. */
final class Clocks extends BackgroundJavaScriptFactory {

    /** Runs nothing by itself: the {@link Settler} takes jobs from the clock. */
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
        return PageClient.clockOf(client) == null ? super.createJavaScriptExecutor(client) : new NoThread();
    }

    @Override
    public JavaScriptJobManager createJavaScriptJobManager(final WebWindow window) {
        final PageClock clock = PageClient.clockOf(window.getWebClient());
        return clock == null ? super.createJavaScriptJobManager(window) : new PageJobs(clock, window);
    }
}
