package ajaxcrawl;

import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Callable;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.host.Window;

/**
 * Properties of the window whose names scripts may take for global variables of their own ({@code var screen = …}): Web
 * IDL's {@code [Replaceable]}. In HtmlUnit such a variable keeps the window's value.
 */
final class ReplaceableProperties implements PageGlobal {

    private static final String[] NAMES = {"external", "screen", "self", "length", "parent", "frames", "performance",
        "scrollX", "scrollY", "pageXOffset", "pageYOffset", "innerWidth", "innerHeight", "outerWidth", "outerHeight",
        "devicePixelRatio", "offscreenBuffering"};

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        if (!(webWindow.getScriptableObject() instanceof Window window)) {
            return;
        }
        for (final String name : NAMES) {
            if (window.getGetterOrSetter(name, 0, window, false) instanceof Callable getter) {
                window.defineProperty(context, scope, name,
                        self -> getter.call(Context.getCurrentContext(), scope, window, JavaScriptEngine.EMPTY_ARGS),
                        (self, value) -> replace(window, name, value), 0);
            }
        }
    }

    private static void replace(final Window window, final String name, final Object value) {
        window.delete(name);
        window.defineProperty(name, value, ScriptableObject.EMPTY);
    }
}
