package org.htmlunit.corejs.javascript;

import java.util.ArrayList;
import java.util.List;

/**
 * Makes classes of what lowering has made of them (see classes.js): functions, their members in object literals. In
 * Rhino's package because slots of properties are its own.
 */
public final class ClassFunctions {

    /** What the numbers in a class's list say of what follows; the last two bits are flags. */
    private static final int CONSTRUCTOR = 0;
    private static final int METHODS = 4;
    private static final int INITIALISER = 8;
    private static final int KEY = 12;
    private static final int STATIC = 1;
    private static final int PRIVATE = 2;

    /** What a class extends that extends nothing. */
    private static final Object NONE = new Object();

    private final TopLevel scope;
    private final Scriptable runtime;

    private ClassFunctions(final TopLevel scope, final Scriptable runtime) {
        this.scope = scope;
        this.runtime = runtime;
    }

    /** What belongs to a class beside its properties. */
    private static final class Parts {

        private final List<Callable> initialisers = new ArrayList<>();
        private final List<Callable> statics = new ArrayList<>();
        private final List<PrivateName> methods = new ArrayList<>();
        private final List<PrivateName> staticMethods = new ArrayList<>();
    }

    /** Adds the functions to what lowered code calls. */
    public static void install(final TopLevel scope, final Scriptable runtime) {
        final ClassFunctions functions = new ClassFunctions(scope, runtime);
        functions.put("class", 2, args -> functions.define(args[0], NONE, args[1]));
        functions.put("derived", 3, args -> functions.define(args[0], args[1], args[2]));
        functions.put("statics", 1, args -> functions.runStatics((ScriptableObject) args[0]));
        functions.put("init", 2, args -> functions.initialise((ScriptableObject) args[0], (ScriptableObject) args[1]));
        functions.put("super", 4, functions::construct);
        functions.put("called", 1, args -> {
            throw ScriptRuntime.typeError("Class constructor " + nameOf(args[0]) + " cannot be invoked without 'new'");
        });
        functions.put("key", 1, args -> ScriptRuntime.isSymbol(args[0]) ? args[0] : ScriptRuntime.toString(args[0]));
    }

    /** Whether a function was written as a class. */
    static boolean isClass(final BaseFunction function) {
        return function.getAssociatedValue(Parts.class) != null;
    }

    private interface Body {

        Object call(Object[] args);
    }

    private void put(final String name, final int length, final Body body) {
        runtime.put(name, runtime, new LambdaFunction(scope, name, length, (cx, s, self, args) -> body.call(args), false));
    }

    private static Object nameOf(final Object type) {
        final Object name = ScriptableObject.getProperty((Scriptable) type, "name");
        return name instanceof CharSequence ? name : "";
    }

    private Object define(final Object name, final Object base, final Object list) {
        final Context context = Context.getCurrentContext();
        final Object[] members = context.getElements((Scriptable) list);
        final JSFunction type = constructor(members);
        final Parts parts = new Parts();
        type.associateValue(Parts.class, parts);
        final Scriptable basePrototype = base == NONE ? ScriptableObject.getObjectPrototype(scope) : prototypeOf(base);
        if (base instanceof ScriptableObject object) {
            type.setPrototype(object);
        }
        final Scriptable statics = type.getPrototype();
        NativeObject prototype = null;
        for (int i = 0; i < members.length; i++) {
            final int code = ((Number) members[i]).intValue();
            if (code == METHODS && prototype == null) {
                prototype = (NativeObject) members[i + 1];
            }
            i += (code & PRIVATE) == 0 ? 1 : 2;
        }
        if (prototype == null) {
            prototype = (NativeObject) context.newObject(scope);
            prototype.put("constructor", prototype, type);
        }
        prototype.setPrototype(basePrototype);
        final NativeObject own = prototype;
        own.put("constructor", own, type);
        type.setImmunePrototypeProperty(own);
        defineName(type, name);
        for (int i = 0; i < members.length; i++) {
            final int code = ((Number) members[i]).intValue();
            final PrivateName key = (code & PRIVATE) == 0 ? null : (PrivateName) members[++i];
            final Object value = members[++i];
            final int kind = code & ~3;
            if (kind == CONSTRUCTOR || kind == KEY) {
                continue;
            }
            final boolean isStatic = (code & STATIC) != 0;
            final ScriptableObject literal = (ScriptableObject) value;
            if (literal != own) {
                literal.setPrototype(isStatic ? statics : basePrototype); // where `super` looks
            }
            if (kind == INITIALISER) {
                (isStatic ? parts.statics : parts.initialisers).add((Callable) literal.get("f", literal));
            } else if (key != null) {
                key.take(context, literal);
                final List<PrivateName> methods = isStatic ? parts.staticMethods : parts.methods;
                if (!methods.contains(key)) {
                    methods.add(key);
                }
            } else {
                addMembers(context, literal, isStatic ? type : own);
            }
        }
        parts.staticMethods.forEach(method -> method.add(type, null));
        return type;
    }

    private static JSFunction constructor(final Object[] members) {
        for (int i = 0; i + 1 < members.length; i++) {
            if (members[i] instanceof Number code && code.intValue() == CONSTRUCTOR && members[i + 1] instanceof JSFunction type) {
                return type;
            }
        }
        throw new IllegalStateException("a class without a constructor");
    }

    private static Scriptable prototypeOf(final Object base) {
        if (base == null) {
            return null;
        }
        if (base instanceof JSFunction function ? function.isConstructor() : base instanceof Constructable) {
            final Object prototype = ScriptableObject.getProperty((Scriptable) base, "prototype");
            if (prototype == null || prototype instanceof Scriptable && !ScriptRuntime.isSymbol(prototype)) {
                return (Scriptable) prototype;
            }
            throw ScriptRuntime.typeError("Class extends value does not have valid prototype property " + ScriptRuntime.toString(prototype));
        }
        throw ScriptRuntime.typeError("Class extends value " + (base instanceof Scriptable && !(base instanceof Callable)
                ? "#<Object>" : ScriptRuntime.isSymbol(base) ? base.toString() : ScriptRuntime.toString(base)) + " is not a constructor or null");
    }

    private static void defineName(final JSFunction type, final Object name) {
        final Object text = Undefined.isUndefined(name) ? "" : name;
        type.delete("name");
        type.defineProperty("name", text instanceof Symbol symbol ? "[" + symbol.getName() + "]" : text,
                ScriptableObject.DONTENUM | ScriptableObject.READONLY);
    }

    static Object[] keys(final ScriptableObject literal) {
        try (CompoundOperationMap<Scriptable> map = literal.startCompoundOp(false)) {
            return literal.getIds(map, true, true);
        }
    }

    private static void addMembers(final Context context, final ScriptableObject literal, final ScriptableObject owner) {
        for (final Object key : keys(literal)) {
            nameMember(literal, key);
            if (literal == owner) {
                setAttributes(owner, key);
                continue;
            }
            final ScriptableObject.DescriptorInfo member = Keys.own(literal, key);
            member.enumerable = Boolean.FALSE;
            if (owner instanceof BaseFunction) {
                if ("prototype".equals(key)) {
                    throw ScriptRuntime.typeError("Classes may not have a static property named 'prototype'");
                }
                if ("name".equals(key) || "length".equals(key)) {
                    Keys.delete(owner, key); // Rhino keeps what it has of functions
                }
            }
            final ScriptableObject.DescriptorInfo known = member.isAccessorDescriptor() ? Keys.own(owner, key) : null;
            if (known != null && known.isAccessorDescriptor()) { // the other half came before
                member.getter = isThere(member.getter) ? member.getter : known.getter;
                member.setter = isThere(member.setter) ? member.setter : known.setter;
            }
            owner.defineOwnProperty(context, key, Keys.completed(member));
        }
    }

    /** A function at a computed key has no name until it is here; no half of an accessor makes objects. */
    private static void nameMember(final ScriptableObject literal, final Object key) {
        final ScriptableObject.DescriptorInfo member = Keys.own(literal, key);
        for (final Object half : new Object[] {member.getter, member.setter}) {
            if (half instanceof JSFunction function) {
                function.setImmunePrototypeProperty(Undefined.instance);
            }
        }
        if (member.value instanceof BaseFunction function && !(function instanceof JSFunction made && isClass(made))
                && "".equals(function.get("name", function))) {
            function.delete("name");
            function.defineProperty("name", key instanceof Symbol symbol ? symbolName(symbol) : key.toString(),
                    ScriptableObject.DONTENUM | ScriptableObject.READONLY);
        }
    }

    private static String symbolName(final Symbol symbol) {
        return symbol.getName() == null || symbol.getName().isEmpty() ? "" : "[" + symbol.getName() + "]";
    }

    private static boolean isThere(final Object half) {
        return half != Scriptable.NOT_FOUND && !Undefined.isUndefined(half);
    }

    private static void setAttributes(final ScriptableObject object, final Object key) {
        if (key instanceof Symbol symbol) {
            object.setAttributes(symbol, ScriptableObject.DONTENUM);
        } else if (key instanceof Integer index) {
            object.setAttributes(index.intValue(), ScriptableObject.DONTENUM);
        } else {
            object.setAttributes((String) key, ScriptableObject.DONTENUM);
        }
    }

    private Object runStatics(final ScriptableObject type) {
        final Context context = Context.getCurrentContext();
        for (final Callable part : parts(type).statics) {
            part.call(context, scope, type, ScriptRuntime.emptyArgs);
        }
        return type;
    }

    private static Parts parts(final ScriptableObject type) {
        return (Parts) type.getAssociatedValue(Parts.class);
    }

    private Object initialise(final ScriptableObject made, final ScriptableObject type) {
        final Parts parts = parts(type);
        if (!parts.methods.isEmpty()) {
            parts.methods.forEach(method -> method.add(made, null));
        }
        if (!parts.initialisers.isEmpty()) {
            final Context context = Context.getCurrentContext();
            for (final Callable part : parts.initialisers) {
                part.call(context, scope, made, ScriptRuntime.emptyArgs);
            }
        }
        return made;
    }

    /** {@code super(…)}: the class, new.target, what {@code this} is already, and the arguments. */
    private Object construct(final Object[] args) {
        final ScriptableObject type = (ScriptableObject) args[0];
        final Scriptable base = type.getPrototype();
        if (!(base instanceof JSFunction function ? function.isConstructor() : base instanceof Constructable)) {
            throw ScriptRuntime.typeError("Super constructor " + ScriptRuntime.toString(base) + " of anonymous class is not a constructor");
        }
        final Context context = Context.getCurrentContext();
        final Object made;
        if (base instanceof JSFunction function && isClass(function)) {
            made = function.construct(context, args[1], scope, context.getElements((Scriptable) args[3]));
        } else {
            final Object list = base == ScriptableObject.getProperty(scope.getGlobalThis(), "Object")
                    ? context.newArray(scope, 0) : args[3];
            final Scriptable reflect = (Scriptable) ScriptableObject.getProperty(scope.getGlobalThis(), "Reflect");
            made = ((Callable) ScriptableObject.getProperty(reflect, "construct")).call(context, scope, reflect,
                    new Object[] {base, list, args[1]});
        }
        if (!Undefined.isUndefined(args[2])) {
            throw ScriptRuntime.constructError("ReferenceError", "Super constructor may only be called once");
        }
        return initialise((ScriptableObject) made, type);
    }
}
