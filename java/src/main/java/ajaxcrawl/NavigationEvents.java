package ajaxcrawl;

import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.Function;
import org.htmlunit.corejs.javascript.LambdaFunction;
import org.htmlunit.corejs.javascript.ScriptableObject;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.corejs.javascript.Undefined;
import org.htmlunit.html.HtmlPage;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.host.Window;

/** Tells navigation.js where a window goes, once a page has asked for the Navigation API, and asks whether it may. */
final class NavigationEvents {

    private static final Object KEY = NavigationEvents.class;

    private NavigationEvents() { }

    /** Puts what navigation.js needs onto {@code host}. */
    static void addTo(final ScriptableObject host, final TopLevel scope, final WebWindow webWindow) {
        host.defineProperty("onNavigation", new LambdaFunction(scope, "onNavigation", 1, (context, s, self, args) -> {
            window(webWindow).associateValue(KEY, args[0]);
            return Undefined.instance;
        }, false), 0);
        host.defineProperty("navigationEntries", new LambdaFunction(scope, "navigationEntries", 0, (context, s, self, args) ->
                JavaScriptEngine.newArray(scope, history(webWindow).described().stream()
                        .map(one -> JavaScriptEngine.newArray(scope, one.toArray())).toArray()), false), 0);
        host.defineProperty("navigationIndex", new LambdaFunction(scope, "navigationIndex", 0, (context, s, self, args) ->
                history(webWindow).index(), false), 0);
        host.defineProperty("navigateTo", new LambdaFunction(scope, "navigateTo", 2, (context, s, self, args) -> {
            history(webWindow).navigate(JavaScriptEngine.toString(args[0]), JavaScriptEngine.toBoolean(args[1]));
            return Undefined.instance;
        }, false), 0);
        host.defineProperty("commitNavigation", new LambdaFunction(scope, "commitNavigation", 2, (context, s, self, args) -> {
            history(webWindow).commit(WebUrl.parse(JavaScriptEngine.toString(args[0]), null), JavaScriptEngine.toBoolean(args[1]));
            return Undefined.instance;
        }, false), 0);
    }

    private static Window window(final WebWindow webWindow) {
        return (Window) webWindow.getScriptableObject();
    }

    private static SiteHistory history(final WebWindow webWindow) {
        return (SiteHistory) window(webWindow).getHistory();
    }

    /**
     * Whether a navigation goes on that is about to begin.
     *
     * @param type push, replace or traverse
     * @param entry the index of the entry that is gone to; -1: a new one
     * @param hashChange whether it is one to a fragment
     */
    static boolean mayGo(final Window window, final String type, final WebUrl url, final boolean sameDocument,
            final int entry, final boolean hashChange) {
        return !Boolean.FALSE.equals(tell(window, "navigate", type, url.href(), sameDocument, entry, hashChange));
    }

    /** A navigation within the document has been made. */
    static void committed(final Window window, final String type) {
        tell(window, "commit", type, "", true, -1, false);
    }

    private static Object tell(final Window window, final Object... values) {
        if (!(window.getAssociatedValue(KEY) instanceof Function told)
                || !(window.getWebWindow().getEnclosedPage() instanceof HtmlPage page)
                || !(page.getWebClient().getJavaScriptEngine() instanceof PageEngine engine)) {
            return null;
        }
        final TopLevel scope = ScriptableObject.getTopLevelScope(told.getDeclarationScope());
        if (Context.getCurrentContext() != null) {
            return engine.callFunction(page, told, scope, window, values);
        }
        return engine.getContextFactory().call(context -> engine.callFunction(page, told, scope, window, values));
    }
}
