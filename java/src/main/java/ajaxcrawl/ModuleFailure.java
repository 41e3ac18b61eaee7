package ajaxcrawl;

import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.JavaScriptException;
import org.htmlunit.corejs.javascript.RhinoException;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.VarScope;

/** Why a module can't be had: it is no JavaScript, does not fit to what imports it, or threw. */
final class ModuleFailure extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Object value;
    private final RhinoException origin;

    private ModuleFailure(final Object value, final RhinoException origin) {
        super(origin.details(), null, false, false);
        this.value = value;
        this.origin = origin;
    }

    static ModuleFailure of(final RhinoException thrown, final Context context, final VarScope scope) {
        final Object value = thrown instanceof JavaScriptException exception ? exception.getValue()
                : ScriptRuntime.wrapException(thrown, scope, context);
        return new ModuleFailure(value, new JavaScriptException(value, thrown.sourceName(), thrown.lineNumber()));
    }

    /** What a promise was rejected with. */
    static ModuleFailure of(final Object reason, final String url) {
        String file = url;
        int line = 0;
        if (reason instanceof Scriptable error) {
            if (ScriptableObject.getProperty(error, "fileName") instanceof CharSequence name && name.length() > 0) {
                file = name.toString();
            }
            if (ScriptableObject.getProperty(error, "lineNumber") instanceof Number number) {
                line = number.intValue();
            }
        }
        return new ModuleFailure(reason, new JavaScriptException(reason, file, line));
    }

    /** An error of ours, as one of the page's. */
    static ModuleFailure error(final String type, final String message, final String url, final int line,
            final Context context, final VarScope scope) {
        return of(ScriptRuntime.constructError(type, message, url, line, null, 0), context, scope);
    }

    /** What scripts see. */
    Object value() {
        return value;
    }

    /** The same as an exception, with its place. */
    RhinoException origin() {
        return origin;
    }
}
