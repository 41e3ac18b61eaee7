package ajaxcrawl;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A render that runs. Safe to use from several threads. */
public final class RenderTask {

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    /** After its deadline a page ends at its next check; one that meets none for so long never will. */
    private static final long GRACE_NANOS = 2_000_000_000;
    /** For a page that is being serialised by then: a big one takes its time. */
    private static final long SERIALISE_NANOS = 5_000_000_000L;
    /** After a stop: a server that ends waits for no page. */
    private static final long STOP_NANOS = 1_000_000_000;
    /** Processor time, or time, of a thread that was given up, after which it is taken for lost. */
    private static final long STUCK_CPU_NANOS = 500_000_000;
    private static final long STUCK_NANOS = 30_000_000_000L;
    private static final long STEP_NANOS = 50_000_000;

    private final Snapshotter owner;
    private final Budget budget;
    private final PageLog log;
    private final CountDownLatch done = new CountDownLatch(1);
    private volatile RenderResult result;
    private volatile Thread thread;
    private volatile long givenUpAt;
    private volatile long cpuWhenGivenUp;
    private volatile long stoppedAt;

    RenderTask(final Snapshotter owner, final Budget budget, final PageLog log) {
        this.owner = owner;
        this.budget = budget;
        this.log = log;
    }

    synchronized void finish(final RenderResult value) {
        if (!isFinished()) {
            result = value;
            done.countDown();
        }
    }

    /** The calling thread is the page's. */
    void begin() {
        thread = Thread.currentThread();
    }

    /** The thread did not come back in time: on a busy machine it may do so yet. */
    private void giveUp() {
        cpuWhenGivenUp = cpu();
        givenUpAt = System.nanoTime();
        owner.lost(this);
    }

    /** Whether the thread of a render that was given up will hardly come back: it works or waits on and on. */
    boolean isStuck() {
        return thread != null && thread.isAlive()
                && (cpu() - cpuWhenGivenUp > STUCK_CPU_NANOS || System.nanoTime() - givenUpAt > STUCK_NANOS);
    }

    private long cpu() {
        final Thread runner = thread;
        return runner == null ? 0 : THREADS.getThreadCpuTime(runner.getId());
    }

    boolean isFinished() {
        return done.getCount() == 0;
    }

    /**
     * Waits for the result. Returns always, shortly after the deadline or a stop at the latest: if the page's thread
     * does not come back by then it is given up, and the result says so.
     */
    public RenderResult get() {
        try {
            while (!done.await(STEP_NANOS, TimeUnit.NANOSECONDS)) {
                endOverdue();
                if (isLost()) {
                    giveUp();
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

    /** Ends what does not end by itself. */
    synchronized void endOverdue() {
        if (!isFinished()) {
            budget.watch().overdue().forEach(late -> late.thread().end(late.error(), owner.ender()));
        }
    }

    private boolean isLost() {
        final boolean stopped = stoppedAt != 0 && System.nanoTime() - stoppedAt > STOP_NANOS;
        return stopped || -budget.nanosLeft() > (budget.isFrozen() ? SERIALISE_NANOS : GRACE_NANOS);
    }

    /** Ends the render soon, without a snapshot; {@link #get} then says why. */
    public void stop(final String reason) {
        if (stoppedAt == 0) {
            stoppedAt = System.nanoTime();
        }
        budget.stop(reason);
    }
}
