package ajaxcrawl;

import java.io.IOException;
import java.lang.reflect.Field;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.LambdaConstructor;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.worker.Worker;

/** {@code Worker}, which HtmlUnit makes well outside of functions only, and what scripts of workers call. */
final class Workers implements PageGlobal {

    /** Those of the page, which HtmlUnit's workers lack. */
    private static final String[] SHARED = {"fetch", "Headers", "Request", "Response", "AbortController", "AbortSignal",
        "structuredClone", "queueMicrotask", "MessageChannel", "crypto", "performance", "Intl", "indexedDB",
        "URLSearchParams", "TextEncoder", "TextDecoder", "Blob", "FormData", "setTimeout", "setInterval"};

    private static final String NOTHING = "data:text/javascript,";

    private static final Field WORKER_SCOPE = HtmlUnitFields.of(Worker.class, "workerScope_");

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        if (!(webWindow.getScriptableObject() instanceof Window window)
                || !(window.get("Worker", window) instanceof Function htmlUnits)
                || !(window.getPrototype(Worker.class) instanceof ScriptableObject prototype)) {
            return;
        }
        final LambdaConstructor constructor = new LambdaConstructor(scope, "Worker", 1, prototype, null,
                (cx, newTarget, s, args) -> {
                    final Scriptable worker = make(cx, scope, window, htmlUnits, args);
                    share(cx, window, (ScriptableObject) HtmlUnitFields.get(WORKER_SCOPE, worker));
                    return worker;
                });
        prototype.defineProperty("constructor", constructor, ScriptableObject.DONTENUM);
        window.defineProperty("Worker", constructor, ScriptableObject.DONTENUM);
    }

    /** One whose script does not come is told so by an event; HtmlUnit's constructor throws. */
    private static Scriptable make(final Context context, final TopLevel scope, final Window window,
            final Function htmlUnits, final Object[] args) {
        try {
            return htmlUnits.construct(context, htmlUnits, scope, args);
        } catch (final RuntimeException e) {
            if (!isOfRequest(e)) {
                throw e;
            }
        }
        final Scriptable worker = htmlUnits.construct(context, htmlUnits, scope, new Object[] {NOTHING});
        final LambdaFunction tell = new LambdaFunction(scope, "", 0, (cx, s, self, none) -> {
            final Scriptable event = cx.newObject(scope, "Event", new Object[] {"error"});
            ScriptableObject.callMethod(cx, worker, "dispatchEvent", new Object[] {event});
            // HtmlUnit knows no such handler
            return ScriptableObject.getProperty(worker, "onerror") instanceof Function handler
                    ? handler.call(cx, scope, worker, new Object[] {event}) : Undefined.instance;
        }, false);
        ScriptableObject.callMethod(context, window, "setTimeout", new Object[] {tell});
        return worker;
    }

    private static boolean isOfRequest(final Throwable error) {
        return error instanceof IOException || error != null && isOfRequest(error.getCause());
    }

    private static void share(final Context context, final Window window, final ScriptableObject worker) {
        final TopLevel scope = ScriptableObject.getTopLevelScope(worker.getParentScope());
        for (final String name : SHARED) {
            worker.defineProperty(context, scope, name, self -> ScriptableObject.getProperty(window, name),
                    (self, value) -> {
                        worker.delete(name);
                        worker.put(name, worker, value);
                    }, ScriptableObject.DONTENUM);
        }
    }
}
