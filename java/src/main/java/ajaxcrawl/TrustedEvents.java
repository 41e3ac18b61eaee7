package ajaxcrawl;

import java.util.List;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.BaseFunction;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.javascript.HtmlUnitScriptable;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.event.Event;
import org.htmlunit.javascript.host.event.EventTarget;
import org.htmlunit.javascript.host.html.HTMLDocument;
import org.htmlunit.javascript.host.html.HTMLFormElement;

/** {@code Event.isTrusted}, which HtmlUnit lacks: false for what scripts dispatch. */
final class TrustedEvents implements PageGlobal {

    private static final Object BY_SCRIPT = "ajaxcrawl dispatched by a script";

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        if (!(webWindow.getScriptableObject() instanceof Window window)) {
            return;
        }
        final HostFunctions host = new HostFunctions(scope, window);
        host.getter(Event.class, "isTrusted", TrustedEvents::isTrusted);
        // HtmlUnit gives each of these a function of its own
        mark(scope, window);
        for (final Class<? extends HtmlUnitScriptable> type
                : List.of(Window.class, EventTarget.class, HTMLDocument.class, HTMLFormElement.class)) {
            host.extend(type, prototype -> mark(scope, prototype));
        }
    }

    private static void mark(final TopLevel scope, final ScriptableObject owner) {
        if (!(owner.get("dispatchEvent", owner) instanceof BaseFunction dispatch)) {
            return;
        }
        owner.defineBuiltinProperty(scope, "dispatchEvent", 1, (context, s, self, args) -> {
            if (args.length > 0 && args[0] instanceof Event dispatched) {
                dispatched.associateValue(BY_SCRIPT, true);
            }
            return dispatch.call(context, s, self, args);
        }, 0, 3);
    }

    private static Object isTrusted(final Scriptable self) {
        return self instanceof Event event && event.getTarget() != null && !isByScript(event);
    }

    /** Whether a script has dispatched an event. */
    static boolean isByScript(final Event event) {
        return event.getAssociatedValue(BY_SCRIPT) != null;
    }
}
