package ajaxcrawl;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A render that runs. Safe to use from several threads. */
public final class RenderTask {

    /** After its deadline, or a stop, a page ends at its next check; one that meets none for so long never will. */
    private static final long GRACE_NANOS = 2_000_000_000;
    /** For a page that is being serialised by then: a big one takes its time. */
    private static final long SERIALISE_NANOS = 5_000_000_000L;
    private static final long STEP_NANOS = 50_000_000;

    private final Snapshotter owner;
    private final Budget budget;
    private final PageLog log;
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile RenderResult result;
    private volatile long stoppedAt;

    RenderTask(final Snapshotter owner, final Budget budget, final PageLog log) {
        this.owner = owner;
        this.budget = budget;
        this.log = log;
    }

    void finish(final RenderResult value) {
        result = value;
        done.countDown();
    }

    /**
     * Waits for the result. Returns always, shortly after the deadline or a stop at the latest: if the page's thread
     * does not come back by then it is given up, and the result says so.
     */
    public RenderResult get() {
        try {
            while (!done.await(STEP_NANOS, TimeUnit.NANOSECONDS)) {
                if (isLost()) {
                    owner.lost(this);
                    return ResultHead.failed(budget.stopped() == null ? "lost" : "stopped",
                            budget.stopped() == null ? "a script of the page does not end" : budget.stopped())
                            .log(log).result();
                }
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            stop("interrupted");
            return ResultHead.failed("stopped", "interrupted").log(log).result();
        }
        return result;
    }

    private boolean isLost() {
        final long grace = budget.isFrozen() ? SERIALISE_NANOS : GRACE_NANOS;
        final long stopped = stoppedAt == 0 ? 0 : System.nanoTime() - stoppedAt;
        return Math.max(stopped, -budget.nanosLeft()) > grace;
    }

    /** Ends the render soon, without a snapshot; {@link #get} then says why. */
    public void stop(final String reason) {
        if (stoppedAt == 0) {
            stoppedAt = System.nanoTime();
        }
        budget.stop(reason);
    }
}
