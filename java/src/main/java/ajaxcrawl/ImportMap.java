package ajaxcrawl;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * What module specifiers stand for in one document: its import maps, merged (HTML standard, "resolve a module
 * specifier" and "merge existing and new import maps").
 */
final class ImportMap {

    /** A specifier stands for nothing, or a map is none; the message is for people. */
    static final class InvalidException extends Exception {

        private static final long serialVersionUID = 1L;

        InvalidException(final String message) {
            super(message, null, false, false);
        }
    }

    /** What was resolved so far: a later map changes nothing about it. */
    private record Resolved(String base, String specifier, boolean mayHavePrefix) { }

    /** A specifier's address; null: it is blocked. Longest keys come first, so that the best prefix is met first. */
    private static final class Specifiers extends TreeMap<String, WebUrl> {

        private static final long serialVersionUID = 1L;

        Specifiers() {
            super(Comparator.reverseOrder());
        }
    }

    private final Specifiers imports = new Specifiers();
    private final TreeMap<String, Specifiers> scopes = new TreeMap<>(Comparator.reverseOrder());
    private final Set<Resolved> resolved = new HashSet<>();

    /**
     * The URL that {@code specifier} stands for in a script whose base URL is {@code base}.
     *
     * @throws InvalidException where it stands for none
     */
    WebUrl resolve(final String specifier, final WebUrl base) throws InvalidException {
        final WebUrl asUrl = urlLike(specifier, base);
        final String normalized = asUrl == null ? specifier : asUrl.href();
        final String from = base.href();
        WebUrl found = null;
        for (final Map.Entry<String, Specifiers> scope : scopes.entrySet()) {
            if (covers(scope.getKey(), from)) {
                found = match(normalized, asUrl, scope.getValue());
                if (found != null) {
                    break;
                }
            }
        }
        if (found == null) {
            found = match(normalized, asUrl, imports);
        }
        if (found == null) {
            found = asUrl;
        }
        if (found == null) {
            throw new InvalidException("Failed to resolve module specifier \"" + specifier
                    + "\". Relative references must start with either \"/\", \"./\", or \"../\".");
        }
        resolved.add(new Resolved(from, normalized, asUrl == null || asUrl.isSpecial()));
        return found;
    }

    private static WebUrl match(final String specifier, final WebUrl asUrl, final Specifiers specifiers)
            throws InvalidException {
        for (final Map.Entry<String, WebUrl> entry : specifiers.entrySet()) {
            final String key = entry.getKey();
            final WebUrl address = entry.getValue();
            if (key.equals(specifier)) {
                if (address == null) {
                    throw blocked(specifier);
                }
                return address;
            }
            if (key.endsWith("/") && specifier.startsWith(key) && (asUrl == null || asUrl.isSpecial())) {
                if (address == null) {
                    throw blocked(specifier);
                }
                final WebUrl url = WebUrl.parse(specifier.substring(key.length()), address);
                if (url == null || !url.href().startsWith(address.href())) {
                    throw new InvalidException("Failed to resolve module specifier \"" + specifier
                            + "\": it leads out of what the import map's \"" + key + "\" stands for.");
                }
                return url;
            }
        }
        return null;
    }

    private static InvalidException blocked(final String specifier) {
        return new InvalidException("Failed to resolve module specifier \"" + specifier
                + "\": the import map's entry is no URL.");
    }

    /** What a specifier is by itself; null: a bare one. */
    private static WebUrl urlLike(final String specifier, final WebUrl base) {
        final boolean relative = specifier.startsWith("/") || specifier.startsWith("./") || specifier.startsWith("../");
        return WebUrl.parse(specifier, relative ? base : null);
    }

    private static boolean covers(final String scope, final String url) {
        return scope.equals(url) || scope.endsWith("/") && url.startsWith(scope);
    }

    /**
     * Takes up a further map.
     *
     * @param json what the map's text is as JSON
     * @param base the document's base URL
     * @param warn told what is left out
     * @throws InvalidException where it is no import map; nothing is taken up then
     */
    void add(final Object json, final WebUrl base, final Consumer<String> warn) throws InvalidException {
        if (!(json instanceof Map<?, ?> map)) {
            throw new InvalidException("Failed to parse import map: the top-level value needs to be a JSON object.");
        }
        final Specifiers newImports = specifiers(part(map, "imports"), base, warn);
        final Map<String, Specifiers> newScopes = new TreeMap<>();
        for (final Map.Entry<?, ?> scope : part(map, "scopes").entrySet()) {
            if (!(scope.getValue() instanceof Map<?, ?> given)) {
                throw new InvalidException("Failed to parse import map: the value of the scope \"" + scope.getKey()
                        + "\" needs to be a JSON object.");
            }
            final WebUrl prefix = WebUrl.parse(String.valueOf(scope.getKey()), base);
            if (prefix == null) {
                warn.accept("The scope \"" + scope.getKey() + "\" of an import map is no URL");
            } else {
                newScopes.put(prefix.href(), specifiers(given, base, warn));
            }
        }
        part(map, "integrity"); // what scripts are is not checked here, only that this is a map
        merge(newImports, newScopes);
    }

    private static Map<?, ?> part(final Map<?, ?> map, final String name) throws InvalidException {
        if (!map.containsKey(name)) {
            return Map.of();
        }
        if (map.get(name) instanceof Map<?, ?> part) {
            return part;
        }
        throw new InvalidException("Failed to parse import map: \"" + name + "\" top-level key must be a JSON object.");
    }

    private static Specifiers specifiers(final Map<?, ?> given, final WebUrl base, final Consumer<String> warn) {
        final Specifiers specifiers = new Specifiers();
        for (final Map.Entry<?, ?> entry : given.entrySet()) {
            final String written = String.valueOf(entry.getKey());
            if (written.isEmpty()) {
                warn.accept("An import map has an empty specifier");
                continue;
            }
            final WebUrl asUrl = urlLike(written, base);
            final String key = asUrl == null ? written : asUrl.href();
            final boolean text = entry.getValue() instanceof CharSequence;
            WebUrl address = text ? urlLike(entry.getValue().toString(), base) : null;
            if (address == null) {
                warn.accept("The import map's address of \"" + written + "\" is no URL");
            } else if (written.endsWith("/") && !address.href().endsWith("/")) {
                warn.accept("The import map's address of \"" + written + "\" does not end with \"/\"");
                address = null;
            }
            specifiers.put(key, address);
        }
        return specifiers;
    }

    private void merge(final Specifiers newImports, final Map<String, Specifiers> newScopes) {
        for (final Resolved past : resolved) {
            newScopes.forEach((scope, specifiers) -> {
                if (covers(scope, past.base())) {
                    specifiers.keySet().removeIf(key -> concerns(key, past));
                }
            });
            newImports.keySet().removeIf(key -> concerns(key, past));
        }
        newScopes.forEach((scope, specifiers) -> addMissing(
                scopes.computeIfAbsent(scope, prefix -> new Specifiers()), specifiers));
        addMissing(imports, newImports);
    }

    private static boolean concerns(final String key, final Resolved past) {
        return key.equals(past.specifier())
                || key.endsWith("/") && past.specifier().startsWith(key) && past.mayHavePrefix();
    }

    private static void addMissing(final Specifiers known, final Specifiers more) {
        final List<String> keys = new ArrayList<>(more.keySet());
        keys.removeAll(known.keySet()); // an address may be null: putIfAbsent would not do
        keys.forEach(key -> known.put(key, more.get(key)));
    }
}
