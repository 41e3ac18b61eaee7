package ajaxcrawl;

import java.util.List;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Callable;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.NativeArray;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.javascript.HtmlUnitScriptable;

/**
 * Ends scripts that ask a built-in function for a loop that takes minutes or fills the memory, as
 * {@code new Array(1e9).fill(0)}: it runs in Java, where no limit is met and no thread can be stopped.
 */
final class BoundedBuiltins implements PageGlobal {

    /** Elements that a built-in function goes through in a second or two. */
    private static final double MAX_LENGTH = 1 << 24;
    private static final double MANY = 10_000;
    /** Characters of a text that a page makes at once. */
    private static final double MAX_CHARACTERS = 1 << 26;

    /** Bytes that are held for a text in an array, as measured. */
    private static final double ELEMENT = 60;
    /** Bytes that are held for a property and its name, as measured. */
    private static final double PROPERTY = 200;

    private static final List<String> ARRAY_METHODS = List.of("concat", "copyWithin", "every", "fill", "filter", "find",
            "findIndex", "findLast", "findLastIndex", "flat", "flatMap", "forEach", "includes", "indexOf", "join",
            "lastIndexOf", "map", "reduce", "reduceRight", "reverse", "shift", "slice", "some", "sort", "splice",
            "toLocaleString", "toReversed", "toSorted", "toSpliced", "toString", "unshift", "with");

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow window) {
        if (!(window.getWebClient() instanceof PageClient client)) {
            return;
        }
        final Budget budget = client.budget();
        final ScriptableObject global = scope.getGlobalThis();
        final ScriptableObject array = prototype(global, "Array");
        for (final String name : ARRAY_METHODS) {
            wrap(scope, array, name, budget, (self, args) -> length(self) > MAX_LENGTH);
        }
        guardSort(scope, array, budget);
        if (ScriptableObject.getProperty(global, "Array") instanceof ScriptableObject constructor) {
            wrap(scope, constructor, "from", budget, (self, args) -> {
                budget.claim(args.length > 0 && args[0] instanceof CharSequence text ? ELEMENT * text.length() : 0);
                return args.length > 0 && length(args[0]) > MAX_LENGTH;
            });
        }
        final ScriptableObject string = prototype(global, "String");
        wrap(scope, string, "repeat", budget, (self, args) -> args.length > 0
                && characters(self) * ScriptRuntime.toNumber(args[0]) > MAX_CHARACTERS);
        wrapText(scope, string, "split", budget, (self, args) -> self / Math.max(1, args.length > 0
                && args[0] instanceof CharSequence separator ? separator.length() : 1));
        wrapText(scope, string, "match", budget, (self, args) -> self / 2);
        if (ScriptableObject.getProperty(global, "Object") instanceof ScriptableObject constructor) {
            for (final String name : List.of("keys", "values", "entries", "getOwnPropertyNames")) {
                wrap(scope, constructor, name, budget, (self, args) -> {
                    budget.claim(args.length > 0 && args[0] instanceof CharSequence text ? PROPERTY * text.length() : 0);
                    return false;
                });
            }
        }
        for (final String name : List.of("padStart", "padEnd")) {
            wrap(scope, string, name, budget, (self, args) -> args.length > 0
                    && ScriptRuntime.toNumber(args[0]) > MAX_CHARACTERS);
        }
    }

    private interface Test {
        boolean isTooMuch(Object self, Object[] args);
    }

    private static ScriptableObject prototype(final ScriptableObject global, final String name) {
        return (ScriptableObject) ScriptableObject.getProperty(
                (Scriptable) ScriptableObject.getProperty(global, name), "prototype");
    }

    private static void wrap(final TopLevel scope, final ScriptableObject owner, final String name, final Budget budget,
            final Test test) {
        if (!(owner.get(name, owner) instanceof Callable real) || !(real instanceof ScriptableObject function)) {
            return; // this Rhino lacks it
        }
        final int length = (int) ScriptRuntime.toNumber(ScriptableObject.getProperty(function, "length"));
        owner.defineBuiltinProperty(scope, name, length, (context, s, self, args) -> {
            if (test.isTooMuch(self, args)) {
                throw budget.tooMuch();
            }
            for (int i = 1; i < args.length; i++) {
                if (args[i] == Undefined.SCRIPTABLE_UNDEFINED) { // `this` of a strict function, which Rhino takes for an object
                    args[i] = Undefined.instance;
                }
            }
            return real.call(context, s, self, args);
        });
    }

    /** How many elements a method of a text of some length makes. */
    private interface Elements {
        double of(double length, Object[] args);
    }

    /** A method that makes an array of a text, in one go: tells before what that will need. */
    private static void wrapText(final TopLevel scope, final ScriptableObject owner, final String name,
            final Budget budget, final Elements elements) {
        if (!(owner.get(name, owner) instanceof Callable real) || !(real instanceof ScriptableObject function)) {
            return;
        }
        final int length = (int) ScriptRuntime.toNumber(ScriptableObject.getProperty(function, "length"));
        owner.defineBuiltinProperty(scope, name, length, (context, s, self, args) -> {
            final boolean nothing = self == null || Undefined.isUndefined(self);
            // once, so that it is the same text for us and for the method
            final Object text = nothing || self instanceof CharSequence ? self : ScriptRuntime.toCharSequence(self);
            budget.claim(ELEMENT * elements.of(characters(text), args));
            return real.call(context, s, text, args);
        });
    }

    /**
     * Sorting as text, element by element, is slow in Rhino: a million numbers take seconds. And it takes NaN and -0 of a
     * comparator for an order, where they say that there is none: arrays of more than 32 elements stay unsorted then.
     */
    private static void guardSort(final TopLevel scope, final ScriptableObject array, final Budget budget) {
        final LambdaFunction asText = new LambdaFunction(scope, "", 2, (context, s, self, args) -> {
            budget.tick();
            return ScriptRuntime.toString(args[0]).compareTo(ScriptRuntime.toString(args[1]));
        }, false);
        for (final String name : List.of("sort", "toSorted")) {
            if (array.get(name, array) instanceof Callable sort) {
                array.defineBuiltinProperty(scope, name, 1, (context, s, self, args) -> {
                    final boolean slow = (args.length == 0 || Undefined.isUndefined(args[0])) && length(self) > MANY;
                    return sort.call(context, s, self, slow ? new Object[] {asText}
                            : args.length > 0 && args[0] instanceof Callable by ? new Object[] {ordering(scope, by)} : args);
                });
            }
        }
    }

    private static LambdaFunction ordering(final TopLevel scope, final Callable by) {
        return new LambdaFunction(scope, "", 2, (context, s, self, pair) -> {
            final double order = ScriptRuntime.toNumber(by.call(context, s, self, pair));
            return order > 0 ? 1 : order < 0 ? -1 : 0;
        }, false);
    }

    /** The length of an array, or of what a script passes for one. The collections of the page are of a sound size. */
    private static double length(final Object value) {
        if (value instanceof NativeArray array) {
            return array.getLength();
        }
        if (!(value instanceof ScriptableObject object) || value instanceof HtmlUnitScriptable) {
            return 0;
        }
        // a getter would see that it is asked twice, and is no way to be that long
        return object.get("length", object) instanceof Number number ? number.doubleValue() : 0;
    }

    private static double characters(final Object value) {
        return value == null || Undefined.isUndefined(value) ? 0 : ScriptRuntime.toCharSequence(value).length();
    }
}
