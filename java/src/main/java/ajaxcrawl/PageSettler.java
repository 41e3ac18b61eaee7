package ajaxcrawl;

import org.htmlunit.corejs.javascript.RhinoException;

/** Under the page clock: runs job after job, in the order of page time, on the page's thread. */
final class PageSettler extends Settler {

    private final PageClock clock;
    private final long wait;
    private final long startingBefore;

    PageSettler(final PageClient client, final RenderOptions options) {
        super(client, options);
        clock = client.pageClock();
        wait = options.waitForBackgroundJavaScript();
        startingBefore = options.waitForBackgroundJavaScriptStartingBefore();
    }

    @Override
    void run() {
        final long end = clock.now() + wait;
        final long lastStart = startingBefore < 0 ? end : Math.min(end, clock.now() + startingBefore);
        while (!isOver()) {
            client().budget().check();
            final PageClock.Entry next = clock.next();
            if (next == null || next.due() > end || next.due() > lastStart && !isHeld()) {
                return;
            }
            run(client(), next);
        }
    }

    /** Runs a job; what it throws is its own end, not the page's. */
    static void run(final PageClient client, final PageClock.Entry entry) {
        client.budget().beginScript();
        try {
            client.budget().check();
            client.pageClock().run(entry);
        } catch (final ScriptTimeout timeout) {
            return; // noted where it was thrown
        } catch (final RhinoException e) {
            client.log().add("error", "script", e.details(), ScriptLog.url(e.sourceName()), e.lineNumber());
        } catch (final RuntimeException e) {
            client.log().add("error", "internal", e.toString(), "", 0);
        } finally {
            client.budget().endScript();
            ((PageEngine) client.getJavaScriptEngine()).endTask();
        }
    }
}
