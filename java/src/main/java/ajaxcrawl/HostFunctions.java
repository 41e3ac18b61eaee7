package ajaxcrawl;

import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.ScriptableObject.LambdaGetterFunction;
import org.htmlunit.corejs.javascript.ScriptableObject.LambdaSetterFunction;
import org.htmlunit.corejs.javascript.SerializableCallable;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.javascript.HtmlUnitScriptable;
import org.htmlunit.javascript.host.Window;

/** Adds members to the prototypes of one window's host objects. */
final class HostFunctions {

    private final Context context;
    private final TopLevel scope;
    private final Window window;

    HostFunctions(final Context context, final TopLevel scope, final Window window) {
        this.context = context;
        this.scope = scope;
        this.window = window;
    }

    /** The prototype of a host class; null where this browser has no such class. */
    ScriptableObject prototype(final Class<? extends HtmlUnitScriptable> type) {
        return window.getPrototype(type) instanceof ScriptableObject prototype ? prototype : null;
    }

    void function(final Class<? extends HtmlUnitScriptable> type, final String name, final int length,
            final SerializableCallable target) {
        prototype(type).defineBuiltinProperty(scope, name, length, target, 0,
                ScriptableObject.DONTENUM | ScriptableObject.READONLY);
    }

    void getter(final Class<? extends HtmlUnitScriptable> type, final String name, final LambdaGetterFunction getter) {
        accessor(type, name, getter, null);
    }

    void accessor(final Class<? extends HtmlUnitScriptable> type, final String name, final LambdaGetterFunction getter,
            final LambdaSetterFunction setter) {
        prototype(type).defineProperty(context, scope, name, getter, setter, 0);
    }
}
