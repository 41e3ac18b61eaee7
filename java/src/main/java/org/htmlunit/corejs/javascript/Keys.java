package org.htmlunit.corejs.javascript;

import java.util.ArrayList;
import java.util.List;

/** Rhino has a method each for names, indexes and symbols: here a key may be any of them. */
final class Keys {

    private Keys() { }

    static boolean has(final ScriptableObject object, final Object key) {
        if (key instanceof Symbol symbol) {
            return object.has(symbol, object);
        }
        final ScriptRuntime.StringIdOrIndex id = ScriptRuntime.toStringIdOrIndex(key);
        return id.stringId == null ? object.has(id.index, object) : object.has(id.stringId, object);
    }

    static Object get(final ScriptableObject object, final Object key, final Scriptable start) {
        if (key instanceof Symbol symbol) {
            return object.get(symbol, start);
        }
        final ScriptRuntime.StringIdOrIndex id = ScriptRuntime.toStringIdOrIndex(key);
        return id.stringId == null ? object.get(id.index, start) : object.get(id.stringId, start);
    }

    static boolean inherits(final ScriptableObject object, final Object key) {
        if (key instanceof Symbol symbol) {
            return ScriptableObject.hasProperty(object, symbol);
        }
        final ScriptRuntime.StringIdOrIndex id = ScriptRuntime.toStringIdOrIndex(key);
        return id.stringId == null ? ScriptableObject.hasProperty(object, id.index)
                : ScriptableObject.hasProperty(object, id.stringId);
    }

    static void put(final ScriptableObject object, final Object key, final Object value) {
        if (key instanceof Symbol symbol) {
            object.put(symbol, object, value);
            return;
        }
        final ScriptRuntime.StringIdOrIndex id = ScriptRuntime.toStringIdOrIndex(key);
        if (id.stringId == null) {
            object.put(id.index, object, value);
        } else {
            object.put(id.stringId, object, value);
        }
    }

    static void delete(final ScriptableObject object, final Object key) {
        if (key instanceof Symbol symbol) {
            object.delete(symbol);
            return;
        }
        final ScriptRuntime.StringIdOrIndex id = ScriptRuntime.toStringIdOrIndex(key);
        if (id.stringId == null) {
            object.delete(id.index);
        } else {
            object.delete(id.stringId);
        }
    }

    /** Null: there is none. */
    static ScriptableObject.DescriptorInfo own(final ScriptableObject object, final Object key) {
        final ScriptableObject.DescriptorInfo found = object.getOwnPropertyDescriptor(Context.getContext(),
                key instanceof Symbol ? key : ScriptRuntime.toString(key));
        return found == null || Undefined.isUndefined(found) ? null : found;
    }

    /** CompletePropertyDescriptor, ECMAScript 6.2.6.6. */
    static ScriptableObject.DescriptorInfo completed(final ScriptableObject.DescriptorInfo given) {
        final Object enumerable = ScriptRuntime.toBoolean(orUndefined(given.enumerable));
        final Object configurable = ScriptRuntime.toBoolean(orUndefined(given.configurable));
        return given.isAccessorDescriptor()
                ? new ScriptableObject.DescriptorInfo(enumerable, Scriptable.NOT_FOUND, configurable,
                        orUndefined(given.getter), orUndefined(given.setter), Scriptable.NOT_FOUND)
                : new ScriptableObject.DescriptorInfo(enumerable, ScriptRuntime.toBoolean(orUndefined(given.writable)),
                        configurable, Scriptable.NOT_FOUND, Scriptable.NOT_FOUND, orUndefined(given.value));
    }

    private static Object orUndefined(final Object value) {
        return value == Scriptable.NOT_FOUND ? Undefined.instance : value;
    }

    /** All of an object's own; indexes as text. */
    static List<Object> all(final ScriptableObject object) {
        final List<Object> keys = new ArrayList<>();
        try (CompoundOperationMap<Scriptable> map = object.startCompoundOp(false)) {
            for (final Object id : object.getIds(map, true, true)) {
                keys.add(id instanceof Symbol ? id : ScriptRuntime.toString(id));
            }
        }
        return keys;
    }
}
