package ajaxcrawl;

import java.io.IOException;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.htmlunit.WebResponse;

/** A call of a page that is under way, on a thread of its own. */
final class Flight {

    private static final long MILLI = 1_000_000;

    private final long start = System.nanoTime();
    private final CompletableFuture<WebResponse> response = new CompletableFuture<>();
    private volatile long end;

    /** Sends it, on the calling thread. */
    void send(final Callable<WebResponse> load) {
        WebResponse came = null;
        Throwable failure = null;
        try {
            came = load.call();
        } catch (final Throwable e) { // the page is told on its own thread
            failure = e;
        }
        end = System.nanoTime();
        if (failure == null) {
            response.complete(came);
        } else {
            response.completeExceptionally(failure);
        }
    }

    boolean isDone() {
        return response.isDone();
    }

    /** Milliseconds from when it was sent to its end; so far, where it is under way. */
    long millis() {
        return ((isDone() ? end : System.nanoTime()) - start) / MILLI;
    }

    /** Milliseconds for which it has been under way since a time of {@link System#nanoTime}. */
    long millisSince(final long time) {
        return (System.nanoTime() - Math.max(start, time)) / MILLI;
    }

    /** Waits so long at most; whether it is done then. */
    boolean await(final long millis) {
        try {
            response.get(Math.max(0, millis), TimeUnit.MILLISECONDS);
        } catch (final TimeoutException e) {
            return false;
        } catch (final ExecutionException e) {
            return true;
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PageStopped("interrupted");
        }
        return true;
    }

    /** Has {@code action} done at its end, on any thread. */
    void whenDone(final Runnable action) {
        response.whenComplete((came, failure) -> action.run());
    }

    /** The response of a call that is done. */
    WebResponse response() throws IOException {
        try {
            return response.join();
        } catch (final CompletionException e) {
            if (e.getCause() instanceof IOException failure) {
                throw failure;
            }
            if (e.getCause() instanceof Error failure) {
                throw failure;
            }
            throw e.getCause() instanceof RuntimeException failure ? failure : e;
        }
    }
}
