package ajaxcrawl;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryUsage;

/**
 * Has the heap collected before it grows. Of each page that lives through a collection of the young objects some
 * megabytes come to lie among the old ones, where the serial collector leaves them until the heap has grown to its limit.
 */
final class OldGarbage {

    /** Bytes of it, at least, that are worth the collection of the whole heap, which takes about as long as a page. */
    private static final long WORTH = 48L << 20;

    /** The old objects of the serial collector; null: another one runs, which sees to it by itself. */
    private static final MemoryPoolMXBean OLD = ManagementFactory.getMemoryPoolMXBeans().stream()
            .filter(pool -> "Tenured Gen".equals(pool.getName())).findFirst().orElse(null);

    private OldGarbage() { }

    /** Called after each page. */
    static void collect() {
        if (OLD != null && isMuch()) {
            synchronized (OLD) {
                if (isMuch()) {
                    System.gc();
                }
            }
        }
    }

    private static boolean isMuch() {
        final MemoryUsage living = OLD.getCollectionUsage(); // after the last whole collection
        return OLD.getUsage().getUsed() > living.getUsed() + WORTH;
    }
}
