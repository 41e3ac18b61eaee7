package org.htmlunit.corejs.javascript;

import java.util.IdentityHashMap;
import java.util.Map;

/**
 * A private name of a class, {@code #name}, one for each time that the class is made. Its values are kept beside the
 * objects' properties: nothing but the class's own code finds them, and no proxy is asked.
 */
public final class PrivateName {

    private final String name;
    private Object method;
    private Object getter;
    private Object setter;
    private boolean isMethod;
    private boolean isAccessor;

    private PrivateName(final String name) {
        this.name = name;
    }

    /** An object's values by their names. */
    private static final class Values extends IdentityHashMap<PrivateName, Object> {

        private static final long serialVersionUID = 1L;

        Values() {
            super(8);
        }
    }

    private interface Body {

        Object call(Context context, VarScope scope, Object[] args);
    }

    /** Adds the functions to what lowered code calls. */
    public static void install(final TopLevel scope, final Scriptable runtime) {
        put(scope, runtime, "private", 1, (cx, s, args) -> new PrivateName(args[0].toString()));
        put(scope, runtime, "get", 2, (cx, s, args) -> of(args[1]).get(cx, s, args[0]));
        put(scope, runtime, "set", 3, (cx, s, args) -> of(args[1]).set(cx, s, args[0], args[2]));
        put(scope, runtime, "add", 3, (cx, s, args) -> of(args[1]).add(args[0], args[2]));
        put(scope, runtime, "has", 2, (cx, s, args) -> of(args[0]).isOf(args[1]));
        put(scope, runtime, "invoke", 2, (cx, s, args) -> {
            final Object[] given = new Object[args.length - 2];
            System.arraycopy(args, 2, given, 0, given.length);
            return of(args[1]).invoke(cx, s, args[0], given);
        });
        put(scope, runtime, "invokeWith", 3, (cx, s, args) ->
                of(args[1]).invoke(cx, s, args[0], cx.getElements((Scriptable) args[2])));
    }

    private static void put(final TopLevel scope, final Scriptable runtime, final String name, final int length, final Body body) {
        runtime.put(name, runtime, new LambdaFunction(scope, name, length, (cx, s, self, args) -> body.call(cx, s, args), false));
    }

    private static PrivateName of(final Object key) {
        return (PrivateName) key;
    }

    private static Values values(final Object object) {
        return object instanceof ScriptableObject owner ? (Values) owner.getAssociatedValue(Values.class) : null;
    }

    /** Takes the method or the half of an accessor that is the only member of a literal. */
    void take(final Context context, final ScriptableObject literal) {
        final ScriptableObject.DescriptorInfo member = Keys.own(literal, ClassFunctions.keys(literal)[0]);
        if (member.isAccessorDescriptor()) {
            isAccessor = true;
            getter = member.getter instanceof Callable ? named("get ", member.getter) : getter;
            setter = member.setter instanceof Callable ? named("set ", member.setter) : setter;
        } else {
            isMethod = true;
            method = named("", member.value);
        }
    }

    private Object named(final String prefix, final Object function) {
        if (function instanceof BaseFunction made) {
            made.delete("name");
            made.defineProperty("name", prefix + name, ScriptableObject.DONTENUM | ScriptableObject.READONLY);
        }
        return function;
    }

    boolean isOf(final Object object) {
        if (!(object instanceof Scriptable) || ScriptRuntime.isSymbol(object)) {
            throw ScriptRuntime.typeError("Cannot use 'in' operator to search for '" + name + "' in " + ScriptRuntime.toString(object));
        }
        final Values values = values(object);
        return values != null && values.containsKey(this);
    }

    Object add(final Object object, final Object value) {
        final ScriptableObject owner = (ScriptableObject) object;
        Values values = values(owner);
        if (values == null) {
            values = new Values();
            owner.associateValue(Values.class, values);
        }
        if (values.containsKey(this)) {
            throw ScriptRuntime.typeError("Cannot initialize " + name + " twice on the same object");
        }
        values.put(this, value);
        return value;
    }

    private Map<PrivateName, Object> valuesToRead(final Object object, final String doing) {
        final Values values = values(object);
        if (values == null || !values.containsKey(this)) {
            throw ScriptRuntime.typeError("Cannot " + doing + " private member " + name
                    + (doing.startsWith("write") ? " to" : " from") + " an object whose class did not declare it");
        }
        return values;
    }

    private Object get(final Context context, final VarScope scope, final Object object) {
        final Map<PrivateName, Object> values = valuesToRead(object, "read");
        if (isMethod) {
            return method;
        }
        if (!isAccessor) {
            return values.get(this);
        }
        if (!(getter instanceof Callable read)) {
            throw ScriptRuntime.typeError("'" + name + "' was defined without a getter");
        }
        return read.call(context, scope, object, ScriptRuntime.emptyArgs);
    }

    private Object set(final Context context, final VarScope scope, final Object object, final Object value) {
        final Map<PrivateName, Object> values = valuesToRead(object, "write");
        if (isMethod) {
            throw ScriptRuntime.typeError("Private method '" + name + "' is not writable");
        }
        if (!isAccessor) {
            values.put(this, value);
        } else if (setter instanceof Callable write) {
            write.call(context, scope, object, new Object[] {value});
        } else {
            throw ScriptRuntime.typeError("'" + name + "' was defined without a setter");
        }
        return value;
    }

    private Object invoke(final Context context, final VarScope scope, final Object object, final Object[] args) {
        final Object function = get(context, scope, object);
        if (!(function instanceof Callable callable)) {
            throw ScriptRuntime.typeError(name + " is not a function");
        }
        return callable.call(context, scope, object, args);
    }
}
