package ajaxcrawl;

import com.sun.management.ThreadMXBean;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The limits of one render: wall-clock deadline, a stop asked for from outside, allocated bytes, and the time of one
 * script. Whatever can run for long calls {@link #check}. Safe to use from several threads.
 */
final class Budget implements RenderBudget {

    private static final ThreadMXBean THREADS = Meter.THREADS;
    private static final long MILLI = 1_000_000;
    private static final int TICKS = 64;
    /** In less time nobody allocates much, and to ask how much it was takes as long as some calls of a script do. */
    private static final long MEMORY_NANOS = 20_000;

    private final long allowed;
    private volatile long start = System.nanoTime();
    private volatile long deadline;
    private final long scriptNanos;
    private final long maxAllocated;
    private final PageLog log;
    private final HeapGuard heap;
    private final Set<String> incomplete = new LinkedHashSet<>();
    private final Watch watch = new Watch(this);
    private final ThreadLocal<Meter> meters = ThreadLocal.withInitial(watch::meter);
    private Meter latest;
    private volatile String stopped;
    private volatile boolean frozen;
    private final AtomicInteger inOrigin = new AtomicInteger();
    private long originNanos;

    /** A script that is put aside while another task runs. */
    record Aside(int depth, long scriptStart, long scriptCpuStart, long since, long cpuSince) { }

    Budget(final RenderOptions options, final PageLog log) {
        allowed = options.deadline() * MILLI;
        deadline = start + allowed;
        scriptNanos = options.javaScriptTimeout() * MILLI;
        maxAllocated = options.maxAllocatedBytes();
        this.log = log;
        heap = new HeapGuard(Runtime.getRuntime().maxMemory());
    }

    /** The calling thread's; mostly that of the page's thread, which asks for each hundred instructions. */
    private Meter own() {
        Meter meter = latest;
        if (meter == null || meter.thread != Thread.currentThread()) {
            meter = meters.get();
            latest = meter;
        }
        return meter;
    }

    /** Begins anew, for a page that goes on to its next state. Nothing of it may be running. */
    void renew() {
        start = System.nanoTime();
        deadline = start + allowed;
        synchronized (incomplete) {
            incomplete.clear();
        }
        synchronized (this) {
            originNanos = 0;
        }
        watch.renew();
        frozen = false;
        stopped = null; // the state before has its result
    }

    /** Throws {@link PageStopped} when the page must end and {@link ScriptTimeout} when the running script must. */
    void check() {
        if (stopped != null || frozen) {
            throw new PageStopped(stopped);
        }
        final long now = System.nanoTime();
        if (now > deadline) {
            throw end("deadline");
        }
        final Meter meter = own();
        if (now - meter.memoryCheck > MEMORY_NANOS) {
            meter.memoryCheck = now;
            checkMemory(meter);
        }
        if (meter.depth > 0 && now - meter.scriptStart > scriptNanos) {
            checkScript(meter, now);
        }
    }

    private void checkMemory(final Meter meter) {
        final long allocated = THREADS.getCurrentThreadAllocatedBytes();
        final String memory = memoryLimit(meter, allocated, HeapGuard.INTERVAL);
        if (memory != null) {
            throw end(memory);
        }
        if (allocated - meter.allocatedAtHeapCheck > HeapGuard.INTERVAL) {
            meter.allocatedAtHeapCheck = allocated;
        }
    }

    /** The limit on memory that a thread is past, where it has allocated so many bytes in its life; null: none. */
    String memoryLimit(final Meter meter, final long allocated, final long interval) {
        if (allocated - meter.allocatedBefore > maxAllocated) {
            return "allocated_bytes";
        }
        return allocated - meter.allocatedAtHeapCheck > interval && heap.mustEnd(allocated - meter.allocatedBefore)
                ? "heap" : null;
    }

    /** Whether the script of a thread has run for too long, by the clock and by the thread's processor time. */
    boolean isScriptOver(final Meter meter, final long cpu) {
        return meter.depth > 0 && System.nanoTime() - meter.scriptStart > scriptNanos
                && cpu - meter.scriptCpuStart > scriptNanos;
    }

    /** A script's time is its processor time: on a busy machine, or a cold JVM, a good script takes long by the clock. */
    private void checkScript(final Meter meter, final long now) {
        final long spent = THREADS.getCurrentThreadCpuTime() - meter.scriptCpuStart;
        if (spent >= scriptNanos) {
            throw tooMuch();
        }
        meter.scriptStart = now - spent; // asked again once the rest may be over
    }

    /** A step in a Java loop that can have many. No limit holds for it while the page is being taken. */
    void step() {
        if (!frozen || stopped != null) {
            check();
        }
    }

    /** A step in a Java loop that can have very many. */
    void tick() {
        if (++own().ticks % TICKS == 0) {
            step();
        }
    }

    /** Ends the running script, which asks for more than can be done in its time. */
    ScriptTimeout tooMuch() {
        incomplete("javascript_timeout");
        return new ScriptTimeout();
    }

    /**
     * Tells what will be allocated, and held, in one go without a check: ends the page where that is more than it may
     * have.
     *
     * @param bytes about how many
     */
    void claim(final double bytes) {
        if (bytes < HeapGuard.INTERVAL) {
            return;
        }
        check();
        final long allocated = THREADS.getCurrentThreadAllocatedBytes() - own().allocatedBefore;
        if (allocated + bytes > maxAllocated) {
            throw end("allocated_bytes");
        }
        if (heap.hasNoRoomFor(bytes)) {
            throw end("heap");
        }
    }

    /** Another thread has allocated so many bytes for the running page. */
    void allocated(final long bytes) {
        own().allocatedBefore -= bytes;
    }

    /** How many scripts called by scripts are running. */
    int nesting() {
        return own().depth;
    }

    /** Ends the page at this and every further check; what it shows so far is the snapshot. */
    PageStopped end(final String reason) {
        incomplete(reason);
        frozen = true;
        return new PageStopped(reason);
    }

    /** The page's memory ran out before a check could see it. */
    void outOfMemory() {
        end("heap");
    }

    /** From now on no script may run, on any thread: the page is being taken. */
    void freeze() {
        watch.beginTaking();
        frozen = true;
    }

    Watch watch() {
        return watch;
    }

    boolean isFrozen() {
        return frozen;
    }

    long nanosLeft() {
        return deadline - System.nanoTime();
    }

    /** A script begins, perhaps inside another: the outermost one's time counts. */
    void beginScript() {
        final Meter meter = own();
        if (meter.depth++ == 0) {
            meter.scriptStart = System.nanoTime();
            meter.scriptCpuStart = THREADS.getCurrentThreadCpuTime();
        }
    }

    /** A script ends. */
    void endScript() {
        own().depth--;
    }

    /** Whether the innermost running script was called by another. */
    boolean inNestedScript() {
        return nesting() > 1;
    }

    /** Puts the running script aside, whose clock then stands. */
    Aside putAside() {
        final Meter meter = own();
        final Aside aside = new Aside(meter.depth, meter.scriptStart, meter.scriptCpuStart, System.nanoTime(),
                THREADS.getCurrentThreadCpuTime());
        meter.depth = 0;
        return aside;
    }

    /** Goes on with a script that was put aside. */
    void resume(final Aside aside) {
        final Meter meter = own();
        meter.depth = aside.depth();
        meter.scriptStart = aside.scriptStart() + System.nanoTime() - aside.since();
        meter.scriptCpuStart = aside.scriptCpuStart() + THREADS.getCurrentThreadCpuTime() - aside.cpuSince();
    }

    /** This thread carries a call from now on, while the page goes on: its waiting is none of the page's. */
    void beginCall() {
        own().isCall = true;
    }

    @Override
    public void beginOrigin() {
        if (own().isCall) {
            return;
        }
        inOrigin.incrementAndGet();
        final Meter meter = own();
        meter.originStart = System.nanoTime();
        meter.waits = true;
    }

    @Override
    public void endOrigin() {
        final Meter meter = own();
        if (meter.isCall) {
            return;
        }
        inOrigin.decrementAndGet();
        meter.waits = false;
        final long spent = System.nanoTime() - meter.originStart;
        meter.scriptStart += spent;
        synchronized (this) {
            originNanos += spent;
        }
    }

    @Override
    public long millisLeft() {
        return stopped == null ? (deadline - System.nanoTime()) / MILLI : 0;
    }

    @Override
    public void incomplete(final String reason) {
        synchronized (incomplete) {
            if (incomplete.add(reason)) {
                log.add("warning", "limit", "The snapshot is incomplete: " + reason, "", 0);
            }
        }
    }

    /** Requests whose responses are being waited for. */
    int openRequests() {
        return inOrigin.get();
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
