package ajaxcrawl;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Calls an origin, which is Python, on a thread that has nothing else on its stack. A page may ask for something at the
 * end of a recursion, and native code that oversteps a Java thread's stack ends the process without a word. Also, the
 * page can so be ended while nobody answers.
 */
final class OriginCalls implements Origin {

    /** After its time an origin that answers at all has done so. */
    private static final long SLACK_MILLIS = 500;
    private static final long LOOK_MILLIS = 20;
    private static final long IDLE_SECONDS = 60;

    /** Threads that stay; more calls at once than that are rare. */
    private static final int KEPT = 4;

    private static volatile Runnable keep = () -> { };

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final ThreadPoolExecutor MORE_THREADS = new ThreadPoolExecutor(0, Integer.MAX_VALUE, IDLE_SECONDS,
            TimeUnit.SECONDS, new SynchronousQueue<>(), OriginCalls::thread);
    private static final ThreadPoolExecutor THREADS = new ThreadPoolExecutor(KEPT, KEPT, 0, TimeUnit.SECONDS,
            new SynchronousQueue<>(), work -> thread(() -> {
                keep.run();
                work.run();
            }), (work, full) -> MORE_THREADS.execute(work));

    /** An answer that comes so much later than its page ended hardly ever does. */
    private static final long STUCK_NANOS = 1_000_000_000L;

    /** The calls that pages no longer wait for, and since when. */
    private static final Map<Future<?>, Long> ABANDONED = new ConcurrentHashMap<>();

    private final Origin origin;
    private final Budget budget;

    OriginCalls(final Origin origin, final Budget budget) {
        this.origin = origin;
        this.budget = budget;
    }

    private static Thread thread(final Runnable work) {
        final Thread thread = new Thread(work, "ajaxcrawl-origin-" + NUMBER.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }

    /** Has each thread that stays, and has made no call yet, run {@code work} first. */
    static void keepThreads(final Runnable work) {
        keep = work;
    }

    /** Threads whose calls do not come back: the origin ignores it that they are cancelled, or its event loop has ended. */
    static int lostThreads() {
        ABANDONED.keySet().removeIf(Future::isDone);
        final long now = System.nanoTime();
        return (int) ABANDONED.values().stream().filter(since -> now - since > STUCK_NANOS).count();
    }

    @Override
    public OriginReply fetch(final byte[] head, final byte[] body, final long timeoutMillis) {
        final long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(timeoutMillis + SLACK_MILLIS);
        final Future<OriginReply> answer = THREADS.submit(() -> origin.fetch(head, body, timeoutMillis));
        while (true) {
            try {
                final OriginReply reply = answer.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
                budget.allocated(reply.body().length);
                return reply;
            } catch (final TimeoutException e) {
                if (budget.stopped() != null || System.nanoTime() > end) {
                    ABANDONED.put(answer, System.nanoTime());
                    return noAnswer(Fetched.TIMEOUT + ": no response in time");
                }
            } catch (final ExecutionException e) {
                return noAnswer("no answer: " + e.getCause());
            } catch (final InterruptedException e) {
                Thread.currentThread().interrupt();
                return noAnswer("interrupted");
            }
        }
    }

    private static OriginReply noAnswer(final String reason) {
        return OriginReply.failed(reason.getBytes(StandardCharsets.UTF_8));
    }
}
