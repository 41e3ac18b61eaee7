package ajaxcrawl;

import java.util.function.BiFunction;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.StandInConstructor;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.VarScope;

/** An {@code HTMLElement} that classes of custom elements can extend (HTML Standard, HTML element constructors). */
final class HtmlElementConstructor extends StandInConstructor {

    private static final long serialVersionUID = 1L;

    private final transient BiFunction<Object, Scriptable, Scriptable> maker;

    /**
     * @param real HtmlUnit's
     * @param maker gives the element for a {@code new.target} and the prototype that it is to have
     */
    HtmlElementConstructor(final TopLevel scope, final ScriptableObject real,
            final BiFunction<Object, Scriptable, Scriptable> maker) {
        super(scope, real, "HTMLElement", 0);
        this.maker = maker;
        final ScriptableObject prototype = (ScriptableObject) ScriptableObject.getProperty(real, "prototype");
        setImmunePrototypeProperty(prototype);
        ScriptableObject.defineProperty(prototype, "constructor", this, DONTENUM);
    }

    @Override
    public Object call(final Context context, final Object newTarget, final VarScope scope, final Object thisObject,
            final Object[] args) {
        throw ScriptRuntime.typeError("Failed to construct 'HTMLElement': Please use the 'new' operator");
    }

    @Override
    public Scriptable construct(final Context context, final Object newTarget, final VarScope scope,
            final Object[] args) {
        if (newTarget == this || !(newTarget instanceof Scriptable target)
                || !(ScriptableObject.getProperty(target, "prototype") instanceof Scriptable prototype)) {
            throw ScriptRuntime.typeError("Illegal constructor");
        }
        return maker.apply(newTarget, prototype);
    }
}
