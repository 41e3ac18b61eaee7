package org.htmlunit.corejs.javascript;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code Function.prototype.toString}. Pages tell by a function's text whether it is a class, asynchronous, a method, or
 * the browser's own: the text of what was lowered begins as it does in the source (see javascript/source), and what is
 * written in JavaScript here is native code for them.
 */
public final class FunctionText {

    private static final Pattern MADE = Pattern.compile("^((?:async )?function\\*? anonymous\\([^)\n]*)\\) \\{");
    private static final Pattern HEAD = Pattern.compile("(?:async )?function\\s*(\\*?)\\s*([^\\s(*]*)\\s*(?=\\()");

    /** A constructor that nobody has written; see constructors.js. */
    private static final Pattern GIVEN_CONSTRUCTOR = Pattern.compile("\\((?:\\.\\.\\.args)?\\)\\{new\\.target\\|\\|__ajaxcrawl__\\.called\\([^)]*\\);"
            + "(?:return __ajaxcrawl__\\.super\\([^)]*\\)|__ajaxcrawl__\\.init\\([^)]*\\);)?\\}");

    private FunctionText() { }

    /**
     * Puts it in place of HtmlUnit's.
     *
     * @param own what the names of our own scripts begin with
     */
    public static void install(final TopLevel scope, final String own) {
        final ScriptableObject prototype = (ScriptableObject) ScriptableObject.getFunctionPrototype(scope);
        prototype.setAttributes("arity", ScriptableObject.EMPTY);
        prototype.delete("arity"); // no browser has it, and functions could not be given one
        ScriptableObject.defineProperty(prototype, "toString", new LambdaFunction(scope, "toString", 0,
                (context, s, self, args) -> of(self, own), false), ScriptableObject.DONTENUM);
    }

    private static String of(final Object self, final String own) {
        if (self instanceof JSFunction function && function.getDescriptor().isFunction()
                && function.getRawSource() != null && !function.getDescriptor().getSourceName().startsWith(own)) {
            return written(function, function.getRawSource());
        }
        if (!(self instanceof Callable)) {
            throw ScriptRuntime.typeError("Function.prototype.toString requires that 'this' be a Function");
        }
        final Object name = self instanceof BoundFunction || !(self instanceof BaseFunction function) ? ""
                : function.get("name", function);
        return "function " + (name instanceof CharSequence ? name : "") + "() { [native code] }";
    }

    private static String written(final JSFunction function, final String source) {
        final Matcher head = HEAD.matcher(source);
        if (!head.lookingAt()) {
            return isAsynchronous(function) && !source.startsWith("async") ? "async " + source : source;
        }
        final String rest = source.substring(head.end());
        if (ClassFunctions.isClass(function)) {
            return classText(function, head.group(2).startsWith("$$_") ? "" : head.group(2) + " ", rest);
        }
        final String kind = isAsynchronous(function) ? "async " : "";
        final boolean isGenerator = !head.group(1).isEmpty() || hasTag(function, "GeneratorFunction")
                || hasTag(function, "AsyncGeneratorFunction");
        if (!function.isConstructor() && kind.isEmpty() && !isGenerator) { // a method of a class
            return function.get("name", function) + rest;
        }
        final boolean isChanged = isGenerator && head.group(1).isEmpty() || !source.startsWith(kind);
        final String text = isChanged ? kind + (isGenerator ? "function* " : "function ") + head.group(2) + rest : source;
        return MADE.matcher(text).replaceFirst("$1\n) {\n");
    }

    private static String classText(final JSFunction function, final String name, final String rest) {
        final Object base = function.getPrototype() instanceof JSFunction other ? other.get("name", other) : null;
        final String head = "class " + name + (base == null ? "" : "extends " + base + " ") + "{ ";
        return GIVEN_CONSTRUCTOR.matcher(rest).matches() ? head + "}" : head + "constructor" + rest + " }";
    }

    private static boolean isAsynchronous(final JSFunction function) {
        return hasTag(function, "AsyncFunction") || hasTag(function, "AsyncGeneratorFunction");
    }

    private static boolean hasTag(final JSFunction function, final String tag) {
        return function.getPrototype() instanceof SymbolScriptable kind
                && tag.equals(kind.get(SymbolKey.TO_STRING_TAG, function));
    }
}
