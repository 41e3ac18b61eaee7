package org.htmlunit.corejs.javascript;

import java.util.Map;

/** Sets and maps of subclasses that have an {@code add} or {@code set} of their own, which constructors are to call. */
final class CollectionSubclasses {

    private static final Map<String, String> ADDERS = Map.of("Set", "add", "WeakSet", "add", "Map", "set",
            "WeakMap", "set");

    private CollectionSubclasses() { }

    /** The method to be called for {@code Reflect.construct(args)}; null: Rhino's own will do. */
    static String adder(final TopLevel scope, final Object[] args) {
        if (args.length < 3 || !(args[0] instanceof BaseFunction base) || !(args[2] instanceof BaseFunction target)
                || Undefined.isUndefined(content(args)) || content(args) == null) {
            return null;
        }
        final String name = ADDERS.get(base.getFunctionName());
        return name == null || ScriptableObject.getProperty(scope.getGlobalThis(), base.getFunctionName()) != base
                || method(base, name) == method(target, name) ? null : name;
    }

    private static Object method(final BaseFunction constructor, final String name) {
        return ScriptableObject.getProperty(constructor, "prototype") instanceof Scriptable prototype
                ? ScriptableObject.getProperty(prototype, name) : null;
    }

    private static Object content(final Object[] args) {
        final Object first = args[1] instanceof Scriptable list ? ScriptableObject.getProperty(list, 0) : null;
        return first == Scriptable.NOT_FOUND ? null : first;
    }

    /** Constructs an empty one, and puts in what the constructor was given. */
    static Object make(final Context context, final VarScope scope, final Object self, final Callable construct,
            final Object[] args, final String adder) {
        final Scriptable made = (Scriptable) construct.call(context, scope, self,
                new Object[] {args[0], context.newArray(scope, 0), args[2]});
        if (!(ScriptableObject.getProperty(made, adder) instanceof Callable add)) {
            throw ScriptRuntime.typeError("'" + adder + "' is not a function");
        }
        final Object iterator = ScriptRuntime.callIterator(content(args), context, scope);
        try (IteratorLikeIterable values = new IteratorLikeIterable(context, scope, iterator)) {
            for (final Object value : values) {
                add.call(context, scope, made, "add".equals(adder) ? new Object[] {value} : pair(value));
            }
        }
        return made;
    }

    private static Object[] pair(final Object entry) {
        if (!(entry instanceof Scriptable list) || entry instanceof Symbol) {
            throw ScriptRuntime.typeError("Iterator value " + ScriptRuntime.toString(entry) + " is not an entry object");
        }
        return new Object[] {part(list, 0), part(list, 1)};
    }

    private static Object part(final Scriptable list, final int index) {
        final Object found = ScriptableObject.getProperty(list, index);
        return found == Scriptable.NOT_FOUND ? Undefined.instance : found;
    }
}
