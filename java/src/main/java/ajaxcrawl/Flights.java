package ajaxcrawl;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.Executor;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;

/** The calls of a page that are under way together. */
final class Flights {

    /** As browsers have connections to one server. */
    private static final int MOST = 6;

    /** A call that takes longer is slow enough for the page's own timers, and later calls, to come first. */
    static final long SLOW_MILLIS = 150;

    /** How soon a render that is stopped ends, where it waits for a response. */
    private static final long PATIENCE_MILLIS = 50;
    private static final long MILLI = 1_000_000;

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final Executor THREADS = new ThreadPoolExecutor(0, Integer.MAX_VALUE, 10, TimeUnit.SECONDS,
            new SynchronousQueue<>(), Flights::thread);

    private final Budget budget;
    private final Map<WebRequest, Flight> flights = new IdentityHashMap<>();
    private final Deque<Runnable> waiting = new ArrayDeque<>();
    private final ThreadLocal<Flight> latest = new ThreadLocal<>();
    private int underWay;
    private int landings;

    Flights(final Budget budget) {
        this.budget = budget;
    }

    private static Thread thread(final Runnable work) {
        final Thread thread = new Thread(work, "ajaxcrawl-call-" + NUMBER.incrementAndGet());
        thread.setDaemon(true);
        return thread;
    }

    /** Sends a call, at once or after those that are under way. */
    synchronized void send(final WebRequest request, final Callable<WebResponse> load) {
        final Flight flight = new Flight();
        flights.put(request, flight);
        latest.set(flight);
        waiting.add(() -> flight.send(load));
        next();
    }

    private synchronized void next() {
        if (underWay < MOST && !waiting.isEmpty()) {
            final Runnable call = waiting.remove();
            underWay++;
            THREADS.execute(() -> {
                budget.beginCall();
                try {
                    call.run();
                } finally {
                    landed();
                }
            });
        }
    }

    private synchronized void landed() {
        underWay--;
        landings++;
        notifyAll();
        next();
    }

    /** The call that this thread sent last, once; null: none. */
    Flight takeLatest() {
        final Flight flight = latest.get();
        latest.remove();
        return flight;
    }

    /** The call with this request, once; null: it is none. */
    synchronized Flight take(final WebRequest request) {
        return flights.remove(request);
    }

    /** How many are done so far. */
    synchronized int landings() {
        return landings;
    }

    /** The response of a call that this thread goes on with. */
    WebResponse land(final Flight flight) throws IOException {
        while (!flight.isDone()) {
            await(flight, PATIENCE_MILLIS);
        }
        final WebResponse response = flight.response();
        budget.allocated(response.getContentLength());
        return response;
    }

    /** Waits for a call, so long at most: that is no time of the page's scripts. */
    void await(final Flight flight, final long millis) {
        budget.beginOrigin();
        try {
            final long end = System.nanoTime() + millis * MILLI;
            for (long left = millis; left > 0 && !flight.await(Math.min(left, PATIENCE_MILLIS));
                    left = (end - System.nanoTime()) / MILLI) {
                check();
            }
        } finally {
            budget.endOrigin();
        }
    }

    /** As the budget's check, where a response is still awaited. */
    void check() {
        if (budget.nanosLeft() <= 0) {
            budget.incomplete("request_open");
        }
        budget.check();
    }

    /** Waits until more than {@code known} calls are done, but so long at most. */
    void await(final int known, final long millis) {
        budget.beginOrigin();
        try {
            awaitLanding(known, Math.max(1, Math.min(millis, PATIENCE_MILLIS)));
        } catch (final InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new PageStopped("interrupted");
        } finally {
            budget.endOrigin();
        }
    }

    private synchronized void awaitLanding(final int known, final long millis) throws InterruptedException {
        if (landings == known) {
            wait(millis);
        }
    }
}
