package ajaxcrawl;

import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads that pages run on: reused, daemons, with a stack for deep recursion. */
final class PageThreads {

    /** Scripts recurse through several Java frames a call; the default stack ends at a few hundred calls. */
    private static final long STACK = 16L << 20;

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final ThreadPoolExecutor pool = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 60, TimeUnit.SECONDS,
            new SynchronousQueue<>(), PageThreads::thread);

    static Thread thread(final Runnable work) {
        final Thread thread = new Thread(null, work, "ajaxcrawl-page-" + NUMBER.incrementAndGet(), STACK);
        thread.setDaemon(true);
        return thread;
    }

    void run(final Runnable work) {
        pool.execute(work);
    }
}
