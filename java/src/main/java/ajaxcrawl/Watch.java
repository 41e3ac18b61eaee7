package ajaxcrawl;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Looks at a page's threads from outside: one that is in a long call into Java comes to none of the budget's checks. */
final class Watch {

    private static final long MILLI = 1_000_000;

    /** Past a limit, a page that makes checks at all has made one by then; and between two errors thrown into it. */
    private static final long PATIENCE = 250 * MILLI;
    /** Past the deadline, for a page that waits for the application, which is told to stop. */
    private static final long WAITING = 1_000 * MILLI;
    /** Past the deadline, for a page that is being taken: a big one takes its time. */
    private static final long TAKING = 1_000 * MILLI;

    private final Budget budget;
    private final Set<Meter> meters = ConcurrentHashMap.newKeySet();
    private volatile Thread taker;
    private volatile long takingCpu;
    private volatile boolean takingIsOver;

    /** A thread, and the error that it should have thrown itself; null once it has. */
    record Overdue(PageThread thread, Supplier<Error> error) { }

    Watch(final Budget budget) {
        this.budget = budget;
    }

    /** The calling thread works for the page from now on. */
    Meter meter() {
        final Meter meter = new Meter();
        meters.add(meter);
        return meter;
    }

    /** The page begins anew. */
    void renew() {
        for (final Meter meter : meters) {
            meter.allocatedBefore = meter.allocated();
            meter.allocatedAtHeapCheck = meter.allocatedBefore;
        }
        taker = null;
        takingIsOver = false;
    }

    /** The calling thread takes the page from now on. */
    void beginTaking() {
        takingCpu = Meter.THREADS.getCurrentThreadCpuTime();
        taker = Thread.currentThread();
    }

    /** Whether there is no more time to take the page. */
    boolean takingIsOver() {
        return takingIsOver;
    }

    /** The threads that are past a limit. To be asked every few hundredths of a second, by one thread at a time. */
    List<Overdue> overdue() {
        final List<Overdue> list = new ArrayList<>();
        final long now = System.nanoTime();
        for (final Meter meter : meters) {
            if (meter.isCall || !(meter.thread instanceof PageThread thread) || !thread.isAlive()) {
                continue;
            }
            if (exceeded(meter) == null) {
                meter.overdueSince = 0;
            } else if (meter.overdueSince == 0) {
                meter.overdueSince = now;
            } else if (now - meter.overdueSince > PATIENCE) {
                meter.overdueSince = now;
                list.add(new Overdue(thread, () -> error(exceeded(meter))));
            }
        }
        return list;
    }

    private Error error(final String limit) {
        if (limit == null) {
            return null;
        }
        if ("javascript_timeout".equals(limit)) {
            return budget.tooMuch();
        }
        return budget.isFrozen() || budget.stopped() != null ? new PageStopped(budget.stopped()) : budget.end(limit);
    }

    /** The limit that a thread is past; null: none. */
    private String exceeded(final Meter meter) {
        final long late = -budget.nanosLeft();
        if (meter.thread == taker && budget.stopped() == null) {
            takingIsOver |= late > TAKING && meter.cpu() - takingCpu > TAKING;
            return takingIsOver ? "deadline" : null;
        }
        if (meter.waits && late < WAITING) { // then it looks at the time by itself
            return null;
        }
        if (late > 0 || budget.isFrozen() || budget.stopped() != null) {
            return "deadline";
        }
        final String memory = budget.memoryLimit(meter, meter.allocated(), 2 * HeapGuard.INTERVAL);
        return memory == null && budget.isScriptOver(meter, meter.cpu()) ? "javascript_timeout" : memory;
    }
}
