package ajaxcrawl;

import java.util.Arrays;
import org.htmlunit.Page;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Callable;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.background.BackgroundJavaScriptFactory;
import org.htmlunit.javascript.background.JavaScriptJob;

/**
 * {@code setTimeout}, {@code setInterval} and {@code queueMicrotask} as in the HTML standard. HtmlUnit's own know neither
 * a delay of 0 nor code that is a concatenated text, and errors of microtasks are lost.
 */
final class PageTimers implements PageGlobal {

    /** Chromium's least interval. */
    private static final int MIN_INTERVAL = 1;

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow window) {
        final ScriptableObject global = scope.getGlobalThis();
        global.defineBuiltinProperty(scope, "setTimeout", 1,
                (cx, s, thisObject, args) -> set("setTimeout", window, args, false), 0, 3);
        global.defineBuiltinProperty(scope, "setInterval", 1,
                (cx, s, thisObject, args) -> set("setInterval", window, args, true), 0, 3);
        final PageCalls calls = new PageCalls(scope, window);
        global.defineBuiltinProperty(scope, "queueMicrotask", 1, (cx, s, thisObject, args) -> {
            if (args.length == 0 || !(args[0] instanceof Function callback)) {
                throw JavaScriptEngine.typeError("Failed to execute 'queueMicrotask' on 'Window': parameter 1 is not of type"
                        + " 'Function'.");
            }
            cx.enqueueMicrotask(() -> calls.call(callback, scope.getGlobalThis()));
            return Undefined.instance;
        }, 0, 3);
    }

    private static int set(final String name, final WebWindow window, final Object[] args, final boolean repeat) {
        if (args.length == 0) {
            throw JavaScriptEngine.typeError("Failed to execute '" + name + "' on 'Window': 1 argument required, but only"
                    + " 0 present.");
        }
        final boolean isText = !(args[0] instanceof Function && args[0] instanceof Callable);
        if (isText && BlockedScripts.isBlockedEval(window.getEnclosedPage())) {
            return 0;
        }
        final int asked = args.length > 1 ? JavaScriptEngine.toInt32(args[1]) : 0;
        final int delay = Math.max(repeat ? MIN_INTERVAL : 0, asked);
        final Integer period = repeat ? Integer.valueOf(delay) : null;
        // HtmlUnit's own manager takes a job without delay for an AJAX call, which goes first
        final int jobDelay = Math.max(1, delay);
        final BackgroundJavaScriptFactory factory = BackgroundJavaScriptFactory.theFactory();
        final JavaScriptJob job;
        if (!isText) {
            final Object[] parameters = args.length > 2 ? Arrays.copyOfRange(args, 2, args.length) : new Object[0];
            job = factory.createJavaScriptJob(jobDelay, period, name, window, (Function) args[0], parameters);
        } else {
            job = factory.createJavaScriptJob(jobDelay, period, name, window, JavaScriptEngine.toString(args[0]));
        }
        final Page page = window.getEnclosedPage();
        return window.getJobManager() instanceof PageJobs jobs ? jobs.addJob(job, page, delay)
                : window.getJobManager().addJob(job, page);
    }
}
