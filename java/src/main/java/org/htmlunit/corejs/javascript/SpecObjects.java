package org.htmlunit.corejs.javascript;

import java.util.ArrayList;
import java.util.List;
import org.htmlunit.corejs.javascript.regexp.NativeRegExp;

/**
 * Reflect, Object and JSON where Rhino's differ from the standard: receivers that are proxies, keys that look like
 * indexes, constructors of host objects, proxies of arrays. In Rhino's package because property descriptors are its own.
 */
public final class SpecObjects {

    /** {@code Symbol.asyncIterator}, which Rhino lacks; the same in every window. */
    private static final SymbolKey ASYNC_ITERATOR = new SymbolKey("Symbol.asyncIterator", Symbol.Kind.BUILT_IN);
    /** Those of {@code using}. */
    private static final SymbolKey DISPOSE = new SymbolKey("Symbol.dispose", Symbol.Kind.BUILT_IN);
    private static final SymbolKey ASYNC_DISPOSE = new SymbolKey("Symbol.asyncDispose", Symbol.Kind.BUILT_IN);
    private static final int FIXED = ScriptableObject.DONTENUM | ScriptableObject.READONLY
            | ScriptableObject.PERMANENT;
    private static final List<Object> ITERATOR_TAGS = List.of("ArrayIterator", "StringIterator", "Map Iterator",
            "Set Iterator", "RegExpStringIterator", ES6Generator.GENERATOR_TAG);

    private SpecObjects() { }

    /** Puts them in place of Rhino's. */
    public static void install(final TopLevel scope) {
        final ScriptableObject global = scope.getGlobalThis();
        final ScriptableObject reflect = object(global, "Reflect");
        reflect.defineBuiltinProperty(scope, "get", 2, SpecObjects::get);
        reflect.defineBuiltinProperty(scope, "set", 3, SpecObjects::set);
        reflect.defineBuiltinProperty(scope, "has", 2, SpecObjects::has);
        reflect.defineBuiltinProperty(scope, "deleteProperty", 2, SpecObjects::deleteProperty);
        fixApply(scope, reflect);
        fixConstruct(scope, reflect);
        final ScriptableObject objects = object(global, "Object");
        for (final String name : List.of("keys", "values", "entries")) {
            final Callable real = (Callable) objects.get(name, objects);
            objects.defineBuiltinProperty(scope, name, 1, (context, s, self, args) -> real.call(context, s, self,
                    args.length > 0 && isProxyOfArray(args[0]) ? new Object[] {copy(context, s, args[0])} : args));
        }
        final Callable freeze = (Callable) objects.get("freeze", objects);
        objects.defineBuiltinProperty(scope, "freeze", 1, (context, s, self, args) -> // Rhino's throws at the second time
                args.length > 0 && args[0] instanceof NativeRegExp known && !known.isExtensible()
                        && (known.getAttributes("lastIndex") & ScriptableObject.READONLY) != 0 ? known
                        : freeze.call(context, s, self, args));
        fixStringify(scope, object(global, "JSON"));
        final ScriptableObject symbols = object(global, "Symbol");
        if (!symbols.has("asyncIterator", symbols)) {
            symbols.defineProperty("asyncIterator", ASYNC_ITERATOR, FIXED);
        }
        symbols.defineProperty("dispose", DISPOSE, FIXED);
        symbols.defineProperty("asyncDispose", ASYNC_DISPOSE, FIXED);
    }

    /** Rhino's loses a {@code this} that is a symbol or a text put together of others. */
    private static void fixApply(final TopLevel scope, final ScriptableObject reflect) {
        final Callable real = (Callable) reflect.get("apply", reflect);
        reflect.defineBuiltinProperty(scope, "apply", 3, (context, s, self, args) ->
                args.length > 2 && args[0] instanceof Callable && args[0] instanceof Scriptable function
                        && args[2] instanceof Scriptable && !ScriptRuntime.isSymbol(args[2])
                        ? ScriptRuntime.applyOrCall(true, context, s, function, new Object[] {args[1], args[2]})
                        : real.call(context, s, self, args));
    }

    /** The prototype that all built-in iterators share, which Rhino lacks. */
    public static ScriptableObject iteratorPrototype(final TopLevel scope) {
        final Object known = scope.getAssociatedValue(ASYNC_ITERATOR);
        if (known instanceof ScriptableObject prototype) {
            return prototype;
        }
        final NativeObject shared = new NativeObject();
        shared.setPrototype(ScriptableObject.getObjectPrototype(scope));
        shared.setParentScope(scope);
        shared.defineProperty(SymbolKey.ITERATOR, new LambdaFunction(scope, "[Symbol.iterator]", 0,
                (context, s, self, args) -> self, false), ScriptableObject.DONTENUM);
        for (final Object tag : ITERATOR_TAGS) {
            if (ScriptableObject.getTopScopeValue(scope, tag) instanceof ScriptableObject prototype) {
                prototype.setPrototype(shared);
            }
        }
        scope.associateValue(ASYNC_ITERATOR, shared);
        return shared;
    }

    private static ScriptableObject object(final ScriptableObject owner, final String name) {
        return (ScriptableObject) ScriptableObject.getProperty(owner, name);
    }

    private static ScriptableObject target(final Object[] args, final String name) {
        final Object given = argument(args, 0);
        if ((given instanceof Delegator proxy ? proxy.getDelegee() : given) instanceof ScriptableObject target) {
            return target; // of window and document, what they stand for
        }
        throw ScriptRuntime.typeError("Reflect." + name + " called on non-object");
    }

    private static Object argument(final Object[] args, final int index) {
        return args.length > index ? args[index] : Undefined.instance;
    }

    private static Object get(final Context context, final VarScope scope, final Object self, final Object[] args) {
        final ScriptableObject target = target(args, "get");
        final Object key = argument(args, 1);
        final Scriptable receiver = args.length > 2 && args[2] instanceof Scriptable given ? given : target;
        final Object value;
        if (ScriptRuntime.isSymbol(key)) {
            value = ScriptableObject.getSuperProperty(target, receiver, (Symbol) key);
        } else {
            final ScriptRuntime.StringIdOrIndex id = ScriptRuntime.toStringIdOrIndex(key);
            value = id.stringId == null ? ScriptableObject.getSuperProperty(target, receiver, id.index)
                    : ScriptableObject.getSuperProperty(target, receiver, id.stringId);
        }
        return value == Scriptable.NOT_FOUND ? Undefined.instance : value;
    }

    private static Object has(final Context context, final VarScope scope, final Object self, final Object[] args) {
        final ScriptableObject target = target(args, "has");
        return Keys.inherits(target, argument(args, 1));
    }

    private static Object deleteProperty(final Context context, final VarScope scope, final Object self,
            final Object[] args) {
        final ScriptableObject target = target(args, "deleteProperty");
        final Object key = argument(args, 1);
        return target instanceof SpecProxy proxy ? proxy.remove(propertyKey(key)) : delete(target, key);
    }

    private static Object propertyKey(final Object key) {
        return key instanceof Symbol ? key : ScriptRuntime.toString(key);
    }

    /** False: it is to stay. */
    static boolean delete(final ScriptableObject target, final Object key) {
        final ScriptableObject.DescriptorInfo own = Keys.own(target, key);
        if (own != null && own.isConfigurable(false)) {
            return false;
        }
        Keys.delete(target, key);
        return true;
    }

    private static Object set(final Context context, final VarScope scope, final Object self, final Object[] args) {
        final ScriptableObject target = target(args, "set");
        return set(context, scope, target, propertyKey(argument(args, 1)), argument(args, 2),
                args.length > 3 ? args[3] : target);
    }

    /** OrdinarySet, ECMAScript 10.1.9. */
    static boolean set(final Context context, final VarScope scope, final ScriptableObject target, final Object key,
            final Object value, final Object receiver) {
        for (Scriptable at = target; at instanceof ScriptableObject object; at = at.getPrototype()) {
            if (object instanceof SpecProxy proxy && receiver instanceof Scriptable given) {
                return proxy.set(key, given, value);
            }
            final ScriptableObject.DescriptorInfo found = Keys.own(object, key);
            if (found == null) {
                continue;
            }
            if (found.isAccessorDescriptor()) {
                if (!(found.setter instanceof Function setter)) {
                    return false;
                }
                setter.call(context, scope, receiver, new Object[] {value});
                return true;
            }
            if (found.isWritable(false)) {
                return false;
            }
            break;
        }
        return setOn(context, target, key, value, receiver);
    }

    private static boolean setOn(final Context context, final ScriptableObject target, final Object key,
            final Object value, final Object receiver) {
        if (receiver instanceof SpecProxy proxy
                && (proxy.traps("defineProperty") || proxy.traps("getOwnPropertyDescriptor"))) {
            return proxy.define(context, key, value);
        }
        // a proxy that has come here by its own trap hands the value on to what it stands for
        final ScriptableObject owner = receiver == target || receiver instanceof SpecProxy ? target
                : receiver instanceof ScriptableObject other ? other : null;
        if (owner == null) {
            return false;
        }
        final ScriptableObject.DescriptorInfo own = Keys.own(owner, key);
        if (own == null ? !owner.isExtensible()
                : own.isAccessorDescriptor() && owner != target || own.isWritable(false)) {
            return false;
        }
        Keys.put(owner, key, value);
        return true;
    }

    /** HtmlUnit's own constructors do not look at {@code newTarget}. */
    private static void fixConstruct(final TopLevel scope, final ScriptableObject reflect) {
        final Callable real = (Callable) reflect.get("construct", reflect);
        reflect.defineBuiltinProperty(scope, "construct", 2, (context, s, self, args) -> {
            final String adder = CollectionSubclasses.adder(scope, args);
            if (adder != null) {
                return CollectionSubclasses.make(context, s, self, real, args, adder);
            }
            final Object made = real.call(context, s, self, args);
            if (args.length > 2 && args[0] instanceof FunctionObject && args[0] != args[2] && made instanceof Scriptable result
                    && ScriptableObject.getProperty((Scriptable) args[2], "prototype") instanceof Scriptable prototype
                    && result.getPrototype() != prototype) {
                result.setPrototype(prototype);
            }
            return made;
        });
    }

    private static boolean isProxyOfArray(final Object value) {
        Object at = value;
        while (at instanceof SpecProxy proxy) {
            at = proxy.target();
        }
        return at != value && at instanceof NativeArray;
    }

    private static Object copy(final Context context, final VarScope scope, final Object proxy) {
        final Scriptable array = (Scriptable) proxy;
        final int length = ScriptRuntime.toInt32(ScriptableObject.getProperty(array, "length"));
        final List<Object> elements = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            elements.add(ScriptableObject.getProperty(array, i));
        }
        return context.newArray(scope, elements.toArray());
    }

    /** JSON.stringify is to see an array in the proxy of one. */
    private static void fixStringify(final TopLevel scope, final ScriptableObject json) {
        final Callable real = (Callable) json.get("stringify", json);
        json.defineBuiltinProperty(scope, "stringify", 3, (context, s, self, args) -> {
            final Object replacer = argument(args, 1);
            if (args.length == 0 || !(args[0] instanceof Scriptable) || replacer instanceof NativeArray) {
                return real.call(context, s, self, args);
            }
            final LambdaFunction plain = new LambdaFunction(scope, "", 2, (cx, sc, holder, keyAndValue) -> {
                final Object value = replacer instanceof Callable given ? given.call(cx, sc, holder, keyAndValue)
                        : keyAndValue[1];
                return isProxyOfArray(value) ? copy(cx, sc, value) : value;
            }, false);
            return real.call(context, s, self, new Object[] {args[0], plain, argument(args, 2)});
        });
    }
}
