package ajaxcrawl;

import java.util.Arrays;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.BaseFunction;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.css.CSSStyleDeclaration;

/** {@code style.setProperty} whose priority may be left out as {@code undefined}, which to HtmlUnit is no priority. */
final class InlineStyles implements PageGlobal {

    private static final int PRIORITY = 2;

    @Override
    public void install(final Context context, final TopLevel scope, final WebWindow webWindow) {
        if (!(webWindow.getScriptableObject() instanceof Window window)
                || !(window.getPrototype(CSSStyleDeclaration.class) instanceof ScriptableObject prototype)
                || !(prototype.get("setProperty", prototype) instanceof BaseFunction original)) {
            return;
        }
        new HostFunctions(context, scope, window).function(CSSStyleDeclaration.class, "setProperty", PRIORITY,
                (cx, s, self, args) -> {
                    final Object[] given = Arrays.copyOf(args, Math.max(args.length, PRIORITY + 1));
                    if (args.length >= PRIORITY && JavaScriptEngine.isUndefined(given[PRIORITY])) {
                        given[PRIORITY] = "";
                    }
                    return original.call(cx, s, self, args.length < PRIORITY ? args : given);
                });
    }
}
