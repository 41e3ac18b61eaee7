package ajaxcrawl;

import java.lang.reflect.Field;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.RhinoException;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.SpecObjects;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.host.worker.DedicatedWorkerGlobalScope;
import org.htmlunit.javascript.host.worker.Worker;

/** What Worker.js needs of Java: a worker's global object, and a way to run scripts there. */
final class WorkerFunctions {

    private static final Field SCOPE = HtmlUnitFields.of(Worker.class, "workerScope_");

    private WorkerFunctions() { }

    /** Puts them onto {@code host}. */
    static void addTo(final ScriptableObject host, final TopLevel scope, final WebWindow window) {
        host.defineProperty("workerScope", new LambdaFunction(scope, "workerScope", 1, (context, s, self, args) -> {
            final DedicatedWorkerGlobalScope global =
                    (DedicatedWorkerGlobalScope) HtmlUnitFields.get(SCOPE, args[0]);
            SpecObjects.install((TopLevel) global.getParentScope());
            return global;
        }, false), 0);
        host.defineProperty("runInWorker", new LambdaFunction(scope, "runInWorker", 3, (context, s, self, args) ->
                run(context, (DedicatedWorkerGlobalScope) args[0], JavaScriptEngine.toString(args[1]),
                        JavaScriptEngine.toString(args[2]), window), false), 0);
    }

    /** Runs a script; gives what it failed with, or undefined. */
    private static Object run(final Context context, final DedicatedWorkerGlobalScope global, final String source,
            final String url, final WebWindow window) {
        try {
            context.compileString(source, url, 1, null).exec(context, (TopLevel) global.getParentScope(), global);
            return Undefined.instance;
        } catch (final RhinoException e) {
            if (window.getWebClient() instanceof PageClient client) {
                client.log().add("error", "script", "Uncaught " + e.details() + " (in a worker)", url, e.lineNumber());
            }
            return "Uncaught " + e.details();
        }
    }
}
