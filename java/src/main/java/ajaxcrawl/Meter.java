package ajaxcrawl;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** What one thread has spent on a page. The thread writes, {@link Watch} reads. */
final class Meter {

    static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    final Thread thread = Thread.currentThread();
    volatile long allocatedBefore = THREADS.getCurrentThreadAllocatedBytes();
    volatile long allocatedAtHeapCheck = allocatedBefore;
    volatile long scriptStart;
    volatile long scriptCpuStart;
    volatile int depth;
    /** It carries a call, while the page goes on. */
    volatile boolean isCall;
    /** For the application's answer. */
    volatile boolean waits;
    long originStart;
    int ticks;
    /** When it was last asked what it has allocated. */
    long memoryCheck = System.nanoTime();
    /** Of {@link Watch}. */
    long overdueSince;

    /** Bytes, as seen by any thread. */
    long allocated() {
        return THREADS.getThreadAllocatedBytes(thread.getId());
    }

    /** Nanoseconds of processor time, as seen by any thread. */
    long cpu() {
        return THREADS.getThreadCpuTime(thread.getId());
    }
}
