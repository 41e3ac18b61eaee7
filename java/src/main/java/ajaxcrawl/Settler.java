package ajaxcrawl;

import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.html.HTMLDocument;

/**
 * Lets a loaded page work in the background until it is ready, asks for another document, or has used up its time.
 * Timers that are still pending then are normal: carousels and polling have no end.
 */
abstract class Settler {

    private final PageClient client;
    private final Readiness readiness;

    Settler(final PageClient client, final RenderOptions options) {
        this.client = client;
        readiness = new Readiness(client, options);
    }

    static Settler of(final PageClient client, final RenderOptions options) {
        return client.pageClock() == null ? new WallSettler(client, options) : new PageSettler(client, options);
    }

    /** Runs the page's background work. Throws {@link PageStopped} at the deadline. */
    void settle() {
        run();
        if (client.navigation().target() == null) {
            readiness.report();
        }
        showWrittenText();
    }

    abstract void run();

    /** Waits for the end of what still runs once the page is frozen; false: it does not end. */
    boolean stop() {
        return true;
    }

    /** Whether the page is to be taken now. */
    final boolean isOver() {
        return client.navigation().target() != null || readiness.isReady();
    }

    final boolean isHeld() {
        return readiness.holds();
    }

    final PageClient client() {
        return client;
    }

    /** What {@code document.write} has written after the load is shown without {@code document.close}, as in browsers. */
    private void showWrittenText() {
        if (client.top().getScriptableObject() instanceof Window window
                && window.getDocument() instanceof HTMLDocument document) {
            client.getJavaScriptEngine().getContextFactory().call(context -> document.getDocumentElement());
        }
    }
}
