package ajaxcrawl;

import com.sun.management.GarbageCollectorMXBean;
import com.sun.management.GcInfo;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.util.List;

/**
 * Ends the page that fills the heap before others feel it. Allocated bytes alone do not tell: most pages' are garbage a
 * moment later, so their limit lies above what the heap can hold.
 */
final class HeapGuard {

    /** Bytes that a page may allocate between two looks at the heap. */
    static final long INTERVAL = 8L << 20;

    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory
            .getPlatformMXBeans(GarbageCollectorMXBean.class);
    /** Of the heap, after a collection: pages together may hold so much. */
    private static final double FULL = 0.7;
    /** Of the heap, after a whole collection: each one that was asked for in vain frees what is between. */
    private static final double FULL_OF_LIVING = 0.6;
    /** Of the heap, garbage and all: large arrays, one by one, come to this with no collection that tells of them. */
    private static final double BRIMFUL = 0.9;
    /** Of the heap, allocated by a page: only such a page can be why it is full. */
    private static final double SUSPECT = 0.25;

    private final long max;

    HeapGuard(final long max) {
        this.max = max;
    }

    /** Whether the heap is nearly full and a page that allocated so much is to blame. */
    boolean mustEnd(final long allocated) {
        return allocated > SUSPECT * max && exceeds(0, FULL_OF_LIVING);
    }

    /** Whether so many bytes more would fill the heap. */
    boolean hasNoRoomFor(final double bytes) {
        return exceeds(bytes, FULL);
    }

    /** Most collections pass over what earlier pages left among old objects, which is nobody's fault: it goes first. */
    private boolean exceeds(final double bytes, final double full) {
        if (isRoomy(bytes)) {
            return false;
        }
        synchronized (COLLECTORS) {
            if (!isRoomy(bytes)) { // or another page's thread has seen to it
                System.gc();
            }
            return usedAfterCollection() + bytes > full * max;
        }
    }

    private boolean isRoomy(final double bytes) {
        final Runtime runtime = Runtime.getRuntime();
        return usedAfterCollection() + bytes <= FULL * max
                && runtime.totalMemory() - runtime.freeMemory() <= BRIMFUL * max;
    }

    private static long usedAfterCollection() {
        long lastEnd = -1;
        long used = 0;
        for (final GarbageCollectorMXBean collector : COLLECTORS) {
            final GcInfo info = collector.getLastGcInfo();
            if (info != null && info.getEndTime() > lastEnd) {
                lastEnd = info.getEndTime();
                used = 0;
                for (final var pool : info.getMemoryUsageAfterGc().entrySet()) {
                    used += isHeap(pool.getKey()) ? usedOf(pool.getValue()) : 0;
                }
            }
        }
        return used;
    }

    private static long usedOf(final MemoryUsage usage) {
        return usage.getUsed();
    }

    private static boolean isHeap(final String pool) {
        return !pool.contains("Metaspace") && !pool.contains("CodeHeap") && !pool.contains("Compressed Class")
                && !pool.contains("Code Cache");
    }
}
