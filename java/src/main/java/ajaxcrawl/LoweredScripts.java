package ajaxcrawl;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Lowers scripts, each of them once however many pages wait for it, and keeps what was asked for last. A page waits no
 * longer than its own limits allow; what it has begun is there for the next. Safe to use from several threads.
 */
final class LoweredScripts {

    private static final long MAX_CHARACTERS = ScriptCache.charactersFor(6L << 20);
    private static final int THREADS = 4; // what is on disk already is not to wait for the compiler
    private static final long IDLE_SECONDS = 60;
    private static final long LOOK_MILLIS = 20;

    private record Key(String kind, String source) { }

    private final Lowering lowering;
    private final ExecutorService threads;
    private final Map<Key, Lowered> known = new LinkedHashMap<>(64, 0.75f, true);
    private final Map<Key, CompletableFuture<Lowered>> running = new HashMap<>();
    private long characters;

    LoweredScripts(final Lowering lowering) {
        this.lowering = lowering;
        final ThreadPoolExecutor pool = new ThreadPoolExecutor(THREADS, THREADS, IDLE_SECONDS, TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(), task -> {
                    final Thread thread = new Thread(task, "ajaxcrawl-lowering");
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        threads = pool;
    }

    /**
     * The lowered source. The time does not count as the script's; throws {@link PageStopped} when the page must end.
     *
     * @param kind {@code script}, {@code function} or {@code module}
     */
    Lowered lower(final String kind, final String source, final Budget budget) {
        final Key key = new Key(kind, source);
        final CompletableFuture<Lowered> future;
        synchronized (this) {
            final Lowered ready = known.get(key);
            if (ready != null) {
                return ready;
            }
            future = running.computeIfAbsent(key, this::begin);
        }
        final Budget.Aside script = budget.putAside();
        try {
            return await(future, budget);
        } finally {
            budget.resume(script);
        }
    }

    private CompletableFuture<Lowered> begin(final Key key) {
        return CompletableFuture.supplyAsync(() -> {
            Lowered lowered = null;
            try {
                lowered = Lowered.parse(lowering.lower(key.kind(), WellFormed.bytes(key.source())));
            } catch (final RuntimeException e) {
                lowered = Lowered.unavailable("lowering failed: " + e);
            } finally {
                end(key, lowered);
            }
            return lowered;
        }, threads);
    }

    private synchronized void end(final Key key, final Lowered lowered) {
        running.remove(key);
        if (lowered == null || lowered.unavailable() != null || key.source().length() > MAX_CHARACTERS / 4) {
            return;
        }
        known.put(key, lowered);
        characters += key.source().length() + lowered.size();
        final Iterator<Map.Entry<Key, Lowered>> oldest = known.entrySet().iterator();
        while (characters > MAX_CHARACTERS) {
            final Map.Entry<Key, Lowered> entry = oldest.next();
            characters -= entry.getKey().source().length() + entry.getValue().size();
            oldest.remove();
        }
    }

    private static Lowered await(final CompletableFuture<Lowered> future, final Budget budget) {
        while (true) {
            try {
                return future.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (final TimeoutException e) {
                budget.check();
            } catch (final ExecutionException e) {
                return Lowered.unavailable("lowering failed: " + e.getCause());
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                return Lowered.unavailable("the thread was interrupted");
            }
        }
    }
}
