package ajaxcrawl;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.EvaluatorException;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.NativeObject;
import org.htmlunit.corejs.javascript.NativePromise;
import org.htmlunit.corejs.javascript.RhinoException;
import org.htmlunit.corejs.javascript.ScriptStackElement;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.json.JsonParser;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.background.BackgroundJavaScriptFactory;
import org.htmlunit.javascript.background.JavaScriptJob;

/** Loads, links and runs the modules of one document or worker, for script elements and for {@code import()}. */
final class ModuleLoader {

    /** What Rhino adds to the name of a script for code that it evaluates. */
    private static final Pattern EVALUATED = Pattern.compile("(?:#\\d+\\((?:eval|Function)\\))+$");

    private final HtmlPage page;
    private final PageClient client;
    private final TopLevel scope;
    private final ImportMap importMap = new ImportMap();
    private final ModuleMap modules;
    private final ModuleEvaluator evaluator;
    /** The URL of the worker's script; null: these are the document's modules. */
    private final WebUrl worker;

    ModuleLoader(final HtmlPage page, final TopLevel scope) {
        this(page, scope, null);
    }

    /** The modules of a worker that {@code page} has started. */
    ModuleLoader(final HtmlPage page, final TopLevel scope, final WebUrl worker) {
        this.page = page;
        this.worker = worker;
        client = (PageClient) page.getWebClient();
        this.scope = scope;
        modules = new ModuleMap(page, scope, importMap);
        evaluator = new ModuleEvaluator(scope);
    }

    /** Takes up an import map. */
    void addImportMap(final String text) {
        engine().run(page, scope, context -> {
            try {
                final Object json = new JsonParser(context, scope).parseValue(text);
                importMap.add(json, DocumentUrls.base(page), this::warn);
            } catch (final JsonParser.ParseException e) {
                report(ModuleFailure.error("SyntaxError", "Failed to parse import map: " + e.getMessage(),
                        page.getUrl().toExternalForm(), 0, context, scope));
            } catch (final ImportMap.InvalidException e) {
                report(ModuleFailure.error("TypeError", e.getMessage(), page.getUrl().toExternalForm(), 0, context,
                        scope));
            }
        });
    }

    private void warn(final String message) {
        client.log().add("warning", "script", message, page.getUrl().toExternalForm(), 0);
    }

    /** Loads the module at {@code url} for a script element; false: it could not be loaded. */
    boolean run(final WebUrl url) {
        return run(modules.load(url, ModuleSource.JAVASCRIPT, DocumentUrls.url(page)));
    }

    /** Runs an inline module; false: something that it imports could not be loaded. */
    boolean run(final String source, final String name, final int line) {
        return run(modules.load(source, name, line, DocumentUrls.base(page)));
    }

    private boolean run(final ModuleMap.Graph graph) {
        if (graph.isLoaded()) {
            engine().run(page, scope, context -> evaluate(graph, context, () -> { }, this::report));
        }
        return graph.isLoaded();
    }

    /** Runs a worker's own module; whether it could be loaded. */
    boolean runWorker(final Context context, final Runnable done, final Consumer<ModuleFailure> failed) {
        final ModuleMap.Graph graph = modules.load(worker, ModuleSource.JAVASCRIPT, DocumentUrls.url(page));
        if (graph.isLoaded()) {
            evaluate(graph, context, done, failed);
        }
        return graph.isLoaded();
    }

    private void evaluate(final ModuleMap.Graph graph, final Context context, final Runnable done,
            final Consumer<ModuleFailure> failed) {
        if (graph.failure() != null) {
            failed.accept(graph.failure());
            return;
        }
        try {
            new ModuleLinker(context, scope, module -> importContext(module, context)).link(graph.module());
        } catch (final ModuleFailure failure) {
            failed.accept(failure);
            return;
        }
        evaluator.evaluate(graph.module(), context, done, failed);
    }

    private void report(final ModuleFailure failure) {
        engine().report(page, failure.origin());
    }

    private PageEngine engine() {
        return (PageEngine) client.getJavaScriptEngine();
    }

    /** What a module's code is given: {@code import} and {@code meta}. */
    private Scriptable importContext(final ModuleRecord module, final Context context) {
        final WebUrl base = module.url();
        final NativeObject meta = new NativeObject();
        meta.setParentScope(scope);
        meta.defineProperty("url", base.href(), ScriptableObject.EMPTY);
        meta.defineProperty("resolve", new LambdaFunction(scope, "resolve", 1, (cx, s, self, args) -> {
            try {
                return importMap.resolve(JavaScriptEngine.toString(argument(args, 0)), base).href();
            } catch (final ImportMap.InvalidException e) {
                throw JavaScriptEngine.typeError(e.getMessage());
            }
        }), ScriptableObject.EMPTY);
        final NativeObject given = new NativeObject();
        given.setParentScope(scope);
        given.defineProperty("meta", meta, ScriptableObject.EMPTY);
        given.defineProperty("import", new LambdaFunction(scope, "import", 1,
                (cx, s, self, args) -> importModule(argument(args, 0), argument(args, 1), base, cx)),
                ScriptableObject.EMPTY);
        return given;
    }

    private static Object argument(final Object[] args, final int index) {
        return args.length > index ? args[index] : JavaScriptEngine.UNDEFINED;
    }

    /** {@code import()} in code that is no module's: the script that calls is seen on the stack. */
    Object importModule(final Object specifier, final Object options, final Context context) {
        return importModule(specifier, options, callingScript(), context);
    }

    private WebUrl callingScript() {
        for (final ScriptStackElement call : new EvaluatorException("").getScriptStack()) {
            final String name = EVALUATED.matcher(String.valueOf(call.fileName)).replaceFirst("");
            final WebUrl url = name.equals(ScriptLog.url(name)) ? WebUrl.parse(name, null) : null;
            return url == null || url.equals(DocumentUrls.url(page)) ? base() : url;
        }
        return base();
    }

    private WebUrl base() {
        return worker == null ? DocumentUrls.base(page) : worker;
    }

    private Object importModule(final Object specifier, final Object options, final WebUrl base,
            final Context context) {
        final NativePromise promise = NativePromise.create(scope);
        final WebUrl url;
        final String type;
        try {
            final String text = JavaScriptEngine.toString(specifier);
            type = ModuleMap.type(attributes(options));
            url = importMap.resolve(text, base);
        } catch (final RhinoException e) {
            promise.reject(context, scope, ModuleFailure.of(e, context, scope).value());
            return promise;
        } catch (final ImportMap.InvalidException e) {
            promise.reject(context, scope, typeError(e.getMessage(), context));
            return promise;
        }
        final ModuleMap.Graph known = modules.known(url, type);
        if (known != null) {
            soon(cx -> settle(promise, known, url, cx));
        } else {
            later(() -> {
                final ModuleMap.Graph graph = modules.load(url, type, base);
                engine().run(page, scope, cx -> settle(promise, graph, url, cx));
            });
        }
        return promise;
    }

    private Object typeError(final String message, final Context context) {
        return ModuleFailure.error("TypeError", message, "", 0, context, scope).value();
    }

    private static Map<String, String> attributes(final Object options) {
        final Map<String, String> attributes = new LinkedHashMap<>();
        if (JavaScriptEngine.isUndefined(options)) {
            return attributes;
        }
        if (!(options instanceof Scriptable given)) {
            throw JavaScriptEngine.typeError("The second argument of import() must be an object");
        }
        final Object with = ScriptableObject.getProperty(given, "with");
        if (with == Scriptable.NOT_FOUND || JavaScriptEngine.isUndefined(with)) {
            return attributes;
        }
        if (!(with instanceof Scriptable list)) {
            throw JavaScriptEngine.typeError("The 'with' option of import() must be an object");
        }
        for (final Object id : list.getIds()) {
            final String key = String.valueOf(id);
            final Object value = ScriptableObject.getProperty(list, key);
            if (!(value instanceof CharSequence)) {
                throw JavaScriptEngine.typeError("Import attribute value must be a string");
            }
            attributes.put(key, value.toString());
        }
        return attributes;
    }

    private void settle(final NativePromise promise, final ModuleMap.Graph graph, final WebUrl url,
            final Context context) {
        if (!graph.isLoaded()) {
            promise.reject(context, scope,
                    typeError("Failed to fetch dynamically imported module: " + url.href(), context));
            return;
        }
        evaluate(graph, context,
                () -> soon(cx -> promise.resolve(cx, scope, graph.module().namespace())),
                failure -> soon(cx -> promise.reject(cx, scope, failure.value())));
    }

    /** As a microtask; modules may be done in a later context than the one in which they began. */
    private static void soon(final Consumer<Context> action) {
        final Context context = Context.getCurrentContext();
        context.enqueueMicrotask(() -> action.accept(context));
    }

    /** As a task of the page's, at its current time. */
    void later(final Runnable task) {
        final WebWindow window = page.getEnclosingWindow();
        final BackgroundJavaScriptFactory factory = BackgroundJavaScriptFactory.theFactory();
        // HtmlUnit's own manager takes a job without delay for an AJAX call, which goes first
        final JavaScriptJob job = factory.createJavaScriptJob(1, null, () -> {
            if (window.getEnclosedPage() == page) {
                task.run();
            }
        });
        if (window.getJobManager() instanceof PageJobs jobs) {
            jobs.addJob(job, page, 0);
        } else {
            window.getJobManager().addJob(job, page);
        }
    }
}
