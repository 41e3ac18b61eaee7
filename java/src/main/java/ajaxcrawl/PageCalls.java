package ajaxcrawl;

import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.RhinoException;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.html.HtmlPage;

/** Calls a page's functions from what happens to its document, whether or not a script is running. */
final class PageCalls {

    private final TopLevel scope;
    private final WebWindow window;

    PageCalls(final TopLevel scope, final WebWindow window) {
        this.scope = scope;
        this.window = window;
    }

    /** Calls; an error is reported as one that no script has caught. Null where there was one. */
    Object call(final Function function, final Scriptable self, final Object... args) {
        if (!(window.getEnclosedPage() instanceof HtmlPage page)) {
            return null;
        }
        final PageEngine engine = (PageEngine) window.getWebClient().getJavaScriptEngine();
        final Context context = Context.getCurrentContext();
        if (context == null || !ScriptRuntime.hasTopCall(context)) {
            return engine.callFunction(page, function, scope, self, args);
        }
        return engine.nested(() -> {
            try {
                return function.call(context, scope, self, args);
            } catch (final RhinoException e) {
                engine.report(page, e);
                return null;
            }
        });
    }
}
