package ajaxcrawl;

import java.util.List;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.event.Event;
import org.htmlunit.javascript.host.performance.Performance;
import org.htmlunit.javascript.host.performance.PerformanceTiming;

/**
 * {@code performance.now}, {@code performance.timeOrigin}, {@code performance.timing} and {@code Event.timeStamp} in the
 * page's time, in milliseconds since the page began (High Resolution Time). HtmlUnit counts from the machine's start,
 * and since 1970.
 */
final class PagePerformance implements PageGlobal {

    private static final Object CREATED = "ajaxcrawl timeStamp";

    /** Loading takes no page time: milestones of {@code performance.timing} are at its beginning, or not reached yet. */
    private static final List<String> BEFORE = List.of("navigationStart", "fetchStart", "domainLookupStart",
            "domainLookupEnd", "connectStart", "connectEnd", "requestStart", "responseStart", "responseEnd",
            "domLoading");
    private static final List<String> LATER = List.of("domInteractive", "domContentLoadedEventStart",
            "domContentLoadedEventEnd", "domComplete", "loadEventStart", "loadEventEnd");

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        if (!(webWindow.getWebClient() instanceof PageClient client)
                || !(webWindow.getScriptableObject() instanceof Window window)) {
            return;
        }
        final PageTime time = client.time();
        final HostFunctions host = new HostFunctions(scope, window);
        host.function(Performance.class, "now", 0, (cx, s, thisObject, args) -> time.read());
        host.getter(Performance.class, "timeOrigin", self -> time.origin());
        for (final String name : BEFORE) {
            host.getter(PerformanceTiming.class, name, self -> time.origin());
        }
        for (final String name : LATER) {
            host.getter(PerformanceTiming.class, name, self -> isReached(window, name) ? time.origin() : 0);
        }
        host.getter(Event.class, "timeStamp", self -> timeStamp(self, time));
    }

    private static boolean isReached(final Window window, final String milestone) {
        final String state = window.getDocument().getDomNodeOrDie() instanceof HtmlPage page ? page.getReadyState() : "";
        return "complete".equals(state) || "interactive".equals(state) && milestone.startsWith("domInteractive");
    }

    /** Events are asked for it by their first handler, at the time that they came. */
    private static Object timeStamp(final Scriptable self, final PageTime time) {
        if (!(self instanceof ScriptableObject event)) {
            return 0;
        }
        final Object created = event.getAssociatedValue(CREATED);
        return created == null ? event.associateValue(CREATED, time.read()) : created;
    }
}
