package ajaxcrawl;

/** Lets a loaded page work in the background until it is ready or its time is used up. */
final class Settler {

    private final PageClient client;
    private final RenderOptions options;

    Settler(final PageClient client, final RenderOptions options) {
        this.client = client;
        this.options = options;
    }

    void settle() {
        final PageClock clock = client.clock();
        if (clock == null) {
            client.waitForBackgroundJavaScript(Math.min(options.waitForBackgroundJavaScript(),
                    Math.max(0, client.budget().millisLeft())));
            return;
        }
        final long end = clock.now() + options.waitForBackgroundJavaScript();
        while (true) {
            client.budget().check();
            final PageClock.Entry next = clock.peek();
            if (next == null || next.due() > end) {
                return;
            }
            clock.run(clock.take());
        }
    }
}
