package ajaxcrawl;

import java.lang.reflect.Field;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Scriptable;
import org.htmlunit.corejs.javascript.Symbol;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.WindowProxy;
import org.htmlunit.javascript.host.html.DocumentProxy;

/**
 * What scripts get as {@code window} and {@code document}: they stand for the window's present global object and document,
 * which take properties named by symbols too; HtmlUnit's hand such a property to and fro until the stack is full.
 */
final class WindowProxies {

    private static final Field WINDOW = HtmlUnitFields.of(Window.class, "windowProxy_");
    private static final Field DOCUMENT = HtmlUnitFields.of(Window.class, "documentProxy_");

    private WindowProxies() { }

    static void install(final Window window, final WebWindow webWindow) {
        HtmlUnitFields.set(WINDOW, window, new SiteWindowProxy(webWindow));
        HtmlUnitFields.set(DOCUMENT, window, new SiteDocumentProxy(webWindow));
    }

    private static final class SiteWindowProxy extends WindowProxy {

        private static final long serialVersionUID = 1L;

        SiteWindowProxy(final WebWindow webWindow) {
            super(webWindow);
        }

        @Override
        public void put(final Symbol symbol, final Scriptable start, final Object value) {
            super.put(symbol, start == this ? getDelegee() : start, value);
        }
    }

    private static final class SiteDocumentProxy extends DocumentProxy {

        private static final long serialVersionUID = 1L;

        SiteDocumentProxy(final WebWindow webWindow) {
            super(webWindow);
        }

        @Override
        public void put(final Symbol symbol, final Scriptable start, final Object value) {
            super.put(symbol, start == this ? getDelegee() : start, value);
        }
    }
}
