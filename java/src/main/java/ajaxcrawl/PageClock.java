package ajaxcrawl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.htmlunit.javascript.background.JavaScriptJob;

/**
 * Page time, and the jobs of all of a page's windows in its order. Time jumps from job to job, so that a page with
 * seconds of timers is done in the time that its code takes. It starts at wall-clock time. Used by the page's thread
 * alone.
 */
final class PageClock implements PageTime {

    /** A script that reads the clock more often than so waits for time to pass ({@code while (Date.now() < t) {}}). */
    private static final int FREE_READS = 1000;
    /** Then so many reads take a millisecond. */
    private static final int READS_PER_MILLI = 10;
    /** Timers set by timers, and calls sent by calls, take time from this depth on (HTML standard, timers, step 11). */
    private static final int FREE_NESTING = 5;
    private static final long NESTED_MILLIS = 4;

    /** A job, when it is due, whether it is an AJAX call that goes before all else, how deeply it is nested. */
    record Entry(long due, boolean first, int sequence, JavaScriptJob job, PageJobs owner, int nesting) { }

    private static final Comparator<Entry> ORDER = Comparator.comparingLong(Entry::due)
            .thenComparing(entry -> !entry.first())
            .thenComparingInt(Entry::sequence);

    private final double origin = System.currentTimeMillis();
    private final TreeSet<Entry> queue = new TreeSet<>(ORDER);
    private final Map<Integer, Entry> byJob = new HashMap<>();
    /** Calls that take long: page time passes as real time does until the response is there. */
    private final List<Entry> slow = new ArrayList<>();
    private int sequence;
    private long now;
    private int reads;
    private Entry running;

    @Override
    public double read() {
        reads++;
        if (reads > FREE_READS && reads % READS_PER_MILLI == 0) {
            now++;
        }
        return now;
    }

    @Override
    public double origin() {
        return origin;
    }

    @Override
    public void beginTask() {
        reads = 0;
    }

    /** Milliseconds of page time since the render began. */
    long now() {
        return now;
    }

    int nextId() {
        return ++sequence;
    }

    /** Adds a job that is due {@code delay} milliseconds from now. */
    void add(final long delay, final boolean first, final JavaScriptJob job, final PageJobs owner) {
        final boolean nested = running != null && first == running.first();
        final int nesting = nested ? running.nesting() + 1 : 0;
        final long least = nesting > FREE_NESTING ? NESTED_MILLIS : 0;
        final Entry entry = new Entry(now + Math.max(least, delay), first, ++sequence, job, owner, nesting);
        queue.add(entry);
        byJob.put(job.getId(), entry);
    }

    /** Forgets a job. */
    void remove(final int id) {
        final Entry entry = byJob.remove(id);
        if (entry != null) {
            queue.remove(entry);
            slow.remove(entry);
        }
    }

    /** Lets what comes later go before a call that takes long. */
    void setAside(final Entry call) {
        queue.remove(call);
        slow.add(call);
    }

    /** Whether calls that take long are under way, or their responses wait. */
    boolean hasSlowCalls() {
        return !slow.isEmpty();
    }

    /** The slow call whose response came first; null: none has come. */
    Entry arrived() {
        return slow.stream().filter(call -> flight(call).isDone())
                .min(Comparator.comparingLong(PageClock::arrival)).orElse(null);
    }

    /** How far page time may go: no further than real time does while a slow call is under way. */
    long horizon() {
        return slow.stream().filter(call -> !flight(call).isDone()).mapToLong(PageClock::arrival).min()
                .orElse(Long.MAX_VALUE);
    }

    /** The page time at which a call's response has come; as far as it has got, where it is under way. */
    static long arrival(final Entry call) {
        return call.due() + flight(call).millis();
    }

    /** The request of a call that is under way; null: the job is none. */
    static Flight flight(final Entry entry) {
        return entry.job() instanceof AjaxJob call ? call.flight() : null;
    }

    /** Forgets the jobs of a window. */
    void removeAll(final PageJobs owner) {
        queue.removeIf(entry -> entry.owner() == owner);
        slow.removeIf(entry -> entry.owner() == owner);
        byJob.values().removeIf(entry -> entry.owner() == owner);
    }

    /** The next entry, left in the queue; null: none. */
    Entry next() {
        return queue.isEmpty() ? null : queue.first();
    }

    /** The entries, the next one first, slow calls last. */
    Iterable<Entry> entries() {
        return Stream.concat(queue.stream(), slow.stream()).toList();
    }

    /** Whether the job that runs is an AJAX call. */
    boolean inCall() {
        return running != null && running.job() instanceof AjaxJob;
    }

    /** Takes an entry, moves page time to it and runs it; one that repeats is put back before. */
    void run(final Entry entry) {
        now = Math.max(now, slow.contains(entry) ? arrival(entry) : entry.due());
        remove(entry.job().getId());
        final Entry outer = running;
        running = entry;
        beginTask();
        try {
            final JavaScriptJob job = entry.job();
            if (job.isPeriodic()) {
                add(Math.max(1, job.getPeriod()), false, job, entry.owner());
            }
            job.run();
        } finally {
            running = outer;
        }
    }

    /** Lets time pass: what is due meanwhile is run, but for AJAX calls, which would have to wait for each other. */
    void pass(final long millis, final Consumer<Entry> runner) {
        final long until = now + millis;
        for (Entry entry = nextTimer(until); entry != null; entry = nextTimer(until)) {
            runner.accept(entry);
        }
        now = Math.max(now, until);
    }

    private Entry nextTimer(final long until) {
        for (final Entry entry : queue) {
            if (entry.due() > until) {
                return null;
            }
            if (!(entry.job() instanceof AjaxJob)) {
                return entry;
            }
        }
        return null;
    }
}
