package org.htmlunit.corejs.javascript;

/**
 * A place in code where a variable is looked up by its name. The scopes around it are calls of the same functions each
 * time: so it is known in how many of them the variable is not, and where it is in the one that has it. Safe to use from
 * several threads.
 */
final class NamePlace {

    /** What was found out: nothing yet at first. */
    private static final Way UNKNOWN = new Way(new Variables[0], null, -1);

    /**
     * Where to look.
     *
     * @param without those of the innermost scopes that do not have the variable
     * @param with those of the next one, which has it; null: that one is no call
     * @param place in {@code with}
     */
    private record Way(Variables[] without, Variables with, int place) {

        /** The innermost scope that may have the variable; null: the scopes are others. */
        VarScope end(final VarScope start) {
            VarScope scope = start;
            for (final Variables none : without) {
                if (!(scope instanceof NativeCall call) || call.inPlaces() != none) {
                    return null;
                }
                scope = call.getParentScope();
            }
            final Variables there = scope instanceof NativeCall call ? call.inPlaces() : null;
            return there == with ? scope : null;
        }
    }

    private final String name;
    private Way way = UNKNOWN;

    NamePlace(final String name) {
        this.name = name;
    }

    private Way learn(final VarScope start) {
        int count = 0;
        VarScope scope = start;
        while (scope instanceof NativeCall call && call.inPlaces() != null && call.inPlaces().place(name) < 0) {
            scope = call.getParentScope();
            count++;
        }
        final Variables with = scope instanceof NativeCall call ? call.inPlaces() : null;
        final Variables[] without = new Variables[count];
        scope = start;
        for (int i = 0; i < count; i++) {
            without[i] = ((NativeCall) scope).inPlaces();
            scope = scope.getParentScope();
        }
        final Way found = new Way(without, with, with == null ? -1 : with.place(name));
        way = found;
        return found;
    }

    Object get(final VarScope start, final Context context) {
        Way found = way;
        VarScope scope = found.end(start);
        if (scope == null) {
            found = learn(start);
            scope = found.end(start);
        }
        if (found.with != null) {
            final Object value = ((NativeCall) scope).inPlace(found.place);
            if (value != Scriptable.NOT_FOUND) {
                return value;
            }
        }
        return ScriptRuntime.name(context, scope, name);
    }

    /** The function to be called; what looking it up gives, where that is no function, or one with a {@code this}. */
    Object callee(final VarScope start, final Context context) {
        Way found = way;
        VarScope scope = found.end(start);
        if (scope == null) {
            found = learn(start);
            scope = found.end(start);
        }
        if (found.with != null && ((NativeCall) scope).inPlace(found.place) instanceof Callable callable) {
            return callable;
        }
        return ScriptRuntime.getNameAndThis(name, context, scope);
    }

    String typeOf(final VarScope start, final Context context) {
        Way found = way;
        VarScope scope = found.end(start);
        if (scope == null) {
            found = learn(start);
            scope = found.end(start);
        }
        if (found.with != null) {
            final Object value = ((NativeCall) scope).inPlace(found.place);
            if (value != Scriptable.NOT_FOUND) {
                return ScriptRuntime.typeof(value);
            }
        }
        return ScriptRuntime.typeofName(context, scope.isNestedScope() ? start : scope, name);
    }

    /** {@code ++} and {@code --}, by the engine's flags of a node. */
    Object increment(final VarScope start, final Context context, final int flags) {
        Way found = way;
        VarScope scope = found.end(start);
        if (scope == null) {
            found = learn(start);
            scope = found.end(start);
        }
        if (found.with != null && ((NativeCall) scope).inPlace(found.place) instanceof Double value) {
            final Double result = (flags & Node.DECR_FLAG) == 0 ? value + 1 : value - 1;
            ((NativeCall) scope).putInPlace(found.place, result);
            return (flags & Node.POST_FLAG) == 0 ? result : value;
        }
        return ScriptRuntime.nameIncrDecr(scope, name, context, flags);
    }

    VarScope bind(final VarScope start, final Context context) {
        Way found = way;
        VarScope scope = found.end(start);
        if (scope == null) {
            found = learn(start);
            scope = found.end(start);
        }
        if (found.with != null && ((NativeCall) scope).isInPlace(found.place)) {
            return scope;
        }
        return ScriptRuntime.bind(context, scope.isNestedScope() ? start : scope, name);
    }

    Object set(final VarScope bound, final Object value, final Context context, final VarScope scope) {
        final Way found = way;
        if (found.with != null && bound instanceof NativeCall call && call.inPlaces() == found.with
                && call.isInPlace(found.place)) {
            call.putInPlace(found.place, value);
            return value;
        }
        return ScriptRuntime.setName(bound, value, context, scope, name);
    }

    Object setStrictly(final VarScope bound, final Object value, final Context context, final VarScope scope) {
        return bound instanceof NativeCall ? set(bound, value, context, scope)
                : ScriptRuntime.strictSetName(bound, value, context, scope, name);
    }
}
