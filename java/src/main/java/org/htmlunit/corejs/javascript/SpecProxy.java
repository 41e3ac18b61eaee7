package org.htmlunit.corejs.javascript;

import java.util.ArrayList;
import java.util.List;

/**
 * Proxy objects of the standard (ECMAScript 10.5) in place of Rhino's, which can't say that there is no prototype or no
 * property, forget accessors, pass over {@code set} where a prototype has the property, and call {@code has} before
 * assignments. What a trap answers is checked against the target where the target is not extensible.
 */
public class SpecProxy extends KeyedObject {

    private static final long serialVersionUID = 1L;

    private transient ScriptableObject target;
    private transient ScriptableObject handler;
    private final String kind;

    SpecProxy(final ScriptableObject target, final ScriptableObject handler) {
        this.target = target;
        this.handler = handler;
        kind = target.getTypeOf();
    }

    /** One that can be called, if the target can be. */
    static SpecProxy of(final VarScope scope, final ScriptableObject target, final ScriptableObject handler) {
        final SpecProxy proxy = target instanceof Callable ? new SpecProxyFunction(target, handler)
                : new SpecProxy(target, handler);
        proxy.setParentScope(scope);
        return proxy;
    }

    void revoke() {
        target = null;
        handler = null;
    }

    ScriptableObject target() {
        if (target == null) {
            throw ScriptRuntime.typeError("Cannot perform an operation on a proxy that has been revoked");
        }
        return target;
    }

    /** Whether the handler has that trap. */
    public final boolean traps(final String name) {
        return target != null && trap(name) != null;
    }

    final Callable trap(final String name) {
        target();
        final Object found = ScriptableObject.getProperty(handler, name);
        if (found == null || found == NOT_FOUND || Undefined.isUndefined(found)) {
            return null;
        }
        if (found instanceof Callable callable) {
            return callable;
        }
        throw ScriptRuntime.typeError(ScriptRuntime.toString(found) + " returned for property '" + name
                + "' of object '#<Object>' is not a function");
    }

    final Object call(final Callable trap, final Object... args) {
        final VarScope scope = trap instanceof Function function ? function.getDeclarationScope() : getParentScope();
        return trap.call(Context.getContext(), scope, handler, args);
    }

    private boolean asks(final Callable trap, final Object... args) {
        return ScriptRuntime.toBoolean(call(trap, args));
    }

    private static RuntimeException refused(final String trap, final Object key, final String why) {
        return ScriptRuntime.typeError("'" + trap + "' on proxy: trap returned " + why + " for property '"
                + (key instanceof Symbol ? key.toString() : key) + "'");
    }

    @Override
    public String getClassName() {
        return target().getClassName();
    }

    @Override
    public String getTypeOf() {
        return kind;
    }

    /** Rhino asks this for {@code in}, for own properties, and for where a value is to be put. */
    @Override
    boolean hasKey(final Object key) {
        final Callable trap = trap("has");
        if (trap == null && (hasOwn(key) || trap("set") == null)) {
            return hasOwn(key);
        }
        return switch (ProxyConstructor.question()) {
            case IN -> trap == null ? hasOwn(key) : asks(trap, target, key) || isFixed(key);
            case ASSIGNMENT -> true; // it is the proxy that is to be assigned to
            case OWN -> hasOwn(key);
        };
    }

    private boolean isFixed(final Object key) {
        if (!target.isExtensible() && Keys.own(target, key) != null) {
            throw refused("has", key, "falsish");
        }
        return false;
    }

    private boolean hasOwn(final Object key) {
        return trap("getOwnPropertyDescriptor") == null ? Keys.has(target, key)
                : getOwnPropertyDescriptor(Context.getContext(), key) != null;
    }

    @Override
    Object getKey(final Object key, final Scriptable start) {
        final Callable trap = trap("get");
        return trap == null ? Keys.get(target, key, receiver(start)) : checked(key, call(trap, target, key, start));
    }

    private Object checked(final Object key, final Object value) {
        if (!target.isExtensible()) {
            final DescriptorInfo found = Keys.own(target, key);
            if (found != null && found.isConfigurable(false) && found.isDataDescriptor() && found.isWritable(false)
                    && !ScriptRuntime.same(value, found.value)) {
                throw refused("get", key, "another value than its target has");
            }
        }
        return value;
    }

    /** Getters see the proxy, but for those of Java objects, which know themselves only. */
    private Scriptable receiver(final Scriptable start) {
        return start == this && !(target instanceof NativeObject || target instanceof NativeArray
                || target instanceof SpecProxy) ? target : start;
    }

    @Override
    boolean putKey(final Object key, final Scriptable start, final Object value, final boolean isThrow) {
        if (!set(key, start, value) && isThrow) {
            throw refused("set", key, "falsish");
        }
        return true;
    }

    /** As {@code Reflect.set} does; false: it was refused. */
    final boolean set(final Object key, final Scriptable start, final Object value) {
        final Callable trap = trap("set");
        if (trap != null) {
            if (!asks(trap, target, key, value, start)) {
                return false;
            }
            if (!target.isExtensible()) {
                final DescriptorInfo found = Keys.own(target, key);
                if (found != null && found.isConfigurable(false) && found.isDataDescriptor()
                        && found.isWritable(false) && !ScriptRuntime.same(value, found.value)) {
                    throw refused("set", key, "truish");
                }
            }
            return true;
        }
        if (start == this && trap("defineProperty") != null) {
            return define(Context.getContext(), key, value);
        }
        return SpecObjects.set(Context.getContext(), getParentScope(), target, key, value, start);
    }

    /** What setting comes to for a receiver that is this proxy. */
    final boolean define(final Context context, final Object key, final Object value) {
        final DescriptorInfo found = getOwnPropertyDescriptor(context, key);
        if (found != null && (found.isAccessorDescriptor() || found.isWritable(false))) {
            return false;
        }
        return defineOwnProperty(context, key, found == null ? new DescriptorInfo(true, true, true, value)
                : new DescriptorInfo(NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND, NOT_FOUND, value));
    }

    @Override
    void deleteKey(final Object key) {
        final boolean strict = Context.getContext().isStrictMode();
        if (!remove(key) && strict) {
            throw refused("deleteProperty", key, "falsish");
        }
    }

    /** As {@code Reflect.deleteProperty} does. */
    final boolean remove(final Object key) {
        final Callable trap = trap("deleteProperty");
        if (trap == null) {
            return SpecObjects.delete(target, key);
        }
        if (!asks(trap, target, key)) {
            return false;
        }
        final DescriptorInfo found = Keys.own(target, key);
        if (found != null && (found.isConfigurable(false) || !target.isExtensible())) {
            throw refused("deleteProperty", key, "truish");
        }
        return true;
    }

    @Override
    Object[] getIds(final CompoundOperationMap<Scriptable> map, final boolean hidden, final boolean symbols) {
        final Callable trap = trap("ownKeys");
        if (trap == null && trap("getOwnPropertyDescriptor") == null) {
            try (CompoundOperationMap<Scriptable> ofTarget = target.startCompoundOp(false)) {
                return target.getIds(ofTarget, hidden, symbols);
            }
        }
        final List<Object> ids = new ArrayList<>();
        for (final Object id : trap == null ? Keys.all(target) : listed(call(trap, target))) {
            if (id instanceof Symbol ? symbols : hidden || isEnumerable(id)) {
                ids.add(id);
            }
        }
        return ids.toArray();
    }

    private List<Object> listed(final Object answer) {
        if (!(answer instanceof Scriptable list) || answer instanceof Symbol) {
            throw ScriptRuntime.typeError("CreateListFromArrayLike called on non-object");
        }
        final List<Object> keys = AbstractEcmaObjectOperations.createListFromArrayLike(Context.getContext(), list,
                one -> one instanceof CharSequence || ScriptRuntime.isSymbol(one), "a key is neither text nor a symbol");
        keys.replaceAll(one -> one instanceof CharSequence ? one.toString() : one);
        for (final Object fixed : Keys.all(target)) {
            if (!keys.contains(fixed) && (!target.isExtensible() || Keys.own(target, fixed).isConfigurable(false))) {
                throw refused("ownKeys", fixed, "a list without what is needed");
            }
        }
        return keys;
    }

    private boolean isEnumerable(final Object id) {
        final DescriptorInfo found = Keys.own(this, id);
        return found != null && found.isEnumerable();
    }

    @Override
    protected DescriptorInfo getOwnPropertyDescriptor(final Context context, final Object id) {
        final Callable trap = trap("getOwnPropertyDescriptor");
        final Object key = id instanceof Symbol ? id : ScriptRuntime.toString(id);
        final DescriptorInfo found = Keys.own(target, key);
        if (trap == null) {
            return found;
        }
        final Object answer = call(trap, target, key);
        if (Undefined.isUndefined(answer)) {
            if (found != null && (found.isConfigurable(false) || !target.isExtensible())) {
                throw refused("getOwnPropertyDescriptor", key, "undefined");
            }
            return null;
        }
        if (!(answer instanceof ScriptableObject given) || answer instanceof Symbol) {
            throw refused("getOwnPropertyDescriptor", key, "neither object nor undefined");
        }
        final DescriptorInfo described = Keys.completed(new DescriptorInfo(given));
        if (described.isConfigurable(false) && (found == null || found.isConfigurable())) {
            throw refused("getOwnPropertyDescriptor", key, "what is not configurable");
        }
        return described;
    }

    @Override
    public boolean defineOwnProperty(final Context context, final Object id, final DescriptorInfo description) {
        return defineOwnProperty(context, id, description, true);
    }

    @Override
    protected boolean defineOwnProperty(final Context context, final Object id, final DescriptorInfo description,
            final boolean checkValid) {
        final Callable trap = trap("defineProperty");
        if (trap == null) {
            return target.defineOwnProperty(context, id, description, checkValid);
        }
        final Object key = id instanceof Symbol ? id : ScriptRuntime.toString(id);
        if (!asks(trap, target, key, description.toObject(getParentScope()))) {
            return false;
        }
        final DescriptorInfo found = Keys.own(target, key);
        final boolean fixes = description.isConfigurable(false);
        if (found == null ? !target.isExtensible() || fixes
                : fixes && found.isConfigurable() || !AbstractEcmaObjectOperations.isCompatiblePropertyDescriptor(
                        context, target.isExtensible(), description, found)) {
            throw refused("defineProperty", key, "truish");
        }
        return true;
    }

    @Override
    public boolean isExtensible() {
        final Callable trap = trap("isExtensible");
        return trap == null ? target.isExtensible() : asks(trap, target);
    }

    @Override
    public boolean preventExtensions() {
        final Callable trap = trap("preventExtensions");
        return trap == null ? target.preventExtensions() : asks(trap, target);
    }

    @Override
    public Scriptable getPrototype() {
        final Callable trap = target == null ? null : trap("getPrototypeOf");
        if (trap == null) {
            return target == null ? null : target.getPrototype();
        }
        final Object answer = call(trap, target);
        if (answer != null && (!(answer instanceof Scriptable) || answer instanceof Symbol)) {
            throw ScriptRuntime.typeError("'getPrototypeOf' on proxy: trap returned neither object nor null");
        }
        return (Scriptable) answer;
    }

    @Override
    public void setPrototype(final Scriptable prototype) {
        final Callable trap = trap("setPrototypeOf");
        if (trap == null) {
            target.setPrototype(prototype);
        } else {
            asks(trap, target, prototype);
        }
    }
}
