package ajaxcrawl;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.ContextAction;
import org.htmlunit.corejs.javascript.RhinoException;
import org.htmlunit.corejs.javascript.Script;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.json.JsonParser;
import org.htmlunit.html.HtmlPage;

/** The modules of one document, by URL and type: each is loaded and compiled once. */
final class ModuleMap {

    /** A module's place in the map. */
    record Key(String url, String type) { }

    /**
     * A module as it was loaded, with what it imports.
     *
     * @param module null where it could not be loaded, or is no module
     * @param failure what is wrong with it, or with a module that it imports; null: nothing, or it could not be loaded
     */
    record Graph(ModuleRecord module, ModuleFailure failure) {

        boolean isLoaded() {
            return module != null || failure != null;
        }
    }

    private static final Graph NOT_LOADED = new Graph(null, null);

    private final HtmlPage page;
    private final PageClient client;
    private final TopLevel scope;
    private final ImportMap importMap;
    private final Map<Key, Graph> modules = new HashMap<>();
    private final Map<ModuleRecord, List<Key>> imports = new HashMap<>();

    ModuleMap(final HtmlPage page, final TopLevel scope, final ImportMap importMap) {
        this.page = page;
        client = (PageClient) page.getWebClient();
        this.scope = scope;
        this.importMap = importMap;
    }

    /** A module that is there already, with all that it imports; null: something is still to be loaded. */
    Graph known(final WebUrl url, final String type) {
        final Key key = key(url, type);
        return modules.containsKey(key) && missing(key).isEmpty() ? graph(modules.get(key)) : null;
    }

    /** Loads a module with all that it imports. */
    Graph load(final WebUrl url, final String type, final WebUrl referrer) {
        final Key key = key(url, type);
        load(key, referrer);
        return complete(modules.get(key));
    }

    /** Loads what an inline module imports. */
    Graph load(final String source, final String name, final int line, final WebUrl base) {
        return complete(inContext(context -> compile(source, name, line, base, context)));
    }

    private Graph complete(final Graph root) {
        if (root.module() != null) {
            final Deque<ModuleRecord> open = new ArrayDeque<>(List.of(root.module()));
            final Set<ModuleRecord> seen = new LinkedHashSet<>(open);
            while (!open.isEmpty()) {
                final ModuleRecord module = open.remove();
                for (final Key key : imports.getOrDefault(module, List.of())) {
                    load(key, module.url());
                    final ModuleRecord required = modules.get(key).module();
                    if (required != null && seen.add(required)) {
                        open.add(required);
                    }
                }
            }
        }
        return graph(root);
    }

    private void load(final Key key, final WebUrl referrer) {
        if (modules.containsKey(key)) {
            return;
        }
        client.budget().check();
        final WebUrl url = WebUrl.parse(key.url(), null);
        final ModuleSource source = ModuleSource.load(page, url, key.type(), referrer);
        modules.put(key, source == null ? NOT_LOADED : inContext(context -> read(source, url, context)));
    }

    private Graph inContext(final ContextAction<Graph> action) {
        return client.getJavaScriptEngine() instanceof PageEngine engine ? engine.getContextFactory().call(action)
                : NOT_LOADED;
    }

    private Graph read(final ModuleSource source, final WebUrl url, final Context context) {
        switch (source.type()) {
            case ModuleSource.JSON:
                try {
                    return new Graph(ModuleRecord.of(url, new JsonParser(context, scope).parseValue(source.text())),
                            null);
                } catch (final JsonParser.ParseException e) {
                    return new Graph(null, ModuleFailure.error("SyntaxError", e.getMessage(), url.href(), 1, context,
                            scope));
                }
            case ModuleSource.CSS:
                return new Graph(ModuleRecord.of(url, StyleSheets.constructed(page, source.text())), null);
            default:
                return compile(source.text(), url.href(), 1, source.url(), context);
        }
    }

    private Graph compile(final String source, final String name, final int line, final WebUrl base,
            final Context context) {
        final Lowered lowered = client.lowering().lower("module", source, client.budget());
        if (lowered.unavailable() != null) {
            client.missesLowering(lowered.unavailable());
            return NOT_LOADED;
        }
        if (lowered.error() != null) {
            return new Graph(null, ModuleFailure.error("SyntaxError", lowered.error().message(), name,
                    line + lowered.error().line() - 1, context, scope));
        }
        try {
            final Script script = PageEngine.compileModule(lowered, name, line, context);
            final ModuleRecord module = new ModuleRecord(base, lowered.requests(), script);
            final List<Key> keys = new ArrayList<>();
            for (final ModuleRequest request : lowered.requests()) {
                keys.add(key(importMap.resolve(request.specifier(), base), type(request.attributes())));
            }
            imports.put(module, keys);
            return new Graph(module, null);
        } catch (final ImportMap.InvalidException e) {
            return new Graph(null, ModuleFailure.error("TypeError", e.getMessage(), name, line, context, scope));
        } catch (final RhinoException e) {
            return new Graph(null, ModuleFailure.of(e, context, scope));
        }
    }

    /** The module type that import attributes ask for. */
    static String type(final Map<String, String> attributes) throws ImportMap.InvalidException {
        for (final Map.Entry<String, String> attribute : attributes.entrySet()) {
            if (!"type".equals(attribute.getKey())) {
                throw new ImportMap.InvalidException("Invalid attribute key \"" + attribute.getKey() + "\".");
            }
            if (!ModuleSource.NAMED.contains(attribute.getValue())) {
                throw new ImportMap.InvalidException("\"" + attribute.getValue() + "\" is not a valid module type.");
            }
        }
        return attributes.getOrDefault("type", ModuleSource.JAVASCRIPT);
    }

    private static Key key(final WebUrl url, final String type) {
        return new Key(url.href(), type);
    }

    /** What of a graph is still to be loaded. */
    private Set<Key> missing(final Key root) {
        final Set<Key> missing = new LinkedHashSet<>();
        final Set<Key> seen = new LinkedHashSet<>(List.of(root));
        final Deque<Key> open = new ArrayDeque<>(seen);
        while (!open.isEmpty()) {
            final Graph one = modules.get(open.element());
            final Key key = open.remove();
            if (one == null) {
                missing.add(key);
            } else if (one.module() != null) {
                for (final Key next : imports.getOrDefault(one.module(), List.of())) {
                    if (seen.add(next)) {
                        open.add(next);
                    }
                }
            }
        }
        return missing;
    }

    /** The root with what is wrong with its imports; fills in the dependencies of modules that have all of theirs. */
    private Graph graph(final Graph root) {
        if (root.module() == null) {
            return root;
        }
        ModuleFailure failure = null;
        boolean isLoaded = true;
        final Deque<ModuleRecord> open = new ArrayDeque<>(List.of(root.module()));
        final Set<ModuleRecord> seen = new LinkedHashSet<>(open);
        while (!open.isEmpty()) {
            final ModuleRecord module = open.remove();
            final List<ModuleRecord> required = new ArrayList<>();
            for (final Key key : imports.getOrDefault(module, List.of())) {
                final Graph one = modules.get(key);
                if (one.module() == null) {
                    isLoaded &= one.isLoaded();
                    failure = failure == null ? one.failure() : failure;
                    continue;
                }
                required.add(one.module());
                if (seen.add(one.module())) {
                    open.add(one.module());
                }
            }
            if (module.dependencies().isEmpty() && required.size() == module.requests().size()) {
                module.dependencies().addAll(required);
            }
        }
        return failure == null && isLoaded ? root : new Graph(null, failure);
    }
}
