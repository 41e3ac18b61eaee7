package ajaxcrawl;

import com.ibm.icu.util.ULocale;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.Undefined;

/** A formatter's options, as {@code Intl.js} has completed them: texts, numbers and booleans by name. */
final class IcuOptions {

    private final Scriptable values;

    IcuOptions(final Object values) {
        this.values = (Scriptable) values;
    }

    private Object value(final String name) {
        final Object value = ScriptableObject.getProperty(values, name);
        return value == Scriptable.NOT_FOUND || Undefined.isUndefined(value) ? null : value;
    }

    /** The text of that name; null: none. */
    String text(final String name) {
        final Object value = value(name);
        return value == null ? null : ScriptRuntime.toString(value);
    }

    String text(final String name, final String otherwise) {
        final String text = text(name);
        return text == null ? otherwise : text;
    }

    boolean has(final String name) {
        return value(name) != null;
    }

    int number(final String name, final int otherwise) {
        return value(name) instanceof Number number ? number.intValue() : otherwise;
    }

    boolean flag(final String name) {
        return Boolean.TRUE.equals(value(name));
    }

    ULocale locale() {
        return ULocale.forLanguageTag(text("locale", "en-US"));
    }
}
