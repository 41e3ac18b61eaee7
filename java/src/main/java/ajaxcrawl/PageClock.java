package ajaxcrawl;

import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.function.Predicate;
import org.htmlunit.javascript.background.JavaScriptJob;

/**
 * Page time and the jobs of a page's windows. Time jumps from job to job: a page with seconds of timers is done in the
 * time that its code takes. Used by the page's thread alone.
 */
final class PageClock {

    /** A job and when it is due; AJAX calls go before all else that is due. */
    record Entry(long due, boolean ajax, int sequence, JavaScriptJob job, PageJobs owner) { }

    private static final Comparator<Entry> ORDER = Comparator.comparingLong(Entry::due)
            .thenComparing(entry -> !entry.ajax())
            .thenComparingInt(Entry::sequence);

    private final long epoch = System.currentTimeMillis();
    private final PriorityQueue<Entry> queue = new PriorityQueue<>(ORDER);
    private int sequence;
    private long now;

    /** Milliseconds of page time since the render began. */
    long now() {
        return now;
    }

    /** Page time as milliseconds since the epoch. */
    long currentTimeMillis() {
        return epoch + now;
    }

    int nextId() {
        return ++sequence;
    }

    void add(final long delay, final boolean ajax, final JavaScriptJob job, final PageJobs owner) {
        queue.add(new Entry(now + delay, ajax, ++sequence, job, owner));
    }

    void remove(final Predicate<Entry> which) {
        queue.removeIf(which);
    }

    /** The next entry, left in the queue; null: none. */
    Entry peek() {
        return queue.peek();
    }

    PriorityQueue<Entry> queue() {
        return queue;
    }

    /** Takes the next entry and moves page time to it. */
    Entry take() {
        final Entry entry = queue.poll();
        now = Math.max(now, entry.due());
        return entry;
    }

    void run(final Entry entry) {
        final JavaScriptJob job = entry.job();
        if (job.isPeriodic()) {
            add(Math.max(1, job.getPeriod()), false, job, entry.owner());
        }
        job.run();
    }
}
