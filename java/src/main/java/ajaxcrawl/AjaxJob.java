package ajaxcrawl;

import org.htmlunit.corejs.javascript.ContextAction;
import org.htmlunit.corejs.javascript.ContextFactory;
import org.htmlunit.javascript.background.BasicJavaScriptJob;

/** An asynchronous {@code XMLHttpRequest}: the request and the events that follow. */
final class AjaxJob extends BasicJavaScriptJob {

    private final ContextFactory contextFactory;
    private final ContextAction<Object> action;
    /** Sent while the page was loading: it is waited for, however long it takes (the promise of resynchronising). */
    private final boolean resynchronized;
    private final Flight flight;

    /**
     * @param flight the request, where it is under way already; null: it is sent when the job runs
     */
    AjaxJob(final ContextFactory contextFactory, final ContextAction<Object> action, final boolean resynchronized,
            final Flight flight) {
        this.contextFactory = contextFactory;
        this.action = action;
        this.resynchronized = resynchronized;
        this.flight = flight;
    }

    /** The request that is under way; null: none is. */
    Flight flight() {
        return flight;
    }

    boolean isResynchronized() {
        return resynchronized;
    }

    @Override
    public void run() {
        contextFactory.call(action);
    }

    @Override
    public String toString() {
        return action.toString();
    }
}
