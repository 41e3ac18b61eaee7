package org.htmlunit.corejs.javascript;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Patterns of arrays, which Rhino reads by index: under hidden keys every object gives as many elements as its iterator
 * has; see array_patterns.js. The keys are the same in all windows and workers, as objects go from one to another.
 */
public final class ListPatterns {

    /** Elements that a key is there for. */
    private static final int MOST = 16;
    private static final SymbolKey[] KEYS = new SymbolKey[MOST + 2];

    static {
        for (int i = 0; i < KEYS.length; i++) {
            KEYS[i] = new SymbolKey("Symbol.iterator", Symbol.Kind.REGULAR); // errors name it
        }
    }

    private static final Set<Object> HIDDEN = Set.of((Object[]) KEYS);

    private ListPatterns() { }

    /** Gives a window's or worker's objects the keys. */
    public static void install(final Context context, final TopLevel scope) {
        final ScriptableObject objects = (ScriptableObject) ScriptableObject.getObjectPrototype(scope);
        final ScriptableObject arrays = (ScriptableObject) ScriptableObject.getArrayPrototype(scope);
        final Object iterator = ScriptableObject.getProperty(arrays, SymbolKey.ITERATOR);
        for (int i = 0; i < KEYS.length; i++) {
            final int count = i > MOST ? Integer.MAX_VALUE : i;
            objects.defineProperty(context, scope, KEYS[i], self -> take(scope, self, count), null, ScriptableObject.DONTENUM);
            arrays.defineProperty(context, scope, KEYS[i], self -> self instanceof NativeArray
                    && ScriptableObject.getProperty(self, SymbolKey.ITERATOR) == iterator ? self : take(scope, self, count),
                    null, ScriptableObject.DONTENUM);
        }
        hide(scope, "Object", "getOwnPropertySymbols", Set.of(objects, arrays));
        hide(scope, "Reflect", "ownKeys", Set.of(objects, arrays));
    }

    /** Names the keys for lowered code. */
    public static void name(final Scriptable runtime) {
        for (int i = 0; i < KEYS.length; i++) {
            runtime.put(i > MOST ? "rest" : "list" + i, runtime, KEYS[i]);
        }
    }

    /** Keeps the keys from pages that list what the prototypes have. */
    private static void hide(final TopLevel scope, final String owner, final String name, final Set<Scriptable> prototypes) {
        final ScriptableObject holder = (ScriptableObject) ScriptableObject.getProperty(scope.getGlobalThis(), owner);
        final Callable real = (Callable) holder.get(name, holder);
        holder.defineBuiltinProperty(scope, name, 1, (context, s, self, args) -> {
            final Object keys = real.call(context, s, self, args);
            return args.length == 0 || !prototypes.contains(args[0]) ? keys : context.newArray(scope,
                    Arrays.stream(context.getElements((Scriptable) keys)).filter(key -> !HIDDEN.contains(key)).toArray());
        });
    }

    /** As many elements as are there, at most {@code count}; the iterator is closed where it has more. */
    private static Object take(final TopLevel scope, final Scriptable value, final int count) {
        final Context context = Context.getCurrentContext();
        if (!(ScriptableObject.getProperty(value, SymbolKey.ITERATOR) instanceof Callable method)) {
            throw ScriptRuntime.typeError((value instanceof Callable || !(value instanceof NativeObject)
                    ? ScriptRuntime.toString(value) : "object") + " is not iterable");
        }
        final Scriptable iterator = object(method.call(context, scope, value, ScriptRuntime.emptyArgs));
        final Object next = ScriptableObject.getProperty(iterator, "next");
        final List<Object> elements = new ArrayList<>();
        while (elements.size() < count) {
            if (!(next instanceof Callable step)) {
                throw ScriptRuntime.typeError(ScriptRuntime.toString(next) + " is not a function");
            }
            final Scriptable result = object(step.call(context, scope, iterator, ScriptRuntime.emptyArgs));
            if (ScriptRuntime.toBoolean(part(result, "done"))) {
                return context.newArray(scope, elements.toArray());
            }
            elements.add(part(result, "value"));
        }
        if (ScriptableObject.getProperty(iterator, "return") instanceof Callable end) {
            object(end.call(context, scope, iterator, ScriptRuntime.emptyArgs));
        }
        return context.newArray(scope, elements.toArray());
    }

    private static Object part(final Scriptable result, final String name) {
        final Object value = ScriptableObject.getProperty(result, name);
        return value == Scriptable.NOT_FOUND ? Undefined.instance : value;
    }

    private static Scriptable object(final Object value) {
        if (value instanceof Scriptable result && !ScriptRuntime.isSymbol(value) && !Undefined.isUndefined(value)) {
            return result;
        }
        throw ScriptRuntime.typeError("Iterator result " + ScriptRuntime.toString(value) + " is not an object");
    }
}
