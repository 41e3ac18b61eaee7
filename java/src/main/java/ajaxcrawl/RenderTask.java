package ajaxcrawl;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A render that runs. */
public final class RenderTask {

    /** After the deadline a page ends at its next check, is taken and serialised; past this its thread is given up. */
    private static final long GRACE_MILLIS = 1000;

    private final Snapshotter owner;
    private final Budget budget;
    private final PageLog log;
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile RenderResult result;

    RenderTask(final Snapshotter owner, final Budget budget, final PageLog log) {
        this.owner = owner;
        this.budget = budget;
        this.log = log;
    }

    void finish(final RenderResult value) {
        result = value;
        done.countDown();
    }

    /** Waits for the result. Returns always, shortly after the deadline at the latest. */
    public RenderResult get() {
        try {
            if (!done.await(Math.max(0, budget.millisLeft()) + GRACE_MILLIS, TimeUnit.MILLISECONDS)) {
                owner.lost(this);
                return ResultHead.failed("lost", "the page's thread did not come back").log(log).result();
            }
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            stop("interrupted");
            return ResultHead.failed("stopped", "interrupted").log(log).result();
        }
        return result;
    }

    /** Ends the render soon, without a snapshot; {@link #get} then says why. */
    public void stop(final String reason) {
        budget.stop(reason);
    }
}
