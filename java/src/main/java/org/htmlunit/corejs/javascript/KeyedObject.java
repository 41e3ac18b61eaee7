package org.htmlunit.corejs.javascript;

/** An object for which a name, an index as text, and a symbol are one kind of key, as they are in the standard. */
abstract class KeyedObject extends ScriptableObject {

    private static final long serialVersionUID = 1L;

    abstract boolean hasKey(Object key);

    abstract Object getKey(Object key, Scriptable start);

    /** Puts a value; {@code isThrow}: it is an error where that is refused. */
    abstract boolean putKey(Object key, Scriptable start, Object value, boolean isThrow);

    abstract void deleteKey(Object key);

    @Override
    public final boolean has(final String name, final Scriptable start) {
        return hasKey(name);
    }

    @Override
    public final boolean has(final int index, final Scriptable start) {
        return hasKey(Integer.toString(index));
    }

    @Override
    public final boolean has(final Symbol key, final Scriptable start) {
        return hasKey(key);
    }

    @Override
    public final Object get(final String name, final Scriptable start) {
        return getKey(name, start);
    }

    @Override
    public final Object get(final int index, final Scriptable start) {
        return getKey(Integer.toString(index), start);
    }

    @Override
    public final Object get(final Symbol key, final Scriptable start) {
        return getKey(key, start);
    }

    @Override
    public final void put(final String name, final Scriptable start, final Object value) {
        putKey(name, start, value, isStrict());
    }

    @Override
    public final void put(final int index, final Scriptable start, final Object value) {
        putKey(Integer.toString(index), start, value, isStrict());
    }

    @Override
    public final void put(final Symbol key, final Scriptable start, final Object value) {
        putKey(key, start, value, isStrict());
    }

    private static boolean isStrict() {
        return Context.getContext().isStrictMode();
    }

    // Object.assign and the methods of arrays put values so; true: that is done

    @Override
    protected final boolean putOwnProperty(final String name, final Scriptable start, final Object value,
            final boolean isThrow) {
        return putKey(name, start, value, isThrow);
    }

    @Override
    protected final boolean putOwnProperty(final int index, final Scriptable start, final Object value,
            final boolean isThrow) {
        return putKey(Integer.toString(index), start, value, isThrow);
    }

    @Override
    protected final boolean putOwnProperty(final Symbol key, final Scriptable start, final Object value,
            final boolean isThrow) {
        return putKey(key, start, value, isThrow);
    }

    @Override
    public final void delete(final String name) {
        deleteKey(name);
    }

    @Override
    public final void delete(final int index) {
        deleteKey(Integer.toString(index));
    }

    @Override
    public final void delete(final Symbol key) {
        deleteKey(key);
    }
}
