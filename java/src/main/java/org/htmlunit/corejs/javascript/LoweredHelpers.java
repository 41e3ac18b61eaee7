package org.htmlunit.corejs.javascript;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a function calls since it was lowered, and what its text needs where it is sent elsewhere: pages make workers of
 * functions' texts.
 */
final class LoweredHelpers {

    /** The hidden object; see runtime.js. */
    private static final String RUNTIME = "__ajaxcrawl__";

    /** SWC's names; global ones have an ending of ours (see global_names.js). */
    private static final Pattern NAME = Pattern.compile("\\b(?:ownKeys|_(?:array|assert|async|await|call|check|class|construct|create"
            + "|define|extends|get|identity|inherits|iterable|non|object|overload|possible|private|set|sliced|super|tagged|to|ts"
            + "|type|unsupported|update|wrap|write)(?:_[a-z]+)*)\\d*(?:\\$[a-z0-9]+)?(?![\\w$])");

    /** Those that others may call something of theirs, too. */
    private static final Pattern COMMON = Pattern.compile("ownKeys\\d*|_[a-z]+\\d*");

    /** Where the body of a function begins, if its parameters are names. */
    private static final Pattern BODY = Pattern.compile("\\)\\s*(=>)?\\s*(\\{(?:\\s*(\"|')use strict\\3;?)?)?");

    private final Context context = Context.getCurrentContext();
    private final JSFunction function;
    private final Map<String, String> declared = new LinkedHashMap<>();

    private LoweredHelpers(final JSFunction function) {
        this.function = function;
    }

    /** The text with what it needs in its body. */
    static String in(final String text, final JSFunction function) {
        return mayHaveNames(text) && NAME.matcher(text).find() ? new LoweredHelpers(function).whole(text) : text;
    }

    /** Whether a name begins as one of these does: pages ask for many texts, and the pattern looks at each character. */
    private static boolean mayHaveNames(final String text) {
        for (int at = text.indexOf('_'); at >= 0; at = text.indexOf('_', at + 1)) {
            if (at == 0 || !Character.isJavaIdentifierPart(text.charAt(at - 1))) {
                return true;
            }
        }
        return text.contains("ownKeys");
    }

    private String whole(final String text) {
        final String resolved = resolved(text);
        final Matcher body = BODY.matcher(resolved);
        if (declared.isEmpty() || !body.find()) {
            return resolved;
        }
        final String helpers = String.join(" ", declared.values());
        final String before = resolved.substring(0, body.end());
        final String rest = resolved.substring(body.end());
        return body.group(2) != null ? before + helpers + rest : before + "{" + helpers + " return " + rest + "}";
    }

    /** The text without names of the runtime's; what other helpers are is noted. */
    private String resolved(final String text) {
        return NAME.matcher(text).replaceAll(found -> Matcher.quoteReplacement(resolve(found.group())));
    }

    private String resolve(final String name) {
        final Object helper = declared.containsKey(name) ? null : value(name);
        final String own = helper == null || helper == function ? null : ownName(helper);
        if (own != null) {
            return RUNTIME + "." + own;
        }
        if (helper != function && helper instanceof JSFunction added
                && !(declared.isEmpty() && COMMON.matcher(name).matches())) {
            declared.put(name, ""); // it may call itself
            declared.put(name, resolved(added.getRawSource()));
        }
        return name;
    }

    private Object value(final String name) {
        try {
            return ScriptRuntime.name(context, function.getParentScope(), name);
        } catch (final EcmaError e) { // it is declared in the text itself
            return null;
        }
    }

    private String ownName(final Object helper) {
        final Scriptable runtime = (Scriptable) value(RUNTIME);
        for (final Object id : runtime.getIds()) {
            if (id instanceof String name && runtime.get(name, runtime) == helper) {
                return name;
            }
        }
        return null;
    }
}
