package ajaxcrawl;

import org.htmlunit.corejs.javascript.Delegator;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.SpecProxy;
import org.htmlunit.corejs.javascript.SymbolKey;

/** A proxy as the object of a {@code with} statement: it is asked for a name only if it says that it has it. */
final class ProxyScope extends Delegator {

    private final SpecProxy proxy;

    ProxyScope(final SpecProxy proxy) {
        super(proxy);
        this.proxy = proxy;
    }

    @Override
    public boolean has(final String name, final Scriptable start) {
        if (proxy.traps("has") ? !proxy.has(name, proxy) : !ScriptableObject.hasProperty(proxy, name)) {
            return false;
        }
        final Object unscopables = proxy.get(SymbolKey.UNSCOPABLES, proxy);
        return !(unscopables instanceof Scriptable names)
                || !ScriptRuntime.toBoolean(names.get(name, names));
    }

    @Override
    public Object get(final String name, final Scriptable start) {
        return has(name, start) ? ScriptableObject.getProperty(proxy, name) : NOT_FOUND;
    }

    @Override
    public void put(final String name, final Scriptable start, final Object value) {
        proxy.put(name, proxy, value);
    }

    /** The proxy has answered for its target's prototypes already. */
    @Override
    public Scriptable getPrototype() {
        return null;
    }
}
