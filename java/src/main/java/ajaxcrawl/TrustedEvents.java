package ajaxcrawl;

import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.BaseFunction;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.event.Event;
import org.htmlunit.javascript.host.event.EventTarget;

/** {@code Event.isTrusted}, which HtmlUnit lacks: false for what scripts dispatch. */
final class TrustedEvents implements PageGlobal {

    private static final Object BY_SCRIPT = "ajaxcrawl dispatched by a script";

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        if (!(webWindow.getScriptableObject() instanceof Window window)
                || !(window.getPrototype(Event.class) instanceof ScriptableObject event)
                || !(window.getPrototype(EventTarget.class) instanceof ScriptableObject target)
                || !(target.get("dispatchEvent", target) instanceof BaseFunction dispatch)) {
            return;
        }
        event.defineProperty(context, scope, "isTrusted", TrustedEvents::isTrusted, 0);
        target.defineProperty("dispatchEvent", new LambdaFunction(scope, "dispatchEvent", 1, (cx, s, thisObject, args) -> {
            if (args.length > 0 && args[0] instanceof Event dispatched) {
                dispatched.associateValue(BY_SCRIPT, true);
            }
            return dispatch.call(cx, s, thisObject, args);
        }, false), 0);
    }

    private static Object isTrusted(final Scriptable self) {
        return self instanceof Event event && event.getTarget() != null && event.getAssociatedValue(BY_SCRIPT) == null;
    }
}
