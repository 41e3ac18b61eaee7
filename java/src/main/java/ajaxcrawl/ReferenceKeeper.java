package ajaxcrawl;

import java.lang.reflect.Field;

/**
 * Keeps JPype's reference queue going: its thread ends at the first OutOfMemoryError that hits it, and then nothing that
 * Python holds of Java's is ever freed, and the process takes ten seconds to end.
 */
final class ReferenceKeeper {

    private static Object queue;
    private static Field thread;

    static {
        try {
            final Class<?> type = Class.forName("org.jpype.ref.JPypeReferenceQueue");
            thread = type.getDeclaredField("queueThread");
            thread.setAccessible(true);
            queue = type.getMethod("getInstance").invoke(null);
        } catch (final ReflectiveOperationException | RuntimeException e) {
            queue = null; // no JPype, as in our own tests, or another version of it
        }
    }

    private ReferenceKeeper() { }

    /** Starts the thread again, if it has ended. */
    static synchronized void keep() {
        try {
            if (queue != null && thread.get(queue) instanceof Thread worker && !worker.isAlive()) {
                queue.getClass().getMethod("start").invoke(queue);
            }
        } catch (final ReflectiveOperationException e) {
            queue = null;
        }
    }
}
