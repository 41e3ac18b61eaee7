package ajaxcrawl;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.htmlunit.ScriptException;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.EvaluatorException;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.JavaScriptException;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.NativeObject;
import org.htmlunit.corejs.javascript.Rejections;
import org.htmlunit.corejs.javascript.RhinoException;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.event.Event;

/** Tells a page of its own errors, as {@code error} and {@code unhandledrejection} events (HTML Standard, 8.1.7.3). */
final class PageErrors {

    /** Where a call of {@code stack} was: its file and line. */
    private static final Pattern FRAME = Pattern.compile("^    at .*?(?<=[ (])([^\\s()]+):(\\d+):\\d+", Pattern.MULTILINE);

    private final PageClient client;

    PageErrors(final PageClient client) {
        this.client = client;
    }

    /** An error that no script has caught. */
    void uncaught(final ScriptException exception) {
        final HtmlPage page = exception.getPage();
        if (page == null || !(page.getEnclosingWindow().getScriptableObject() instanceof Window window)
                || !(exception.getCause() instanceof RhinoException cause)) {
            return;
        }
        final TopLevel scope = (TopLevel) window.getParentScope();
        final Object error = value(scope, cause);
        final NativeObject init = new NativeObject();
        put(init, "message", "Uncaught " + text(error, cause));
        put(init, "filename", ScriptLog.url(cause.sourceName()));
        put(init, "lineno", Math.max(0, cause.lineNumber()));
        put(init, "colno", Math.max(0, cause.columnNumber()));
        put(init, "error", error);
        put(init, "cancelable", true);
        final Function handler = window.getOnerror();
        run(page, scope, window, context -> {
            if (handler != null) {
                handler.call(context, scope, window, new Object[] {init.get("message"), init.get("filename"),
                    init.get("lineno"), init.get("colno"), error});
            }
            fire(context, scope, window, "ErrorEvent", "error", init, handler);
        });
    }

    /** An error that a script reports as if nobody had caught it. */
    static Object report(final WebWindow window, final Object error) {
        if (window.getEnclosedPage() instanceof HtmlPage page
                && page.getWebClient().getJavaScriptEngine() instanceof PageEngine engine) {
            engine.report(page, ModuleFailure.of(error, page.getUrl().toExternalForm()).origin());
        }
        return Undefined.instance;
    }

    /** Promises that nobody handles at the end of a script. */
    void rejected(final List<Rejections.Rejection> rejections) {
        for (final Rejections.Rejection rejection : rejections) {
            final TopLevel own = ScriptableObject.getTopLevelScope(rejection.promise().getParentScope());
            final Function worker = WorkerFunctions.onRejection(own.getGlobalThis());
            final TopLevel scope = worker == null ? own : ScriptableObject.getTopLevelScope(worker.getDeclarationScope());
            if (!(scope.getGlobalThis() instanceof Window window)) {
                continue;
            }
            final WebWindow webWindow = window.getWebWindow();
            if (!(webWindow.getEnclosedPage() instanceof HtmlPage page)) {
                continue;
            }
            if (worker != null) {
                run(page, scope, window, context -> worker.call(context, scope, window,
                        new Object[] {rejection.promise(), rejection.reason()}));
                continue;
            }
            final NativeObject init = new NativeObject();
            put(init, "promise", rejection.promise());
            put(init, "reason", rejection.reason());
            put(init, "cancelable", true);
            run(page, scope, window, context -> {
                final Event event = fire(context, scope, window, "PromiseRejectionEvent", "unhandledrejection", init, null);
                if (event == null || !event.isDefaultPrevented()) {
                    log(rejection.reason(), page);
                }
            });
        }
    }

    private void log(final Object reason, final HtmlPage page) {
        String url = page.getUrl().toExternalForm();
        int line = 0;
        String message = "Uncaught (in promise) " + text(reason, null);
        if (reason instanceof ScriptableObject error && "Error".equals(error.getClassName())) {
            final Matcher frame = FRAME.matcher(String.valueOf(ScriptableObject.getProperty(error, "stack")));
            while (line == 0 && frame.find()) {
                if (!frame.group(1).startsWith(LazyScripts.OWN)) {
                    url = ScriptLog.url(frame.group(1));
                    line = Integer.parseInt(frame.group(2));
                }
            }
        } else if (reason instanceof Scriptable && !(reason instanceof Function)) {
            message = message.replace("[object Object]", "an object");
        }
        client.log().add("error", "script", message, url, line);
    }

    private interface Action {
        void run(Context context);
    }

    private void run(final HtmlPage page, final TopLevel scope, final Window window, final Action action) {
        final Function function = new LambdaFunction(scope, "", 0,
                (context, s, self, args) -> {
                    action.run(context);
                    return Undefined.instance;
                }, false);
        ((PageEngine) client.getJavaScriptEngine()).callFunction(page, function, scope, window, new Object[0]);
    }

    /** Fires; HtmlUnit calls the handler property with the event, where {@code onerror} was called with five values. */
    private static Event fire(final Context context, final TopLevel scope, final Window window, final String type,
            final String name, final Scriptable init, final Function called) {
        ScriptRuntime.setObjectProtoAndParent((ScriptableObject) init, scope);
        if (!(context.newObject(scope, type, new Object[] {name, init}) instanceof Event event)) {
            return null;
        }
        if (called != null) {
            window.getEventListenersContainer().setEventHandler(name, null);
        }
        try {
            window.dispatchEvent(event);
        } finally {
            if (called != null && window.getEventListenersContainer().getEventHandler(name) == null) {
                window.getEventListenersContainer().setEventHandler(name, called);
            }
        }
        return event;
    }

    private static void put(final NativeObject object, final String name, final Object value) {
        object.defineProperty(name, value, 0);
    }

    /** What a script threw, as scripts see it. */
    static Object value(final TopLevel scope, final RhinoException cause) {
        if (cause instanceof JavaScriptException thrown) {
            return thrown.getValue();
        }
        if (cause instanceof EvaluatorException) { // Rhino would make it an InternalError that names its place
            return Context.getCurrentContext().newObject(scope, "SyntaxError", new Object[] {cause.details()});
        }
        return ScriptRuntime.wrapException(cause, scope, Context.getCurrentContext());
    }

    /** An error in words. */
    static String text(final Object error, final RhinoException cause) {
        try {
            return ScriptRuntime.toString(error);
        } catch (final RhinoException e) { // its own toString fails
            return cause == null ? "an error" : cause.details();
        }
    }
}
