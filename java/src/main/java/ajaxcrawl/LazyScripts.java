package ajaxcrawl;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Callable;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.HostClasses;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.LazilyLoadedCtor;
import org.htmlunit.corejs.javascript.NativeObject;
import org.htmlunit.corejs.javascript.Script;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.SpecObjects;
import org.htmlunit.corejs.javascript.Symbol;
import org.htmlunit.corejs.javascript.SymbolKey;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.css.CssColors;
import org.htmlunit.html.DomAttr;
import org.htmlunit.html.DomNode;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.HtmlUnitScriptable;
import org.htmlunit.javascript.host.canvas.CanvasRenderingContext2D;
import org.htmlunit.javascript.host.file.Blob;

/**
 * Built-ins and web APIs that are written in JavaScript: the files beside {@code lazy.txt}, which says what each
 * defines. Nothing of a file is run before a page touches what it defines; compiled files are shared by all renders.
 */
final class LazyScripts implements PageGlobal {

    /** How the names of these files begin in stacks. */
    static final String OWN = "ajaxcrawl:";

    private static final String FOLDER = "javascript/";
    private static final Object KEY = LazyScripts.class;
    /** The standard's name of what all built-in iterators inherit from. */
    private static final String ITERATOR_PROTOTYPE = "%IteratorPrototype%";
    private static final String PROTOTYPE = ".prototype";
    private static final List<Item> ITEMS = read();
    private static final Map<String, Script> SCRIPTS = new ConcurrentHashMap<>();

    /** How an item is installed. */
    private enum Kind { GLOBAL, FUNCTION, ACCESSOR }

    /**
     * @param owner dotted path from the global object; empty: the global object itself
     * @param replaces whether what the browser has of that name is replaced
     * @param kept whether the file is given what it replaces
     */
    private record Item(String file, Kind kind, String owner, String name, int length, boolean replaces,
            boolean kept) {

        /** What its owner is of, or is. */
        String className() {
            return owner.endsWith(PROTOTYPE) ? owner.substring(0, owner.length() - PROTOTYPE.length()) : owner;
        }
    }

    private static List<Item> read() {
        final List<Item> items = new ArrayList<>();
        for (final String line : text("lazy.txt").split("\n")) {
            final int colon = line.indexOf(".js:") + 3;
            if (line.startsWith("#") || colon < 3) {
                continue;
            }
            for (final String word : line.substring(colon + 1).trim().split("\\s+")) {
                items.add(item(line.substring(0, colon), word));
            }
        }
        return List.copyOf(items);
    }

    private static Item item(final String file, final String word) {
        final boolean replaces = word.startsWith("!");
        final boolean kept = word.startsWith("!!");
        String path = word.substring(kept ? 2 : replaces ? 1 : 0);
        Kind kind = Kind.GLOBAL;
        int length = 0;
        final int slash = path.indexOf('/');
        if (slash > 0) {
            kind = Kind.FUNCTION;
            length = Integer.parseInt(path.substring(slash + 1));
            path = path.substring(0, slash);
        } else if (path.endsWith("=")) {
            kind = Kind.ACCESSOR;
            path = path.substring(0, path.length() - 1);
        }
        final int dot = path.lastIndexOf('.');
        return new Item(file, kind, dot < 0 ? "" : path.substring(0, dot), path.substring(dot + 1), length, replaces,
                kept);
    }

    private static String text(final String name) {
        try (InputStream in = LazyScripts.class.getResourceAsStream(FOLDER + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (final IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow window) {
        final NativeObject replaced = new NativeObject();
        final ScriptableObject host = host(scope, window);
        host.defineProperty("replaced", replaced, 0);
        final Loaded loaded = new Loaded(scope, host);
        host.defineProperty("use", new LambdaFunction(scope, "use", 1, (cx, s, self, args) ->
                loaded.file(cx, args[0].toString()), false), 0);
        if (window.getScriptableObject() instanceof HtmlUnitScriptable global) {
            global.associateValue(KEY, loaded);
        }
        final HostClasses classes = HostClasses.of(scope);
        final Map<String, ScriptableObject> owners = new HashMap<>();
        for (final Item item : ITEMS) {
            if (classes != null && classes.awaits(item.className())) {
                classes.extend(item.className(), (prototype, constructor) ->
                        put(scope, item.owner().endsWith(PROTOTYPE) ? prototype : constructor, item, loaded, replaced));
            } else {
                put(scope, owners.computeIfAbsent(item.owner(), path -> find(scope, path)), item, loaded, replaced);
            }
        }
    }

    /** Calls a function of a file's for a node: what elements do that pages have no name for. */
    static void call(final DomNode node, final String file, final String name, final Scriptable argument) {
        if (!(node.getPage() instanceof HtmlPage page)
                || !(page.getEnclosingWindow().getScriptableObject() instanceof HtmlUnitScriptable global)
                || !(global.getAssociatedValue(KEY) instanceof Loaded loaded)) {
            return;
        }
        ((PageEngine) page.getWebClient().getJavaScriptEngine()).run(page, loaded.scope, context -> {
            final Function function = (Function) ScriptableObject.getProperty(loaded.file(context, file), name);
            function.call(context, loaded.scope, loaded.scope.getGlobalThis(), new Object[] {argument});
        });
    }

    private static void put(final TopLevel scope, final ScriptableObject owner, final Item item, final Loaded loaded,
            final NativeObject replaced) {
        if (owner == null || !item.replaces() && has(owner, item.name())) {
            return;
        }
        if (item.kept()) {
            HostClasses.copy(owner, item.name(), replaced);
        }
        switch (item.kind()) {
            case GLOBAL -> global(scope, owner, item, loaded);
            case FUNCTION -> function(scope, owner, item, loaded);
            default -> accessor(Context.getCurrentContext(), scope, owner, item, loaded);
        }
    }

    /** What the files need of Java, given to each as its second argument. */
    private static ScriptableObject host(final TopLevel scope, final WebWindow window) {
        final NativeObject host = new NativeObject();
        host.defineProperty("iteratorPrototype", SpecObjects.iteratorPrototype(scope), 0);
        host.defineProperty("watchNode", DocumentWatch.function(scope, window), 0);
        new CustomElements(scope, window).addTo(host);
        ElementStates.addTo(host, scope);
        host.defineProperty("supports", new LambdaFunction(scope, "supports", 1, (context, s, self, args) ->
                args.length > 1 ? SupportsCondition.holds(args[0].toString(), args[1].toString())
                        : SupportsCondition.holds(args[0].toString()), false), 0);
        UrlFunctions.addTo(host, scope);
        WorkerFunctions.addTo(host, scope, window);
        NavigationEvents.addTo(host, scope, window);
        host.defineProperty("innerTarget", new LambdaFunction(scope, "innerTarget", 1, (context, s, self, args) ->
                ComposedEvents.innerTarget(args[0]), false), 0);
        host.defineProperty("attributeName", new LambdaFunction(scope, "attributeName", 1, (context, s, self, args) ->
                args[0] instanceof HtmlUnitScriptable node && node.getDomNodeOrNull() instanceof DomAttr attribute
                        && attribute.getOwnerElement() != null
                        ? Elements.attributeName(attribute.getOwnerElement(), attribute) : Undefined.instance, false), 0);
        host.defineProperty("icu", new LambdaFunction(scope, "icu", 0, (context, s, self, args) ->
                IcuFunctions.make(scope, (PageClient) window.getWebClient()), false), 0);
        TextDecoding.addTo(host, scope);
        host.defineProperty("namedColour", new LambdaFunction(scope, "namedColour", 1, (context, s, self, args) ->
                CssColors.toRGBColor(args[0].toString()), false), 0);
        host.defineProperty("fillCanvas", new LambdaFunction(scope, "fillCanvas", 2, (context, s, self, args) -> {
            ((CanvasRenderingContext2D) args[0]).setFillStyle(args[1].toString());
            return Undefined.instance;
        }, false), 0);
        host.defineProperty("blobBytes", new LambdaFunction(scope, "blobBytes", 1, (context, s, self, args) ->
                CryptoFunctions.buffer(scope, ((Blob) args[0]).getBytes()), false), 0);
        host.defineProperty("report", new LambdaFunction(scope, "report", 1, (context, s, self, args) ->
                PageErrors.report(window, args[0]), false), 0);
        CompressionFunctions.addTo(host, scope, (PageClient) window.getWebClient());
        host.defineProperty("crypto", new LambdaFunction(scope, "crypto", 0, (context, s, self, args) ->
                CryptoFunctions.make(scope, (PageClient) window.getWebClient()), false), 0);
        host.defineProperty("wasm", new LambdaFunction(scope, "wasm", 1, (context, s, self, args) ->
                WasmFunctions.make(scope, (PageClient) window.getWebClient(), (Function) args[0]), false), 0);
        return host;
    }

    private static boolean has(final ScriptableObject owner, final String name) {
        final Symbol symbol = symbol(name);
        return symbol == null ? owner.has(name, owner) : owner.has(symbol, owner);
    }

    /** {@code @@iterator} and the like. */
    private static Symbol symbol(final String name) {
        return switch (name) {
            case "@@iterator" -> SymbolKey.ITERATOR;
            default -> null;
        };
    }

    private static ScriptableObject find(final TopLevel scope, final String path) {
        if (ITERATOR_PROTOTYPE.equals(path)) {
            return SpecObjects.iteratorPrototype(scope);
        }
        ScriptableObject object = scope.getGlobalThis();
        if (path.isEmpty()) {
            return object;
        }
        for (final String name : path.split("\\.")) {
            if (!(ScriptableObject.getProperty(object, name) instanceof ScriptableObject next)) {
                return null;
            }
            object = next;
        }
        return object;
    }

    private static void global(final TopLevel scope, final ScriptableObject owner, final Item item,
            final Loaded loaded) {
        if (owner == scope.getGlobalThis()) {
            owner.delete(item.name());
            new LazilyLoadedCtor<>(scope, item.name(), false,
                    (context, s, sealed) -> loaded.get(context, item), false);
        } else { // rare: Rhino has lazy values in scopes only
            owner.defineProperty(item.name(), loaded.get(Context.getCurrentContext(), item), ScriptableObject.DONTENUM);
        }
    }

    private static void function(final TopLevel scope, final ScriptableObject owner, final Item item,
            final Loaded loaded) {
        final Symbol symbol = symbol(item.name());
        final LambdaFunction function = new LambdaFunction(scope, symbol == null ? item.name() : "[" + symbol + "]",
                item.length(), (context, s, self, args) ->
                ((Callable) loaded.get(context, item)).call(context, s, self, args), false);
        if (symbol == null) {
            owner.delete(item.name());
            owner.defineProperty(item.name(), function, ScriptableObject.DONTENUM);
        } else {
            owner.defineProperty(symbol, function, ScriptableObject.DONTENUM);
        }
    }

    private static void accessor(final Context context, final TopLevel scope, final ScriptableObject owner,
            final Item item, final Loaded loaded) {
        owner.delete(item.name());
        owner.defineProperty(context, scope, item.name(),
                self -> loaded.part(item, "get").call(Context.getCurrentContext(), scope, self, new Object[0]),
                (self, value) -> {
                    final Function setter = loaded.part(item, "set");
                    if (setter != null) {
                        setter.call(Context.getCurrentContext(), scope, self, new Object[] {value});
                    }
                }, ScriptableObject.DONTENUM);
    }

    /** What the files of one window gave. */
    private static final class Loaded {

        private final TopLevel scope;
        private final Scriptable host;
        private final Map<String, Scriptable> files = new HashMap<>();

        Loaded(final TopLevel scope, final Scriptable host) {
            this.scope = scope;
            this.host = host;
        }

        /** The file's result: an object with what it defines, by name or, where two owners share it, by owner and name. */
        private Scriptable file(final Context context, final String name) {
            Scriptable known = files.get(name);
            if (known == null) {
                final Script script = SCRIPTS.computeIfAbsent(name, file ->
                        ((PageContext) context).compileOwn(text(file), OWN + file));
                final Function main = (Function) script.exec(context, scope, scope.getGlobalThis());
                known = (Scriptable) main.call(context, scope, scope.getGlobalThis(),
                        new Object[] {scope.getGlobalThis(), host});
                files.put(name, known);
            }
            return known;
        }

        Object get(final Context context, final Item item) {
            final Scriptable results = file(context, item.file());
            final String owner = item.className();
            final Object group = owner.isEmpty() ? null : ScriptableObject.getProperty(results, owner);
            return ScriptableObject.getProperty(group instanceof Scriptable scriptable ? scriptable : results,
                    item.name());
        }

        Function part(final Item item, final String part) {
            final Object accessor = get(Context.getCurrentContext(), item);
            final Object function = ScriptableObject.getProperty((Scriptable) accessor, part);
            return function == Scriptable.NOT_FOUND || Undefined.isUndefined(function) ? null : (Function) function;
        }
    }
}
