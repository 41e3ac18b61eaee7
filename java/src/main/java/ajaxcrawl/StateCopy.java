package ajaxcrawl;

import java.util.IdentityHashMap;
import java.util.Map;
import org.htmlunit.corejs.javascript.Callable;
import org.htmlunit.corejs.javascript.NativeArray;
import org.htmlunit.corejs.javascript.NativeObject;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.Symbol;
import org.htmlunit.javascript.HtmlUnitScriptable;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.host.dom.DOMException;

/** Copies a history entry's state: plain objects and arrays deeply, all else as it is. */
final class StateCopy {

    private final HtmlUnitScriptable owner;
    private final Map<Object, Scriptable> copies = new IdentityHashMap<>();

    StateCopy(final HtmlUnitScriptable owner) {
        this.owner = owner;
    }

    Object of(final Object value) {
        if (JavaScriptEngine.isUndefined(value) || copies.containsKey(value)) {
            return copies.get(value);
        }
        if (value instanceof Callable || value instanceof Symbol) {
            throw JavaScriptEngine.asJavaScriptException(owner, "The state object could not be cloned.",
                    DOMException.DATA_CLONE_ERR);
        }
        final Scriptable copy;
        if (value instanceof NativeArray array) {
            copy = JavaScriptEngine.newArray(owner.getParentScope(), (int) array.getLength());
        } else if (value instanceof NativeObject) {
            copy = JavaScriptEngine.newObject(owner.getParentScope());
        } else {
            return value;
        }
        final Scriptable source = (Scriptable) value;
        copies.put(value, copy);
        for (final Object id : source.getIds()) {
            if (id instanceof String name) {
                copy.put(name, copy, copyOf(source.get(name, source)));
            } else if (id instanceof Integer position) {
                copy.put(position, copy, copyOf(source.get(position, source)));
            }
        }
        return copy;
    }

    /** In a member {@code undefined} stays. */
    private Object copyOf(final Object value) {
        return JavaScriptEngine.isUndefined(value) ? value : of(value);
    }
}
