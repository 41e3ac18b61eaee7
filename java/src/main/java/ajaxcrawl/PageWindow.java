package ajaxcrawl;

import java.lang.reflect.Method;
import org.htmlunit.BrowserVersion;
import org.htmlunit.BrowserVersionFeatures;
import org.htmlunit.Page;
import org.htmlunit.WebClient;
import org.htmlunit.WebWindow;
import org.htmlunit.corejs.javascript.Context;
import org.htmlunit.corejs.javascript.HostClasses;
import org.htmlunit.corejs.javascript.TopLevel;
import org.htmlunit.javascript.JavaScriptEngine;
import org.htmlunit.javascript.configuration.JavaScriptConfiguration;
import org.htmlunit.javascript.host.URLSearchParams;
import org.htmlunit.javascript.host.Window;
import org.htmlunit.javascript.host.html.HTMLImageElement;
import org.htmlunit.javascript.host.html.HTMLOptionElement;
import org.htmlunit.javascript.host.xml.FormData;

/** Makes the global object of a window as HtmlUnit's engine does, but for its classes: see {@link HostClasses}. */
final class PageWindow {

    private static final Method IMAGE = method(HTMLImageElement.class, "jsConstructorImage");
    private static final Method OPTION = method(HTMLOptionElement.class, "jsConstructorOption", Object.class, String.class,
            boolean.class, boolean.class);

    private PageWindow() { }

    private static Method method(final Class<?> owner, final String name, final Class<?>... parameters) {
        try {
            return owner.getDeclaredMethod(name, parameters);
        } catch (final NoSuchMethodException e) {
            throw new IllegalStateException(e);
        }
    }

    static void make(final Context context, final WebClient client, final WebWindow webWindow, final Page page) {
        final BrowserVersion browser = client.getBrowserVersion();
        final Window window = new Window();
        window.setClassName("Window");
        final TopLevel scope = context.initSafeStandardObjects(new TopLevel(window));
        window.setParentScope(scope);
        JavaScriptEngine.configureRhino(client, browser, scope, window);
        HostClasses.install(scope, window, JavaScriptConfiguration.getInstance(browser), context.getFactory());
        URLSearchParams.NativeParamsIterator.init(context, scope, "URLSearchParams Iterator");
        FormData.FormDataIterator.init(context, scope, "FormData Iterator");
        if (browser.hasFeature(BrowserVersionFeatures.JS_WINDOW_INSTALL_TRIGGER_NULL)) {
            window.put("InstallTrigger", window, null);
        }
        final HostClasses classes = HostClasses.of(scope);
        classes.addConstructor("Image", IMAGE, HTMLImageElement.class);
        classes.addConstructor("Option", OPTION, HTMLOptionElement.class);
        if (!client.getOptions().isWebSocketEnabled()) {
            window.delete("WebSocket");
        }
        window.initialize(scope, webWindow, page);
        WindowProxies.install(window, webWindow);
    }
}
