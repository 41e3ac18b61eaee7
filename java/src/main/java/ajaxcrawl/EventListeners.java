package ajaxcrawl;

import java.util.HashMap;
import java.util.Map;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.corejs.javascript.VarScope;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.event.EventTarget;

/**
 * {@code addEventListener} with its options: capture, once, signal, passive (DOM Standard). HtmlUnit takes any options
 * for a wish to capture.
 */
final class EventListeners implements PageGlobal {

    private static final Object KEY = "ajaxcrawl listeners with options";

    /** A listener as the page names it; by identity, for a page's objects have no equality of their own. */
    private record Key(String type, Scriptable listener, boolean capture) { }

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        if (webWindow.getScriptableObject() instanceof Window window) {
            new HostFunctions(scope, window).extend(EventTarget.class, prototype -> define(scope, prototype, window));
        }
    }

    private static void define(final TopLevel scope, final ScriptableObject prototype, final Window window) {
        prototype.defineBuiltinProperty(scope, "addEventListener", 2, (cx, s, self, args) -> {
            add(cx, scope, target(self, window), args);
            return Undefined.instance;
        }, 0, ScriptableObject.READONLY);
        prototype.defineBuiltinProperty(scope, "removeEventListener", 2, (cx, s, self, args) -> {
            remove(target(self, window), args);
            return Undefined.instance;
        }, 0, ScriptableObject.READONLY);
    }

    private static EventTarget target(final Object self, final Window window) {
        if (self == null || Undefined.isUndefined(self)) {
            return window;
        }
        if (self instanceof EventTarget target) {
            return target;
        }
        if (self instanceof org.htmlunit.javascript.HtmlUnitScriptableProxy<?> proxy
                && proxy.getDelegee() instanceof EventTarget target) {
            return target;
        }
        throw JavaScriptEngine.typeError("Illegal invocation");
    }

    private static boolean flag(final Object options, final String name) {
        if (options instanceof Scriptable given && !(options instanceof CharSequence)) {
            final Object value = ScriptableObject.getProperty(given, name);
            return value != Scriptable.NOT_FOUND && ScriptRuntime.toBoolean(value);
        }
        return "capture".equals(name) && options != null && !Undefined.isUndefined(options)
                && ScriptRuntime.toBoolean(options);
    }

    private static Object argument(final Object[] args, final int index) {
        return args.length > index ? args[index] : Undefined.instance;
    }

    @SuppressWarnings("unchecked") // nobody else has KEY
    private static Map<Key, Function> wrappers(final EventTarget target) {
        final Object known = target.getAssociatedValue(KEY);
        return (Map<Key, Function>) (known == null ? target.associateValue(KEY, new HashMap<Key, Function>()) : known);
    }

    private static void add(final Context context, final TopLevel scope, final EventTarget target,
            final Object[] args) {
        if (args.length < 2) {
            throw JavaScriptEngine.typeError("Failed to execute 'addEventListener' on 'EventTarget': 2 arguments"
                    + " required, but only " + args.length + " present.");
        }
        if (!(args[1] instanceof Scriptable listener) || Undefined.isUndefined(listener)) {
            return;
        }
        final String type = JavaScriptEngine.toString(args[0]);
        final Object options = argument(args, 2);
        final boolean capture = flag(options, "capture");
        final boolean once = flag(options, "once");
        final Object signal = options instanceof Scriptable given ? ScriptableObject.getProperty(given, "signal") : null;
        if (signal instanceof Scriptable aborting && flag(aborting, "aborted")) {
            return;
        }
        if (!once && !needsWrapper(listener)) {
            target.addEventListener(type, listener, capture);
        } else {
            final Key key = new Key(type, listener, capture);
            final Map<Key, Function> wrappers = wrappers(target);
            if (wrappers.containsKey(key)) {
                return;
            }
            final Function wrapper = wrapper(scope, target, key, once);
            wrappers.put(key, wrapper);
            target.addEventListener(type, wrapper, capture);
        }
        if (signal instanceof Scriptable aborting) {
            final Function end = new LambdaFunction(scope, "", 0, (cx, s, self, event) -> {
                remove(target, new Object[] {type, listener, capture});
                return Undefined.instance;
            }, false);
            ScriptableObject.callMethod(context, aborting, "addEventListener", new Object[] {"abort", end});
        }
    }

    /** HtmlUnit knows functions, and handleEvent of plain objects alone. */
    private static boolean needsWrapper(final Scriptable listener) {
        return !(listener instanceof Function)
                && !(listener instanceof org.htmlunit.corejs.javascript.NativeObject);
    }

    private static Function wrapper(final TopLevel scope, final EventTarget target, final Key key, final boolean once) {
        return new LambdaFunction(scope, "", 1, (context, s, self, args) -> {
            if (once) {
                remove(target, new Object[] {key.type(), key.listener(), key.capture()});
            }
            return handle(context, s, key.listener(), self, args);
        }, false);
    }

    private static Object handle(final Context context, final VarScope scope, final Scriptable listener,
            final Object self, final Object[] args) {
        if (listener instanceof Function function) {
            return function.call(context, scope, self, args);
        }
        return ScriptableObject.getProperty(listener, "handleEvent") instanceof Function function
                ? function.call(context, scope, listener, args) : Undefined.instance;
    }

    private static void remove(final EventTarget target, final Object[] args) {
        if (!(argument(args, 1) instanceof Scriptable listener) || Undefined.isUndefined(listener)) {
            return;
        }
        final String type = JavaScriptEngine.toString(args[0]);
        final boolean capture = flag(argument(args, 2), "capture");
        final Function wrapper = target.getAssociatedValue(KEY) == null ? null
                : wrappers(target).remove(new Key(type, listener, capture));
        target.removeEventListener(type, wrapper == null ? listener : wrapper, capture);
    }
}
