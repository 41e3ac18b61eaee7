package ajaxcrawl;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The limits of one render, checked by the guards of {@link PageContextFactory}: wall-clock deadline, a stop asked for
 * from outside, allocated bytes, and the time of one script. Safe to use from several threads.
 */
final class Budget implements RenderBudget {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    private final long start = System.nanoTime();
    private final long deadline;
    private final long scriptNanos;
    private final long maxAllocated;
    private final Set<String> incomplete = new LinkedHashSet<>();
    private final ThreadLocal<Meter> meters = ThreadLocal.withInitial(Meter::new);
    private final PageLog log;
    private volatile String stopped;
    private volatile boolean over;
    private long originNanos;

    /** What one thread has spent. */
    private static final class Meter {
        private final long thread = Thread.currentThread().getId();
        private final long allocatedBefore = THREADS.getThreadAllocatedBytes(thread);
        private long scriptStart;
        private long originStart;
        private int depth;
    }

    Budget(final RenderOptions options, final PageLog log) {
        deadline = start + options.deadline() * 1_000_000;
        scriptNanos = options.javaScriptTimeout() * 1_000_000;
        maxAllocated = options.maxAllocatedBytes();
        this.log = log;
    }

    /** Throws {@link PageStopped} when the page must end and {@link ScriptTimeout} when the running script must. */
    void check() {
        if (stopped != null || over) {
            throw new PageStopped(stopped);
        }
        final long now = System.nanoTime();
        if (now > deadline) {
            incomplete("deadline");
            over = true;
            throw new PageStopped("deadline");
        }
        final Meter meter = meters.get();
        if (THREADS.getThreadAllocatedBytes(meter.thread) - meter.allocatedBefore > maxAllocated) {
            incomplete("allocated_bytes");
            over = true;
            throw new PageStopped("allocated_bytes");
        }
        if (meter.depth > 0 && now - meter.scriptStart > scriptNanos) {
            incomplete("javascript_timeout");
            throw new ScriptTimeout("javascript_timeout");
        }
    }

    /** Whether the page may go on; never throws. */
    boolean mayGoOn() {
        return stopped == null && !over && System.nanoTime() <= deadline;
    }

    /** A script begins, perhaps inside another: the outermost one's time counts. */
    void beginScript() {
        final Meter meter = meters.get();
        if (meter.depth++ == 0) {
            meter.scriptStart = System.nanoTime();
        }
    }

    /** A script ends. */
    void endScript() {
        meters.get().depth--;
    }

    /** Whether the innermost running script was called by another. */
    boolean inNestedScript() {
        return meters.get().depth > 1;
    }

    @Override
    public void beginOrigin() {
        meters.get().originStart = System.nanoTime();
    }

    @Override
    public void endOrigin() {
        final Meter meter = meters.get();
        final long spent = System.nanoTime() - meter.originStart;
        meter.scriptStart += spent;
        synchronized (this) {
            originNanos += spent;
        }
    }

    @Override
    public long millisLeft() {
        return (deadline - System.nanoTime()) / 1_000_000;
    }

    @Override
    public void incomplete(final String reason) {
        synchronized (incomplete) {
            if (incomplete.add(reason)) {
                log.add("warning", "limit", reason, "", 0);
            }
        }
    }

    /** Why the snapshot is incomplete; empty: it is not. */
    List<String> incomplete() {
        synchronized (incomplete) {
            return List.copyOf(incomplete);
        }
    }

    /** Ends the page at its next check, without a snapshot. */
    void stop(final String reason) {
        stopped = reason;
    }

    /** Why the page was stopped from outside; null: it was not. */
    String stopped() {
        return stopped;
    }

    /** Nanoseconds since the render began. */
    long elapsed() {
        return System.nanoTime() - start;
    }

    /** Nanoseconds spent waiting for responses. */
    synchronized long originNanos() {
        return originNanos;
    }
}
