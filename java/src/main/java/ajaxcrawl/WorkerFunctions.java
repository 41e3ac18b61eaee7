package ajaxcrawl;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
import java.util.function.Supplier;
import org.htmlunit.WebClient;
import org.htmlunit.WebRequest;
import org.htmlunit.WebResponse;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.NativeObject;
import org.htmlunit.corejs.javascript.Rejections;
import org.htmlunit.corejs.javascript.RhinoException;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.SpecObjects;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.host.worker.DedicatedWorkerGlobalScope;
import org.htmlunit.javascript.host.worker.Worker;
import org.htmlunit.util.MimeType;
import org.htmlunit.util.UrlUtils;

/** What workerScope.js needs of Java: a worker's global object, and ways to run scripts there. */
final class WorkerFunctions {

    private static final Field SCOPE = HtmlUnitFields.of(Worker.class, "workerScope_");
    private static final Object LOADER = ModuleLoader.class;
    private static final Object ON_REJECTION = Rejections.class;

    private final TopLevel scope;
    private final WebWindow window;

    private WorkerFunctions(final TopLevel scope, final WebWindow window) {
        this.scope = scope;
        this.window = window;
    }

    private interface Target {
        Object call(Context context, DedicatedWorkerGlobalScope global, Object[] args);
    }

    /** Puts them onto {@code host}. */
    static void addTo(final ScriptableObject host, final TopLevel scope, final WebWindow window) {
        final WorkerFunctions workers = new WorkerFunctions(scope, window);
        host.defineProperty("workerScope", new LambdaFunction(scope, "workerScope", 1, (context, s, self, args) -> {
            final DedicatedWorkerGlobalScope global =
                    (DedicatedWorkerGlobalScope) HtmlUnitFields.get(SCOPE, args[0]);
            SpecObjects.install((TopLevel) global.getParentScope());
            return global;
        }, false), 0);
        host.defineProperty("sourceForWorker", new LambdaFunction(scope, "sourceForWorker", 1, (context, s, self, args) ->
                source(window.getWebClient(), JavaScriptEngine.toString(args[0])), false), 0);
        workers.add(host, "importInWorker", (context, global, args) ->
                exec(context, global, JavaScriptEngine.toString(args[1]), JavaScriptEngine.toString(args[2])));
        workers.add(host, "runInWorker", (context, global, args) -> workers.attempt(() ->
                exec(context, global, JavaScriptEngine.toString(args[1]), JavaScriptEngine.toString(args[2]))));
        workers.add(host, "callInWorker", (context, global, args) -> workers.attempt(() ->
                ((Function) args[1]).call(context, global.getParentScope(), global, new Object[] {args[2]})));
        workers.add(host, "moduleInWorker", workers::runModule);
        workers.add(host, "workerRuntime", (context, global, args) -> ModernRuntime.forWorker(context,
                ScriptableObject.getTopLevelScope(global.getParentScope()), workers.imports(global, args[1])));
        workers.add(host, "onWorkerRejection", (context, global, args) -> global.associateValue(ON_REJECTION, args[1]));
        host.defineProperty("logWorkerError", new LambdaFunction(scope, "logWorkerError", 3, (context, s, self, args) -> {
            if (window.getWebClient() instanceof PageClient client) {
                client.log().add("error", "script", JavaScriptEngine.toString(args[0]) + " (in a worker)",
                        JavaScriptEngine.toString(args[1]), (int) JavaScriptEngine.toNumber(args[2]));
            }
            return Undefined.instance;
        }, false), 0);
    }

    private void add(final ScriptableObject host, final String name, final Target target) {
        host.defineProperty(name, new LambdaFunction(scope, name, 3, (context, s, self, args) ->
                target.call(context, (DedicatedWorkerGlobalScope) args[0], args), false), 0);
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

    /** Does something in a worker; gives what it failed with, or undefined. */
    private Object attempt(final Supplier<Object> action) {
        try {
            action.get();
            return Undefined.instance;
        } catch (final RhinoException e) {
            return problem(e);
        }
    }

    /** An error that no script of a worker's has caught, with what its event tells. */
    private Object problem(final RhinoException thrown) {
        final Object error = PageErrors.value(scope, thrown);
        final NativeObject problem = new NativeObject();
        problem.setParentScope(scope);
        problem.defineProperty("message", "Uncaught " + PageErrors.text(error, thrown), 0);
        problem.defineProperty("filename", ScriptLog.url(thrown.sourceName()), 0);
        problem.defineProperty("lineno", Math.max(0, thrown.lineNumber()), 0);
        problem.defineProperty("colno", Math.max(0, thrown.columnNumber()), 0);
        problem.defineProperty("error", error, 0);
        return problem;
    }

    /** Runs the module that a worker begins with: its arguments are URL, and what is told how that ended. */
    private Object runModule(final Context context, final DedicatedWorkerGlobalScope global, final Object[] args) {
        final ModuleLoader loader = loader(global, args[1]);
        final Function told = (Function) args[2];
        return loader != null && loader.runWorker(context, () -> tell(told, Undefined.instance),
                failure -> tell(told, problem(failure.origin())));
    }

    private void tell(final Function told, final Object value) {
        told.call(Context.getCurrentContext(), scope, scope.getGlobalThis(), new Object[] {value});
    }

    /** What lowered scripts of a worker's call for {@code import()}. */
    private Object imports(final DedicatedWorkerGlobalScope global, final Object url) {
        return new LambdaFunction(scope, "import", 1, (context, s, self, args) -> {
            final ModuleLoader loader = loader(global, url);
            if (loader == null) {
                throw JavaScriptEngine.typeError("This worker has no modules");
            }
            return loader.importModule(ScriptRuntime.padArguments(args, 2)[0], ScriptRuntime.padArguments(args, 2)[1], context);
        }, false);
    }

    private ModuleLoader loader(final DedicatedWorkerGlobalScope global, final Object url) {
        if (!(global.getAssociatedValue(LOADER) instanceof ModuleLoader)
                && window.getEnclosedPage() instanceof HtmlPage page && page.getWebClient() instanceof PageClient client
                && client.lowering() != null) {
            final WebUrl place = WebUrl.parse(JavaScriptEngine.toString(url), null);
            global.associateValue(LOADER, new ModuleLoader(page, (TopLevel) global.getParentScope(), place));
        }
        return (ModuleLoader) global.getAssociatedValue(LOADER);
    }

    /** What is told of promises that nobody handles in a worker with this global object; null: it is none of a worker. */
    static Function onRejection(final Scriptable global) {
        return global instanceof DedicatedWorkerGlobalScope worker
                && worker.getAssociatedValue(ON_REJECTION) instanceof Function told ? told : null;
    }
}
