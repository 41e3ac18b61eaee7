package ajaxcrawl;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.Symbol;
import org.htmlunit.corejs.javascript.SymbolKey;
import org.htmlunit.javascript.JavaScriptEngine;

/** A module's exports, as {@code import * as} gives them: read alone, in the order of their names. */
final class ModuleNamespace extends ScriptableObject {

    private static final long serialVersionUID = 1L;

    private transient List<String> missing;
    private transient boolean isWriting;

    ModuleNamespace() {
        isWriting = true;
        defineProperty(SymbolKey.TO_STRING_TAG, "Module", DONTENUM | READONLY | PERMANENT);
        isWriting = false;
    }

    @Override
    public String getClassName() {
        return "Module";
    }

    /** Gives an export its value. False where it has it already. */
    boolean export(final String name, final Object value) {
        final Object known = super.get(name, this);
        if (known == value || known != null && known != NOT_FOUND && known.equals(value)) {
            return false;
        }
        if (known == NOT_FOUND && !isExtensible()) {
            return false;
        }
        define(name, value);
        return true;
    }

    private void define(final String name, final Object value) {
        isWriting = true;
        if (has(name, this)) {
            super.put(name, this, value);
        } else {
            defineProperty(name, value, PERMANENT);
        }
        isWriting = false;
    }

    /** From now on there are no more exports. */
    void seal() {
        final TreeMap<String, Object> sorted = new TreeMap<>();
        final List<Object> order = new ArrayList<>();
        for (final Object id : getIds()) {
            order.add(id);
            sorted.put(String.valueOf(id), super.get(String.valueOf(id), this));
        }
        if (!order.equals(List.copyOf(sorted.keySet()))) {
            sorted.forEach((name, value) -> {
                setAttributes(name, EMPTY);
                super.delete(name);
                define(name, value);
            });
        }
        preventExtensions();
    }

    /** Notes the names that are asked for in vain. */
    void note(final List<String> names) {
        missing = names;
    }

    @Override
    public Object get(final String name, final Scriptable start) {
        final Object value = super.get(name, start);
        if (value == NOT_FOUND && missing != null) {
            missing.add(name);
        }
        return value;
    }

    @Override
    public void put(final String name, final Scriptable start, final Object value) {
        if (isWriting) {
            super.put(name, start, value);
        } else {
            refuse("Cannot assign to read only property '" + name + "' of object '[object Module]'");
        }
    }

    @Override
    public void put(final Symbol key, final Scriptable start, final Object value) {
        if (isWriting) {
            super.put(key, start, value);
            return;
        }
        refuse("Cannot assign to read only property '" + key + "' of object '[object Module]'");
    }

    @Override
    public void delete(final String name) {
        if (has(name, this)) {
            refuse("Cannot delete property '" + name + "' of [object Module]");
        }
    }

    /** Modules are strict: none assigns in vain. */
    private static void refuse(final String message) {
        throw JavaScriptEngine.typeError(message);
    }
}
