package ajaxcrawl;

import org.htmlunit.corejs.javascript.RhinoException;

/** Under the page clock: runs job after job, in the order of page time, on the page's thread. */
final class PageSettler extends Settler {

    private final PageClock clock;
    private final long wait;
    private final long startingBefore;
    /** Since when nothing runs: a page that is busy does not make its calls slow. */
    private long idleSince;

    PageSettler(final PageClient client, final RenderOptions options) {
        super(client, options);
        clock = client.pageClock();
        wait = options.waitForBackgroundJavaScript();
        startingBefore = options.waitForBackgroundJavaScriptStartingBefore();
    }

    @Override
    void run() {
        idleSince = System.nanoTime();
        final long end = clock.now() + wait;
        final long lastStart = startingBefore < 0 ? end : Math.min(end, clock.now() + startingBefore);
        while (!isOver()) {
            if (clock.hasSlowCalls()) {
                client().flights().check();
            }
            client().budget().check();
            final int landings = client().flights().landings();
            PageClock.Entry next = clock.next();
            if (next != null && isUnderWay(next)) {
                continue;
            }
            if (next != null && (next.due() > end || next.due() > lastStart && !isHeld())) {
                next = null;
            }
            final PageClock.Entry arrived = clock.arrived();
            if (arrived != null && (next == null || PageClock.arrival(arrived) <= next.due())) {
                next = arrived;
            }
            if (next == null && !clock.hasSlowCalls()) {
                return;
            }
            final long time = next == null ? Long.MAX_VALUE : next == arrived ? PageClock.arrival(next) : next.due();
            if (next != null && time <= clock.horizon()) {
                run(client(), next);
                idleSince = System.nanoTime();
            } else {
                client().flights().await(landings, time - clock.horizon());
            }
        }
    }

    /** Whether a call has to be waited for; one that takes long is put aside. */
    private boolean isUnderWay(final PageClock.Entry entry) {
        final Flight flight = PageClock.flight(entry);
        if (flight == null || flight.isDone()) {
            return false;
        }
        final long patience = Flights.SLOW_MILLIS - flight.millisSince(idleSince);
        if (patience > 0) {
            client().flights().await(flight, patience);
        } else {
            clock.setAside(entry);
        }
        return true;
    }

    /** Runs a job; what it throws is its own end, not the page's. */
    static void run(final PageClient client, final PageClock.Entry entry) {
        client.budget().beginScript();
        try {
            client.budget().check();
            client.pageClock().run(entry);
        } catch (final ScriptTimeout timeout) {
            return; // noted where it was thrown
        } catch (final RhinoException e) {
            client.log().add("error", "script", e.details(), ScriptLog.url(e.sourceName()), e.lineNumber());
        } catch (final RuntimeException e) {
            client.log().add("error", "internal", e.toString(), "", 0);
        } finally {
            client.budget().endScript();
            ((PageEngine) client.getJavaScriptEngine()).endTask();
        }
    }
}
