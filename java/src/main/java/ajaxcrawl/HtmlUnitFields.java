package ajaxcrawl;

import java.lang.reflect.Field;

/** Private fields of HtmlUnit's that have no accessor. */
public final class HtmlUnitFields {

    private HtmlUnitFields() { }

    /** The field, made accessible. */
    public static Field of(final Class<?> type, final String name) {
        try {
            final Field field = type.getDeclaredField(name);
            field.setAccessible(true);
            return field;
        } catch (final NoSuchFieldException e) {
            throw new IllegalStateException("this HtmlUnit has no " + type.getName() + "." + name, e);
        }
    }

    /** The field's value in {@code owner}. */
    public static Object get(final Field field, final Object owner) {
        try {
            return field.get(owner);
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Sets the field in {@code owner}. */
    public static void set(final Field field, final Object owner, final Object value) {
        try {
            field.set(owner, value);
        } catch (final IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
