package org.htmlunit.corejs.javascript;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code Function.prototype.toString}. Pages tell by a function's text whether it is a class, asynchronous, a method, or
 * the browser's own: the text of what was lowered begins as it does in the source (see javascript/source), and what is
 * written in JavaScript here is native code for them.
 */
public final class FunctionText {

    /** See function_length.js. */
    private static final String DEFAULT = "$$default_";
    private static final Pattern MADE = Pattern.compile("^((?:async )?function\\*? anonymous\\([^)\n]*)\\) \\{");
    private static final Pattern HEAD = Pattern.compile("(?:async )?function\\s*(\\*?)\\s*([^\\s(*]*)\\s*(?=\\()");

    /** What the constructor of a class calls. */
    private static final String CHECKING = "_class_call_check";
    private static final Pattern CHECK = Pattern.compile("\\b_class_call_check[\\w$]*\\(this, ([^\\s)]+)\\)");
    /** One that nobody has written: there is nothing else in it. */
    private static final Pattern GIVEN_CONSTRUCTOR = Pattern.compile("\\(\\)\\s*\\{(?:\\s*\"use strict\";)?"
            + "\\s*_class_call_check[\\w$]*\\(this, [^\\s)]+\\);(?:\\s*return _call_super[\\w$]*\\(this, [^\\s,]+, arguments\\);)?\\s*\\}");
    /** The name that a class gets where it has none. */
    private static final Pattern GIVEN_NAME = Pattern.compile("_class\\d*");

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
            return LoweredHelpers.in(written(function, function.getRawSource()), function);
        }
        if (!(self instanceof Callable)) {
            throw ScriptRuntime.typeError("Function.prototype.toString requires that 'this' be a Function");
        }
        final Object name = self instanceof BoundFunction || !(self instanceof BaseFunction function) ? ""
                : function.get("name", function);
        return "function " + (name instanceof CharSequence ? name : "") + "() { [native code] }";
    }

    private static String written(final JSFunction function, final String given) {
        final String source = given.contains(DEFAULT) ? given.replace(DEFAULT, "") : given;
        final Matcher head = HEAD.matcher(source);
        if (!head.lookingAt()) {
            return isAsynchronous(function) && !source.startsWith("async") ? "async " + source : source;
        }
        final String rest = source.substring(head.end());
        if (isClass(rest, head.group(2))) {
            return classText(function, GIVEN_NAME.matcher(head.group(2)).matches() ? "" : head.group(2) + " ", rest);
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

    private static boolean isClass(final String rest, final String name) {
        if (!rest.contains(CHECKING)) { // pages ask for the texts of all they have: to search with a pattern takes long
            return false;
        }
        final Matcher check = CHECK.matcher(rest);
        while (check.find()) {
            if (check.group(1).equals(name)) { // and not one in a class inside
                return true;
            }
        }
        return false;
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
