package ajaxcrawl;

import java.util.function.Predicate;
import org.htmlunit.WebWindow;

/** Under the wall clock: waits for HtmlUnit's background thread, in small steps. */
final class WallSettler extends Settler {

    private static final long STEP_MILLIS = 10;
    /** A script ends at its next check; one that meets none for so long never will. */
    private static final long STOP_NANOS = 700_000_000;

    private final long wait;
    private final long startingBefore;

    WallSettler(final PageClient client, final RenderOptions options) {
        super(client, options);
        wait = options.waitForBackgroundJavaScript();
        startingBefore = options.waitForBackgroundJavaScriptStartingBefore();
    }

    @Override
    void run() {
        final long start = System.currentTimeMillis();
        final long end = start + wait;
        final long lastStart = startingBefore < 0 ? end : Math.min(end, start + startingBefore);
        while (!isOver()) {
            client().budget().check();
            final long now = System.currentTimeMillis();
            final boolean calls = hasCalls(WallJobs::hasResynchronizedCalls);
            final boolean busy = isBusy(isHeld() ? end : lastStart);
            if (!calls && (!busy || now >= end)) {
                return;
            }
            if (client().waitForBackgroundJavaScript(STEP_MILLIS) == 0) {
                sleep();
            }
        }
    }

    @Override
    boolean stop() {
        if (!isOver() && hasCalls(WallJobs::hasSlowCalls)) {
            client().budget().incomplete("request_open");
        }
        final long end = System.nanoTime() + STOP_NANOS;
        while (isRunning() && System.nanoTime() < end) {
            if (client().budget().openRequests() > 0) {
                // its script ends at the first check after the response: it can't disturb any more
                client().budget().incomplete("request_open");
                return true;
            }
            sleep();
        }
        return !isRunning();
    }

    private static void sleep() {
        try {
            Thread.sleep(1);
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PageStopped("interrupted");
        }
    }

    private boolean isRunning() {
        for (final WebWindow window : client().getWebWindows()) {
            if (window.getJobManager() instanceof WallJobs jobs && jobs.running() != null) {
                return true;
            }
        }
        return false;
    }

    private boolean isBusy(final long time) {
        for (final WebWindow window : client().getWebWindows()) {
            if (window.getJobManager() instanceof WallJobs jobs && jobs.isBusy(time)) {
                return true;
            }
        }
        return false;
    }

    private boolean hasCalls(final Predicate<WallJobs> are) {
        for (final WebWindow window : client().getWebWindows()) {
            if (window.getJobManager() instanceof WallJobs jobs && are.test(jobs)) {
                return true;
            }
        }
        return false;
    }
}
