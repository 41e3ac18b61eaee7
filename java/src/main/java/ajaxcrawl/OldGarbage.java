package ajaxcrawl;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Has the heap collected before it grows, and when no more pages come. Of each page that lives through a collection of the
 * young objects some megabytes come to lie among the old ones, where the serial collector leaves them until the heap has
 * grown to its limit.
 */
final class OldGarbage {

    /** Bytes of it, at least, that are worth the collection of the whole heap, which takes about as long as a page. */
    private static final long WORTH = 48L << 20;

    /** As many when nothing else is to be done. */
    private static final long WORTH_WHEN_IDLE = 8L << 20;

    /** On the timer's own thread, a daemon. */
    private static final Executor AFTER_IDLE = CompletableFuture.delayedExecutor(5, TimeUnit.SECONDS, Runnable::run);

    private static final AtomicLong PAGES = new AtomicLong();

    /** The old objects of the serial collector; null: another one runs, which sees to it by itself. */
    private static final MemoryPoolMXBean OLD = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> "Tenured Gen".equals(pool.getName())).findFirst().orElse(null);

    private OldGarbage() { }

    /** Called after each page. */
    static void collect() {
        if (OLD == null) {
            return;
        }
        collect(WORTH);
        final long page = PAGES.incrementAndGet();
        AFTER_IDLE.execute(() -> {
            if (PAGES.get() == page) {
                collect(WORTH_WHEN_IDLE);
            }
        });
    }

    private static void collect(final long worth) {
        if (isMore(worth)) {
            synchronized (OLD) {
                if (isMore(worth)) {
                    System.gc();
                }
            }
        }
    }

    private static boolean isMore(final long worth) {
        final MemoryUsage living = OLD.getCollectionUsage(); // after the last whole collection
        return OLD.getUsage().getUsed() > living.getUsed() + worth;
    }
}
