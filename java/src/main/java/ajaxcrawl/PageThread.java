package ajaxcrawl;

import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** A thread that runs scripts of pages, into which errors can be thrown from outside. */
public final class PageThread extends Thread {

    private static final long STACK = PageStack.size();

    /** What would be broken for the whole process if it ended half way: classes being made ready, and shared tables. */
    private static final Set<String> SHARED = Set.of("java.lang.ClassLoader", "java.lang.Class",
            "java.util.concurrent.ConcurrentHashMap", "java.util.concurrent.locks.ReentrantLock");
    private static final Set<String> OWN_SHARED = Set.of(ScriptCache.class.getName(), LoweredScripts.class.getName());
    private static final int OWN_FRAMES = 6; // a compilation that a cache asks for is no part of the cache's own work

    /** What waits for others or is not Java, and looks at the time by itself or ends soon. */
    private static final List<String> OUTSIDE = List.of("java.lang.invoke.", "jdk.internal.loader.", "org.jpype.",
            "ajaxcrawl.Origin", "sun.nio.ch.", "sun.net.", "java.net.Inet", "java.net.Socket");
    /** Owners of native methods that pages call. */
    private static final Set<String> NATIVE = Set.of("java.lang.System", "java.lang.String", "java.lang.Object");

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private volatile Supplier<Error> due;
    private volatile boolean hit;

    PageThread(final Runnable work) {
        super(null, work, "ajaxcrawl-page-" + NUMBER.incrementAndGet(), STACK);
        setDaemon(true);
        setUncaughtExceptionHandler((thread, end) -> { }); // of a page that was ended: the render has told why
    }

    /**
     * What is to be thrown into this thread, for {@link ThreadEnder}; null: nothing any more. Asked at the last moment, as
     * the thread may have come to its end by itself meanwhile.
     */
    public Throwable error() {
        try {
            final Error error = mayEnd() ? due.get() : null;
            hit |= error != null;
            return error;
        } catch (final RuntimeException | Error e) { // no memory for the look at its stack, say: native code takes no throw
            return null;
        }
    }

    /**
     * Throws an error into this thread, whatever it does, unless others would suffer from it.
     *
     * @param reason the error; null where none is due any more
     */
    void end(final Supplier<Error> reason, final ThreadEnder ender) {
        due = reason;
        ender.end(getName());
    }

    /** Ends this thread if an error was thrown into it, which may still be under way. */
    void endIfHit() {
        if (hit) {
            throw new PageStopped("");
        }
    }

    /** Whether this thread is in plain Java that a page has set to work. */
    private boolean mayEnd() {
        final StackTraceElement[] stack = getStackTrace();
        if (stack.length == 0 || stack[0].isNativeMethod() && !NATIVE.contains(stack[0].getClassName())) {
            return false;
        }
        for (int i = 0; i < stack.length; i++) {
            final String owner = stack[i].getClassName();
            if ("<clinit>".equals(stack[i].getMethodName()) || SHARED.contains(owner)
                    || i < OWN_FRAMES && OWN_SHARED.contains(owner) || OUTSIDE.stream().anyMatch(owner::startsWith)) {
                return false;
            }
        }
        return true;
    }
}
