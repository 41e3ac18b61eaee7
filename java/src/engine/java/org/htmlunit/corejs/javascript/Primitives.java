package org.htmlunit.corejs.javascript;

import java.lang.reflect.Field;

/** The values that objects of Number, String and the like stand for. */
final class Primitives {

    private static final Field NUMBER = field(NativeNumber.class, "doubleValue");
    private static final Field BOOLEAN = field(NativeBoolean.class, "booleanValue");
    private static final Field BIG_INT = field(NativeBigInt.class, "bigIntValue");

    private Primitives() { }

    private static Field field(final Class<?> type, final String name) {
        try {
            final Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (final NoSuchFieldException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The value; {@code object} itself where it is no such one, or one of a subclass. */
    static Object of(final ScriptableObject object) {
        if (object instanceof NativeString) {
            return isPlain(object) ? object.toString() : object;
        }
        if (object instanceof NativeNumber) {
            return isPlain(object) ? value(NUMBER, object) : object;
        }
        if (object instanceof NativeBoolean) {
            return isPlain(object) ? value(BOOLEAN, object) : object;
        }
        if (object instanceof NativeBigInt) {
            return value(BIG_INT, object);
        }
        return object instanceof NativeSymbol symbol ? symbol.getKey() : object;
    }

    private static boolean isPlain(final ScriptableObject object) {
        return object.getPrototype() != null && object.getPrototype().getClass() == object.getClass();
    }

    private static Object value(final Field field, final ScriptableObject object) {
        try {
            return field.get(object);
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
