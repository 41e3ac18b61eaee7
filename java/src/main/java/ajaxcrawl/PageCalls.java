package ajaxcrawl;

import org.htmlunit.Page;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.RhinoException;
import org.htmlunit.corejs.javascript.ScriptRuntime;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.JavaScriptEngine;

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
        final Context context = Context.getCurrentContext();
        if (context == null || !ScriptRuntime.hasTopCall(context)) {
            final Page page = window.getEnclosedPage();
            return page instanceof HtmlPage html ? ((JavaScriptEngine) window.getWebClient().getJavaScriptEngine())
                    .callFunction(html, function, scope, self, args) : null;
        }
        try {
            return function.call(context, scope, self, args);
        } catch (final RhinoException e) {
            report(e);
            return null;
        }
    }

    private void report(final RhinoException error) {
        if (window.getWebClient() instanceof PageClient client) {
            client.log().add("error", "script", error.details(), ScriptLog.url(error.sourceName()), error.lineNumber());
        }
    }
}
