package ajaxcrawl;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import org.htmlunit.WebClient;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
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
import org.htmlunit.util.MimeType;
import org.htmlunit.util.UrlUtils;

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
        host.defineProperty("importInWorker", new LambdaFunction(scope, "importInWorker", 3, (context, s, self, args) ->
                exec(context, (DedicatedWorkerGlobalScope) args[0], JavaScriptEngine.toString(args[1]),
                        JavaScriptEngine.toString(args[2])), false), 0);
        host.defineProperty("sourceForWorker", new LambdaFunction(scope, "sourceForWorker", 1, (context, s, self, args) ->
                source(window.getWebClient(), JavaScriptEngine.toString(args[0])), false), 0);
    }

    /** What a worker imports, whatever site it is of; null where it does not come, or is no script. */
    private static String source(final WebClient client, final String url) {
        try {
            final WebResponse response = client.loadWebResponse(new WebRequest(UrlUtils.toUrlUnsafe(url)));
            return response.isSuccess() && MimeType.isJavascriptMimeType(response.getContentType())
                    ? response.getContentAsString(StandardCharsets.UTF_8) : null;
        } catch (final IOException | RuntimeException e) { // refused, say
            return null;
        }
    }

    private static Object exec(final Context context, final DedicatedWorkerGlobalScope global, final String source,
            final String url) {
        context.compileString(source, url, 1, null).exec(context, (TopLevel) global.getParentScope(), global);
        return Undefined.instance;
    }

    /** Runs a script; gives what it failed with, or undefined. */
    private static Object run(final Context context, final DedicatedWorkerGlobalScope global, final String source,
            final String url, final WebWindow window) {
        try {
            return exec(context, global, source, url);
        } catch (final RhinoException e) {
            if (window.getWebClient() instanceof PageClient client) {
                client.log().add("error", "script", "Uncaught " + e.details() + " (in a worker)", url, e.lineNumber());
            }
            return "Uncaught " + e.details();
        }
    }
}
