package ajaxcrawl;

import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.HostClasses;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.ScriptableObject.LambdaGetterFunction;
import org.htmlunit.corejs.javascript.ScriptableObject.LambdaSetterFunction;
import org.htmlunit.corejs.javascript.SerializableCallable;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.javascript.HtmlUnitScriptable;
import org.htmlunit.javascript.host.Window;

/** Adds members to one window's host classes: at once, or when a class is made. What the browser lacks is left out. */
final class HostFunctions {

    private final TopLevel scope;
    private final Window window;
    /** Null: all are made, by HtmlUnit. */
    private final HostClasses classes;

    HostFunctions(final TopLevel scope, final Window window) {
        this.scope = scope;
        this.window = window;
        classes = HostClasses.of(scope);
    }

    void extend(final Class<? extends HtmlUnitScriptable> type, final Consumer<ScriptableObject> addition) {
        if (classes != null) {
            classes.extend(type, (prototype, constructor) -> addition.accept(prototype));
        } else if (window.getPrototype(type) instanceof ScriptableObject prototype) {
            addition.accept(prototype);
        }
    }

    void extend(final String name, final HostClasses.Addition addition) {
        if (classes != null) {
            classes.extend(name, addition);
        } else if (window.get(name, window) instanceof ScriptableObject constructor
                && constructor.get("prototype", constructor) instanceof ScriptableObject prototype) {
            addition.to(prototype, constructor);
        }
    }

    /** Gives the window another constructor of a class in place of HtmlUnit's. */
    void standIn(final String name, final UnaryOperator<ScriptableObject> ofReal) {
        if (classes != null) {
            classes.standIn(name, ofReal);
        } else if (window.get(name, window) instanceof ScriptableObject real) {
            window.defineProperty(name, ofReal.apply(real), ScriptableObject.DONTENUM);
        }
    }

    void function(final Class<? extends HtmlUnitScriptable> type, final String name, final int length,
            final SerializableCallable target) {
        extend(type, prototype -> prototype.defineBuiltinProperty(scope, name, length, target, 0,
                ScriptableObject.DONTENUM | ScriptableObject.READONLY));
    }

    void getter(final Class<? extends HtmlUnitScriptable> type, final String name, final LambdaGetterFunction getter) {
        accessor(type, name, getter, null);
    }

    void accessor(final Class<? extends HtmlUnitScriptable> type, final String name, final LambdaGetterFunction getter,
            final LambdaSetterFunction setter) {
        extend(type, prototype ->
                prototype.defineProperty(Context.getCurrentContext(), scope, name, getter, setter, 0));
    }
}
